import type { Rest } from '~/models/schedule/vocabulary/rest'
import { paths } from '~/utils/paths'

/** The screen with the rides that a rest hits, from where both are saved. */
export const restPlanOf = (id: number, { from, until, reason }: Rest): string =>
  paths.ridesAtRest(id, { from: from ?? undefined, until: until ?? undefined, reason: reason ?? undefined })
