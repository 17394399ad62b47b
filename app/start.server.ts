import { setTimeout as wait } from 'node:timers/promises'
import { eventsAtRest } from '~/models/money/events/event-queue.server'
import { makeFirstAdminLink } from '~/models/people/accounts/admins/first-admin-link.server'
import { seedCatalog } from '../prisma/seed/catalog'
import { startJobs, stopJobs } from './jobs'
import { followSettings, stopFollowing } from './platform/env/saved-settings.server'
import { getEnv } from './platform/env.server'
import { log } from './platform/log.server'
import { openSandboxInDemo, paymentProvider } from './services/stripe/stripe.server'
import { openTextsInDemo } from './services/texts/text-provider.server'

let started: Promise<void> | undefined

/**
 * Starts a process's work once the database is ready and before it listens: the sample school or a catalog of examples,
 * the link for the first administrator, then the jobs.
 */
export function startApp(): Promise<void> {
  started ??= begin()
  return started
}

async function begin(): Promise<void> {
  await followSettings()
  await openSandboxInDemo()
  await openTextsInDemo()
  if (getEnv().mode === 'demo') await (await import('../prisma/seed')).seedSampleSchool()
  else await seedCatalog({ examples: true })
  if (getEnv().mode === 'production') await tellFirstAdmin()
  void startJobs()
}

/** Logs the link for the first administrator. It is the only secret in the log: without it nobody could begin with a browser alone. */
async function tellFirstAdmin(): Promise<void> {
  const link = await makeFirstAdminLink()
  if (link) log('info', 'no administrator yet: open this address once, within a day', { link })
}

/** How long running work may take when the process stops, in milliseconds: the next process does the rest. */
const LAST_WORK = 5_000

/** Closes everything but the database: timers, the processing of events, and the sandbox's journal. */
export async function stopApp(): Promise<void> {
  stopFollowing()
  const atRest = Promise.all([stopJobs(), eventsAtRest()])
  await Promise.race([atRest, wait(LAST_WORK, undefined, { ref: false })])
  paymentProvider()?.sandbox?.close()
}
