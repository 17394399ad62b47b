import { randomUUID } from 'node:crypto'
import type { Greeted } from '~/models/vocabulary/user'
import { emailField } from '~/models/vocabulary/user.schema'
import { withClient } from '~/platform/advisory-lock.server'

/**
 * Takes the second factor from an account, passkeys too, and signs it out, from outside the application, with nothing but the database: for whoever lost
 * phone and recovery codes. The week to set up another one begins again, and the owner is mailed. Returns what to tell.
 * @param write the email; `school` is the name that the office saved.
 * @throws Error if there is no such account of the office or an instructor, or it has none.
 */
export async function resetSecondFactor(
  url: string,
  typed: string,
  write: (owner: Greeted, school: string | null) => { subject: string; text: string; html: string },
): Promise<string> {
  const parsed = emailField.safeParse(typed)
  if (!parsed.success) throw new Error('Usage: npm run second-factor -- someone@example.org')
  const email = parsed.data
  const found = await withClient(url, async (client) => {
    await client.query('BEGIN')
    const { rows } = await client.query<Greeted & { reset: number; school: string | null }>(
      `WITH found AS (SELECT id, first_name, parent_name, language FROM users WHERE email = $1 AND role <> 'customer'),
       reset AS (
         UPDATE second_factors SET secret = NULL, confirmed_at = NULL, last_step = NULL, recovery = '{}', asked_at = now()
         FROM found WHERE user_id = found.id AND confirmed_at IS NOT NULL RETURNING user_id),
       removed AS (DELETE FROM passkeys USING reset WHERE passkeys.user_id = reset.user_id),
       ended AS (DELETE FROM sessions USING reset WHERE sessions.user_id = reset.user_id),
       noted AS (
         INSERT INTO audit_log (action, entity, entity_id, detail)
         SELECT 'account.second-factor-reset', 'account', user_id, '{}' FROM reset)
       SELECT (SELECT count(*) FROM reset)::int AS reset, first_name AS "firstName", parent_name AS "parentName", language,
              (SELECT name FROM school WHERE id = 1) AS school
       FROM found`,
      [email],
    )
    const [owner] = rows
    if (owner?.reset) {
      const { subject, text, html } = write(owner, owner.school)
      await client.query(
        'INSERT INTO email_outbox (dedupe_key, recipient, subject, text, html) VALUES ($1, $2, $3, $4, $5)',
        [`second-factor:${randomUUID()}`, email, subject, text, html],
      )
    }
    await client.query('COMMIT')
    return owner
  })
  if (!found) throw new Error(`There is no account of the office or an instructor with the address ${email}.`)
  if (!found.reset) throw new Error(`${email} signs in without a second step.`)
  return `${email} signs in without a second step now, was signed out everywhere, and has a week to set up another one.`
}
