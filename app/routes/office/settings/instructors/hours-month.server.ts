import type { Month } from '~/models/allowance/month'
import { monthOfDay, parseMonth } from '~/models/allowance/month'
import { today } from '~/platform/clock.server'

/** Reads `?month=2026-11`; another text is this month. */
export const askedMonth = (request: Request): Month =>
  parseMonth(new URL(request.url).searchParams.get('month')) ?? monthOfDay(today())
