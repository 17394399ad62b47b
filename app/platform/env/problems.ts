import type { Variables } from './variables'

type Settings = Record<string, string | undefined>

/** Lists the settings that a school's own server is missing. */
export function missingInProduction(present: Settings): string[] {
  const missing: string[] = []
  if (!present.DATABASE_URL && !present.DATA_DIR) {
    missing.push('DATABASE_URL is missing (or DATA_DIR, to keep the embedded database there)')
  }
  if (!present.SESSION_SECRET) missing.push(`SESSION_SECRET is missing: ${MAKE_SECRET}`)
  if (!present.APP_URL) missing.push('APP_URL is missing: the address at which browsers reach the application')
  if (/^https:/i.test(present.APP_URL ?? '') && !present.TRUST_PROXY) {
    missing.push(
      'TRUST_PROXY is missing: APP_URL begins with https://, so a proxy stands in front. Set it to 1 for one proxy, or to none without one',
    )
  }
  if (!present.BACKUP_KEY) {
    missing.push(
      'BACKUP_KEY is missing: it encrypts backups, and "npm run backup -- --new-key" makes one. Keep a copy of it away from this machine, because nobody opens a backup without it. Or set it to none, and anyone who gets a backup can read it',
    )
  }
  return missing
}

/** Prefixes that only this program's settings have, so that a misspelled name can be reported as such. */
const OURS = /^(STRIPE_?|SMTP|TEXTS_?|ZEFFY_?)/

/** Lists names that look like settings but aren't. `names` are the valid settings. */
export function unknownNames(present: Settings, names: readonly string[]): string[] {
  const letters = (name: string) => name.toUpperCase().replaceAll('_', '')
  return Object.keys(present).flatMap((name) => {
    if (names.includes(name)) return []
    const same = names.find((known) => letters(known) === letters(name))
    if (same) return [`${name} is not a setting: it is ${same}`]
    const [prefix] = OURS.exec(name) ?? []
    if (!prefix) return []
    return [`${name} is not a setting: those are ${names.filter((known) => known.startsWith(prefix)).join(', ')}`]
  })
}

/** Lists what is wrong with the settings that are present. */
export const settingsProblems = (vars: Variables): string[] => [
  ...secretProblems(vars),
  ...databaseProblems(vars),
  ...stripeProblems(vars),
  ...textsProblems(vars),
  ...securityProblems(vars),
  ...backupProblems(vars),
  ...workerProblems(vars),
  ...demoProblems(vars),
]

const MAKE_SECRET = 'openssl rand -base64 32 makes one'
const LEAST_DIFFERENT = 12

/** Checks the secret that signs cookies, unsubscribe links, and text codes. */
function secretProblems({ STIRRUP_MODE, SESSION_SECRET: secret }: Variables): string[] {
  if (STIRRUP_MODE !== 'production' || !secret) return []
  const isWeak = new Set(secret).size < LEAST_DIFFERENT || /change.?me|replace|example|password/i.test(secret)
  return isWeak ? [`SESSION_SECRET can be guessed: ${MAKE_SECRET}`] : []
}

/** A host of this machine, or the folder of its socket, which an address has encoded. */
const HERE = /^(localhost|127(\.\d+){3}|\[?::1\]?|(\/|%2f).*)?$/i

/** Its password, and all that families told the school, would cross the network for everyone to read. */
function databaseProblems({ STIRRUP_MODE, DATABASE_URL: url = '' }: Variables): string[] {
  if (STIRRUP_MODE !== 'production' || !URL.canParse(url)) return []
  const { hostname, searchParams } = new URL(url)
  // As `pg` reads them: an empty one says nothing.
  const isSaid = searchParams.get('sslmode') || ['true', '1'].includes(searchParams.get('ssl') ?? '')
  if (isSaid || HERE.test(searchParams.get('host') || hostname)) return []
  return [
    'DATABASE_URL names another machine and no sslmode, so what goes there can be read on the way: add ?sslmode=verify-full, or no-verify for a certificate that nobody vouches for, or disable if the network between is yours alone',
  ]
}

const STRIPE_KEYS = {
  STRIPE_SECRET_KEY: /^[sr]k_/,
  STRIPE_PUBLISHABLE_KEY: /^pk_/,
  STRIPE_WEBHOOK_SECRET: /^whsec_/,
} as const
const BEGINS = { STRIPE_SECRET_KEY: 'sk_ or rk_', STRIPE_PUBLISHABLE_KEY: 'pk_', STRIPE_WEBHOOK_SECRET: 'whsec_' }

function stripeProblems(vars: Variables): string[] {
  const keys = Object.keys(STRIPE_KEYS) as (keyof typeof STRIPE_KEYS)[]
  const set = keys.filter((key) => vars[key])
  const problems = set.flatMap((key) =>
    STRIPE_KEYS[key].test(vars[key]!) ? [] : [`${key} must begin with ${BEGINS[key]}: it may be another of the keys`],
  )
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
  if (vars.STRIPE_API_URL && vars.STRIPE_SECRET_KEY && secret !== 'test') {
    problems.push(
      'STRIPE_API_URL is for a test account: it is refused with a live key, which would be sent to that address',
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

/** RFC 9116 requires both. */
function securityProblems({ SECURITY_CONTACT: contact, SECURITY_EXPIRES: expires }: Variables): string[] {
  if (!contact === !expires) return []
  return [
    `${contact ? 'SECURITY_EXPIRES' : 'SECURITY_CONTACT'} missing: the settings of security.txt are needed together`,
  ]
}

const BUCKET = ['BACKUP_BUCKET', 'BACKUP_BUCKET_KEY', 'BACKUP_BUCKET_SECRET'] as const

/** Refuses to send files that anyone could read to someone else's machine. */
export function backupProblems(vars: Pick<Variables, (typeof BUCKET)[number] | 'BACKUP_KEY'>): string[] {
  const absent = BUCKET.filter((key) => !vars[key])
  if (absent.length === BUCKET.length) return []
  const problems = absent.length
    ? [`${absent.join(' and ')} missing: the settings of the bucket are needed together`]
    : []
  if (vars.BACKUP_KEY && vars.BACKUP_KEY !== 'none') return problems
  return [...problems, 'BACKUP_BUCKET is set without BACKUP_KEY: only encrypted backups are copied to a bucket']
}

/** Checks that the demo uses its own embedded database, a file. */
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
