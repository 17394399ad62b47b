import { describe, expect, test } from 'vitest'
import { inWords } from './ago'
import type { Operations } from './operations.server'
import { type Facts, statusOf } from './status'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const at = new Date('2026-11-22T12:00:00Z')
const ago = (ms: number) => new Date(at.getTime() - ms)

const job = (name: string, finishedAt: Date | null, failedAt: Date | null = null) => ({
  name,
  startedAt: ago(MINUTE),
  finishedAt,
  failedAt,
  failures: 0,
})

const well: Operations = {
  at,
  jobs: [
    job('reconcile-payments', ago(MINUTE)),
    job('reconcile-payments-full', ago(MINUTE)),
    job('backup', ago(9 * HOUR)),
    job('backup-tried', ago(3 * DAY)),
  ],
  emails: { waiting: 0, failed: 0, lastSentAt: ago(HOUR), oldestWaitingAt: null },
  events: { waiting: 0, oldestWaitingAt: null, lastAt: ago(HOUR), lastPaidAt: ago(2 * HOUR) },
  refused: null,
  openIssues: 0,
  databaseBytes: 20_000_000,
}
const REFUSED = { problems: ['Stripe refuses the secret key.'], isReached: true }
const facts: Facts = {
  at,
  provider: 'real',
  mail: 'server',
  unreadable: [],
  connection: { problems: [], isReached: true },
  officeConnects: true,
  isEmbedded: false,
  warnings: [],
  copiesBackups: true,
  newestBackup: 'stirrup-2026-11-22-030000.backup.gz.age',
  opensBackups: true,
  log: { breaks: [], seals: 3, head: 'a', waiting: null },
  hiddenByProxy: false,
  format: (time) => time.toISOString(),
}

const withJob = (name: string, finishedAt: Date | null, failedAt: Date | null = null): Operations => ({
  ...well,
  jobs: [...well.jobs.filter((one) => one.name !== name), job(name, finishedAt, failedAt)],
})
const tomorrow: Operations = {
  ...well,
  jobs: [...well.jobs, { ...job('send-mail', null), startedAt: new Date(at.getTime() + DAY) }],
}
const lineOf = (subject: string, operations: Operations, given: Partial<Facts> = {}) =>
  statusOf(operations, { ...facts, ...given }).find((line) => line.subject === subject)

describe('The status of the school', () => {
  test('If all is well, nothing needs anyone', () => {
    expect(statusOf(well, facts).map(({ state }) => state)).toEqual([
      'fine',
      'fine',
      'fine',
      'fine',
      'fine',
      'fine',
      'fine',
    ])
  })

  test('Events without a signature are noise once one with it has arrived', () => {
    expect(lineOf('Payments connection', { ...well, refused: { count: 3, since: ago(2 * HOUR) } })?.state).toBe('fine')
  })

  test.each<[string, string, string, Operations, Partial<Facts>]>([
    ['without a provider', 'Payments connection', 'off', well, { provider: 'none' }],
    [
      'not compared for three hours',
      'Payments connection',
      'attention',
      withJob('reconcile-payments-full', ago(3 * HOUR)),
      {},
    ],
    [
      'not compared for two days',
      'Payments connection',
      'broken',
      withJob('reconcile-payments-full', ago(2 * DAY)),
      {},
    ],
    [
      'an event that waits',
      'Payments connection',
      'attention',
      { ...well, events: { waiting: 2, oldestWaitingAt: ago(2 * HOUR), lastAt: ago(MINUTE), lastPaidAt: null } },
      {},
    ],
    [
      'events without a signature, and none with one since',
      'Payments connection',
      'attention',
      { ...well, refused: { count: 3, since: ago(MINUTE) } },
      {},
    ],
    ['never compared', 'Payments connection', 'attention', withJob('reconcile-payments-full', null), {}],
    ['a payment that fits nothing', 'Money', 'attention', { ...well, openIssues: 1 }, {}],
    ['no mail server', 'Email', 'attention', well, { mail: 'none' }],
    ['a Node without fixes', 'Server', 'attention', well, { warnings: [{ says: 'Old.', next: 'Renew.' }] }],
    ['a key that does not work', 'Payments connection', 'broken', well, { connection: REFUSED }],
    [
      'a provider that is away',
      'Payments connection',
      'attention',
      well,
      { connection: { problems: [], isReached: false } },
    ],
    ['one that the server sets', 'Payments connection', 'broken', well, { connection: REFUSED, officeConnects: false }],
    ['settings that do not open', 'Saved settings', 'broken', well, { unreadable: ['mail'] }],
    ['the demo, which sends none', 'Email', 'off', well, { mail: 'demo' }],
    [
      'an email that waits',
      'Email',
      'broken',
      { ...well, emails: { ...well.emails, waiting: 1, oldestWaitingAt: ago(2 * HOUR) } },
      {},
    ],
    ['an email that was given up', 'Email', 'attention', { ...well, emails: { ...well.emails, failed: 1 } }, {}],
    ['no backup', 'Backup', 'attention', withJob('backup', null), {}],
    ['a backup of the day before yesterday', 'Backup', 'attention', withJob('backup', ago(2 * DAY)), {}],
    ['a backup of last month', 'Backup', 'broken', withJob('backup', ago(30 * DAY)), {}],
    ['a backup that was never restored', 'Backup', 'attention', withJob('backup-tried', null), {}],
    ['a backup that was last restored in spring', 'Backup', 'attention', withJob('backup-tried', ago(200 * DAY)), {}],
    ['a backup that could not be restored', 'Backup', 'broken', withJob('backup-tried', ago(DAY), at), {}],
    [
      'a payment without its event',
      'Payments connection',
      'attention',
      { ...well, events: { ...well.events, lastAt: ago(3 * HOUR) } },
      {},
    ],
    [
      'a backup that anyone can read, made without the key of the settings',
      'Backup',
      'attention',
      well,
      { newestBackup: 'stirrup-2026-11-22-030000.backup.gz' },
    ],
    [
      'an encrypted backup without its key',
      'Backup',
      'broken',
      withJob('backup', null),
      { newestBackup: 'stirrup-2026-11-22-030000.backup.gz.age', opensBackups: false },
    ],
    ['a backup that was not copied', 'Backup', 'attention', withJob('backup-copied', ago(9 * DAY), ago(DAY)), {}],
    ['a job that begins tomorrow', 'Automatic tasks', 'broken', tomorrow, {}],
    ['a job that failed', 'Automatic tasks', 'attention', withJob('send-mail', null, at), {}],
    ['no job at all', 'Automatic tasks', 'broken', { ...well, jobs: [] }, {}],
    ['a proxy that is not trusted', 'Proxy', 'broken', well, { hiddenByProxy: true }],
    ['a large embedded database', 'Database', 'attention', { ...well, databaseBytes: 2e9 }, { isEmbedded: true }],
  ])('The status shows %s, and what to do next if someone has to act', (_, subject, state, operations, given) => {
    const line = lineOf(subject, operations, given)
    expect(line?.state).toBe(state)
    if (state !== 'off') expect(line?.next).toMatch(/\.$/)
    // The office cannot act on a command, a file or a setting itself.
    if (/npm run|docs\/|[A-Z]_[A-Z]|webhook|Restart|clock/.test(line?.next ?? '')) expect(line?.passOn).toBe(true)
    expect(lineOf(subject, operations, given)?.says).not.toMatch(/undefined|null|NaN/)
  })

  test('Lines that need someone come first', () => {
    const operations = { ...withJob('backup', null), openIssues: 2 }
    const lines = statusOf(operations, { ...facts, provider: 'none' })
    expect(lines.map(({ subject }) => subject).slice(0, 2)).toEqual(['Money', 'Backup'])
    expect(lines.at(-1)?.subject).toBe('Payments connection')
  })

  test('A length of time is in words', () => {
    expect([5_000, MINUTE, 119 * MINUTE, 2 * HOUR, 47 * HOUR, 3 * DAY].map(inWords)).toEqual([
      'a moment',
      '1 minute',
      '119 minutes',
      '2 hours',
      '47 hours',
      '3 days',
    ])
  })
})

test('What is fine is said in words of the office, not of whoever runs the server', () => {
  const said = JSON.stringify(
    statusOf(well, facts)
      .filter(({ state }) => state === 'fine')
      .map(({ subject, says }) => [subject, says]),
  )
  expect(said).not.toMatch(/sealed|embedded|\bjobs?\b|\bevents?\b/i)
})
