import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { LocalDate } from '~/utils/dates'
import { missingInProduction, settingsProblems, unknownNames } from './env/problems'
import { type modes, type Variables, variables } from './env/variables'

const SAMPLE_FORM_URL = 'https://www.zeffy.com/en-US/donation-form/sample'

export interface Env {
  mode: (typeof modes)[number]
  port: number
  host: string
  /** The address of the application in browsers, without a trailing slash. */
  appUrl: string
  /** Undefined until the embedded database runs. */
  databaseUrl: string | undefined
  databaseEmbedded: boolean
  /** The size of the connection pool; undefined for the default of the database in use. */
  databasePool: number | undefined
  /** False behind a pooler that gives a connection to another client after each transaction. */
  databaseNamedStatements: boolean
  /** How many processes serve requests. */
  workers: number
  /** The folder of the embedded database, generated secrets and the sandbox. */
  dataDir: string
  /** Where `npm run backup` writes, for the job that tries the newest one. */
  backupDir: string
  /** There is a key for them. */
  opensBackups: boolean
  /** They are copied to another place. */
  copiesBackups: boolean
  /** In demo mode, the address of the process that runs the payment sandbox, if that is another one. */
  sandboxUrl: string | undefined
  sessionSecret: string
  /** The name until the office saves its own in the settings; the fee works the same way. */
  schoolName: string
  schoolTimezone: string
  /** Express's setting: a number of hops, or addresses. */
  trustProxy: number | string | false
  /** The real provider's keys; undefined if none are set. */
  stripe:
    | {
        secretKey: string
        publishableKey: string
        webhookSecret: string
        apiUrl?: string
        portalConfiguration?: string
      }
    | undefined
  /** The address of a test provider that replaces the real one, also for keys that the office saves. */
  stripeApiUrl: string | undefined
  /** The provider of text messages; undefined if none is configured: then families see nothing about texts. */
  texts: { accountSid: string; authToken: string; from: string } | undefined
  smtpUrl: string | undefined
  /** The `From` header of every email; undefined for the school's name at no-reply. */
  mailFrom: string | undefined
  externalPaymentUrl: string | undefined
  /** The secret that the fundraising platform's notices must carry. Without it none are accepted. */
  zeffyWebhookSecret: string | undefined
  zeffyFormUrl: string | undefined
  /** Where to report a vulnerability, and the last day on which that is valid. Without it there is no security.txt. */
  securityTxt: { contact: string; expires: LocalDate } | undefined
  /** The token that `/metrics` requires. Without it the address does not exist. */
  metricsToken: string | undefined
  feeRatePercent: number
  feeScope: Variables['FEE_SCOPE']
}

export class EnvError extends Error {
  override name = 'EnvError'
  constructor(readonly problems: string[]) {
    super(`The configuration is not complete:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
  }
}

/**
 * Treats an empty variable as absent. Outside production a missing session secret is an empty string: see `getEnv`.
 * @throws EnvError listing every problem.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
  const parsed = variables.safeParse(present)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    // A production start reports wrong and missing variables together.
    const mode = present.STIRRUP_MODE ?? 'production'
    throw new EnvError(mode === 'production' ? [...wrong, ...missingInProduction(present)] : wrong)
  }
  const vars = parsed.data
  const problems = [
    ...(vars.STIRRUP_MODE === 'production'
      ? [...missingInProduction(present), ...unknownNames(present, Object.keys(variables.shape))]
      : []),
    ...settingsProblems(vars),
  ]
  if (problems.length) throw new EnvError(problems)
  return toEnv(vars)
}

function toEnv(vars: Variables): Env {
  const host = vars.HOST ?? (isReached(vars) ? '0.0.0.0' : '127.0.0.1')
  const appUrl = vars.APP_URL ?? `http://${reachable(host)}:${vars.PORT}`
  const dataDir = path.resolve(vars.DATA_DIR ?? '.data')
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = vars
  const { TEXTS_ACCOUNT_SID: accountSid, TEXTS_AUTH_TOKEN: authToken, TEXTS_FROM: from } = vars
  const { SECURITY_CONTACT: contact, SECURITY_EXPIRES: expires } = vars
  return {
    mode: vars.STIRRUP_MODE,
    port: vars.PORT,
    host,
    appUrl,
    databaseUrl: vars.DATABASE_URL,
    databaseEmbedded: vars.DATABASE_EMBEDDED,
    databasePool: vars.DATABASE_POOL,
    databaseNamedStatements: vars.DATABASE_NAMED_STATEMENTS,
    workers: vars.WORKERS,
    dataDir,
    backupDir: path.resolve(vars.BACKUP_DIR ?? path.join(dataDir, 'backups')),
    opensBackups: vars.BACKUP_KEY !== undefined && vars.BACKUP_KEY !== 'none',
    copiesBackups: Boolean(vars.BACKUP_COPY || vars.BACKUP_BUCKET),
    sandboxUrl: vars.SANDBOX_URL,
    sessionSecret: vars.SESSION_SECRET ?? '',
    schoolName: vars.SCHOOL_NAME,
    schoolTimezone: vars.SCHOOL_TIMEZONE,
    trustProxy: parseTrustProxy(vars.TRUST_PROXY),
    stripe:
      STRIPE_SECRET_KEY && STRIPE_PUBLISHABLE_KEY && STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: STRIPE_SECRET_KEY,
            publishableKey: STRIPE_PUBLISHABLE_KEY,
            webhookSecret: STRIPE_WEBHOOK_SECRET,
            apiUrl: vars.STRIPE_API_URL,
            portalConfiguration: vars.STRIPE_PORTAL_CONFIGURATION,
          }
        : undefined,
    stripeApiUrl: vars.STRIPE_API_URL,
    texts: accountSid && authToken && from ? { accountSid, authToken, from } : undefined,
    smtpUrl: vars.SMTP_URL,
    mailFrom: vars.MAIL_FROM,
    externalPaymentUrl: vars.EXTERNAL_PAYMENT_URL,
    zeffyWebhookSecret: vars.ZEFFY_WEBHOOK_SECRET,
    zeffyFormUrl: vars.ZEFFY_FORM_URL ?? (vars.STIRRUP_MODE === 'demo' ? SAMPLE_FORM_URL : undefined),
    securityTxt: contact && expires ? { contact, expires } : undefined,
    metricsToken: vars.METRICS_TOKEN,
    feeRatePercent: vars.FEE_RATE_PERCENT,
    feeScope: vars.FEE_SCOPE,
  }
}

/**
 * Whether browsers reach this process directly. Behind a proxy nothing else may reach it, because anyone who does could
 * write any address into the proxy's headers.
 */
const isReached = ({ STIRRUP_MODE, TRUST_PROXY }: Variables): boolean =>
  STIRRUP_MODE === 'production' && parseTrustProxy(TRUST_PROXY) === false

/** Returns an address that browsers can open: not every address that a server listens on is one. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function parseTrustProxy(value: string | undefined): Env['trustProxy'] {
  if (!value || /^(false|none)$/i.test(value)) return false
  return /^\d+$/.test(value) ? Number(value) : value
}

let env: Env | undefined

/**
 * Reads the environment once; server settings that the office saves are merged into it. Outside production a missing
 * session secret is generated and stored in the data folder, so that sign-ins survive a restart.
 */
export function getEnv(): Env {
  if (!env) {
    const parsed = parseEnv(process.env)
    env = parsed.sessionSecret ? parsed : { ...parsed, sessionSecret: keptSecret(parsed.dataDir) }
  }
  return env
}

function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'session-secret')
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const mine = `${file}.${process.pid}`
    writeFileSync(mine, randomBytes(32).toString('base64url'), { mode: 0o600 })
    try {
      // A link appears with its content or not at all, so processes that start at once share one secret.
      linkSync(mine, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(mine)
    }
    return readFileSync(file, 'utf8')
  }
}
