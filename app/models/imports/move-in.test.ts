import { writeXlsx } from 'hucre/xlsx'
import { beforeEach, describe, expect, test } from 'vitest'
import { setUsage } from '~/models/allowance/usage.server'
import { mergeAccounts } from '~/models/merge/merge.server'
import { grantPackage } from '~/models/money/payments/office-grant.server'
import { setOfflinePayment } from '~/models/money/payments/offline/offline-payment.server'
import { recordPayment, removeRecordedPayment } from '~/models/money/payments/offline/record-payment.server'
import { invite } from '~/models/people/families/invitations/invite.server'
import { addNote, deleteNote } from '~/models/people/families/student-note.server'
import { eraseFamily } from '~/models/privacy/erase.server'
import { addToLesson } from '~/models/schedule/change/add-rider.server'
import { closeDay } from '~/models/schedule/change/close-day.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { removeFromLesson } from '~/models/schedule/change/remove-rider.server'
import { addInstructor, removeInstructor } from '~/models/schedule/instructors/instructor.server'
import { addToWaitlist } from '~/models/schedule/waitlist/waitlist.server'
import { findLesson } from '~/models/schedule/week/roster.server'
import { setHidden } from '~/models/students/hide-student.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { withTx } from '~/platform/tx.server'
import { loader } from '~/routes/office/settings/import/file'
import { loader as screen } from '~/routes/office/settings/import/import'
import { notifyRideChanges } from '~/services/mail/notices/ride-changes.server'
import { remindOfTomorrow } from '~/services/mail/notices/ride-reminders.server'
import { seedCatalog } from '../../../prisma/seed/catalog'
import { admin, emptyTables, horse, rider, rideTypes, signedIn, weeklyPlace } from '../../../test/factories'
import { ImportDesk, OAK_HILL, sums } from '../../../test/import-desk'
import { listStudentImports } from './import.server'
import { madeOf } from './made'

let desk: ImportDesk

beforeEach(async () => {
  setClock('2026-11-26T15:00:00Z')
  await emptyTables()
  await rideTypes()
  await seedCatalog()
  desk = await ImportDesk.open()
})

const send: ImportDesk['send'] = (...file) => desk.send(...file)
const kept: ImportDesk['kept'] = (...file) => desk.kept(...file)
const see: ImportDesk['see'] = (path) => desk.see(path)
const press: ImportDesk['press'] = (...sent) => desk.press(...sent)
const moveIn: ImportDesk['moveIn'] = (path) => desk.moveIn(path)
const mendedOakHill: ImportDesk['oakHill'] = (content) => desk.oakHill(content)
const oneOf = (firstName: string) => prisma.user.findFirstOrThrow({ where: { firstName } })

describe('A file of students', () => {
  test('is shown as the school would be, and nothing is saved', async () => {
    const before = await sums()
    const path = await kept(OAK_HILL)
    const shown = await see(path)
    expect(shown).toMatchObject({ state: 'shown', riders: { all: 9, ready: 4 }, looks: 5 })
    expect(shown.look.map(({ row }: { row: number }) => row)).toEqual([7, 8, 10, 11, 13])
    expect(shown.school.week[0]).toMatchObject({
      day: 'Tuesday',
      lessons: [{ what: '4:00 PM Group Lesson, 60 minutes with Kelly Marsh', riders: 'Ava Ruiz, Ben Ruiz' }],
    })
    expect(await sums()).toEqual(before)
  })

  test('is mended in place, and moves in whole: people, week, packages with what is left, payments to the cent, notes', async () => {
    const path = await mendedOakHill()
    expect(await see(path)).toMatchObject({ looks: 0, riders: { all: 9, ready: 9 } })
    expect((await moveIn(path)).status).toBe(302)

    const ava = await prisma.user.findFirstOrThrow({
      where: { firstName: 'Ava' },
      include: {
        guardian: true,
        weeklyPlaces: { include: { instructor: true } },
        notes: true,
        grants: true,
        adjustments: true,
      },
    })
    expect(ava).toMatchObject({
      lastName: 'Ruiz',
      email: null,
      level: 'beginner',
      weightLb: 72,
      guardian: { firstName: 'Dana', email: 'dana@ruiz.example', phone: '(555) 011-0107' },
      weeklyPlaces: [{ dayOfWeek: 2, scheduledTime: '16:00', duration: 60, instructor: { firstName: 'Kelly' } }],
      notes: [{ text: 'Peanut allergy', forBarn: true }],
      grants: [{ lessons: 4 }],
      adjustments: [{ counter: 'lessons', delta: 1 }],
    })
    const { _sum } = await prisma.recordedPayment.aggregate({ _sum: { amount: true } })
    const months = await prisma.offlinePaymentMonth.aggregate({ _sum: { amount: true } })
    expect([String(_sum.amount), String(months._sum.amount)]).toEqual(['1538.55', '1538.55'])
    expect(await prisma.outboxEmail.count()).toBe(0)
    expect(await prisma.auditEntry.count({ where: { action: 'students.move-in', entity: 'import' } })).toBeGreaterThan(
      0,
    )
  })

  test('moves in once, by two presses and at two desks, and the same file again finds nothing to do', async () => {
    const path = await mendedOakHill()
    const { version } = await see(path)
    const other = await signedIn(await admin())
    const answers = await Promise.all(
      [desk.office, desk.office, other].map((visitor) => press(path, { intent: 'move-in', version }, visitor)),
    )
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302])
    const after = await sums()
    expect(await prisma.user.count({ where: { firstName: 'Ava' } })).toBe(1)

    const again = await mendedOakHill()
    expect((await see(again)).school.isSame).toBe(true)
    await moveIn(again)
    expect(await sums()).toEqual(after)
  })

  test('is refused if the school changed since it was shown', async () => {
    const path = await mendedOakHill()
    const { version } = await see(path)
    await rider({ email: 'dana@ruiz.example', firstName: 'Dana', lastName: 'Ruiz' })
    const before = await sums()
    expect((await press(path, { intent: 'move-in', version })).status).toBe(409)
    expect(await sums()).toEqual(before)
  })

  test('moves in whole or not at all: whichever statement it ends at, nothing is left', async () => {
    const path = await mendedOakHill()
    const before = await sums()
    const tables = [
      'users',
      'weekly_schedule',
      'usage_adjustments',
      'recorded_payments',
      'student_notes',
      'student_imports',
    ]
    for (const table of tables) {
      await prisma.$executeRawUnsafe(`ALTER TABLE ${table} ADD CONSTRAINT full_disk CHECK (false) NOT VALID`)
      try {
        expect((await moveIn(path).catch(() => null))?.status).not.toBe(302)
      } finally {
        await prisma.$executeRawUnsafe(`ALTER TABLE ${table} DROP CONSTRAINT full_disk`)
      }
    }
    expect(await sums()).toEqual(before)
    expect((await moveIn(path)).status).toBe(302)
    expect(await prisma.user.count({ where: { firstName: 'Ava' } })).toBe(1)
  })

  test('chosen at two desks moves in at one of them', async () => {
    const [one, two] = [await mendedOakHill(), await mendedOakHill()]
    const [first, second] = [(await see(one)).version, (await see(two)).version]
    const answers = await Promise.all([
      press(one, { intent: 'move-in', version: first }),
      press(two, { intent: 'move-in', version: second }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409])
    expect(await prisma.user.count({ where: { firstName: 'Ava' } })).toBe(1)
  })

  test('moves in beside a family that books, and asks about a ride that is in the way', async () => {
    const { id: officeId } = await prisma.user.findFirstOrThrow({ where: { role: 'admin' } })
    const grace = await rider({ email: 'grace@adult.example', firstName: 'Grace', lastName: 'Adult' })
    const path = await mendedOakHill()
    const { version } = await see(path)
    const books = (time: string) =>
      addToLesson(
        officeId,
        grace.id,
        { date: '2026-12-04', time, type: 'Group Lesson' },
        { scope: 'one-time', create: true },
      )
    const [moved] = await Promise.all([press(path, { intent: 'move-in', version }), books('15:00')])
    expect(moved.status).toBe(302)
    expect(await prisma.oneTimeParticipant.count()).toBe(1)

    await press(path, { intent: 'undo' })
    const again = await mendedOakHill()
    const shown = await see(again)
    await books('12:30')
    expect((await press(again, { intent: 'move-in', version: shown.version })).status).toBe(409)
    expect((await see(again)).look).toMatchObject([
      {
        name: 'Grace Adult',
        problems: [{ field: 'time', message: 'Grace Adult rides on Dec 4, 2026 at 12:30 PM already' }],
      },
    ])
    expect((await moveIn(again)).status).toBe(302)
  })

  test('corrected, it changes what was corrected', async () => {
    await moveIn(await mendedOakHill())
    const corrected = OAK_HILL.replaceAll(
      '4:00 PM,Group,60 min,Kelly Marsh,Intro Package,3,$238.50',
      '5:00 PM,Group,60 min,Kelly Marsh,Intro Package,2,$283.50',
    )
      .replaceAll('Peanut', 'Walnut')
      .replaceAll('72 lb', '75 lb')
    const path = await mendedOakHill(corrected)
    expect((await see(path)).looks).toBe(0)
    expect((await moveIn(path)).status).toBe(302)
    const ava = await prisma.user.findFirstOrThrow({
      where: { firstName: 'Ava' },
      include: {
        weeklyPlaces: true,
        notes: true,
        adjustments: true,
        offlinePayments: { include: { months: { include: { payments: true } } } },
      },
    })
    expect(
      ava.weeklyPlaces.filter(({ deletedFromDate, startDate }) => !deletedFromDate || deletedFromDate > startDate),
    ).toMatchObject([{ scheduledTime: '17:00' }])
    expect(ava).toMatchObject({ weightLb: 75, notes: [{ text: 'Walnut allergy' }] })
    expect(ava.adjustments.reduce((sum, { delta }) => sum + delta, 0)).toBe(2)
    expect(ava.offlinePayments[0]?.months.map(({ amount, payments }) => [String(amount), payments.length])).toEqual([
      ['283.5', 1],
    ])
    expect(await prisma.user.count({ where: { lastName: 'Ruiz' } })).toBe(3)
  })
})

// The embedded database runs one transaction after the other.
if (process.env.TEST_DATABASE_URL) {
  test('What another desk records while a file moves in is not the file’s: Undo leaves it', async () => {
    const { id: officeId } = await prisma.user.findFirstOrThrow({ where: { role: 'admin' } })
    const grace = await rider({ email: 'grace@adult.example', firstName: 'Grace', lastName: 'Adult' })
    await addNote(officeId, grace.id, { text: 'Old', forBarn: true })
    const old = await prisma.studentNote.findFirstOrThrow()
    const path = await mendedOakHill()
    const { version } = await see(path)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const waiting = async () =>
      (
        await prisma.$queryRaw<object[]>`
          SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      ).length
    const holding = withTx(async (tx) => {
      await tx.$executeRaw`LOCK TABLE usage_adjustments IN EXCLUSIVE MODE`
      await held
    })
    const moved = press(path, { intent: 'move-in', version })
    await expect.poll(waiting).toBe(1)
    const payment = { amount: 1000, month: { year: 2026, month: 10 }, method: 'cash', paidOn: '2026-10-05' } as const
    let done = 0
    const others = [
      recordPayment(officeId, grace.id, { ...payment, packageId: null }),
      setOfflinePayment(officeId, { userId: grace.id, year: 2026, month: 9 }, 80),
      addNote(officeId, grace.id, { text: 'Lame', forBarn: true }),
      deleteNote(officeId, grace.id, old.id),
    ].map((one) => one.finally(() => (done += 1)))
    await expect.poll(async () => done + (await waiting())).toBe(5)
    release()
    await Promise.all([holding, ...others])
    expect((await moved).status).toBe(302)
    const { made } = await prisma.studentImport.findFirstOrThrow()
    const { rows } = madeOf(made)
    expect(rows.filter(({ table, id }) => table === 'student_notes' && id === String(old.id))).toEqual([])
    await press(path, { intent: 'undo' })
    expect(await prisma.recordedPayment.count({ where: { amount: 10 } })).toBe(1)
    expect(await prisma.offlinePaymentMonth.count({ where: { month: 9, amount: 80 } })).toBe(1)
    expect(await prisma.studentNote.count({ where: { text: 'Lame' } })).toBe(1)
    expect(await prisma.studentNote.count({ where: { id: old.id } })).toBe(0)
  })
}

describe('A corrected file', () => {
  const LATER = OAK_HILL.replaceAll('4:00 PM', '5:00 PM').replaceAll('16:30', '17:30').replaceAll('4:30 PM', '5:30 PM')
  const standing = async (riderId: string) =>
    (await prisma.weeklyPlace.findMany({ where: { studentId: riderId, deletedFromDate: null } })).map(
      ({ scheduledTime, startDate }) => `${startDate.toISOString().slice(0, 10)} ${scheduledTime}`,
    )

  test('moves a rider who is out that day, and one who has ridden already that day from the week after', async () => {
    await moveIn(await mendedOakHill())
    const [ava, zoe] = [await oneOf('Ava'), await oneOf('Zoe')]
    const [first, today] = [
      { date: '2026-12-01', time: '16:00', type: 'Group Lesson' },
      { date: '2026-11-26', time: '16:30', type: 'Group Lesson' },
    ]
    const { id: officeId } = await prisma.user.findFirstOrThrow({ where: { role: 'admin' } })
    await removeFromLesson(officeId, ava.id, first, { scope: 'one-time' })
    setClock('2026-11-26T23:00:00Z')
    await markAttendance(officeId, { riderId: zoe.id, ...today }, { attendance: 'present' })

    const { status, body } = await moveIn(await mendedOakHill(LATER))
    expect(status, JSON.stringify(body)).toBe(302)
    expect(await standing(ava.id)).toEqual(['2026-12-01 17:00'])
    expect(await standing(zoe.id)).toEqual(['2026-12-03 17:30'])
    expect(await prisma.ride.count({ where: { studentId: zoe.id } })).toBe(1)
  })
})

describe('What was changed here since', () => {
  /** A family and the office go on after the file. */
  async function goOn(): Promise<void> {
    const { id: officeId } = await prisma.user.findFirstOrThrow({ where: { role: 'admin' } })
    const [dana, ava, ben, mia, zoe] = await Promise.all(['Dana', 'Ava', 'Ben', 'Mia', 'Zoe'].map(oneOf))
    await prisma.user.update({ where: { id: dana!.id }, data: { email: 'dana@new.example', phone: '(555) 099-0000' } })
    await prisma.user.update({ where: { id: ben!.id }, data: { firstName: 'Benjamin' } })
    const slot = { date: '2026-12-01', time: '16:00', type: 'Group Lesson' }
    await removeFromLesson(officeId, ava!.id, slot, { scope: 'weekly' })
    await addToLesson(
      officeId,
      ava!.id,
      { ...slot, date: '2026-12-02', time: '17:00' },
      { scope: 'weekly', create: true },
    )
    const [note] = await prisma.studentNote.findMany({ where: { studentId: ava!.id } })
    await deleteNote(officeId, ava!.id, note!.id)
    const paid = await prisma.recordedPayment.findFirstOrThrow({ where: { noted: { record: { userId: ava!.id } } } })
    await removeRecordedPayment(officeId, paid.id)
    const month = { year: 2026, month: 11 }
    await withTx((tx) =>
      setUsage(
        tx,
        officeId,
        { riderId: ava!.id, month },
        { wishes: [{ counter: 'lessons', used: 3 }], reason: 'Counted' },
      ),
    )
    await withTx((tx) => grantPackage(tx, officeId, { userId: mia!.id, month }, null))
    await setHidden(officeId, zoe!.id, true)
  }
  const texts = async (path: string) =>
    (await see(path)).changedHere.map(({ row, name, text }: { row: number; name: string; text: string }) =>
      [row, name, text].join(' '),
    )

  test('stays when the same file comes again, or a corrected one, and is named', async () => {
    await moveIn(await mendedOakHill())
    await goOn()
    const before = await sums()
    const again = await mendedOakHill()
    expect(await texts(again)).toEqual([
      '3 Dana Ruiz has the email dana@new.example here. The file says dana@ruiz.example',
      '3 Dana Ruiz has the phone (555) 099-0000 here. The file says (555) 011-0107',
      '3 Ava Ruiz rides on Wednesday 5:00 PM here. The file says Tuesday 4:00 PM',
      '3 Ava Ruiz has other payments here. The file says $238.50 on Nov 2, 2026',
      '3 Ava Ruiz has other notes here. The file says “Peanut allergy”',
      '5 Mia van der Berg has no package here. The file says Package 3 - Private',
      '6 Zoe Okafor was removed from the lists here',
    ])
    expect(await see(again)).toMatchObject({ school: { isSame: true }, riders: { all: 9, ready: 8 } })
    await moveIn(again)
    expect(await sums()).toEqual(before)

    const corrected = await mendedOakHill(
      OAK_HILL.replaceAll('Package,3,$238.50', 'Package,2,$240.00')
        .replaceAll('4:00 PM', '5:00 PM')
        .replaceAll('Peanut', 'Walnut'),
    )
    expect(await texts(corrected)).toEqual(
      expect.arrayContaining([
        '3 Ava Ruiz rides on Wednesday 5:00 PM here. The file says Tuesday 5:00 PM',
        '3 Ava Ruiz has 1 of 4 lessons left here. The file says 2',
        '3 Ava Ruiz has other payments here. The file says $240.00 on Nov 2, 2026',
        '3 Ava Ruiz has other notes here. The file says “Walnut allergy”',
      ]),
    )
    await moveIn(corrected)
    expect((await sums()).users).toBe(before.users)
    expect((await sums()).recorded_payments).toBe(before.recorded_payments)
    expect((await sums()).student_notes).toBe(before.student_notes)
    expect((await sums()).usage_adjustments).toBe(before.usage_adjustments)
    // What stayed is named again by the next file.
    expect(await texts(await mendedOakHill())).toHaveLength(7)
  })

  test('is as the file says where the office chooses it, and Undo brings it back', async () => {
    await moveIn(await mendedOakHill())
    await goOn()
    const before = await sums()
    const path = await mendedOakHill()
    await press(path, { intent: 'mend', 'row-3-take': 'on', 'row-6-take': 'on' })
    expect((await see(path)).changedHere.filter(({ taken }: { taken: boolean }) => !taken)).toMatchObject([{ row: 5 }])
    expect((await moveIn(path)).status).toBe(302)
    expect(await oneOf('Dana')).toMatchObject({ email: 'dana@ruiz.example', phone: '(555) 011-0107' })
    expect((await oneOf('Zoe')).hiddenAt).toBeNull()
    const ava = await oneOf('Ava')
    const places = await prisma.weeklyPlace.findMany({ where: { studentId: ava.id, deletedFromDate: null } })
    expect(places.map(({ dayOfWeek, scheduledTime }) => [dayOfWeek, scheduledTime])).toEqual([[2, '16:00']])
    expect((await texts(await mendedOakHill())).map((text: string) => text[0])).toEqual(['5'])
    expect((await press(path, { intent: 'undo' })).status).toBe(302)
    expect(await sums()).toEqual(before)
  })

  test('between the plan and the press is said, not overwritten', async () => {
    const { id } = await rider({ email: 'tom@berg.example', firstName: 'Tom', lastName: 'van der Berg', phone: null })
    const path = await mendedOakHill()
    const { version } = await see(path)
    await prisma.user.update({ where: { id }, data: { phone: '(555) 099-0000' } })
    const before = await sums()
    expect((await press(path, { intent: 'move-in', version })).status).toBe(409)
    expect(await sums()).toEqual(before)
  })
})

test('A family without an email moves in, comes again as the same, is undone, and gets its email with a later file', async () => {
  const csv = (email: string) =>
    `Rider,Guardian,Email,Phone,Day,Time,Package,Lessons left,Paid\nPip Quill,Dora Quill,${email},555-011-0101,Tue,4:00 PM,Intro Package,3,$40.05\nIvy Lone,Ivy Lone,,,Wed,4:00 PM,,,`
  const before = await sums()
  const first = await kept(csv(''))
  await moveIn(first)
  expect((await see(await kept(csv('')))).school.isSame).toBe(true)
  await press(first, { intent: 'undo' })
  expect(await sums()).toEqual(before)
  await moveIn(await kept(csv('')))
  expect(await oneOf('Ivy')).toMatchObject({ email: null, guardianId: null, ridesToo: true })
  await moveIn(await kept(csv('dora@quill.example')))
  expect(await oneOf('Dora')).toMatchObject({ email: 'dora@quill.example' })
})

test('A family without an email whose guardian was corrected here is the same when its file comes again', async () => {
  const csv =
    'Rider,Guardian,Email,Phone,Day,Time,Package,Makeups owed,Paid\nPip Quill,Dora Quil,,555-011-0101,Tue,4:00 PM,Intro Package,2,$40'
  await moveIn(await kept(csv))
  await prisma.user.update({ where: { id: (await oneOf('Dora')).id }, data: { lastName: 'Quill' } })
  const before = await sums()
  const again = await kept(csv)
  expect(await see(again)).toMatchObject({ looks: 0, school: { isSame: true } })
  await moveIn(again)
  expect(await sums()).toEqual(before)
})

test('Makeups that are owed move in without an end, once; Undo takes them along, but for one that is booked', async () => {
  const { id: studentId } = await rider({ email: 'rae@quinn.example', firstName: 'Rae', lastName: 'Quinn' })
  const before = await sums()
  const csv = 'Rider,Email,Type,Makeups owed\nRae Quinn,rae@quinn.example,Private,2\nKit Poe,kit@poe.example,,1'
  const path = await kept(csv)
  expect((await see(path)).school).toMatchObject({
    owed: [
      ['Private Lesson', 2],
      ['Group Lesson', 1],
    ],
    isSame: false,
  })
  await moveIn(path)
  const owed = { why: 'office', reason: 'Owed when moved in', validTo: new Date('9999-12-31') }
  const [first, ...more] = await prisma.makeup.findMany({ where: { studentId }, orderBy: { id: 'asc' } })
  expect([first, ...more]).toMatchObject(Array(2).fill({ ...owed, lessonType: 'Private Lesson' }))
  expect((await see(await kept(csv))).school.isSame).toBe(true)

  const at = { lessonDate: new Date('2026-12-01'), scheduledTime: '16:00', lessonType: 'Private Lesson' }
  const booking = { ...at, makeupId: first!.id, studentId, byId: first!.byId }
  const { id } = await prisma.makeupBooking.create({ data: booking })
  const answer = await press(path, { intent: 'undo' })
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([
    409,
    expect.stringContaining('Rae Quinn has a makeup in a lesson now'),
  ])
  await prisma.makeupBooking.delete({ where: { id } })
  await press(path, { intent: 'undo' })
  expect(await sums()).toEqual(before)
})

test('Nobody is put on a day on which the lesson of the file is closed', async () => {
  const { id: officeId } = await prisma.user.findFirstOrThrow({ where: { role: 'admin' } })
  await weeklyPlace({ startDate: '2026-11-24', riderId: (await rider()).id })
  await closeDay(officeId, '2026-12-01', { from: null, reason: 'Holiday' })
  expect((await moveIn(await mendedOakHill())).status).toBe(302)
  const { weeklyPlaces } = await prisma.user.findFirstOrThrow({
    where: { firstName: 'Ava' },
    include: { weeklyPlaces: true },
  })
  expect(weeklyPlaces.map(({ startDate }) => startDate.toISOString().slice(0, 10))).toEqual(['2026-12-08'])
  expect(await findLesson({ date: '2026-12-01', time: '16:00', type: 'Group Lesson' })).toBeUndefined()
})

test('Families of a file are reminded of rides once they were invited or have signed in, or the week of the file is over', async () => {
  const { id: officeId } = await prisma.user.findFirstOrThrow({ where: { role: 'admin' } })
  await rider({ email: 'grace@adult.example', firstName: 'Grace', lastName: 'Adult' })
  expect((await moveIn(await mendedOakHill())).status).toBe(302)
  const reminded = async (day: string) => {
    setClock(`${day}T17:00:00Z`)
    await remindOfTomorrow()
    const mails = await prisma.outboxEmail.findMany({ where: { kind: 'ride-reminder' }, orderBy: { recipient: 'asc' } })
    await prisma.outboxEmail.deleteMany()
    return mails.map(({ recipient }) => recipient)
  }
  // Grace was here before.
  expect(await reminded('2026-11-26')).toEqual(['grace@adult.example'])
  expect(await reminded('2026-11-27')).toEqual([])
  const { guardianId } = await oneOf('Mia')
  await invite(officeId, { who: 'chosen', ids: [guardianId ?? ''], note: null, byHand: false })
  await prisma.outboxEmail.deleteMany()
  expect(await reminded('2026-11-27')).toEqual(['tom@berg.example'])
  await prisma.user.updateMany({ where: { email: 'mary@lee.example' }, data: { signedInAt: new Date() } })
  expect(await reminded('2026-11-29')).toEqual(['mary@lee.example'])
  expect(await reminded('2026-12-07')).toEqual(['dana@ruiz.example'])
})

test('Families of a file hear nothing before they are invited, though a ride changes, or another family is erased', async () => {
  const { id: officeId } = await prisma.user.findFirstOrThrow({ where: { role: 'admin' } })
  const path = await mendedOakHill()
  expect((await moveIn(path)).status).toBe(302)
  const [ben, mia, zoe] = [await oneOf('Ben'), await oneOf('Mia'), await oneOf('Zoe')]
  const mails = async () => (await prisma.outboxEmail.findMany()).map(({ recipient }) => recipient)
  const change = async (date: string) => {
    await removeFromLesson(officeId, ben.id, { date, time: '16:00', type: 'Group Lesson' }, { scope: 'one-time' })
    setClock(`${date}T15:00:00Z`)
    await notifyRideChanges()
    expect(await prisma.toldRide.count({ where: { studentId: ben.id, dueAt: { not: null } } })).toBe(0)
  }
  await change('2026-12-01')
  expect(await mails()).toEqual([])
  await eraseFamily(officeId, mia.guardianId ?? '', 'Tom van der Berg')
  const [left] = await prisma.studentImport.findMany()
  expect(JSON.stringify(left)).not.toMatch(new RegExp(`Mia|Berg|Oak|Ruiz|${mia.id}|${mia.guardianId}`))
  expect(JSON.stringify(left)).toContain(ben.guardianId)
  await eraseFamily(officeId, zoe.guardianId ?? '', 'Ngozi Okafor')
  expect(JSON.stringify(await prisma.studentImport.findMany())).not.toContain(zoe.id)
  setClock('2026-11-30T17:00:00Z')
  expect(await remindOfTomorrow()).toBe(0)
  expect(await mails()).toEqual([])
  await invite(officeId, { who: 'chosen', ids: [ben.guardianId ?? ''], note: null, byHand: false })
  await prisma.outboxEmail.deleteMany()
  await addToLesson(
    officeId,
    ben.id,
    { date: '2026-12-01', time: '16:00', type: 'Group Lesson' },
    { scope: 'one-time' },
  )
  expect(await remindOfTomorrow()).toBe(1)
  expect(await mails()).toEqual(['dana@ruiz.example'])
})

describe('Undo', () => {
  test('keeps the place of a rider of before the file who has a horse for it by now, or a makeup', async () => {
    const { id: officeId } = await prisma.user.findFirstOrThrow({ where: { role: 'admin' } })
    const grace = await rider({ email: 'grace@adult.example', firstName: 'Grace', lastName: 'Adult' })
    const path = await mendedOakHill()
    expect((await moveIn(path)).status).toBe(302)
    const place = await prisma.weeklyPlace.findFirstOrThrow({ where: { studentId: grace.id } })
    const star = await horse('Star')
    const { id } = await prisma.horseUsage.create({
      data: {
        horseId: star.id,
        horseName: 'Star',
        usageDate: place.startDate,
        lessonTime: place.scheduledTime,
        studentId: grace.id,
        studentName: 'Grace Adult',
        lessonType: place.lessonType,
      },
    })
    const reasons = async () => {
      const { status, body } = await press(path, { intent: 'undo' })
      return [status, ...body.lastResult.error['']]
    }
    expect(await reasons()).toEqual([409, 'Grace Adult has a horse for a lesson now. Nothing was undone.'])
    await prisma.horseUsage.delete({ where: { id } })
    await closeDay(officeId, place.startDate.toISOString().slice(0, 10), { from: null, reason: 'Snow' })
    expect((await reasons()).join()).toContain('Grace Adult has a makeup now.')
  })

  test('works after an upgrade that added a column', async () => {
    const path = await mendedOakHill()
    expect((await moveIn(path)).status).toBe(302)
    const add = (table: string) => `ALTER TABLE ${table} ADD COLUMN newer boolean NOT NULL DEFAULT false`
    for (const table of ['users', 'weekly_schedule']) await prisma.$executeRawUnsafe(add(table))
    try {
      const { status, body } = await press(path, { intent: 'undo' })
      expect(status, JSON.stringify(body)).toBe(302)
    } finally {
      for (const table of ['users', 'weekly_schedule']) {
        await prisma.$executeRawUnsafe(`ALTER TABLE ${table} DROP COLUMN newer`)
      }
    }
    expect(await prisma.user.count({ where: { firstName: 'Ava' } })).toBe(0)
  })

  test('takes a removed instructor off the list again, and opens the waitlist line of who came in', async () => {
    const { id: officeId } = await prisma.user.findFirstOrThrow({ where: { role: 'admin' } })
    for (const [firstName, lastName] of [
      ['Beth', 'Cole'],
      ['Zed', 'Zimmer'],
    ] as const) {
      await addInstructor(officeId, { firstName, lastName })
      await removeInstructor(officeId, (await oneOf(firstName)).id)
    }
    const known = await rider({ email: 'grace@adult.example', firstName: 'Grace', lastName: 'Adult' })
    await weeklyPlace({ time: '12:00', type: 'Private Lesson', startDate: '2026-11-06' })
    const slot = { date: '2026-11-27', time: '12:00', type: 'Private Lesson' }
    await prisma.rideType.updateMany({ where: { name: slot.type }, data: { capacity: 1 } })
    const other = await rider()
    await addToLesson(officeId, other.id, slot, { scope: 'weekly' })
    await addToWaitlist(officeId, known.id, slot, 'weekly')
    const before = await sums()
    const path = await mendedOakHill()
    expect((await moveIn(path)).status).toBe(302)
    expect((await oneOf('Beth')).hiddenAt).toBeNull()
    const { made } = await prisma.studentImport.findFirstOrThrow()
    expect(JSON.stringify(made)).not.toContain((await oneOf('Zed')).id)
    expect(await prisma.waiting.count({ where: { closedAt: null } })).toBe(0)
    const { status, body } = await press(path, { intent: 'undo' })
    expect(status, JSON.stringify(body)).toBe(302)
    expect(await sums()).toEqual(before)
  })

  test('leaves every table as it was before, also after a corrected file', async () => {
    const known = await rider({ email: 'tom@berg.example', firstName: 'Tom', lastName: 'van der Berg', phone: null })
    const before = await sums()
    const path = await mendedOakHill()
    expect((await moveIn(path)).status).toBe(302)
    const moved = await sums()
    expect(moved).not.toEqual(before)
    expect((await prisma.user.findUniqueOrThrow({ where: { id: known.id } })).phone).toBe('(555) 011-0108')

    const second = await mendedOakHill(OAK_HILL.replaceAll('Peanut', 'Walnut').replaceAll('4:00 PM', '5:00 PM'))
    expect((await moveIn(second)).status).toBe(302)
    expect((await press(second, { intent: 'undo' })).status).toBe(302)
    expect(await sums()).toEqual(moved)

    expect((await press(path, { intent: 'undo' })).status).toBe(302)
    expect((await press(path, { intent: 'undo' })).status).toBe(302)
    expect(await sums()).toEqual(before)
    await moveIn(await mendedOakHill())
    expect(await prisma.user.count({ where: { firstName: 'Ava' } })).toBe(1)
  })

  test('names what was built on it, and undoes nothing then', async () => {
    const path = await mendedOakHill()
    await moveIn(path)
    const ava = await prisma.user.findFirstOrThrow({ where: { firstName: 'Ava' } })
    await prisma.ride.create({
      data: {
        studentId: ava.id,
        scheduledDate: new Date('2026-12-01'),
        scheduledTime: '16:00',
        type: 'Group Lesson',
        duration: 60,
        status: 'completed',
        attendance: 'present',
      },
    })
    await prisma.user.update({ where: { id: ava.id }, data: { weightLb: 80 } })
    const before = await sums()
    const { status, body } = await press(path, { intent: 'undo' })
    expect(status).toBe(409)
    expect(JSON.stringify(body)).toContain('Ava Ruiz has a recorded ride now')
    expect(JSON.stringify(body)).toContain('Ava Ruiz was changed')
    expect(await sums()).toEqual(before)
  })

  test('names two accounts that were merged since, a day that was closed, and a line that was joined', async () => {
    const { id: officeId } = await prisma.user.findFirstOrThrow({ where: { role: 'admin' } })
    const path = await mendedOakHill()
    await moveIn(path)
    const [sue, mary, ava] = [await oneOf('Sue'), await oneOf('Mary'), await oneOf('Ava')]
    await mergeAccounts(officeId, sue.id, mary.id, 'kept')
    await closeDay(officeId, '2026-12-01', { from: null, reason: 'Snow' })
    await addToWaitlist(officeId, ava.id, { date: '2026-12-03', time: '16:30', type: 'Group Lesson' }, 'one-time')
    const before = await sums()
    const { status, body } = await press(path, { intent: 'undo' })
    expect(status).toBe(409)
    expect(body.lastResult.error['']).toEqual([
      'Ann Lee was changed.',
      'Ava Ruiz has a makeup now.',
      'Ava Ruiz has a waitlist entry now.',
      'Ben Ruiz has a makeup now.',
      'Mary Lee was changed.',
      'Nothing was undone.',
    ])
    expect(await sums()).toEqual(before)
  })

  test('says what took the place of what would come back', async () => {
    const tom = await rider({ email: 'tom@berg.example', firstName: 'Tom', lastName: 'van der Berg', phone: null })
    const named = (email: string) =>
      `Rider,Parent,Email,Phone\nMia van der Berg,Tom van der Berg,${email},555-011-0108\n`
    await moveIn(await kept(named('tom@berg.example')))
    await prisma.user.update({ where: { id: tom.id }, data: { email: 'tom@new.example' } })
    const path = await kept(named('tom@berg.example'))
    await press(path, { intent: 'mend', 'row-2-take': 'on' })
    expect((await moveIn(path)).status).toBe(302)
    expect((await oneOf('Tom')).email).toBe('tom@berg.example')
    await rider({ email: 'tom@new.example' })
    const { status, body } = await press(path, { intent: 'undo' })
    expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining('That email is already in use')])
  })

  test('is over once anyone was erased: the file named them', async () => {
    const path = await mendedOakHill()
    await moveIn(path)
    const grace = await prisma.user.findFirstOrThrow({ where: { firstName: 'Grace' } })
    const { id } = await prisma.user.findFirstOrThrow({ where: { role: 'admin' } })
    await eraseFamily(id, grace.id, 'Grace Adult')
    expect(await listStudentImports()).toEqual([])
    expect((await press(path, { intent: 'undo' })).headers.get('Location')).toBe('/settings/import')
  })

  test('is over after a week, when the file is gone', async () => {
    const path = await mendedOakHill()
    await moveIn(path)
    setClock('2026-12-04T15:00:00Z')
    desk = await ImportDesk.open()
    expect((await press(path, { intent: 'undo' })).headers.get('Location')).toBe('/settings/import')
    expect(await prisma.user.count({ where: { firstName: 'Ava' } })).toBe(1)
  })
})

describe('What can be read', () => {
  test('a workbook says the same as a file of text, with days and times as Excel keeps them', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Students',
          rows: [
            ['Rider', 'Parent', 'Email', 'DOB', 'Day', 'Time', 'Paid', 'Paid on'],
            [
              'Ava Ruiz',
              'Dana Ruiz',
              'dana@ruiz.example',
              new Date('2014-05-31T00:00:00Z'),
              'Tue',
              new Date('1899-12-30T16:15:00Z'),
              238.5,
              new Date('2026-11-02T00:00:00Z'),
            ],
          ],
        },
      ],
    })
    const shown = await see(await kept(new Uint8Array(bytes), 'students.xlsx'))
    expect(shown).toMatchObject({ looks: 0, riders: { all: 1, ready: 1 }, school: { paid: { count: 1, sum: 23_850 } } })
    expect(shown.school.week).toMatchObject([
      { day: 'Tuesday', lessons: [{ what: '4:15 PM Group Lesson, 60 minutes' }] },
    ])
  })

  test('a workbook that would unpack to more than it may is refused before it is unpacked', async () => {
    const bytes = new Uint8Array(
      await writeXlsx({
        sheets: [
          {
            name: 'Students',
            rows: [
              ['Rider', 'Email'],
              ['Ava Ruiz', 'a@b.example'],
            ],
          },
        ],
      }),
    )
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const at = bytes.findIndex((_, i) => i + 4 <= bytes.length && view.getUint32(i, true) === 0x02014b50)
    for (const says of [0x7fffffff, 0]) {
      view.setUint32(at + 24, says, true)
      const { status, body } = await send(bytes, 'students.xlsx')
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('The workbook is too large')])
    }
  })

  test('a small workbook that says a long text again and again is refused', async () => {
    const long = 'An allergy. '.repeat(150)
    const rows = Array.from({ length: 4000 }, () => Array.from({ length: 20 }, () => long))
    const bytes = new Uint8Array(
      await writeXlsx({ sheets: [{ name: 'Students', rows: [['Rider', 'Email'], ...rows] }] }),
    )
    expect(bytes.length).toBeLessThan(1024 * 1024)
    const { status, body } = await send(bytes, 'students.xlsx')
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('The file has too much text')])
  })

  test.each([
    ['too large', new Uint8Array(4 * 1024 * 1024 + 1), 'larger than 4 MB'],
    ['empty', '', 'empty'],
    ['headings alone', 'Rider,Email\n', 'no rows'],
    ['a picture', new Uint8Array([137, 80, 78, 71, 0, 0, 0]), 'neither a CSV nor an XLSX'],
    ['a broken workbook', new Uint8Array([0x50, 0x4b, 3, 4, 1, 2, 3]), 'cannot be read'],
    ['more than 5,000 rows', `Rider,Email\n${'Ava,a@b.example\n'.repeat(5001)}`, 'more than 5,000 rows'],
  ])('%s is refused with words', async (_, content, words) => {
    const { status, body } = await send(content)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(words)
  })

  test('a file that the server did not take is refused with words on the screen', async () => {
    const { body } = await desk.office.get(screen, '/settings/import?large=yes')
    expect(body.refused).toEqual([expect.stringContaining('The file is larger than 4 MB')])
  })

  test('a letter of two halves is not cut in two', async () => {
    const long = (most: number) => `${'x'.repeat(most - 1)}\u{1f40e}`
    const csv = `Rider,Email,Notes,Second guardian,Instructor\nAva Ruiz,ava@ruiz.example,${long(2000)},${long(1983)},${long(100)}\n`
    const path = await kept(csv, `\u{1f40e}${'x'.repeat(195)}.csv`)
    await press(path, { intent: 'mend', 'row-2-medical': long(2000) })
    expect(await see(path)).toMatchObject({ looks: 0 })
    expect((await moveIn(path)).status).toBe(302)
  })

  test('columns are said by hand, and remembered for the next file', async () => {
    const csv = 'Reiter,Post\nAva Ruiz,ava@ruiz.example\n'
    const path = await kept(csv)
    expect((await see(path)).riders.ready).toBe(0)
    await press(path, { intent: 'columns', 'column-0': 'rider', 'column-1': 'email' })
    expect((await see(path)).riders).toEqual({ all: 1, ready: 1 })
    expect((await see(await kept(csv))).riders).toEqual({ all: 1, ready: 1 })
  })

  test('a row is left out, and comes back', async () => {
    const path = await kept('Rider,Email\nAva Ruiz,\nBen Ruiz,ben@ruiz.example\n')
    await press(path, { intent: 'mend', 'row-2-skip': 'on' })
    expect(await see(path)).toMatchObject({ looks: 0, leftOut: 1, riders: { all: 1, ready: 1 } })
    await press(path, { intent: 'take-back' })
    expect(await see(path)).toMatchObject({ looks: 1, leftOut: 0 })
  })

  test('neither a family nor an instructor gets in', async () => {
    const path = await kept(OAK_HILL)
    const family = await signedIn(await rider())
    expect((await family.get(loader, path, { id: path.split('/').at(-1) })).status).not.toBe(200)
    expect((await press(path, { intent: 'forget' }, family)).status).not.toBe(200)
    expect(await prisma.studentImport.count()).toBe(1)
  })
})
