import { Outdated } from '~/platform/refused'

/** @throws Outdated if a plan was made from another state than the present one; its screen shows the plan again. */
export function refuseOlder(version: string | undefined, present: string): void {
  if (version === present) return
  throw new Outdated('Something changed in the meantime. Nothing was saved; here is the new plan.', present)
}
