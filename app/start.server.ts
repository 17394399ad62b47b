import { seedCatalog } from '../prisma/seed/catalog'
import { startJobs, stopJobs } from './jobs'
import { getEnv } from './platform/env.server'
import { openSandboxInDemo, paymentProvider } from './services/stripe/stripe.server'
import { openTextsInDemo } from './services/texts/text-provider.server'

/** What a process does once the database is ready and before it listens: the sample school or an empty catalogue, then the jobs. */
export async function startApp(): Promise<void> {
  await openSandboxInDemo()
  await openTextsInDemo()
  if (getEnv().mode === 'demo') await (await import('../prisma/seed')).seedSampleSchool()
  else await seedCatalog()
  void startJobs()
}

/** Lets go of everything but the database: timers, and the sandbox's journal. */
export function stopApp(): void {
  stopJobs()
  paymentProvider()?.sandbox?.close()
}
