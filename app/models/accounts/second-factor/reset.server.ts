import { withClient } from '~/platform/advisory-lock.server'
import { emailField } from '../user.schema'

/**
 * Takes the second factor from an account, passkeys too, and signs it out, from outside the application, with nothing but the database: for whoever lost
 * phone and recovery codes. The week to set up another one begins again. Returns what to tell.
 * @throws Error if there is no such account of the office or an instructor, or it has none.
 */
export async function resetSecondFactor(url: string, typed: string): Promise<string> {
  const parsed = emailField.safeParse(typed)
  if (!parsed.success) throw new Error('Usage: npm run second-factor -- someone@example.org')
  const email = parsed.data
  const { rows } = await withClient(url, (client) =>
    client.query<{ reset: number }>(
      `WITH found AS (SELECT id FROM users WHERE email = $1 AND role <> 'customer'),
       reset AS (
         UPDATE second_factors SET secret = NULL, confirmed_at = NULL, last_step = NULL, recovery = '{}', asked_at = now()
         FROM found WHERE user_id = found.id AND confirmed_at IS NOT NULL RETURNING user_id),
       removed AS (DELETE FROM passkeys USING reset WHERE passkeys.user_id = reset.user_id),
       ended AS (DELETE FROM sessions USING reset WHERE sessions.user_id = reset.user_id),
       noted AS (
         INSERT INTO audit_log (action, entity, entity_id, detail)
         SELECT 'account.second-factor-reset', 'account', user_id, '{}' FROM reset)
       SELECT (SELECT count(*) FROM reset)::int AS reset FROM found`,
      [email],
    ),
  )
  if (!rows[0]) throw new Error(`There is no account of the office or an instructor with the address ${email}.`)
  if (!rows[0].reset) throw new Error(`${email} signs in without a second step.`)
  return `${email} signs in without a second step now, was signed out everywhere, and has a week to set up another one.`
}
