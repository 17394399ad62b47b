import type { JobRun } from '~/generated/prisma/client'
import { now } from '~/platform/clock.server'
import { databaseNow } from '~/platform/database/database-now.server'
import { prisma } from '~/platform/db.server'
import { clearTries, countTry } from '~/platform/rate-limit.server'
import { MAX_ATTEMPTS, TOO_OLD } from '~/services/mail/email.server'

const REFUSED_EVENTS = 'events:refused'
const REFUSED_SECONDS = 24 * 60 * 60

/** Counts requests to the webhook without the provider's signature, for a day from the first one. */
export const countRefusedEvent = () => countTry(REFUSED_EVENTS, { max: Infinity, seconds: REFUSED_SECONDS })

/** Resets the count after the secret was changed. */
export const forgetRefusedEvents = () => clearTries([REFUSED_EVENTS])

/** Emails that were given up longer ago than this, in milliseconds, are no longer counted. */
const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000

export interface Operations {
  /** The database's clock, which jobs use too. */
  at: Date
  jobs: JobRun[]
  emails: { waiting: number; failed: number; lastSentAt: Date | null; oldestWaitingAt: Date | null }
  /** `lastPaidAt`: the last payment of this month before the last hour, whose event should have arrived. */
  events: { waiting: number; oldestWaitingAt: Date | null; lastAt: Date | null; lastPaidAt: Date | null }
  /** Events without the provider's signature, within a day. */
  refused: { count: number; since: Date } | null
  /** The number of payments that need attention. */
  openIssues: number
  databaseBytes: number
}

interface Row {
  at: Date
  waiting: number
  failed: number
  lastSentAt: Date | null
  oldestWaitingAt: Date | null
  eventsWaiting: number
  oldestEventWaitingAt: Date | null
  lastEventAt: Date | null
  lastPaidAt: Date | null
  refused: number | null
  refusedUntil: Date | null
  openIssues: number
  databaseBytes: bigint
}

/** Returns the state of the application's automatic parts. */
export async function findOperations(): Promise<Operations> {
  const at = now().getTime()
  const [oldest, remembered] = [new Date(at - TOO_OLD), new Date(at - REMEMBERED_MS)]
  const [jobs, rows] = await Promise.all([
    prisma.jobRun.findMany({ orderBy: { name: 'asc' } }),
    prisma.$queryRaw<Row[]>`
      SELECT mail.*, event.*, refused.count AS refused, refused.reset_at AS "refusedUntil", now() AS at,
             (SELECT max(provider_created_at) FROM payment_transactions
              WHERE status = 'succeeded' AND provider_created_at BETWEEN now() - interval '30 days' AND now() - interval '1 hour') AS "lastPaidAt",
             (SELECT count(*)::int FROM payment_issues WHERE closed_at IS NULL) AS "openIssues",
             pg_database_size(current_database()) AS "databaseBytes"
      FROM (SELECT count(*) FILTER (WHERE trying)::int AS waiting, count(*) FILTER (WHERE NOT trying)::int AS failed,
                   min(since) FILTER (WHERE trying AND since <= ${now()}) AS "oldestWaitingAt",
                   (SELECT max(sent_at) FROM email_outbox) AS "lastSentAt"
            FROM (SELECT coalesce(held_until, created_at) AS since,
                         attempts < ${MAX_ATTEMPTS} AND created_at > ${oldest} AND (send_until IS NULL OR send_until > ${now()}) AS trying
                  FROM email_outbox WHERE sent_at IS NULL AND created_at > ${remembered}) unsent) mail,
           (SELECT count(*)::int AS "eventsWaiting", min(received_at) AS "oldestEventWaitingAt",
                   (SELECT max(received_at) FROM stripe_events) AS "lastEventAt"
            FROM stripe_events WHERE processed_at IS NULL AND next_attempt_at IS NOT NULL) event
      LEFT JOIN rate_limits refused ON refused.key = ${REFUSED_EVENTS} AND refused.reset_at > ${databaseNow()}`,
  ])
  const [row] = rows
  if (!row) throw new Error('The database gave no figures')
  return {
    at: row.at,
    jobs,
    emails: {
      waiting: row.waiting,
      failed: row.failed,
      lastSentAt: row.lastSentAt,
      oldestWaitingAt: row.oldestWaitingAt,
    },
    events: {
      waiting: row.eventsWaiting,
      oldestWaitingAt: row.oldestEventWaitingAt,
      lastAt: row.lastEventAt,
      lastPaidAt: row.lastPaidAt,
    },
    refused: row.refusedUntil && {
      count: row.refused ?? 0,
      since: new Date(row.refusedUntil.getTime() - REFUSED_SECONDS * 1000),
    },
    openIssues: row.openIssues,
    databaseBytes: Number(row.databaseBytes),
  }
}
