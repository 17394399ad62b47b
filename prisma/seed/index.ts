import { today as schoolToday } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { paymentProvider } from '~/services/stripe/stripe.server'
import { seedCatalog } from './catalog'
import { seedDonations } from './donations'
import { seedPayments } from './payments'
import { seedPeople } from './people'
import { randomFrom } from './random'
import { seedRides } from './rides'
import { seedWeek } from './week'

const JOB = 'sample-school'

/**
 * The sample school (design, "Sample school"): generated, the same for everybody, dated relative to today. A school that is
 * there already is left as it is, so that it is safe to run twice; one that was left half made is made anew.
 */
export async function seedSampleSchool(): Promise<void> {
  const before = await prisma.jobRun.findUnique({ where: { name: JOB } })
  if (before?.finishedAt) return
  if (before) await empty()
  await prisma.jobRun.create({ data: { name: JOB, startedAt: new Date() } })
  await seedCatalog()
  const contact = {
    phone: '845-555-0142',
    email: 'office@stirrup.example',
    address: '4 Meadow Lane\nRhinebeck, NY 12572',
  }
  await prisma.school.create({ data: contact })
  const today = schoolToday()
  const random = randomFrom(20_26)
  const people = await seedPeople()
  const places = await seedWeek(people, today, random)
  await seedRides(places, today, random)
  await seedPayments(people, places, today, random)
  await seedDonations(people, today, random)
  await prisma.jobRun.update({ where: { name: JOB }, data: { finishedAt: new Date() } })
}

/** Nobody has used this school yet: it is made before the server listens. What it paid for is forgotten with it. */
async function empty(): Promise<void> {
  paymentProvider()?.sandbox?.forget()
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`
  await prisma.$executeRawUnsafe(`TRUNCATE ${tables.map(({ name }) => name).join(', ')} RESTART IDENTITY CASCADE`)
}
