import { now } from '~/platform/clock.server'
import { gauge, type Metric, type Sample } from '~/platform/metrics/metric'
import { findOperations, type Operations } from './operations.server'

const seconds = (date: Date) => date.getTime() / 1000

/**
 * Returns the metrics from the database, which are the same from every process: take their `max`. If the database does
 * not answer, returns only that.
 */
export async function operationMetrics(): Promise<Metric[]> {
  const up = (value: number) => gauge('stirrup_database_up', '1 if the database answers.', value)
  try {
    return [up(1), ...metricsOf(await findOperations())]
  } catch {
    return [up(0)]
  }
}

function metricsOf({
  at: databaseTime,
  jobs,
  emails,
  events,
  refused,
  openIssues,
  databaseBytes,
}: Operations): Metric[] {
  const at = (field: 'startedAt' | 'finishedAt'): Sample[] =>
    jobs.flatMap(({ name, [field]: date }) => (date ? [{ labels: { job: name }, value: seconds(date) }] : []))
  const waited = (since: Date | null, until = now()) => (since ? seconds(until) - seconds(since) : 0)
  return [
    gauge('stirrup_job_started_timestamp_seconds', 'When a job last began.', at('startedAt')),
    gauge(
      'stirrup_job_finished_timestamp_seconds',
      'When a job last ended well; absent while it runs. backup is the last backup, reconcile-payments-full the last time that everything was compared with the payment provider.',
      at('finishedAt'),
    ),
    {
      name: 'stirrup_job_failures_total',
      help: 'How often a job failed.',
      type: 'counter',
      samples: jobs.map(({ name, failures }) => ({ labels: { job: name }, value: failures })),
    },
    gauge('stirrup_emails', 'Emails that wait, and those of the last 30 days that were given up.', [
      { labels: { state: 'waiting' }, value: emails.waiting },
      { labels: { state: 'failed' }, value: emails.failed },
    ]),
    gauge(
      'stirrup_email_oldest_waiting_seconds',
      'How long the oldest email has waited; 0 if none does.',
      waited(emails.oldestWaitingAt),
    ),
    gauge(
      'stirrup_webhook_last_event_timestamp_seconds',
      'When the payment provider last sent an event; absent if it never did.',
      events.lastAt ? seconds(events.lastAt) : [],
    ),
    gauge(
      'stirrup_webhook_events_refused',
      "Events without the provider's signature, for a day from the first one.",
      refused?.count ?? 0,
    ),
    gauge('stirrup_webhook_events_waiting', 'Events that were received and not yet processed.', events.waiting),
    gauge(
      'stirrup_webhook_oldest_waiting_seconds',
      'How long the oldest of them has waited; 0 if none does.',
      waited(events.oldestWaitingAt, databaseTime),
    ),
    gauge('stirrup_payment_issues_open', 'Payments that match nothing and need attention.', openIssues),
    gauge('stirrup_database_bytes', 'Size of the database.', databaseBytes),
  ]
}
