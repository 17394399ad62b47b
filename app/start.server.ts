import { setTimeout as wait } from 'node:timers/promises'
import { seedCatalog } from '../prisma/seed/catalog'
import { startJobs, stopJobs } from './jobs'
import { getEnv } from './platform/env.server'
import { openSandboxInDemo, paymentProvider } from './services/stripe/stripe.server'
import { eventsAtRest } from './services/stripe/sync/events/event-queue.server'
import { openTextsInDemo } from './services/texts/text-provider.server'

let started: Promise<void> | undefined

/** What a process does once the database is ready and before it listens: the sample school or a catalogue of examples, then the jobs. */
export function startApp(): Promise<void> {
  started ??= begin()
  return started
}

async function begin(): Promise<void> {
  await openSandboxInDemo()
  await openTextsInDemo()
  if (getEnv().mode === 'demo') await (await import('../prisma/seed')).seedSampleSchool()
  else await seedCatalog({ examples: true })
  void startJobs()
}

/** In milliseconds: what takes longer is done by the next process. */
const LAST_WORK = 5_000

/** Lets go of everything but the database: timers, the events that were answered, and the sandbox's journal. */
export async function stopApp(): Promise<void> {
  stopJobs()
  await Promise.race([eventsAtRest(), wait(LAST_WORK, undefined, { ref: false })])
  paymentProvider()?.sandbox?.close()
}
