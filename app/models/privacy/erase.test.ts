import { beforeEach, expect, test } from 'vitest'
import { donationTotals, saveDonations } from '~/models/money/donations/donation.server'
import { schoolYear } from '~/models/money/payments/payment-year.server'
import { register } from '~/models/people/accounts/user.server'
import { undoChanges } from '~/models/schedule/change/undo.server'
import { rideHistory, upcomingRides } from '~/models/schedule/rides/ride.server'
import { setHidden } from '~/models/students/hide-student.server'
import { setClock, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { action as eraseAction, loader as eraseLoader } from '~/routes/office/students/student/personal-data/erase'
import { loader as studentLoader } from '~/routes/office/students/student/student'
import { admin, emptyTables, rider, signedIn, weeklyPlace } from '../../../test/factories'
import { FAMILY, fullFamily, type Marks, OTHERS } from '../../../test/family'
import { Visitor } from '../../../test/visitor'
import { eraseFamily } from './erase.server'
import { sweepOldData } from './sweep.server'

beforeEach(async () => {
  setClock(new Date('2026-11-22T15:00:00Z'))
  await emptyTables()
})

/**
 * Returns every text of every table that contains one of a family's words, as table.column: text. Signed waivers are
 * evidence, and are tested separately.
 */
async function tracesOf({ first, last, child, parent, email, phone }: Marks): Promise<string[]> {
  const words = [first, last, child, parent, email, phone, phone.replace(/\D/g, ''), last.replace("'", '&#39;')]
  const tables = await prisma.$queryRaw<{ table: string }[]>`
    SELECT table_name AS "table" FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'waiver_signatures'`
  const found: string[] = []
  for (const { table } of tables) {
    const rows = await prisma.$queryRawUnsafe<{ row: Record<string, unknown> }[]>(
      `SELECT to_jsonb(t) AS row FROM "${table}" t WHERE to_jsonb(t)::text ILIKE ANY($1)`,
      words.map((word) => `%${word.replace(/[%_\\]/g, '\\$&')}%`),
    )
    for (const [column, value] of rows.flatMap(({ row }) => Object.entries(row))) {
      const text = JSON.stringify(value)
      if (words.some((word) => text.toLowerCase().includes(word.toLowerCase())))
        found.push(`${table}.${column}: ${text}`)
    }
  }
  return found
}

/** Returns what erasing must not change. */
const booksOf = async () => ({
  year: await schoolYear(2026),
  donations: await donationTotals(today(), 'America/New_York'),
  amounts: await prisma.$queryRaw`
    SELECT (SELECT sum(amount) || ' ' || sum(fee) || ' ' || sum(amount_refunded) || ' ' || count(*) FROM payment_transactions) AS paid,
           (SELECT sum(total) || ' ' || count(*) FROM orders) AS ordered,
           (SELECT sum(amount) FROM offline_payment_months) AS offline,
           (SELECT sum(amount) FROM student_payment_months) AS noted,
           (SELECT sum(credit_amount) || ' ' || sum(used_amount) FROM donation_credits) AS credits,
           (SELECT sum(delta) FROM usage_adjustments) AS adjusted,
           (SELECT sum(lessons) FROM package_purchases) AS granted,
           (SELECT string_agg(attendance, ' ' ORDER BY id) FROM lessons) AS marks,
           (SELECT count(*) FROM horse_usage) AS horses`,
})

async function family() {
  const user = await rider({ firstName: FAMILY.first, lastName: FAMILY.last, email: FAMILY.email, phone: FAMILY.phone })
  return { office: await admin(), user }
}

async function school() {
  const office = await admin()
  const ours = await fullFamily(FAMILY, office)
  return { office, ours }
}

test('After erasing no text of any table contains the family’s names, address or number, and other families are unchanged', async () => {
  const { office, ours } = await school()
  const others = await fullFamily(OTHERS, office)
  // Where nobody would look for them.
  await prisma.studentNote.create({
    data: { studentId: others.user.id, byId: office.id, text: `Rides with ${ours.whole}, call (555) 0177-341.` },
  })
  await prisma.ride.updateMany({
    where: { studentId: others.user.id },
    data: { notes: `Quillfeather, Zephyrine drives her. ${FAMILY.email.toUpperCase()}` },
  })
  expect((await tracesOf(FAMILY)).length).toBeGreaterThan(40)
  const [before, tracesOfOthers] = [await booksOf(), await tracesOf(OTHERS)]

  expect(await eraseFamily(office.id, ours.user.id, ' zephyrine  quillfeather')).toEqual({ former: 'Former rider 1' })

  expect(await tracesOf(FAMILY)).toEqual([])
  expect(await booksOf()).toEqual(before)
  expect((await tracesOf(OTHERS)).length).toBe(tracesOfOthers.length)
  const note = await prisma.studentNote.findFirstOrThrow({ orderBy: { id: 'desc' } })
  expect(note.text).toBe('Rides with Former rider 1, call Former rider 1.')
})

test('A signed waiver of an erased family keeps its names as evidence for as long as the office set, then only its day and version', async () => {
  const { office, ours } = await school()
  await eraseFamily(office.id, ours.user.id, ours.whole)
  const kept = () => prisma.waiverSignature.findMany({ orderBy: { id: 'asc' } })
  const [before] = await kept()
  expect(before).toMatchObject({ typedName: ours.whole, erasedAt: null })
  setClock(new Date('2033-11-21T15:00:00Z'))
  await sweepOldData()
  expect((await kept())[0]).toMatchObject({ typedName: ours.whole })
  setClock(new Date('2033-11-24T15:00:00Z'))
  await sweepOldData()
  const { id, versionId, signedAt, digest } = before!
  expect((await kept())[0]).toMatchObject({ id, versionId, signedAt, digest, typedName: '', riderName: '', ip: null })
})

test('The family is “Former rider” and a number in the week’s history, cannot sign in, and its address can register again', async () => {
  const { office, ours } = await school()
  const visitor = await signedIn(ours.user)
  await eraseFamily(office.id, ours.user.id, ours.whole)
  expect((await visitor.api('/api/auth/user')).status).toBe(401)
  const people = await prisma.user.findMany({ where: { id: { in: ours.ids } }, orderBy: { formerNumber: 'asc' } })
  expect(people.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toEqual([
    'Former rider 1',
    // An account that was merged into theirs has a number too.
    expect.stringMatching(/^Former rider [23]$/),
  ])
  for (const one of people) {
    expect(one).toMatchObject({ email: null, password: null, active: false, calendarKey: null, guardianId: null })
  }
  const [ride] = await rideHistory(ours.child.id, today())
  expect(ride).toMatchObject({ date: '2026-11-17' })
  const removal = await prisma.lessonRemoval.findFirst({ where: { studentId: ours.child.id } })
  expect(removal?.studentName).toMatch(/^Former rider [23]$/)
  const again = await register({ ...FAMILY_AGAIN, email: FAMILY.email })
  expect(again.id).not.toBe(ours.user.id)
})
const FAMILY_AGAIN = {
  firstName: 'Zed',
  lastName: 'Quill',
  phone: '555-0100-111',
  password: 'long enough 1',
  parentName: null,
}

test('Places are removed from the week from tomorrow on; today and the past stay', async () => {
  const { office, ours } = await school()
  await weeklyPlace({ riderId: ours.user.id, startDate: '2026-11-01', time: '09:00', type: 'Hack' })
  expect((await upcomingRides(ours.user.id, today())).length).toBeGreaterThan(10)
  await eraseFamily(office.id, ours.user.id, ours.whole)
  expect((await upcomingRides(ours.user.id, today())).map(({ date, time }) => `${date} ${time}`)).toEqual([
    '2026-11-22 09:00',
  ])
  expect(await upcomingRides(ours.child.id, today())).toEqual([])
})

test('Places removed by erasing cannot be restored by Undo', async () => {
  const { office, ours } = await school()
  await eraseFamily(office.id, ours.user.id, ours.whole)
  const lines = await prisma.auditEntry.findMany({
    where: { action: 'lesson.remove-rider', detail: { path: ['name'], string_contains: 'Former rider' } },
  })
  expect(lines).toHaveLength(3)
  for (const { id } of lines) await expect(undoChanges(office.id, [id])).rejects.toThrow('too old to undo')
})

test('Accounts that were merged into a guardian’s riders, and into those, are erased with the guardian', async () => {
  const { office, ours } = await school()
  const [own, older] = [
    await rider({ firstName: 'Zuzu', lastName: 'Teen', email: 'zuzu@teen.example', stripeCustomerId: 'cus_zuzu' }),
    await rider({ firstName: 'Zuzu', lastName: 'Teen', email: 'zuzu2@teen.example' }),
  ]
  const away = { active: false, hiddenAt: new Date() }
  await prisma.user.update({ where: { id: own.id }, data: { mergedIntoId: ours.child.id, ...away } })
  await prisma.user.update({ where: { id: older.id }, data: { mergedIntoId: own.id, ...away } })
  await eraseFamily(office.id, ours.user.id, ours.whole)
  for (const { id } of [own, older]) {
    expect(await prisma.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ firstName: 'Former', email: null })
  }
})

test('The database refuses an erased account into which another one is merged', async () => {
  const [kept, merged] = [await rider(), await rider()]
  const away = { active: false, hiddenAt: new Date() }
  await prisma.user.update({ where: { id: merged.id }, data: { mergedIntoId: kept.id, ...away } })
  const nobody = { email: null, password: null, phone: null, firstName: 'Former', lastName: 'rider 900' }
  const erased = { ...nobody, ...away, erasedAt: new Date(), formerNumber: 900 }
  await expect(prisma.user.update({ where: { id: kept.id }, data: erased })).rejects.toThrow('users_merged_into_nobody')
})

test('A rider of a guardian is erased alone', async () => {
  const { office, ours } = await school()
  await eraseFamily(office.id, ours.child.id, `${FAMILY.child} ${FAMILY.last}`)
  const guardian = await prisma.user.findUniqueOrThrow({ where: { id: ours.user.id } })
  expect(guardian).toMatchObject({ firstName: FAMILY.first, email: FAMILY.email, erasedAt: null })
  expect(
    (await tracesOf(FAMILY)).filter((trace) => trace.includes(FAMILY.child) && !trace.includes('donations')),
  ).toEqual([])
})

test('A name that someone else also has stays where it is unclear who is meant', async () => {
  const office = await admin()
  const [one, other] = [
    await rider({ firstName: 'Ann', lastName: 'Lee' }),
    await rider({ firstName: 'Ann', lastName: 'Lee' }),
  ]
  await prisma.studentNote.create({ data: { studentId: other.id, byId: office.id, text: 'Ann Lee is keen.' } })
  await eraseFamily(office.id, one.id, 'Ann Lee')
  expect((await prisma.studentNote.findFirstOrThrow()).text).toBe('Ann Lee is keen.')
})

test('Open payments and rides block erasing, and the office reads what to do first', async () => {
  const { office, ours } = await school()
  const userId = ours.user.id
  const theirs = { where: { userId } }
  const subscriptionIs = (status: string) => prisma.subscription.updateMany({ ...theirs, data: { status } })
  const paymentIs = (status: string) => prisma.paymentTransaction.updateMany({ ...theirs, data: { status } })
  const orderIs = (status: string) => prisma.order.updateMany({ ...theirs, data: { status } })
  const running = 'A subscription is still running'
  const unfinished = 'A payment isn’t finished'
  const cases: [() => Promise<unknown>, string, () => Promise<unknown>][] = [
    [() => subscriptionIs('active'), running, () => subscriptionIs('canceled')],
    [() => subscriptionIs('incomplete'), running, () => subscriptionIs('canceled')],
    [() => paymentIs('processing'), unfinished, () => paymentIs('succeeded')],
    [() => orderIs('processing'), unfinished, () => orderIs('paid')],
    [
      () => prisma.paymentIssue.updateMany({ ...theirs, data: { closedAt: null, outcome: null } }),
      'A payment needs a look',
      () => prisma.paymentIssue.deleteMany(theirs),
    ],
  ]
  const visitor = await signedIn(office)
  for (const [open, reason, close] of cases) {
    await open()
    const shown = await visitor.get(eraseLoader, `/students/${userId}/erase`, { id: userId })
    expect(shown.body.reasons).toEqual([expect.stringContaining(reason)])
    await expect(eraseFamily(office.id, userId, ours.whole)).rejects.toThrow(reason)
    await close()
  }
  expect(await upcomingRides(userId, today())).not.toEqual([])
  expect(await prisma.user.count({ where: { erasedAt: { not: null } } })).toBe(0)
  await eraseFamily(office.id, userId, ours.whole)
})

test('Only the office can erase, with the name typed, and only once', async () => {
  const { office, user } = await family()
  const id = user.id
  const path = `/students/${id}/erase`
  const confirm = { confirm: 'Zephyrine Quillfeather' }
  expect((await new Visitor().get(eraseLoader, path, { id })).status).toBe(302)
  expect((await (await signedIn(await rider())).post(eraseAction, path, confirm, { id })).status).toBe(403)
  const visitor = await signedIn(office)
  const wrong = await visitor.post(eraseAction, path, { confirm: 'Zephyrine' }, { id })
  expect(wrong.status).toBe(400)
  expect(JSON.stringify(wrong.body.lastResult.error)).toContain('Please type Zephyrine Quillfeather')
  const done = await visitor.post(eraseAction, path, confirm, { id })
  expect(done.headers.get('Location')).toBe(`/students/${id}`)
  expect((await visitor.page()).toast).toMatchObject({ title: 'Data Erased' })
  expect((await visitor.post(eraseAction, path, confirm, { id })).status).toBe(404)
  expect((await visitor.get(eraseLoader, path, { id })).headers.get('Location')).toBe(`/students/${id}`)
  const page = await visitor.get(studentLoader, `/students/${id}`, { id })
  expect(page.body).toMatchObject({ name: 'Former rider 1', erasedOn: 'Nov 22, 2026', removed: true })
  await expect(setHidden(office.id, id, false)).rejects.toThrow('Student not found')
  const line = await prisma.auditEntry.findFirstOrThrow({ where: { action: 'student.erase', entityId: id } })
  expect(line).toMatchObject({ actorId: office.id, detail: {} })
})

test('An administrator cannot be erased as a family', async () => {
  const [office, other] = [await admin(), await admin()]
  await expect(eraseFamily(office.id, other.id, 'Ann Office')).rejects.toThrow('Student not found')
})

test('What the fundraising platform reports again does not bring a donor back', async () => {
  const { office, ours } = await school()
  await eraseFamily(office.id, ours.user.id, ours.whole)
  const { zeffyId } = await prisma.donation.findFirstOrThrow({ where: { donorErased: true } })
  await saveDonations([
    {
      zeffyId,
      amount: 6000,
      donorEmail: FAMILY.email,
      donorFirstName: FAMILY.first,
      donorLastName: FAMILY.last,
      status: 'completed',
      recurring: false,
      extra: { note: ours.whole },
    },
  ])
  expect(await tracesOf(FAMILY)).toEqual([])
  expect(String((await prisma.donation.findUniqueOrThrow({ where: { zeffyId } })).amount)).toBe('60')
})

test('Two administrators who erase two families at once give them two numbers', async () => {
  const office = await admin()
  const people = await Promise.all([rider(), rider(), rider()])
  const names = await Promise.all(people.map(({ id }) => eraseFamily(office.id, id, 'Emma Stone')))
  expect(names.map(({ former }) => former).sort()).toEqual(['Former rider 1', 'Former rider 2', 'Former rider 3'])
})

test('The database refuses to give an erased row a name again', async () => {
  const { office, user } = await family()
  await eraseFamily(office.id, user.id, 'Zephyrine Quillfeather')
  for (const data of [{ firstName: 'Zephyrine' }, { email: FAMILY.email }, { phone: '1' }, { active: true }]) {
    await expect(prisma.user.update({ where: { id: user.id }, data })).rejects.toThrow()
  }
})
