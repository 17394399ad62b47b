import { Refused } from '~/platform/refused'

/** Where a plan that is older than what happened since is refused: its screen shows it anew. */
export const PLAN_FIELD = 'plan'

/** @throws Refused 409 at `PLAN_FIELD` if a plan was made from something else than what is there now. */
export function refuseOlder(plan: string | undefined, version: string): void {
  if (plan === version) return
  throw new Refused(
    'outdated',
    'Something changed in the meantime. Nothing was saved; here is the new plan.',
    PLAN_FIELD,
  )
}
