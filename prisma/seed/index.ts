import { onePerDatabase } from '~/platform/advisory-lock.server'
import { today as schoolToday } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { paymentProvider } from '~/services/stripe/stripe.server'
import { seedBreak, seedCanceled } from './canceled'
import { seedCatalog } from './catalog'
import { seedConsents } from './consents'
import { seedDonations } from './donations'
import { seedFamilies } from './families'
import { seedHorses } from './horses'
import { seedImport } from './imports'
import { seedInvitations } from './invitations'
import { seedMakeups } from './makeups'
import { seedLimits } from './match'
import { seedNotices } from './notices'
import { seedPayments } from './payments'
import { seedPeople } from './people'
import { seedPlaces } from './places'
import { randomFrom } from './random'
import { seedRides } from './rides'
import { seedSeason } from './season'
import { seedWaivers } from './waivers'
import { seedWeek } from './week'
import { seedOtherWork } from './work'

const JOB = 'sample-school'
const LOCK = 72707370

/**
 * Generates the sample school, the same for everyone and dated relative to today. It leaves a complete school alone,
 * and recreates an incomplete one. Several processes may start at once.
 */
export const seedSampleSchool = (): Promise<void> => onePerDatabase(LOCK, seed)

async function seed(): Promise<void> {
  const before = await prisma.jobRun.findUnique({ where: { name: JOB } })
  if (before?.finishedAt) return
  if (before) await empty()
  await prisma.jobRun.create({ data: { name: JOB, startedAt: new Date() } })
  await seedCatalog()
  const contact = {
    phone: '845-555-0142',
    email: 'office@stirrup.example',
    address: '4 Meadow Lane\nRhinebeck, NY 12572',
    inviteNote: 'From this winter on you can see your rides and pay online. No more paper slips!',
    startHidden: true,
    arenas: 'Outdoor, Indoor',
    payAtSchool: true,
    payWords: 'Cash or check at the office, or Venmo @stirrup-school.',
    remindNote: 'Bring boots with a heel, and arrive 15 minutes early.',
  }
  await prisma.school.create({ data: contact })
  const today = schoolToday()
  const random = randomFrom(20_26)
  const people = await seedPeople()
  const places = await seedWeek(people, today)
  await seedRides(places, await seedHorses(), today, random)
  await seedLimits(people.studentIds, people.adminId)
  await seedOtherWork(today)
  const family = await seedFamilies(people, today)
  await seedPayments(people, places, family, today, random)
  await seedDonations(people, today, random)
  await seedNotices(people.riderId, today)
  await seedWaivers(people, today)
  await seedConsents(people, today)
  await seedInvitations(people, today)
  await seedImport(people, today)
  await seedPlaces(people, places, today)
  await seedMakeups(people, today)
  await seedCanceled(people, today)
  await seedBreak(people, today)
  await seedSeason(people.adminId, today)
  await prisma.jobRun.update({ where: { name: JOB }, data: { finishedAt: new Date() } })
}

/**
 * Deletes the school. Runs before the server listens, so nobody has used it yet. Its payments at the sandbox are
 * deleted too.
 * @throws Error if there is an account that no seed created.
 */
async function empty(): Promise<void> {
  const others = await prisma.user.count({ where: { NOT: { email: { endsWith: '.example' } } } })
  if (others)
    throw new Error(`The database has ${others} accounts that the sample school has not. Nothing was changed.`)
  paymentProvider()?.ownSandbox?.forget()
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('_prisma_migrations', 'installation')`
  await prisma.$executeRawUnsafe(`TRUNCATE ${tables.map(({ name }) => name).join(', ')} RESTART IDENTITY CASCADE`)
}
