import { NO_TOKENS } from '~/models/people/accounts/profile.server'
import { NO_PASSWORD } from '~/models/people/accounts/token'
import { signOutEverywhere } from '~/models/people/accounts/viewer.server'
import { displayName } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { Refused } from '~/platform/refused'
import { withTx } from '~/platform/tx.server'
import { translateViolations } from '~/platform/violation.server'
import { forgetSignIn, lockInstructor } from './instructor.server'

/**
 * Lets an instructor sign in with this address; the password is set by a reset link. Asked again with the same address, nothing changes but
 * that another link may be mailed. With another one, whoever had the old one is signed out.
 * @returns the name.
 * @throws Refused 404; 409 if the address has an account.
 */
export const inviteInstructor = (actorId: string, id: string, email: string): Promise<string> =>
  translateViolations({ users_email_key: addressTaken }, () =>
    withTx(async (tx) => {
      const user = await lockInstructor(tx, id)
      const name = displayName(user)
      if (user.email === email) return name
      await tx.user.update({ where: { id }, data: { email, password: NO_PASSWORD, ...NO_TOKENS } })
      await signOutEverywhere(tx, id)
      await audit(tx, {
        actorId,
        action: 'instructor.invite',
        entity: 'instructor',
        entityId: id,
        detail: { name, email },
      })
      return name
    }),
  )

/** Ends the sign-in and whatever is signed in. Returns the name. @throws Refused 404 */
export const endSignIn = (actorId: string, id: string): Promise<string> =>
  withTx(async (tx) => {
    const name = displayName(await lockInstructor(tx, id))
    await forgetSignIn(tx, id)
    await audit(tx, { actorId, action: 'instructor.end-sign-in', entity: 'instructor', entityId: id, detail: { name } })
    return name
  })

const addressTaken = () =>
  new Refused('email_taken', 'This email has an account already. Use another one for teaching.', 'email')
