import type { Month } from '~/models/allowance/allowance'
import { setUsage, type UsageWish } from '~/models/allowance/usage.server'
import { grantPackage } from '~/models/payments/office-grant.server'
import { withTx } from '~/platform/tx.server'
import { translateViolations } from '~/platform/violation.server'
import type { NewStudent } from './student.schema'
import { emailTaken, lockStudent, updateContact } from './student.server'

export interface StudentEdit {
  month: Month
  contact: Partial<NewStudent>
  /** Undefined leaves the office's package as it is. */
  packageId?: number | null
  usage: UsageWish[]
  /** Why counters were changed. */
  reason: string | null
}

/**
 * One edit of a student's row in the month view: all of it or nothing.
 * @throws Refused where the address is taken, the package unknown, or a counter has changed since it was shown.
 */
export async function editStudent(actorId: string, id: string, edit: StudentEdit): Promise<void> {
  const { month, contact, packageId, usage, reason } = edit
  await translateViolations({ users_email_key: emailTaken }, () =>
    withTx(async (tx) => {
      await lockStudent(tx, id)
      await updateContact(tx, actorId, id, contact)
      if (packageId !== undefined) await grantPackage(tx, actorId, id, month, packageId)
      await setUsage(tx, actorId, id, month, usage, reason)
    }),
  )
}
