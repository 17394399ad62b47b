import { Refused } from '~/platform/refused'

/** The field at which an outdated plan is refused: its screen shows the plan again. */
export const PLAN_FIELD = 'plan'

/** @throws Refused 409 at `PLAN_FIELD` if a plan was made from another state than the present one. */
export function refuseOlder(plan: string | undefined, version: string): void {
  if (plan === version) return
  throw new Refused(
    'outdated',
    'Something changed in the meantime. Nothing was saved; here is the new plan.',
    PLAN_FIELD,
  )
}
