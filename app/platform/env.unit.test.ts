import { readFileSync } from 'node:fs'
import { parseEnv as parseLines } from 'node:util'
import { describe, expect, test } from 'vitest'
import { settingsWarnings } from './env/warnings'
import { EnvError, parseEnv } from './env.server'

const production = {
  DATABASE_URL: 'postgresql://localhost/stirrup',
  SESSION_SECRET: 'kI2+Yw8hTzq5oQ0n3uVb7Xr1cLd9sGfE',
  APP_URL: 'https://lessons.example',
  TRUST_PROXY: 'none',
  BACKUP_KEY: 'none',
}
const stripe = (kind: 'test' | 'live') => ({
  STRIPE_SECRET_KEY: `sk_${kind}_1`,
  STRIPE_PUBLISHABLE_KEY: `pk_${kind}_1`,
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
})

function problems(source: Record<string, string>): string[] {
  try {
    parseEnv(source)
  } catch (error) {
    if (error instanceof EnvError) return error.problems
    throw error
  }
  return []
}

describe('production', () => {
  test('Production is the default mode, and listens on every address', () => {
    expect(parseEnv(production)).toMatchObject({ mode: 'production', host: '0.0.0.0', port: 3000, stripe: undefined })
  })

  test('The example of its settings lacks nothing but the secret and the key of backups, also with a PostgreSQL', () => {
    const example = readFileSync('.env.example', 'utf8')
    for (const text of [example, example.replace('# DATABASE_URL', 'DATABASE_URL')]) {
      expect(problems(parseLines(text) as Record<string, string>)).toEqual([
        'SESSION_SECRET is missing: openssl rand -base64 32 makes one',
        expect.stringMatching(/^BACKUP_KEY is missing.*--new-key.*none/),
      ])
    }
  })

  test('Production lists every missing setting', () => {
    expect(problems({})).toEqual([
      expect.stringContaining('DATABASE_URL'),
      expect.stringContaining('SESSION_SECRET'),
      expect.stringContaining('APP_URL'),
      expect.stringContaining('BACKUP_KEY'),
    ])
  })

  test('Texts are off without their settings, which are required together', () => {
    const texts = { TEXTS_ACCOUNT_SID: 'AC1', TEXTS_AUTH_TOKEN: 'token', TEXTS_FROM: '+18455550100' }
    expect(parseEnv(production).texts).toBeUndefined()
    expect(parseEnv({ ...production, ...texts }).texts).toMatchObject({ accountSid: 'AC1', from: '+18455550100' })
    expect(problems({ ...production, TEXTS_FROM: '+18455550100' })).toEqual([
      'TEXTS_ACCOUNT_SID and TEXTS_AUTH_TOKEN missing: the settings of texts are needed together',
    ])
    expect(problems({ ...production, ...texts, TEXTS_FROM: '845' })).toHaveLength(1)
  })

  test('Backups need a key or an explicit opt-out, and no bucket gets a backup that anyone could read', () => {
    const key = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`
    const bucket = {
      BACKUP_BUCKET: 'https://s3.eu.example/school',
      BACKUP_BUCKET_KEY: 'id',
      BACKUP_BUCKET_SECRET: 'secret',
    }
    const told = (settings: Record<string, string>) => parseEnv({ ...production, ...settings })
    expect(problems({ ...production, BACKUP_KEY: '' })).toEqual([expect.stringContaining('BACKUP_KEY is missing')])
    expect([told({ BACKUP_KEY: key }), told({})].map(({ opensBackups }) => opensBackups)).toEqual([true, false])
    expect(told({ BACKUP_KEY: key, ...bucket }).copiesBackups).toBe(true)
    expect(problems({ ...production, BACKUP_KEY: 'secret' })).toEqual([expect.stringContaining('BACKUP_KEY must be')])
    for (const settings of [bucket, { ...bucket, BACKUP_KEY: 'none' }]) {
      expect(problems({ ...production, ...settings })).toEqual([expect.stringContaining('without BACKUP_KEY')])
    }
    expect(problems({ ...production, BACKUP_KEY: key, BACKUP_BUCKET: bucket.BACKUP_BUCKET })).toEqual([
      'BACKUP_BUCKET_KEY and BACKUP_BUCKET_SECRET missing: the settings of the bucket are needed together',
    ])
  })

  test('Settings that a school should not run with are reported, and deliberate ones are not', () => {
    const machine = { node: '24.1.0', isContainer: false }
    const good = {
      ...production,
      APP_URL: 'https://school.example',
      TRUST_PROXY: '1',
      SMTP_URL: 'smtps://mail.example:465',
      MAIL_FROM: 'office@school.example',
    }
    const told = (settings: Record<string, string>, other: Partial<typeof machine> = {}) =>
      settingsWarnings(parseEnv({ ...good, ...settings }), { ...machine, ...other }).map(({ says }) => says)
    expect(told({})).toEqual([])
    expect(told({ ...stripe('test'), STRIPE_API_URL: 'http://127.0.0.1:12111' })).toEqual([
      'STRIPE_API_URL sends payments to a provider of tests: no money is taken.',
    ])
    expect(told({ SECURITY_CONTACT: 'mailto:help@school.example', SECURITY_EXPIRES: '2026-11-01' })).toEqual([
      'The day of SECURITY_EXPIRES is over: security.txt is not shown.',
    ])
    expect(told({}, { node: '20.19.0' })).toEqual(['Node 20.19.0 no longer gets fixes.'])
    expect(told({ APP_URL: 'http://school.example' })).toEqual([expect.stringContaining('APP_URL begins with http://')])
    expect(told({ APP_URL: 'http://localhost:3000' })).toEqual([])
    expect(told({ HOST: '0.0.0.0' })).toEqual([expect.stringContaining('HOST lets others reach the server')])
    expect(told({ HOST: '0.0.0.0' }, { isContainer: true })).toEqual([])
    expect(told({ STIRRUP_MODE: 'demo', DATABASE_URL: '', HOST: '0.0.0.0', SMTP_URL: '' })).toEqual([])
  })

  test('Production reports wrong settings together with missing ones', () => {
    expect(problems({ PORT: 'x', SESSION_SECRET: 'short' })).toEqual([
      expect.stringContaining('PORT'),
      expect.stringContaining('SESSION_SECRET must have at least 32'),
      expect.stringContaining('DATABASE_URL is missing'),
      expect.stringContaining('APP_URL is missing'),
      expect.stringContaining('BACKUP_KEY is missing'),
    ])
  })

  test('A database on another machine is read by nobody on the way, or the settings say that it may be', () => {
    const told = (DATABASE_URL: string, more: Record<string, string> = {}) =>
      problems({ ...production, DATABASE_URL, ...more })
    const there = ['postgresql://db/stirrup', 'postgres://u:p@10.0.0.5:5432/s?sslrootcert=ca.pem']
    for (const query of ['sslmode=', 'ssl=', 'ssl=false', 'host='])
      there.push(`postgresql://db.example/stirrup?${query}`)
    for (const url of there) {
      expect(told(url)).toEqual([expect.stringMatching(/^DATABASE_URL names another machine and no sslmode/)])
    }
    for (const says of ['sslmode=verify-full', 'sslmode=no-verify', 'sslmode=disable', 'ssl=true', 'ssl=1']) {
      expect(told(`postgresql://db.example/stirrup?${says}`)).toEqual([])
    }
    const here = ['localhost', '127.0.0.1:5433', '[::1]', '', '%2Fvar%2Frun%2Fpostgresql', '%2fvar%2frun']
    for (const host of here) expect(told(`postgresql://u:p@${host}/stirrup`)).toEqual([])
    expect(told('postgresql://u@localhost/stirrup?host=%2Fvar%2Frun%2Fpostgresql')).toEqual([])
    expect(told('postgresql://u@localhost/stirrup?host=db.example')).toHaveLength(1)
    expect(told('postgresql://db/stirrup', { STIRRUP_MODE: 'test' })).toEqual([])
  })

  test('It uses the embedded database only in a folder that was named', () => {
    const { DATABASE_URL: _, ...rest } = production
    expect(problems(rest)).toHaveLength(1)
    expect(parseEnv({ ...rest, DATA_DIR: '/srv/stirrup' })).toMatchObject({
      dataDir: '/srv/stirrup',
      databaseUrl: undefined,
    })
  })

  test('Production counts an empty variable as missing', () => {
    expect(problems({ ...production, SESSION_SECRET: ' ' })).toEqual([
      'SESSION_SECRET is missing: openssl rand -base64 32 makes one',
    ])
  })

  test.each(['x'.repeat(38), 'changeme-changeme-changeme-0123456789', 'Change_Me_0123456789abcdefghijklmnop'])(
    'Production refuses %s as a secret',
    (SESSION_SECRET) => {
      expect(problems({ ...production, SESSION_SECRET })).toEqual([
        'SESSION_SECRET can be guessed: openssl rand -base64 32 makes one',
      ])
    },
  )

  test('An https address requires a trusted proxy to be named, and behind one the server listens on this machine alone', () => {
    const { TRUST_PROXY: _, ...asked } = production
    expect(problems(asked)).toEqual([expect.stringContaining('TRUST_PROXY is missing')])
    expect(problems({ ...asked, APP_URL: 'http://192.168.1.5:3000' })).toEqual([])
    expect(parseEnv({ ...asked, TRUST_PROXY: '1' })).toMatchObject({ host: '127.0.0.1', trustProxy: 1 })
    expect(parseEnv({ ...asked, TRUST_PROXY: '1', HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
    expect(parseEnv(production)).toMatchObject({ host: '0.0.0.0', trustProxy: false })
  })

  test('Production reports misspelled settings and ignores those of other programs', () => {
    expect(
      problems({ ...production, STRIPE_SECRETKEY: 'sk_live_1', SMTPURL: 'smtp://mail', Session_Secret: 'x' }),
    ).toEqual([
      'STRIPE_SECRETKEY is not a setting: it is STRIPE_SECRET_KEY',
      'SMTPURL is not a setting: it is SMTP_URL',
      'Session_Secret is not a setting: it is SESSION_SECRET',
    ])
    expect(problems({ ...production, STRIPE_API_KEY: 'sk_live_1' })).toEqual([
      'STRIPE_API_KEY is not a setting: those are STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PORTAL_CONFIGURATION, STRIPE_API_URL',
    ])
    expect(problems({ ...production, PATH: '/usr/bin', MAIL: '/var/mail/root', DATABASE_NAME: 'x' })).toEqual([])
  })

  test('Production refuses payment keys that are swapped', () => {
    const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = stripe('live')
    const exchanged = { STRIPE_SECRET_KEY: publishable, STRIPE_PUBLISHABLE_KEY: secret, STRIPE_WEBHOOK_SECRET: 'foo' }
    expect(problems({ ...production, ...exchanged })).toEqual([
      expect.stringContaining('STRIPE_SECRET_KEY must begin with sk_ or rk_'),
      expect.stringContaining('STRIPE_PUBLISHABLE_KEY must begin with pk_'),
      expect.stringContaining('STRIPE_WEBHOOK_SECRET must begin with whsec_'),
    ])
  })

  test('Production accepts live keys, and all three payment settings or none', () => {
    expect(parseEnv({ ...production, ...stripe('live') }).stripe).toEqual({
      secretKey: 'sk_live_1',
      publishableKey: 'pk_live_1',
      webhookSecret: 'whsec_1',
      apiUrl: undefined,
    })
    expect(problems({ ...production, STRIPE_SECRET_KEY: 'sk_live_1' })).toEqual([
      'STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET missing: the Stripe settings are needed together',
    ])
  })
})

test('Another provider address is accepted only with test keys', () => {
  const STRIPE_API_URL = 'http://127.0.0.1:12111'
  expect(parseEnv({ ...production, ...stripe('test'), STRIPE_API_URL }).stripe?.apiUrl).toBe(STRIPE_API_URL)
  const refused = [expect.stringContaining('STRIPE_API_URL is for a test account')]
  expect(problems({ ...production, ...stripe('live'), STRIPE_API_URL })).toEqual(refused)
  expect(parseEnv({ ...production, STRIPE_API_URL }).stripeApiUrl).toBe(STRIPE_API_URL)
  expect(problems({ ...production, ...stripe('test'), STRIPE_API_URL: 'http://127.0.0.1/v1' })).toEqual([
    expect.stringContaining('STRIPE_API_URL must be an address without a path'),
  ])
})

test('The address for vulnerability reports needs an expiry date', () => {
  const SECURITY_CONTACT = 'mailto:help@school.example'
  expect(parseEnv({ ...production, SECURITY_CONTACT, SECURITY_EXPIRES: '2027-06-30' }).securityTxt).toEqual({
    contact: SECURITY_CONTACT,
    expires: '2027-06-30',
  })
  expect(problems({ ...production, SECURITY_CONTACT })).toEqual([
    'SECURITY_EXPIRES missing: the settings of security.txt are needed together',
  ])
  expect(problems({ ...production, SECURITY_CONTACT: 'help@school.example' })).toHaveLength(1)
})

test('Keys of two modes are refused at the start: the page would offer cards that nobody can charge', () => {
  const { STRIPE_PUBLISHABLE_KEY } = stripe('test')
  expect(problems({ ...production, ...stripe('live'), STRIPE_PUBLISHABLE_KEY })).toEqual([
    'STRIPE_SECRET_KEY is of live mode and STRIPE_PUBLISHABLE_KEY of test mode: nothing could be paid',
  ])
  expect(problems({ ...production, ...stripe('test'), STRIPE_SECRET_KEY: 'rk_live_1' })).toHaveLength(1)
  expect(problems({ ...production, ...stripe('live'), STRIPE_SECRET_KEY: 'rk_live_1' })).toEqual([])
})

describe('several workers', () => {
  test('Several workers share a PostgreSQL', () => {
    expect(parseEnv(production).workers).toBe(1)
    expect(parseEnv({ ...production, WORKERS: '4' }).workers).toBe(4)
  })

  test('Several workers are refused with a message for the embedded database and the demo', () => {
    const { DATABASE_URL: _, ...embedded } = { ...production, DATA_DIR: '/srv/stirrup' }
    expect(problems({ ...embedded, WORKERS: '2' })).toEqual([
      'WORKERS must be 1 with the embedded database, which takes one process: set DATABASE_URL for more',
    ])
    expect(problems({ ...production, STIRRUP_MODE: 'demo', DEMO_DATABASE: 'yes', WORKERS: '2' })).toEqual([
      'WORKERS must be 1 in demo mode: its payment sandbox lives in one process',
    ])
  })
})

describe('demo', () => {
  const demo = { STIRRUP_MODE: 'demo' }

  test('The demo needs no settings and stays on this machine', () => {
    expect(parseEnv(demo)).toMatchObject({
      host: '127.0.0.1',
      appUrl: 'http://127.0.0.1:3000',
      schoolTimezone: 'America/New_York',
      feeRatePercent: 3,
      feeScope: 'all_cards',
      trustProxy: false,
    })
  })

  test('The demo’s address is one that a browser can open', () => {
    expect(parseEnv({ ...demo, HOST: '0.0.0.0', PORT: '4000' }).appUrl).toBe('http://localhost:4000')
    expect(parseEnv({ ...demo, HOST: '::1' }).appUrl).toBe('http://[::1]:3000')
    expect(parseEnv({ ...demo, APP_URL: 'https://demo.example/' }).appUrl).toBe('https://demo.example')
  })

  test('The demo accepts only a database that was meant for it', () => {
    const { DATABASE_URL } = production
    expect(problems({ ...demo, DATABASE_URL })).toEqual([expect.stringContaining('set DEMO_DATABASE=yes')])
    expect(problems({ ...demo, DATABASE_URL, DEMO_DATABASE: 'yes' })).toEqual([])
    expect(problems({ ...demo, DATABASE_URL, DATABASE_EMBEDDED: 'true' })).toEqual([])
  })

  test('The demo refuses live keys and accepts test keys', () => {
    expect(problems({ ...demo, ...stripe('live') })).toEqual(['A live Stripe key cannot be used in demo mode'])
    expect(parseEnv({ ...demo, ...stripe('test') }).stripe?.secretKey).toBe('sk_test_1')
  })

  test.each([
    ['SCHOOL_TIMEZONE', 'Mars/Olympus'],
    ['DATABASE_URL', 'mysql://db/x'],
    ['SMTP_URL', 'https://mail.example'],
    ['MAIL_FROM', 'the office'],
    ['MAIL_FROM', 'Office <office@school.example>\r\nBcc: <all@school.example>'],
    ['FEE_RATE_PERCENT', '-1'],
    ['FEE_RATE_PERCENT', '10.5'],
    ['FEE_SCOPE', 'everybody'],
    ['SMTP_URL', 'smtp://'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['PORT', '70000'],
    ['APP_URL', 'javascript:alert(1)'],
  ])('The demo refuses %s=%s', (name, value) => {
    expect(problems({ ...demo, [name]: value })).toEqual([expect.stringContaining(`${name} must`)])
  })

  test('A number of proxies is read as a number', () => {
    expect(parseEnv({ ...demo, TRUST_PROXY: '1' }).trustProxy).toBe(1)
    for (const proxies of ['loopback', '10.0.0.0/8', '10.0.0.1,fd00::/8', 'loopback,10.0.0.1']) {
      expect(parseEnv({ ...demo, TRUST_PROXY: proxies }).trustProxy).toBe(proxies)
    }
  })
})

test('MAIL_FROM is the sender of emails', () => {
  expect(parseEnv(production).mailFrom).toBeUndefined()
  for (const from of ['office@school.example', 'The Office <office@school.example>']) {
    expect(parseEnv({ ...production, MAIL_FROM: from }).mailFrom).toBe(from)
  }
})
