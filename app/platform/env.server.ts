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
  /** The address of the application in browsers, without a slash at the end. */
  appUrl: string
  /** Undefined until the embedded database runs. */
  databaseUrl: string | undefined
  databaseEmbedded: boolean
  /** Undefined for the default of the database in use. */
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
  /** In demo mode: the process that has the payment sandbox, if it is another one. */
  sandboxUrl: string | undefined
  sessionSecret: string
  /** Holds until the office saves its own in the settings; the fee likewise. */
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
  /** Of a provider of tests, in the place of the real one; also for keys that the office saves. */
  stripeApiUrl: string | undefined
  /** The provider of texts; undefined if none is set: then families hear nothing of texts. */
  texts: { accountSid: string; authToken: string; from: string } | undefined
  smtpUrl: string | undefined
  /** The `From` header of every e-mail; undefined for the school at no-reply. */
  mailFrom: string | undefined
  externalPaymentUrl: string | undefined
  /** The fundraising platform's notices must carry it. Without it none are accepted. */
  zeffyWebhookSecret: string | undefined
  zeffyFormUrl: string | undefined
  /** Whom to tell of a hole, and the last day that this holds. Without it there is no security.txt. */
  securityTxt: { contact: string; expires: LocalDate } | undefined
  /** What `/metrics` asks for. Without it there is no such address. */
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
 * An empty variable counts as absent. Outside production a missing session secret is an empty string: see `getEnv`.
 * @throws EnvError listing every problem.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
  const parsed = variables.safeParse(present)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    // A production start names wrong and missing variables at once.
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

/** By browsers themselves: behind a proxy nobody else is to reach it, for whoever does could write any address into the proxy's headers. */
const isReached = ({ STIRRUP_MODE, TRUST_PROXY }: Variables): boolean =>
  STIRRUP_MODE === 'production' && parseTrustProxy(TRUST_PROXY) === false

/** Browsers cannot go to every address that a server listens on. */
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
 * Read once; what the office saves of the server is put into it. Outside production a missing session secret is generated and kept in the data folder, so that sign-ins
 * outlive a restart.
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
      // A link appears with its content, or not at all: processes that start at once keep one secret.
      linkSync(mine, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(mine)
    }
    return readFileSync(file, 'utf8')
  }
}
