import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const modes = ['demo', 'production', 'test'] as const

const SAMPLE_FORM_URL = 'https://www.zeffy.com/en-US/donation-form/sample'

function isTimezone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }))
  } catch {
    return false
  }
}

const webUrl = z
  .url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' })
  .transform((url) => url.replace(/\/+$/, ''))

const variables = z.object({
  STIRRUP_MODE: z.enum(modes, `must be one of ${modes.join(', ')}`).default('production'),
  PORT: z.coerce.number('must be a port number').int().min(0).max(65535, 'must be a port number').default(3000),
  HOST: z.string().optional(),
  APP_URL: webUrl.optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
    .optional(),
  DEMO_DATABASE: z.stringbool().default(false),
  DATABASE_EMBEDDED: z.stringbool().default(false),
  DATABASE_POOL: z.coerce.number('must be a number').int().min(1).max(200).optional(),
  DATABASE_NAMED_STATEMENTS: z.stringbool().default(true),
  DATA_DIR: z.string().optional(),
  BACKUP_DIR: z.string().optional(),
  WORKERS: z.coerce
    .number('must be a number')
    .int()
    .min(1, 'must be 1 or more')
    .max(64, 'must be 64 or less')
    .default(1),
  SANDBOX_URL: webUrl.optional(),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SCHOOL_NAME: z.string().default('Stirrup Riding School'),
  SCHOOL_TIMEZONE: z
    .string()
    .refine(isTimezone, 'must be a time zone such as America/New_York')
    .default('America/New_York'),
  TRUST_PROXY: z.string().optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  TEXTS_ACCOUNT_SID: z.string().optional(),
  TEXTS_AUTH_TOKEN: z.string().optional(),
  TEXTS_FROM: z
    .string()
    .regex(/^(\+[1-9]\d{7,14}|MG\w{32})$/, 'must be a number such as +18455550100, or a messaging service (MG…)')
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be a URL that begins with smtp:// or smtps://' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^\s@<>]+@[^\s@<>]+$|^[^\r\n<>]+<[^\s@<>]+@[^\s@<>]+>$/,
      'must be an address such as "School" <office@school.example>',
    )
    .optional(),
  EXTERNAL_PAYMENT_URL: webUrl.optional(),
  ZEFFY_WEBHOOK_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  ZEFFY_FORM_URL: webUrl.optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  FEE_RATE_PERCENT: z.coerce
    .number('must be a number of percent')
    .min(0, 'must be 0 or more')
    .max(10, 'must be 10 or less')
    .default(3),
  FEE_SCOPE: z.enum(['all_cards', 'credit_cards'], 'must be all_cards or credit_cards').default('all_cards'),
})

type Variables = z.infer<typeof variables>

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
  /** In demo mode: the process that has the payment sandbox, if it is another one. */
  sandboxUrl: string | undefined
  sessionSecret: string
  /** Holds until the office saves its own in the settings; the fee likewise. */
  schoolName: string
  schoolTimezone: string
  /** Express's setting: a number of hops, or addresses. */
  trustProxy: number | string | false
  /** The real provider's keys; undefined if none are set. */
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string } | undefined
  /** The provider of texts; undefined if none is set: then families hear nothing of texts. */
  texts: { accountSid: string; authToken: string; from: string } | undefined
  smtpUrl: string | undefined
  /** The `From` header of every e-mail; undefined for the school at no-reply. */
  mailFrom: string | undefined
  externalPaymentUrl: string | undefined
  /** The fundraising platform's notices must carry it. Without it none are accepted. */
  zeffyWebhookSecret: string | undefined
  zeffyFormUrl: string | undefined
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
    ...(vars.STIRRUP_MODE === 'production' ? missingInProduction(present) : []),
    ...stripeProblems(vars),
    ...textsProblems(vars),
    ...workerProblems(vars),
    ...demoProblems(vars),
  ]
  if (problems.length) throw new EnvError(problems)
  return toEnv(vars)
}

function missingInProduction(present: Record<string, string | undefined>): string[] {
  const missing: string[] = []
  if (!present.DATABASE_URL && !present.DATA_DIR) {
    missing.push('DATABASE_URL is missing (or DATA_DIR, to keep the embedded database there)')
  }
  if (!present.SESSION_SECRET) missing.push('SESSION_SECRET is missing: at least 32 random characters')
  if (!present.APP_URL) missing.push('APP_URL is missing: the address at which browsers reach the application')
  return missing
}

function stripeProblems(vars: Variables): string[] {
  const keys = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const
  const set = keys.filter((key) => vars[key])
  const problems: string[] = []
  if (set.length && set.length < keys.length) {
    const absent = keys.filter((key) => !vars[key])
    problems.push(`${absent.join(' and ')} missing: the Stripe settings are needed together`)
  }
  const [secret, publishable] = [vars.STRIPE_SECRET_KEY, vars.STRIPE_PUBLISHABLE_KEY].map(modeOfKey)
  if (secret && publishable && secret !== publishable) {
    problems.push(
      `STRIPE_SECRET_KEY is of ${secret} mode and STRIPE_PUBLISHABLE_KEY of ${publishable} mode: nothing could be paid`,
    )
  }
  if (vars.STIRRUP_MODE !== 'production' && set.some((key) => vars[key]?.includes('_live_'))) {
    problems.push(`A live Stripe key cannot be used in ${vars.STIRRUP_MODE} mode`)
  }
  return problems
}

const modeOfKey = (key: string | undefined) => /^[a-z]+_(live|test)_/.exec(key ?? '')?.[1]

function textsProblems(vars: Variables): string[] {
  const keys = ['TEXTS_ACCOUNT_SID', 'TEXTS_AUTH_TOKEN', 'TEXTS_FROM'] as const
  const absent = keys.filter((key) => !vars[key])
  if (absent.length === 0 || absent.length === keys.length) return []
  return [`${absent.join(' and ')} missing: the settings of texts are needed together`]
}

/** The embedded one is a file of the demo's own. */
function demoProblems({ STIRRUP_MODE, DATABASE_URL, DATABASE_EMBEDDED, DEMO_DATABASE }: Variables): string[] {
  if (STIRRUP_MODE !== 'demo' || !DATABASE_URL || DATABASE_EMBEDDED || DEMO_DATABASE) return []
  return [
    'DATABASE_URL is set, and the demo fills its database with a sample school: unset it, or set DEMO_DATABASE=yes if that is what it is for',
  ]
}

function workerProblems({ WORKERS, STIRRUP_MODE, DATABASE_URL }: Variables): string[] {
  if (WORKERS === 1) return []
  if (STIRRUP_MODE === 'demo') return ['WORKERS must be 1 in demo mode: its payment sandbox lives in one process']
  if (!DATABASE_URL)
    return ['WORKERS must be 1 with the embedded database, which takes one process: set DATABASE_URL for more']
  return []
}

function toEnv(vars: Variables): Env {
  const host = vars.HOST ?? (vars.STIRRUP_MODE === 'production' ? '0.0.0.0' : '127.0.0.1')
  const appUrl = vars.APP_URL ?? `http://${reachable(host)}:${vars.PORT}`
  const dataDir = path.resolve(vars.DATA_DIR ?? '.data')
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = vars
  const { TEXTS_ACCOUNT_SID: accountSid, TEXTS_AUTH_TOKEN: authToken, TEXTS_FROM: from } = vars
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
          }
        : undefined,
    texts: accountSid && authToken && from ? { accountSid, authToken, from } : undefined,
    smtpUrl: vars.SMTP_URL,
    mailFrom: vars.MAIL_FROM,
    externalPaymentUrl: vars.EXTERNAL_PAYMENT_URL,
    zeffyWebhookSecret: vars.ZEFFY_WEBHOOK_SECRET,
    zeffyFormUrl: vars.ZEFFY_FORM_URL ?? (vars.STIRRUP_MODE === 'demo' ? SAMPLE_FORM_URL : undefined),
    metricsToken: vars.METRICS_TOKEN,
    feeRatePercent: vars.FEE_RATE_PERCENT,
    feeScope: vars.FEE_SCOPE,
  }
}

/** Browsers cannot go to every address that a server listens on. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function parseTrustProxy(value: string | undefined): Env['trustProxy'] {
  if (!value || value === 'false') return false
  return /^\d+$/.test(value) ? Number(value) : value
}

let env: Env | undefined

/**
 * Read once. Outside production a missing session secret is generated and kept in the data folder, so that sign-ins
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
