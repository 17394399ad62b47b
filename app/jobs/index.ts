import { sweepStudentImports } from '~/models/imports/import.server'
import { sealLog } from '~/models/log/chain.server'
import { sweepImports } from '~/models/money/donations/zeffy-import.server'
import { sweepEvents, workOnEvents } from '~/models/money/events/event-queue.server'
import { deleteErasedCustomers } from '~/models/money/families/erased-customers.server'
import { deleteMergedMethods } from '~/models/money/families/merged-methods.server'
import { reconcilePayments } from '~/models/money/reconcile/reconcile.server'
import { reconcilePayouts } from '~/models/money/reconcile/reconcile-payouts.server'
import { notifyExpiringCards } from '~/models/money/subscribing/expiring-cards.server'
import { sweepToldRides } from '~/models/notices/told-rides.server'
import { sweepExpiredTokens } from '~/models/people/accounts/links/auth-token.server'
import { sweepOldData } from '~/models/privacy/sweep.server'
import { prisma } from '~/platform/db.server'
import { logError } from '~/platform/log.server'
import { sweepRateLimits } from '~/platform/rate-limit.server'
import { sendDueEmails } from '~/services/mail/email.server'
import { notifyExpiringMakeups } from '~/services/mail/notices/expiring-makeups.server'
import { offerPlaces } from '~/services/mail/notices/offered-places.server'
import { notifyRideChanges } from '~/services/mail/notices/ride-changes.server'
import { remindOfTomorrow } from '~/services/mail/notices/ride-reminders.server'
import { notifyCareDue } from '~/services/mail/office/care-mail.server'
import { watchBackups } from '~/services/operations/watch-backups.server'
import { sweepTextReplies } from '~/services/texts/receive-texts.server'
import { sendDueTexts } from '~/services/texts/send-texts.server'
import { sweepExpiredSessions } from '~/web/session.server'

/** Every process tries every job; its row in `job_runs` lets only one of them run it. */
const SCHEDULE: { name: string; everySeconds: number; run: () => Promise<unknown> }[] = [
  { name: 'reconcile-payments', everySeconds: 15 * 60, run: () => reconcilePayments() },
  { name: 'reconcile-payouts', everySeconds: 60 * 60, run: reconcilePayouts },
  { name: 'work-on-events', everySeconds: 15, run: workOnEvents },
  { name: 'send-mail', everySeconds: 30, run: () => sendDueEmails() },
  { name: 'send-texts', everySeconds: 20, run: () => sendDueTexts() },
  { name: 'remind-of-rides', everySeconds: 5 * 60, run: () => remindOfTomorrow() },
  { name: 'tell-ride-changes', everySeconds: 60, run: () => notifyRideChanges() },
  { name: 'tell-expiring-makeups', everySeconds: 60 * 60, run: notifyExpiringMakeups },
  { name: 'tell-care-due', everySeconds: 60 * 60, run: notifyCareDue },
  { name: 'tell-expiring-cards', everySeconds: 24 * 60 * 60, run: notifyExpiringCards },
  { name: 'offer-places', everySeconds: 30, run: () => offerPlaces() },
  { name: 'watch-backups', everySeconds: 60 * 60, run: watchBackups },
  { name: 'seal-log', everySeconds: 20, run: sealLog },
  { name: 'sweep-text-replies', everySeconds: 60 * 60, run: sweepTextReplies },
  { name: 'sweep-told-rides', everySeconds: 60 * 60, run: sweepToldRides },
  { name: 'delete-erased-customers', everySeconds: 15 * 60, run: deleteErasedCustomers },
  { name: 'delete-merged-methods', everySeconds: 15 * 60, run: deleteMergedMethods },
  { name: 'sweep-sessions', everySeconds: 60 * 60, run: sweepExpiredSessions },
  { name: 'sweep-tokens', everySeconds: 60 * 60, run: sweepExpiredTokens },
  { name: 'sweep-imports', everySeconds: 60 * 60, run: () => Promise.all([sweepImports(), sweepStudentImports()]) },
  { name: 'sweep-events', everySeconds: 60 * 60, run: sweepEvents },
  { name: 'sweep-old-data', everySeconds: 60 * 60, run: () => sweepOldData() },
  { name: 'sweep-rate-limits', everySeconds: 60 * 60, run: sweepRateLimits },
]

const timers: NodeJS.Timeout[] = []
const running = new Set<Promise<void>>()

/**
 * Starts the schedule. Each job also runs at the start, unless another process has just run it. Resolves when these
 * first runs have ended.
 */
export async function startJobs(): Promise<void> {
  const firstRuns = SCHEDULE.map((job) => {
    const run = (quietSeconds: number) => {
      const done = runJob(job, quietSeconds).catch((error) => recordFailure(job.name, error))
      running.add(done)
      return done.finally(() => running.delete(done))
    }
    timers.push(setInterval(() => run(job.everySeconds * 0.9), job.everySeconds * 1000).unref())
    return run(30)
  })
  await Promise.all(firstRuns)
}

/** Starts no more jobs. Resolves when those that run have ended. */
export async function stopJobs(): Promise<void> {
  for (const timer of timers.splice(0)) clearInterval(timer)
  await Promise.all(running)
}

/**
 * Runs a job unless a process began it within the quiet time. The process that updates the row's time runs it. The time
 * is the database's, because processes' clocks differ; one in the future was written by a wrong clock, and must not
 * block the job until then.
 */
async function runJob({ name, run }: (typeof SCHEDULE)[number], quietSeconds: number): Promise<void> {
  const claimed = await prisma.$executeRaw`
    INSERT INTO job_runs (name, started_at) VALUES (${name}, now())
    ON CONFLICT (name) DO UPDATE SET started_at = now(), finished_at = NULL
    WHERE job_runs.started_at < now() - ${quietSeconds} * interval '1 second' OR job_runs.started_at > now() + interval '1 minute'`
  if (!claimed) return
  await run()
  await prisma.$executeRaw`UPDATE job_runs SET finished_at = now() WHERE name = ${name}`
}

/** Records a failure. Never throws: what failed may be the database. */
async function recordFailure(name: string, error: unknown): Promise<void> {
  logError(error, { job: name })
  await prisma.$executeRaw`UPDATE job_runs SET failures = failures + 1, failed_at = now() WHERE name = ${name}`.catch(
    () => undefined,
  )
}
