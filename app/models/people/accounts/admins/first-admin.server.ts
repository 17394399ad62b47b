import pg from 'pg'
import { namesSql } from '~/models/people/accounts/name-sql.server'
import { hashOf, newToken } from '~/models/people/accounts/token'
import { emailField } from '~/models/vocabulary/user.schema'
import { paths } from '~/utils/paths'

/**
 * Makes an administrator from outside the application, with only the database. Everything that opened the account
 * before is revoked: whoever registered the address may be someone else. An administrator who is locked out gets a link
 * too, and stays signed in. Returns the message to print.
 * @param appUrl the application's address in browsers
 * @throws Error if there is no such account, or it is deactivated.
 */
export async function makeFirstAdmin(url: string, typed: string, appUrl: string): Promise<string> {
  const parsed = emailField.safeParse(typed)
  if (!parsed.success) throw new Error('Usage: npm run admin -- someone@example.org')
  const email = parsed.data
  const token = newToken()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: made } = await client.query(
      `WITH made AS (
         UPDATE users SET role = 'admin', password = 'none', calendar_key = NULL, magic_link_token = NULL, magic_link_expiry = NULL,
                updated_at = now()
         WHERE email = $1 AND role <> 'admin' AND active
         RETURNING id, coalesce(nullif(${namesSql('first_name', 'last_name')}, ''), email) AS name),
       ended AS (DELETE FROM sessions WHERE user_id IN (SELECT id FROM made)),
       unlinked AS (DELETE FROM address_links WHERE user_id IN (SELECT id FROM made))
       INSERT INTO audit_log (action, entity, entity_id, detail)
       SELECT 'admin.add', 'admin', id, jsonb_build_object('name', name) FROM made RETURNING id`,
      [email],
    )
    const { rows } = await client.query<{ active: boolean }>(
      `UPDATE users SET reset_token = CASE WHEN active THEN $2 ELSE reset_token END,
              reset_token_expiry = CASE WHEN active THEN now() + interval '1 hour' ELSE reset_token_expiry END
       WHERE email = $1 RETURNING active`,
      [email, hashOf(token)],
    )
    if (!rows[0])
      throw new Error(`There is no account with the address ${email}. Register it first, then run this again.`)
    if (!rows[0].active) throw new Error(`The account ${email} is deactivated`)
    const is = made.length ? 'is an administrator now, signed out everywhere' : 'is already an administrator'
    return `${email} ${is}. A new password within the hour: ${appUrl}${paths.resetToken(token)}`
  } finally {
    await client.end()
  }
}
