import { NO_TOKENS } from '~/models/people/accounts/profile.server'
import { signOutEverywhere } from '~/models/people/accounts/viewer.server'
import { refuseMerged } from '~/models/people/families/student.server'
import { audit } from '~/platform/audit.server'
import type { Tx } from '~/platform/tx.server'

/**
 * Blocks or unblocks a sign-in. A blocked account is signed out everywhere and the links mailed to it are revoked. The
 * student's row must be locked.
 */
export async function setSignInBlocked(tx: Tx, actorId: string, id: string, blocked: boolean): Promise<void> {
  if (!blocked) await refuseMerged(tx, id)
  const { count } = await tx.user.updateMany({
    where: { id, role: 'customer', active: blocked },
    data: blocked ? { active: false, ...NO_TOKENS } : { active: true },
  })
  if (!count) return
  if (blocked) await signOutEverywhere(tx, id)
  await audit(tx, { actorId, action: blocked ? 'student.block' : 'student.unblock', entity: 'student', entityId: id })
}
