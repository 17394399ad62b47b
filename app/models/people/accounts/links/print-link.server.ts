import { hashOf, newToken } from '~/models/people/accounts/token'
import { emailField } from '~/models/vocabulary/user.schema'
import { withClient } from '~/platform/advisory-lock.server'
import { paths } from '~/utils/paths'

const MINUTES = 15

/**
 * Creates a sign-in link from outside the application, with only the database, for someone who is locked out because no
 * email arrives. The counts of tries with the address are reset. Returns the message to print.
 * @param appUrl the application's address in browsers
 * @throws Error if there is no such account, or it may not sign in.
 */
export async function printLink(url: string, typed: string, appUrl: string): Promise<string> {
  const parsed = emailField.safeParse(typed)
  if (!parsed.success) throw new Error('Usage: npm run link -- someone@example.org')
  const email = parsed.data
  const token = newToken()
  const { rows } = await withClient(url, (client) =>
    client.query<{ active: boolean }>(
      `WITH linked AS (
         UPDATE users SET magic_link_token = CASE WHEN active THEN $2 ELSE magic_link_token END,
                magic_link_expiry = CASE WHEN active THEN now() + $3 * interval '1 minute' ELSE magic_link_expiry END
         WHERE email = $1 RETURNING id, active),
       lifted AS (
         DELETE FROM rate_limits WHERE split_part(key, ':', 1) IN ('sign-in', 'link') AND right(key, length($1) + 1) = ':' || $1),
       noted AS (
         INSERT INTO audit_log (action, entity, entity_id, detail)
         SELECT 'account.link', 'student', id, '{}' FROM linked WHERE active)
       SELECT active FROM linked`,
      [email, hashOf(token), MINUTES],
    ),
  )
  if (!rows[0]) throw new Error(`There is no account with the address ${email}.`)
  if (!rows[0].active) throw new Error(`The account ${email} is deactivated: it cannot sign in.`)
  return `Signs ${email} in, once, within ${MINUTES} minutes: ${appUrl}${paths.signInToken(token)}`
}
