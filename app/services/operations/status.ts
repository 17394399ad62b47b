import type { JobRun } from '~/generated/prisma/client'
import type { LogChain } from '~/models/log/chain.server'
import type { ServerPart } from '~/platform/env/saved-settings.server'
import type { SettingsWarning } from '~/platform/env/warnings'
import type { ConnectionCheck } from '~/services/stripe/connection-problems.server'
import { inWords } from './ago'
import type { Operations } from './operations.server'

/** The state of one part of the application, in the office's words. */
export interface StatusLine {
  subject: string
  state: 'fine' | 'attention' | 'broken' | 'off'
  says: string
  /** What to do next, if there is anything. */
  next?: string
  /** Whether it is for the operator of the server: the office passes it on. */
  passOn?: true
}

export interface Facts {
  at: Date
  provider: 'real' | 'sandbox' | 'none'
  connection: ConnectionCheck
  /** Whether the office connects the provider on a screen, instead of the server's settings. */
  officeConnects: boolean
  /** `demo`: emails are shown on a page instead. */
  mail: 'server' | 'demo' | 'none'
  isEmbedded: boolean
  /** Warnings about the settings. */
  warnings: SettingsWarning[]
  /** Whether the settings name another place for backups. */
  copiesBackups: boolean
  /** The name of its file. */
  newestBackup: string | undefined
  /** The settings have a key for them. */
  opensBackups: boolean
  log: LogChain
  /** Saved server settings that cannot be read. */
  unreadable: ServerPart[]
  /** Whether a proxy sends the clients' addresses, but is not trusted. */
  hiddenByProxy: boolean
  /** Formats a time for people at the school. */
  format(time: Date): string
}

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
/** The age of a backup, in milliseconds, from which the administrators are notified. */
export const BACKUP_OLD = 36 * HOUR
/** How often a backup is restored as a test, in milliseconds. */
export const TRY_EVERY = 7 * DAY
/** The row of `job_runs` with the time of the last test. */
export const BACKUP_TRIED = 'backup-tried'
/** The row of `job_runs` with the time of the last copy to another place. */
export const BACKUP_COPIED = 'backup-copied'
/** The age, in milliseconds, of an event that several tries did not process. */
const EVENT_LATE = HOUR / 4
/** The most that clocks of machines may differ, in milliseconds. */
const CLOCKS_DIFFER = 60_000
/** The size in bytes from which a school should move to PostgreSQL if nobody looks after its database. */
const LARGE_BYTES = 1_000_000_000

/** Returns the lines, those that need someone first. */
export function statusOf(operations: Operations, facts: Facts): StatusLine[] {
  const parts = [payments, money, email, backup, jobs, log, database, ...(facts.hiddenByProxy ? [proxy] : [])]
  const lines = [...parts.map((line) => line(operations, facts)), ...server(facts), ...saved(facts)]
  const order: StatusLine['state'][] = ['broken', 'attention', 'fine', 'off']
  return lines.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}

/** In one line, or in none. */
function server({ warnings }: Facts): StatusLine[] {
  if (!warnings.length) return []
  const all = (part: 'says' | 'next') => warnings.map((warning) => warning[part]).join(' ')
  return [{ subject: 'Server', state: 'attention', says: all('says'), next: all('next'), passOn: true }]
}

/** The names of the settings' pages. */
const PAGES: Record<ServerPart, string> = {
  zone: 'Time zone',
  mail: 'Mail',
  payments: 'Card payments',
  texts: 'Texts',
  donations: 'Donations',
}

function saved({ unreadable }: Facts): StatusLine[] {
  if (!unreadable.length) return []
  const pages = unreadable.map((part) => PAGES[part]).join(', ')
  const says = `What was saved on these pages can no longer be read: ${pages}. The server’s secret (SESSION_SECRET) was another one then.`
  const next = 'Type it again on those pages.'
  return [{ subject: 'Saved settings', state: 'broken', says, next }]
}

const since = (time: Date, { at }: Facts) => at.getTime() - time.getTime()
const ago = (time: Date, facts: Facts) => `${inWords(since(time, facts))} ago`
const finished = (all: JobRun[], job: string) => all.find(({ name }) => name === job)?.finishedAt ?? null

/** Whether all events since the last valid signature came without one: the secret may have been changed at the provider. */
export const areRefused = ({ events: { lastAt }, refused }: Pick<Operations, 'events' | 'refused'>): boolean =>
  refused !== null && (!lastAt || lastAt < refused.since)

function payments({ jobs: all, events, refused }: Operations, facts: Facts): StatusLine {
  const subject = 'Payments connection'
  if (facts.provider === 'none') {
    const next = 'Connect Stripe under Settings, Card payments.'
    return { subject, state: 'off', says: 'Families cannot pay by card or bank account.', next }
  }
  if (!facts.connection.isReached) {
    const next = 'Look at status.stripe.com. If this stays for an hour, ask whoever runs the server.'
    return { subject, state: 'attention', says: 'Stripe did not answer just now.', next }
  }
  if (facts.connection.problems.length) {
    const says = facts.connection.problems.join(' ')
    if (facts.officeConnects)
      return { subject, state: 'broken', says, next: 'Press Connect under Settings, Card payments.' }
    const next =
      'Correct it at Stripe, or the keys on the server: docs/operations.md, "Going live with a real account".'
    return { subject, state: 'broken', says, next, passOn: true }
  }
  const compared = finished(all, 'reconcile-payments-full')
  const event = events.lastAt ? ` Last update from Stripe: ${ago(events.lastAt, facts)}.` : ''
  const next =
    'Press Sync with Stripe on Payments. If this stays, look at status.stripe.com, then ask whoever runs the server.'
  if (!compared) return { subject, state: 'attention', says: `Nothing was compared with Stripe yet.${event}`, next }
  const says = `Everything was compared with ${facts.provider === 'sandbox' ? 'the sandbox' : 'Stripe'} ${ago(compared, facts)}.${event}`
  if (since(compared, facts) > DAY) return { subject, state: 'broken', says, next }
  if (since(compared, facts) > 2 * HOUR) return { subject, state: 'attention', says, next }
  if (events.oldestWaitingAt && since(events.oldestWaitingAt, facts) > EVENT_LATE) {
    const count = events.waiting === 1 ? 'One message' : `${events.waiting} messages`
    const waits = `${count} from Stripe could not be handled yet, the oldest for ${inWords(since(events.oldestWaitingAt, facts))}.`
    const again =
      'We’ll retry automatically. If this stays for a day, show this page to whoever runs the server: the log says why.'
    return { subject, state: 'attention', says: `${waits} ${says}`, next: again }
  }
  const { lastAt, lastPaidAt } = events
  if (refused && areRefused({ events, refused })) {
    const unsigned = `${refused.count === 1 ? 'One notice' : `${refused.count} notices`} to /webhooks/stripe had no signature of Stripe that fits, the first ${ago(refused.since, facts)}, and none that fits has come since.`
    const unless = 'Unless someone only tried that address:'
    const line = { subject, state: 'attention', says: `${unsigned} ${says}` } as const
    if (facts.officeConnects) return { ...line, next: `${unless} press Connect Again under Settings, Card payments.` }
    const next = `${unless} set STRIPE_WEBHOOK_SECRET to the signing secret that Stripe shows for this webhook.`
    return { ...line, next, passOn: true }
  }
  if (facts.provider === 'real' && lastPaidAt && (!lastAt || lastAt < lastPaidAt)) {
    const silent = `Stripe has told of no payment since ${facts.format(lastPaidAt)}, when one was made: each is found a quarter of an hour late.`
    const check = 'Check the webhook in Stripe: its address ends in /webhooks/stripe, and npm run doctor looks at it.'
    return { subject, state: 'attention', says: `${silent} ${says}`, next: check, passOn: true }
  }
  if (facts.provider === 'real' && !events.lastAt) {
    const check = 'After the first payment, check the webhook in Stripe: its address ends in /webhooks/stripe.'
    return { subject, state: 'fine', says: `${says} Stripe has sent no message yet.`, next: check, passOn: true }
  }
  return { subject, state: 'fine', says }
}

function money({ openIssues }: Operations): StatusLine {
  const subject = 'Money'
  if (!openIssues) return { subject, state: 'fine', says: 'All Stripe payments are accounted for.' }
  const says = openIssues === 1 ? '1 payment needs your decision.' : `${openIssues} payments need your decision.`
  return { subject, state: 'attention', says, next: 'Look at Needs attention on Payments.' }
}

function email({ emails }: Operations, facts: Facts): StatusLine {
  const subject = 'Email'
  const { waiting, failed, lastSentAt, oldestWaitingAt } = emails
  if (facts.mail === 'none') {
    const next = 'Set the mail server under Settings, Mail. Until then families get no receipts and no links.'
    return { subject, state: 'attention', says: 'Emails are not sent.', next }
  }
  if (facts.mail === 'demo')
    return { subject, state: 'off', says: 'The demo keeps emails on the Outbox page and sends none.' }
  const last = lastSentAt ? `The last email went out ${ago(lastSentAt, facts)}.` : 'No email has gone out yet.'
  if (oldestWaitingAt && since(oldestWaitingAt, facts) > HOUR) {
    const says = `${waiting} waiting, the oldest for ${inWords(since(oldestWaitingAt, facts))}. ${last}`
    return {
      subject,
      state: 'broken',
      says,
      next: 'Check the mail server under Settings, Mail. They’ll be sent automatically then.',
    }
  }
  if (failed) {
    const says = `${last} ${failed} could not be delivered in the last 30 days.`
    return { subject, state: 'attention', says, next: 'Check the addresses of those families, and call them.' }
  }
  return { subject, state: 'fine', says: waiting ? `${last} ${waiting} waiting.` : last }
}

function backup({ jobs: all }: Operations, facts: Facts): StatusLine {
  const subject = 'Backup'
  const nightly = 'Run npm run backup on the server every night: docs/operations.md, "Every night".'
  const isEncrypted = facts.newestBackup?.endsWith('.age')
  if (isEncrypted && !facts.opensBackups) {
    const next = 'Set BACKUP_KEY on the server to the key that it was made with. Without it, nobody can restore it.'
    return {
      subject,
      state: 'broken',
      says: 'The newest backup is encrypted, and the server has no key to open it.',
      next,
      passOn: true,
    }
  }
  const made = finished(all, 'backup')
  if (!made) return { subject, state: 'attention', says: 'No backup yet.', next: nightly, passOn: true }
  const tried = all.find(({ name }) => name === BACKUP_TRIED)
  const back = tried?.finishedAt
    ? `One was last restored, to try it, ${ago(tried.finishedAt, facts)}.`
    : 'None was restored yet to try it.'
  const says = `The last backup was made ${ago(made, facts)}, ${facts.format(made)}. ${back}`
  if (tried?.failedAt && tried.failedAt >= (tried.finishedAt ?? tried.failedAt)) {
    const next = 'Run npm run restore -- --check on the server: it says why. Keep the older backups until it works.'
    return { subject, state: 'broken', says: `The newest backup could not be restored. ${says}`, next, passOn: true }
  }
  if (since(made, facts) > 7 * DAY) return { subject, state: 'broken', says, next: nightly, passOn: true }
  if (since(made, facts) > BACKUP_OLD) return { subject, state: 'attention', says, next: nightly, passOn: true }
  if (!tried?.finishedAt || since(tried.finishedAt, facts) > 2 * TRY_EVERY) {
    const next = 'Run npm run restore -- --check on the server. It happens automatically where BACKUP_DIR is set.'
    return { subject, state: 'attention', says, next, passOn: true }
  }
  const copied = all.find(({ name }) => name === BACKUP_COPIED)
  if (facts.copiesBackups && copied?.failedAt && copied.failedAt >= (copied.finishedAt ?? copied.failedAt)) {
    const next = 'Run npm run backup on the server: it says why, and tries again.'
    return {
      subject,
      state: 'attention',
      says: `The last one was not copied to its other location. ${says}`,
      next,
      passOn: true,
    }
  }
  if (isEncrypted === false && facts.opensBackups) {
    const next =
      'Run npm run backup with all settings of the server (deploy/stirrup-run backup), also at night: docs/operations.md, "Every night".'
    return {
      subject,
      state: 'attention',
      says: `The newest one is not encrypted: BACKUP_KEY was not set when it was made. ${says}`,
      next,
      passOn: true,
    }
  }
  if (facts.copiesBackups && copied?.finishedAt) {
    return { subject, state: 'fine', says: `${says} It was copied ${ago(copied.finishedAt, facts)}.` }
  }
  return { subject, state: 'fine', says, next: 'Keep a copy on another machine.', passOn: true }
}

/** The office's names of the jobs. */
const JOBS: Record<string, string> = {
  'reconcile-payments': 'comparing payments',
  'reconcile-payouts': 'comparing payouts',
  'work-on-events': 'handling messages from Stripe',
  'send-mail': 'sending emails',
  'send-texts': 'sending texts',
  'offer-places': 'offering open spots',
  'watch-backups': 'watching the backups',
  'seal-log': 'protecting the log',
  'sweep-text-replies': 'clearing old answers of phones',
  'remind-of-rides': 'reminding of rides',
  'tell-ride-changes': 'telling of changed rides',
  'tell-care-due': 'telling the office of care that is due',
  'tell-expiring-makeups': 'looking for makeups about to expire',
  'tell-expiring-cards': 'looking for cards about to expire',
  'sweep-sessions': 'ending old sign-ins',
  'sweep-tokens': 'ending old links',
  'sweep-events': 'clearing old messages from Stripe',
  'sweep-imports': 'clearing old imports',
  'sweep-rate-limits': 'clearing old counts of sign-in tries',
  'sweep-told-rides': 'clearing what was told of past rides',
  'sweep-old-data': 'deleting old data',
  'delete-erased-customers': 'erasing families at Stripe',
  'delete-merged-methods': 'deleting cards of merged accounts at Stripe',
}

function jobs({ jobs: all }: Operations, facts: Facts): StatusLine {
  const subject = 'Automatic tasks'
  const ahead = all.filter(({ startedAt }) => startedAt && -since(startedAt, facts) > CLOCKS_DIFFER)
  if (ahead.length) {
    const said = ahead.map(({ name }) => JOBS[name] ?? name).join(', ')
    const next = 'Check the clock of the server and of the database. Each runs again automatically within a day.'
    return { subject, state: 'broken', says: `Begun at a time that has not come: ${said}.`, next, passOn: true }
  }
  const failing = all.filter(
    ({ name, failedAt, startedAt }) => name !== BACKUP_TRIED && failedAt && startedAt && failedAt >= startedAt,
  )
  if (failing.length) {
    const said = failing.map(({ name }) => JOBS[name] ?? name).join(', ')
    const next = 'We’ll retry automatically. If this stays for a day, show this page to whoever runs the server.'
    return { subject, state: 'attention', says: `Failed the last time: ${said}.`, next }
  }
  const last = all.flatMap(({ startedAt }) => startedAt ?? []).sort((a, b) => b.getTime() - a.getTime())[0]
  if (!last || since(last, facts) > HOUR) {
    const says = last ? `Nothing has run for ${inWords(since(last, facts))}.` : 'Nothing has run yet.'
    return { subject, state: 'broken', says, next: 'Restart the application.', passOn: true }
  }
  return { subject, state: 'fine', says: `Everything ran. The last began ${ago(last, facts)}.` }
}

/** After this many seconds from the start, a school with a long old log has all its seals. */
const SEALED_SECONDS = 30 * 60

function log(_: Operations, { log: { breaks, seals, waiting } }: Facts): StatusLine {
  const subject = 'Log of changes and sign-ins'
  const [first, ...more] = breaks
  if (first) {
    const says = more.length ? `${first}, and ${more.length} more.` : `${first}.`
    const next =
      'Someone changed the log in the database. Run npm run audit -- check on the server, and compare with a backup.'
    return { subject, state: 'broken', says, next, passOn: true }
  }
  if (waiting !== null && waiting > SEALED_SECONDS) {
    const next = 'It happens automatically. If this stays for a day, show this page to whoever runs the server.'
    return { subject, state: 'attention', says: 'New entries are not protected against changes yet.', next }
  }
  return {
    subject,
    state: 'fine',
    says: `${seals} entries are protected against changes, and none of the newest was altered or removed.`,
  }
}

function proxy(): StatusLine {
  return {
    subject: 'Proxy',
    state: 'broken',
    says: 'A proxy stands in front, and all families seem to come from its address: the 51st sign-in in five minutes is refused.',
    next: 'Set TRUST_PROXY=1 on the server and restart: docs/operations.md, "Settings".',
    passOn: true,
  }
}

function database({ databaseBytes }: Operations, { isEmbedded }: Facts): StatusLine {
  const subject = 'Database'
  const kind = isEmbedded ? 'The database that comes with Stirrup' : 'PostgreSQL'
  const says = `${kind}, ${(databaseBytes / 1e6).toFixed(0)} MB.`
  if (isEmbedded && databaseBytes > LARGE_BYTES) {
    const next = 'It is large for an embedded one: move it with npm run move.'
    return { subject, state: 'attention', says, next, passOn: true }
  }
  return { subject, state: 'fine', says }
}
