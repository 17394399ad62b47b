import { expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { poolMetrics } from '~/platform/metrics/pool-metrics.server'
import { toText } from '../../../server/metrics/exposition'
import { whileAway } from '../../../test/away-database'
import { parseExposition } from '../../../test/exposition'
import { operationMetrics } from './operation-metrics.server'

const DAY = 24 * 60 * 60 * 1000
const ago = (ms: number) => new Date(Date.now() - ms)

const read = async () => parseExposition(toText([...poolMetrics(), ...(await operationMetrics())]))

test('Jobs, emails, events and unmatched payments are metrics', async () => {
  const email = { recipient: 'a@stirrup.example', subject: '', text: '', html: '' }
  await prisma.outboxEmail.createMany({
    data: [
      { ...email, dedupeKey: 'sent', sentAt: ago(DAY) },
      { ...email, dedupeKey: 'waits', createdAt: ago(3_600_000) },
      { ...email, dedupeKey: 'given up', attempts: 8, createdAt: ago(DAY) },
      { ...email, dedupeKey: 'too old', createdAt: ago(4 * DAY) },
      { ...email, dedupeKey: 'forgotten', createdAt: ago(40 * DAY) },
    ],
  })
  await prisma.jobRun.create({ data: { name: 'backup', startedAt: ago(DAY), finishedAt: ago(DAY), failures: 2 } })
  const event = { id: 'evt_1', type: 'charge.refunded', receivedAt: ago(DAY), nextAttemptAt: ago(DAY) }
  await prisma.stripeEvent.create({ data: event })
  await prisma.paymentIssue.create({ data: { kind: 'unknown-order', stripeId: 'pi_1', detail: '' } })
  const metrics = await read()
  const value = (name: string, labels = '') => metrics.get(name)?.samples.get(labels)
  expect(value('stirrup_database_up')).toBe(1)
  expect(value('stirrup_emails', '{state="waiting"}')).toBe(1)
  expect(value('stirrup_emails', '{state="failed"}')).toBe(2)
  expect(value('stirrup_email_oldest_waiting_seconds')).toBeGreaterThan(3_500)
  expect(value('stirrup_job_failures_total', '{job="backup"}')).toBe(2)
  expect(value('stirrup_job_finished_timestamp_seconds', '{job="backup"}')).toBeCloseTo(ago(DAY).getTime() / 1000, -2)
  expect(value('stirrup_webhook_events_waiting')).toBe(1)
  expect(value('stirrup_webhook_events_refused')).toBe(0)
  expect(value('stirrup_webhook_oldest_waiting_seconds')).toBeCloseTo(DAY / 1000, -2)
  expect(value('stirrup_webhook_last_event_timestamp_seconds')).toBeLessThan(Date.now() / 1000)
  expect(value('stirrup_payment_issues_open')).toBe(1)
  expect(value('stirrup_database_bytes')).toBeGreaterThan(1e6)
  expect(value('stirrup_database_pool_connections', '{state="total"}')).toBeGreaterThan(0)
})

test('While the database is away, the metrics say so', async () => {
  const metrics = await whileAway(read)
  expect(metrics.get('stirrup_database_up')?.samples.get('')).toBe(0)
  expect(metrics.has('stirrup_emails')).toBe(false)
})
