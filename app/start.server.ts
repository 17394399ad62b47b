import { setTimeout as wait } from 'node:timers/promises'
import { seedCatalog } from '../prisma/seed/catalog'
import { startJobs, stopJobs } from './jobs'
import { makeFirstAdminLink } from './models/accounts/first-admin-link.server'
import { followSettings, stopFollowing } from './platform/env/saved-settings.server'
import { getEnv } from './platform/env.server'
import { log } from './platform/log.server'
import { openSandboxInDemo, paymentProvider } from './services/stripe/stripe.server'
import { eventsAtRest } from './services/stripe/sync/events/event-queue.server'
import { openTextsInDemo } from './services/texts/text-provider.server'

let started: Promise<void> | undefined

/** What a process does once the database is ready and before it listens: the sample school or a catalogue of examples, the link for the first administrator, then the jobs. */
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

/** The one secret that the log gets: without it nobody could begin with a browser alone. */
async function tellFirstAdmin(): Promise<void> {
  const link = await makeFirstAdminLink()
  if (link) log('info', 'no administrator yet: open this address once, within a day', { link })
}

/** In milliseconds: what takes longer is done by the next process. */
const LAST_WORK = 5_000

/** Lets go of everything but the database: timers, the events that were answered, and the sandbox's journal. */
export async function stopApp(): Promise<void> {
  stopJobs()
  stopFollowing()
  await Promise.race([eventsAtRest(), wait(LAST_WORK, undefined, { ref: false })])
  paymentProvider()?.sandbox?.close()
}
