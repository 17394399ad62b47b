import pg from 'pg'
import { namesSql } from './name-sql.server'
import { emailField } from './user.schema'

/**
 * Works from outside the application, with nothing but the database. Returns a sentence about it.
 * @throws Error if there is no such account, or it is deactivated.
 */
export async function makeFirstAdmin(url: string, typed: string): Promise<string> {
  const parsed = emailField.safeParse(typed)
  if (!parsed.success) throw new Error('Usage: npm run admin -- someone@example.org')
  const email = parsed.data
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      `WITH made AS (
         UPDATE users SET role = 'admin', updated_at = now() WHERE email = $1 AND role <> 'admin' AND active
         RETURNING id, coalesce(nullif(${namesSql('first_name', 'last_name')}, ''), email) AS name)
       INSERT INTO audit_log (action, entity, entity_id, detail)
       SELECT 'admin.add', 'admin', id, jsonb_build_object('name', name) FROM made RETURNING id`,
      [email],
    )
    if (rows.length) return `${email} is an administrator now`
    const found = await client.query<{ active: boolean }>('SELECT active FROM users WHERE email = $1', [email])
    if (!found.rows[0])
      throw new Error(`There is no account with the address ${email}. Register it first, then run this again.`)
    if (!found.rows[0].active) throw new Error(`The account ${email} is deactivated`)
    return `${email} is already an administrator`
  } finally {
    await client.end()
  }
}
