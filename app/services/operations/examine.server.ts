import { createTransport } from 'nodemailer'
import { withClient } from '~/platform/advisory-lock.server'
import { whyAway } from '~/platform/database/why-away'
import { refreshSettings } from '~/platform/env/saved-settings.server'
import { settingsWarnings } from '~/platform/env/warnings'
import { type Env, getEnv } from '~/platform/env.server'
import { readMigrations } from '~/platform/migrate.server'
import { smtpServer } from '~/services/mail/smtp'
import { checkConnection } from '~/services/stripe/connection-problems.server'
import { findStatus } from './find-status.server'

/** The oldest PostgreSQL that still gets fixes, as a version number of its own. */
const OLDEST_POSTGRES = 150_000
const CLOCKS_DIFFER_MS = 60_000
const MAIL_MS = 10_000

/** Returns what is missing or wrong, a sentence or two for each with what to do; none contains a secret. Changes nothing. */
export async function examine(databaseUrl: string): Promise<string[]> {
  const database = await databaseProblems(databaseUrl)
  if (database.isThere) await refreshSettings()
  const env = getEnv()
  // If the database can be reached, the status page's lines include it.
  const outside = await Promise.all([mailProblems(env), database.isThere ? [] : providerProblems(env)])
  return [...database.problems, ...outside.flat(), ...(await openLines(database.isThere))]
}

/** Returns the lines of the status page, or of the settings alone while the database cannot be reached. */
async function openLines(isThere: boolean): Promise<string[]> {
  const lines = isThere
    ? (await findStatus()).lines.filter(({ state }) => state === 'attention' || state === 'broken')
    : settingsWarnings(getEnv()).map((warning) => ({ subject: 'Server', ...warning }))
  return lines.map(({ subject, says, next }) => [`${subject}. ${says}`, next].filter(Boolean).join(' '))
}

async function databaseProblems(url: string): Promise<{ problems: string[]; isThere: boolean }> {
  try {
    return await withClient(url, async (client) => {
      const { rows } = await client.query<{ version: number; at: Date; records: string | null }>(
        `SELECT current_setting('server_version_num')::int AS version, clock_timestamp() AS at,
                to_regclass('_prisma_migrations')::text AS records`,
      )
      const { version = 0, at = new Date(), records = null } = rows[0] ?? {}
      const applied = records
        ? await client.query<{ name: string }>(
            'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
          )
        : { rows: [] }
      const names = new Set(applied.rows.map(({ name }) => name))
      const missing = (await readMigrations()).filter(({ name }) => !names.has(name))
      const problems: string[] = []
      if (missing.length) {
        problems.push(`The database lacks ${missing.length} migrations. A start applies them, or npm run migrate.`)
      }
      const { rows: broken } = await client.query<{ table: string; name: string }>(
        `SELECT conrelid::regclass AS "table", quote_ident(conname) AS name FROM pg_constraint
         WHERE NOT convalidated AND connamespace = current_schema()::regnamespace ORDER BY 1, 2`,
      )
      for (const { table, name } of broken) {
        problems.push(
          `Rows of the table ${table} break its rule ${name}, which is held for new rows alone. Correct them, then run this SQL: ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`,
        )
      }
      if (version < OLDEST_POSTGRES) {
        problems.push(`PostgreSQL ${Math.floor(version / 10_000)} no longer gets fixes. Move to a newer one.`)
      }
      if (Math.abs(at.getTime() - Date.now()) > CLOCKS_DIFFER_MS) {
        problems.push('The clocks of this machine and of the database differ by more than a minute. Set both by NTP.')
      }
      return { problems, isThere: missing.length === 0 }
    })
  } catch (error) {
    const why = whyAway(error, url) ?? `The database cannot be used: ${(error as Error).message}.`
    return { problems: [why], isThere: false }
  }
}

async function mailProblems({ smtpUrl }: Env): Promise<string[]> {
  if (!smtpUrl) return []
  const limits = { connectionTimeout: MAIL_MS, greetingTimeout: MAIL_MS, socketTimeout: MAIL_MS }
  const transport = createTransport({ ...smtpServer(smtpUrl), ...limits })
  try {
    await transport.verify()
    return []
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    const answer = [code, responseCode].filter(Boolean).join(' ') || 'no answer'
    return [
      `The mail server ${new URL(smtpUrl).host} takes no email from us (${answer}). Look at Settings, Mail, or at SMTP_URL.`,
    ]
  } finally {
    transport.close()
  }
}

async function providerProblems(env: Env): Promise<string[]> {
  const { problems, isReached } = await checkConnection(env)
  return isReached
    ? problems
    : ['Stripe could not be asked. Look at the connection of this machine and at status.stripe.com.']
}
