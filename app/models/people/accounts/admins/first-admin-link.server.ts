import { refusePoorPassword } from '~/models/people/accounts/password/password-rule.server'
import { hashOf, newToken } from '~/models/people/accounts/token'
import { type OwnProfile, ownProfile } from '~/models/people/accounts/user.server'
import { displayName } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { hashPassword } from '~/platform/password.server'
import { Refused } from '~/platform/refused'
import { withTx } from '~/platform/tx.server'
import { translateViolations } from '~/platform/violation.server'
import { paths } from '~/utils/paths'
import type { FirstAdmin } from './admin.schema'

const LINK_REFUSED = 'This link was used already, or it has expired.'

/**
 * Creates the link for the first administrator, for a start to print; it revokes the one before. Null if there is an
 * administrator, or if another process created one half a minute ago: of those that start together one prints it.
 */
export async function makeFirstAdminLink(): Promise<string | null> {
  const token = newToken()
  const made = await prisma.$executeRaw`
    UPDATE installation SET first_admin_token = ${hashOf(token)}, first_admin_until = now() + interval '1 day'
    WHERE NOT EXISTS (SELECT FROM users WHERE role = 'admin')
      AND coalesce(first_admin_until < now() + interval '1 day' - interval '30 seconds', true)`
  return made ? getEnv().appUrl + paths.firstAdministrator(token) : null
}

/** Whether the link is valid, without using it. Creating an administrator in another way has revoked it. */
export async function opensFirstAdmin(token: string): Promise<boolean> {
  const [row] = await prisma.$queryRaw<[{ opens: boolean }]>`
    SELECT EXISTS (SELECT FROM installation WHERE first_admin_token = ${hashOf(token)} AND first_admin_until > now())
       AND NOT EXISTS (SELECT FROM users WHERE role = 'admin') AS opens`
  return row.opens
}

const hasAccount = () =>
  new Refused('email_taken', 'This email has an account already. Please use another one.', 'email')

/**
 * Makes the first administrator and revokes the link; a weak password and a taken address leave it valid. Of two people
 * with one link one becomes an administrator.
 * @throws Refused
 */
export async function becomeFirstAdmin({ token, password, ...person }: FirstAdmin): Promise<OwnProfile> {
  if (!(await opensFirstAdmin(token))) throw new Refused('link_invalid', LINK_REFUSED)
  await refusePoorPassword(password, { ...person, role: 'admin', parentName: null }, 'password')
  const hash = await hashPassword(password)
  return translateViolations({ users_email_key: hasAccount }, () =>
    withTx(async (tx) => {
      const used = await tx.$executeRaw`
        UPDATE installation SET first_admin_token = NULL, first_admin_until = NULL
        WHERE first_admin_token = ${hashOf(token)} AND first_admin_until > now()
          AND NOT EXISTS (SELECT FROM users WHERE role = 'admin')`
      if (!used) throw new Refused('link_invalid', LINK_REFUSED)
      const user = await tx.user.create({ data: { ...person, role: 'admin', password: hash }, select: ownProfile })
      const detail = { name: displayName(user) }
      await audit(tx, { actorId: null, action: 'admin.add', entity: 'admin', entityId: user.id, detail })
      return user
    }),
  )
}
