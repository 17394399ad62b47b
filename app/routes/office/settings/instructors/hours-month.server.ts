import type { Month } from '~/models/vocabulary/month'
import { monthOfDay, parseMonth } from '~/models/vocabulary/month'
import { today } from '~/platform/clock.server'

/** Reads `?month=2026-11`; anything but a month means this month. */
export const askedMonth = (request: Request): Month =>
  parseMonth(new URL(request.url).searchParams.get('month')) ?? monthOfDay(today())
