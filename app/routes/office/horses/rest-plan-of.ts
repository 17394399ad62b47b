import type { Rest } from '~/models/schedule/vocabulary/rest'
import { paths } from '~/utils/paths'

/** Returns the address of the screen with the rides that a rest affects, which saves both. */
export const restPlanOf = (id: number, { from, until, reason }: Rest): string =>
  paths.ridesAtRest(id, { from: from ?? undefined, until: until ?? undefined, reason: reason ?? undefined })
