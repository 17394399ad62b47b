import { describe, expect, test } from 'vitest'
import { EnvError, parseEnv } from './env.server'

const production = {
  DATABASE_URL: 'postgresql://db/stirrup',
  SESSION_SECRET: 'x'.repeat(32),
  APP_URL: 'https://lessons.example',
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
  test('It is the default mode, and listens on every address', () => {
    expect(parseEnv(production)).toMatchObject({ mode: 'production', host: '0.0.0.0', port: 3000, stripe: undefined })
  })

  test('It lists every missing setting', () => {
    expect(problems({})).toEqual([
      expect.stringContaining('DATABASE_URL'),
      expect.stringContaining('SESSION_SECRET'),
      expect.stringContaining('APP_URL'),
    ])
  })

  test('Texts are off without their settings, which are needed together', () => {
    const texts = { TEXTS_ACCOUNT_SID: 'AC1', TEXTS_AUTH_TOKEN: 'token', TEXTS_FROM: '+18455550100' }
    expect(parseEnv(production).texts).toBeUndefined()
    expect(parseEnv({ ...production, ...texts }).texts).toMatchObject({ accountSid: 'AC1', from: '+18455550100' })
    expect(problems({ ...production, TEXTS_FROM: '+18455550100' })).toEqual([
      'TEXTS_ACCOUNT_SID and TEXTS_AUTH_TOKEN missing: the settings of texts are needed together',
    ])
    expect(problems({ ...production, ...texts, TEXTS_FROM: '845' })).toHaveLength(1)
  })

  test('It names wrong settings together with missing ones', () => {
    expect(problems({ PORT: 'x', SESSION_SECRET: 'short' })).toEqual([
      expect.stringContaining('PORT'),
      expect.stringContaining('SESSION_SECRET must have at least 32'),
      expect.stringContaining('DATABASE_URL is missing'),
      expect.stringContaining('APP_URL is missing'),
    ])
  })

  test('It uses the embedded database only in a folder that was named', () => {
    const { DATABASE_URL: _, ...rest } = production
    expect(problems(rest)).toHaveLength(1)
    expect(parseEnv({ ...rest, DATA_DIR: '/srv/stirrup' })).toMatchObject({
      dataDir: '/srv/stirrup',
      databaseUrl: undefined,
    })
  })

  test('It counts an empty variable as missing', () => {
    expect(problems({ ...production, SESSION_SECRET: ' ' })).toEqual([
      'SESSION_SECRET is missing: at least 32 random characters',
    ])
  })

  test('It accepts live keys, and all three payment settings or none', () => {
    expect(parseEnv({ ...production, ...stripe('live') }).stripe).toEqual({
      secretKey: 'sk_live_1',
      publishableKey: 'pk_live_1',
      webhookSecret: 'whsec_1',
    })
    expect(problems({ ...production, STRIPE_SECRET_KEY: 'sk_live_1' })).toEqual([
      'STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET missing: the Stripe settings are needed together',
    ])
  })
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
  test('They share a PostgreSQL', () => {
    expect(parseEnv(production).workers).toBe(1)
    expect(parseEnv({ ...production, WORKERS: '4' }).workers).toBe(4)
  })

  test('The embedded database and the demo refuse them in words', () => {
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

  test('It needs no settings and stays on this machine', () => {
    expect(parseEnv(demo)).toMatchObject({
      host: '127.0.0.1',
      appUrl: 'http://127.0.0.1:3000',
      schoolTimezone: 'America/New_York',
      feeRatePercent: 3,
      feeScope: 'all_cards',
      trustProxy: false,
    })
  })

  test('Its address is one that a browser can go to', () => {
    expect(parseEnv({ ...demo, HOST: '0.0.0.0', PORT: '4000' }).appUrl).toBe('http://localhost:4000')
    expect(parseEnv({ ...demo, HOST: '::1' }).appUrl).toBe('http://[::1]:3000')
    expect(parseEnv({ ...demo, APP_URL: 'https://demo.example/' }).appUrl).toBe('https://demo.example')
  })

  test('It takes no database that was not meant for it', () => {
    const { DATABASE_URL } = production
    expect(problems({ ...demo, DATABASE_URL })).toEqual([expect.stringContaining('set DEMO_DATABASE=yes')])
    expect(problems({ ...demo, DATABASE_URL, DEMO_DATABASE: 'yes' })).toEqual([])
    expect(problems({ ...demo, DATABASE_URL, DATABASE_EMBEDDED: 'true' })).toEqual([])
  })

  test('It refuses live keys and accepts test keys', () => {
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
    ['PORT', '70000'],
    ['APP_URL', 'javascript:alert(1)'],
  ])('It refuses %s=%s', (name, value) => {
    expect(problems({ ...demo, [name]: value })).toEqual([expect.stringContaining(`${name} must`)])
  })

  test('A number of proxies is read as a number', () => {
    expect(parseEnv({ ...demo, TRUST_PROXY: '1' }).trustProxy).toBe(1)
    expect(parseEnv({ ...demo, TRUST_PROXY: 'loopback' }).trustProxy).toBe('loopback')
  })
})

test('MAIL_FROM is the sender of e-mails', () => {
  expect(parseEnv(production).mailFrom).toBeUndefined()
  for (const from of ['office@school.example', 'The Office <office@school.example>']) {
    expect(parseEnv({ ...production, MAIL_FROM: from }).mailFrom).toBe(from)
  }
})
