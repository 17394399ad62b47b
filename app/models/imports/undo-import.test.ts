import { beforeEach, expect, test } from 'vitest'
import { addNote } from '~/models/people/families/student-note.server'
import { addToLesson } from '~/models/schedule/change/add-rider.server'
import { closeDay } from '~/models/schedule/change/close-day.server'
import { assignHorse } from '~/models/schedule/change/horses/set-horse.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { removeFromLesson } from '~/models/schedule/change/remove-rider.server'
import { saveHorse } from '~/models/schedule/horses/horse.server'
import { callOff } from '~/models/schedule/makeups/absence.server'
import { takeOffer } from '~/models/schedule/waitlist/take-offer.server'
import { addToWaitlist } from '~/models/schedule/waitlist/waitlist.server'
import { publishDraft, saveDraft } from '~/models/waivers/version.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { remindOfTomorrow } from '~/services/mail/notices/ride-reminders.server'
import { seedCatalog } from '../../../prisma/seed/catalog'
import { emptyTables, horse, rider, rideTypes, weeklyPlace } from '../../../test/factories'
import { ImportDesk, OAK_HILL, sums } from '../../../test/import-desk'

let desk: ImportDesk
let officeId: string

beforeEach(async () => {
  setClock('2026-11-26T15:00:00Z')
  await emptyTables()
  await rideTypes()
  await seedCatalog()
  desk = await ImportDesk.open()
  officeId = (await prisma.user.findFirstOrThrow({ where: { role: 'admin' } })).id
})

const idOf = async (firstName: string) => (await prisma.user.findFirstOrThrow({ where: { firstName } })).id
const TUESDAY = { time: '16:00', type: 'Group Lesson' }
const LATER = OAK_HILL.replaceAll(/4:00 ?pm/gi, '5:00 PM')
  .replaceAll('16:30', '17:30')
  .replaceAll('4:30 PM', '5:30 PM')
  .replaceAll('Peanut', 'Walnut')

async function moved(content: string): Promise<string> {
  const path = await desk.oakHill(content)
  const { status, body } = await desk.moveIn(path)
  expect(status, JSON.stringify(body)).toBe(302)
  return path
}

async function undone(path: string): Promise<void> {
  const { status, body } = await desk.press(path, { intent: 'undo' })
  expect(status, JSON.stringify(body)).toBe(302)
}

/** What the office and families do with the lessons of a file: everything that hangs on a weekly place. */
async function goOn(): Promise<void> {
  const [ava, ben, zoe, dana] = [await idOf('Ava'), await idOf('Ben'), await idOf('Zoe'), await idOf('Dana')]
  const on = (date: string) => ({ date, ...TUESDAY })
  await assignHorse(officeId, { riderId: ava, ...on('2026-12-01') }, { horseId: (await horse('Star')).id })
  await assignHorse(officeId, { riderId: ben, ...on('2026-12-15') }, { horseId: (await horse('Moon')).id })
  await closeDay(officeId, '2026-12-08', { from: null, reason: 'Holiday' })
  await closeDay(officeId, '2026-12-10', { from: null, reason: 'Holiday' })
  await callOff(dana, { riderId: ben, ...on('2026-12-01') })
  await removeFromLesson(officeId, ben, on('2026-12-22'), { scope: 'one-time' })
  await addToLesson(officeId, (await rider({ firstName: 'Guest' })).id, on('2026-12-29'), { scope: 'one-time' })
  await addNote(officeId, ava, { text: 'Shy', forBarn: true })
  await prisma.rideType.update({ where: { name: TUESDAY.type }, data: { capacity: 2 } })
  await addToWaitlist(officeId, (await rider({ firstName: 'Wanda' })).id, on('2026-12-15'), 'weekly')
  await addToWaitlist(officeId, (await rider({ firstName: 'Walter' })).id, on('2026-12-15'), 'one-time')
  setClock('2026-11-26T23:00:00Z')
  await markAttendance(
    officeId,
    { riderId: zoe, date: '2026-11-26', time: '16:30', type: TUESDAY.type },
    { attendance: 'present' },
  )
}

test('Undo of a corrected file brings back everything that hung on what it took away: days off, horses, makeups, guests, lines, marks, notes', async () => {
  const first = await moved(OAK_HILL)
  await goOn()
  const built = await sums()
  const second = await moved(LATER)
  expect(await sums()).not.toEqual(built)
  await undone(second)
  expect(await sums()).toEqual(built)
  expect((await desk.press(first, { intent: 'undo' })).status).toBe(409)
  expect(await sums()).toEqual(built)
})

test('Undo of a corrected file and then of the first one leaves what was there before, with what hung on it', async () => {
  const friday = { date: '2026-11-27', time: '12:00', type: 'Private Lesson' }
  const grace = await rider({ email: 'grace@adult.example', firstName: 'Grace', lastName: 'Adult' })
  const guest = await rider({ firstName: 'Guest' })
  await prisma.rideType.update({ where: { name: friday.type }, data: { capacity: 1 } })
  await addToLesson(officeId, guest.id, { ...friday, date: '2026-12-04' }, { scope: 'weekly', create: true })
  await closeDay(officeId, '2026-12-11', { from: null, reason: 'Holiday' })
  await addToWaitlist(officeId, grace.id, { ...friday, date: '2026-12-04' }, 'weekly')
  await addToLesson(officeId, grace.id, friday, { scope: 'one-time', create: true })
  await assignHorse(officeId, { riderId: grace.id, ...friday }, { horseId: (await horse('Star')).id })
  const before = await sums()
  const first = await moved(OAK_HILL)
  const after = await sums()
  const second = await moved(LATER.replace('Fri,noon', 'Fri,1 PM'))
  await undone(second)
  expect(await sums()).toEqual(after)
  await undone(first)
  expect(await sums()).toEqual(before)
})

test('Undo names who and what is elsewhere by now, or has the place, and undoes nothing then', async () => {
  await moved(OAK_HILL)
  await goOn()
  const second = await moved(LATER)
  const [ava, star] = [await idOf('Ava'), await prisma.horse.findFirstOrThrow({ where: { name: 'Star' } })]
  const other = { date: '2026-12-01', time: '15:30', type: 'Private Lesson' }
  await addToLesson(officeId, ava, other, { scope: 'one-time', create: true })
  const guest = await rider({ firstName: 'Gil', lastName: 'Guest' })
  await addToLesson(officeId, guest.id, other, { scope: 'one-time' })
  await assignHorse(officeId, { riderId: guest.id, ...other }, { horseId: star.id })
  await prisma.horse.update({ where: { name: 'Moon' }, data: { onRest: true } })
  const offer = await prisma.placeOffer.findFirstOrThrow({ where: { state: 'open', waiting: { weekly: true } } })
  await takeOffer(await idOf('Wanda'), offer.id)
  const before = await sums()
  const { status, body } = await desk.press(second, { intent: 'undo' })
  expect([status, ...body.lastResult.error['']]).toEqual([
    409,
    'Ava Ruiz is already riding at 3:30 PM on Dec 1, 2026.',
    'Star is already with Gil Guest at 3:30 PM on Dec 1, 2026.',
    'Moon cannot go back to Ben Ruiz at 4:00 PM on Dec 15, 2026 (resting).',
    'Wanda Stone took the spot that opened up at 4:00 PM on Dec 15, 2026.',
    'Nothing was undone.',
  ])
  expect(await sums()).toEqual(before)
  await removeFromLesson(officeId, ava, other, { scope: 'one-time' })
  await removeFromLesson(officeId, guest.id, other, { scope: 'one-time' })
  await removeFromLesson(officeId, await idOf('Wanda'), { date: '2026-12-15', ...TUESDAY }, { scope: 'weekly' })
  await prisma.horse.update({ where: { name: 'Moon' }, data: { onRest: false } })
  await undone(second)
  expect(await prisma.horseUsage.count()).toBe(2)
})

test('Undo says that a day that would come back is there already', async () => {
  await moved(OAK_HILL)
  await closeDay(officeId, '2026-12-08', { from: null, reason: 'Holiday' })
  const second = await moved(LATER)
  const slot = { date: '2026-12-01', ...TUESDAY }
  await addToLesson(officeId, (await rider()).id, slot, { scope: 'weekly', create: true })
  await closeDay(officeId, '2026-12-08', {
    from: null,
    reason: 'Snow',
    only: [TUESDAY],
  })
  const before = await sums()
  const { status, body } = await desk.press(second, { intent: 'undo' })
  expect([status, ...body.lastResult.error['']]).toEqual([
    409,
    'A lesson, a day off or a horse of today is in the way of what would come back. Please remove it first.',
  ])
  expect(await sums()).toEqual(before)
})

test('Undo takes days off along that came since, and tells the family that was told of a day since', async () => {
  const grace = await rider({ email: 'grace@adult.example', firstName: 'Grace', lastName: 'Adult' })
  const path = await moved(OAK_HILL)
  const friday = { date: '2026-12-04', time: '12:00', type: 'Private Lesson' }
  await addToLesson(officeId, grace.id, { ...friday, time: '15:00' }, { scope: 'one-time', create: true })
  await closeDay(officeId, '2026-12-11', { from: null, reason: 'Holiday', noMakeups: true })
  await removeFromLesson(officeId, grace.id, { ...friday, date: '2026-12-18' }, { scope: 'one-time' })
  const told = () => prisma.toldRide.findFirstOrThrow({ where: { studentId: grace.id, date: new Date('2026-12-04') } })
  expect((await told()).present).toBe('12:00 Private Lesson, 60 minutes\n15:00 Private Lesson, 60 minutes')
  await undone(path)
  expect(await prisma.lessonRemoval.count()).toBe(0)
  expect(await told()).toMatchObject({ present: '15:00 Private Lesson, 60 minutes', dueAt: expect.any(Date) })
})

test('Undo takes a child that the file added to a family along, though the family was reminded of its ride since', async () => {
  const grace = await rider({ email: 'grace@adult.example', firstName: 'Grace', lastName: 'Adult' })
  const [title, headings] = OAK_HILL.split('\n')
  const gus = 'Gus Adult,Grace Adult,grace@adult.example,,2015-02-03,,,Fri,noon,Private Lesson,60,,,,,,,'
  const path = await desk.kept([title, headings, gus, ''].join('\n'))
  const { status, body } = await desk.moveIn(path)
  expect(status, JSON.stringify(body)).toBe(302)
  const { id, guardianId } = await prisma.user.findFirstOrThrow({ where: { firstName: 'Gus' } })
  expect(guardianId).toBe(grace.id)
  await weeklyPlace({ riderId: (await rider()).id, startDate: '2026-11-27' })
  expect(await remindOfTomorrow()).toBe(2)
  expect(await prisma.toldRide.count({ where: { studentId: id } })).toBe(1)
  await prisma.outboxEmail.deleteMany()
  await undone(path)
  expect(await prisma.user.count({ where: { id } })).toBe(0)
})

const HORSES = 'Horse,Max rider weight,For riders from,Max per day\nStar,180,Novice,2\nMoon,,,\nOld Tom,,,5\n'

test('Horses move in with their limits, and Undo takes them out again, all but one that was removed before', async () => {
  const { id } = await horse('Old Tom')
  await prisma.horse.update({ where: { id }, data: { isActive: false, dayLimit: 1 } })
  const before = await sums()
  const path = await desk.kept(HORSES)
  expect((await desk.moveIn(path)).status).toBe(302)
  await expect(desk.office).toToast('3 horses moved in')
  const found = await prisma.horse.findMany({
    select: { name: true, isActive: true, maxWeightLb: true, minLevel: true, dayLimit: true },
    orderBy: { name: 'asc' },
  })
  expect(found).toEqual([
    { name: 'Moon', isActive: true, maxWeightLb: null, minLevel: null, dayLimit: 3 },
    { name: 'Old Tom', isActive: true, maxWeightLb: null, minLevel: null, dayLimit: 1 },
    { name: 'Star', isActive: true, maxWeightLb: 180, minLevel: 'novice', dayLimit: 2 },
  ])
  expect((await desk.see(await desk.kept(HORSES))).school.isSame).toBe(true)
  await undone(path)
  expect(await sums()).toEqual(before)
  expect(await prisma.horse.findMany({ select: { id: true, isActive: true } })).toEqual([{ id, isActive: false }])
})

test('Undo keeps horses that were changed since, or that a ride has by now, and names them', async () => {
  const path = await desk.kept(HORSES)
  await desk.moveIn(path)
  const [moon, star] = await prisma.horse.findMany({
    where: { name: { in: ['Moon', 'Star'] } },
    orderBy: { name: 'asc' },
  })
  const { id } = await rider()
  await weeklyPlace({ riderId: id, startDate: '2026-12-01' })
  await assignHorse(officeId, { riderId: id, date: '2026-12-01', ...TUESDAY }, { horseId: moon!.id })
  await saveHorse(officeId, star!.id, { dayLimit: 4 })
  const before = await sums()
  const { status, body } = await desk.press(path, { intent: 'undo' })
  expect([status, ...body.lastResult.error['']]).toEqual([
    409,
    'Moon is in use now.',
    'Star was changed.',
    'Nothing was undone.',
  ])
  expect(await sums()).toEqual(before)
})

test('Waivers on paper are recorded by a press of their own, once, and then keep their riders from being undone', async () => {
  const text = { title: 'Riding waiver', text: 'Horses are large.' }
  await saveDraft(officeId, text)
  await publishDraft(officeId, text, { asksAgain: true })
  const papers =
    'Rider,Guardian,Email,Waiver signed\nAva Ruiz,Dana Ruiz,dana@ruiz.example,3/2/2026\nKai Lone,,kai@lone.example,4/1/2026\n'
  const path = await desk.kept(papers)
  const press = async () => desk.press(path, { intent: 'waivers', version: (await desk.see(path)).version })
  expect(await desk.see(path)).toMatchObject({ papers: 0, school: { waivers: 2 } })
  expect((await desk.moveIn(path)).status).toBe(302)
  expect(await prisma.waiverSignature.count()).toBe(0)
  const { version } = await desk.see(path)
  expect((await desk.press(path, { intent: 'waivers', version: 'x' })).status).toBe(409)
  const both = [1, 2].map(() => desk.press(path, { intent: 'waivers', version }))
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([302, 302])
  const signatures = await prisma.waiverSignature.findMany({ orderBy: { riderName: 'asc' } })
  expect(signatures).toMatchObject([
    {
      kind: 'paper',
      riderName: 'Ava Ruiz',
      typedName: 'Dana Ruiz',
      paperOn: new Date('2026-03-02'),
      recordedById: officeId,
    },
    { kind: 'paper', riderName: 'Kai Lone', typedName: 'Kai Lone', paperOn: new Date('2026-04-01') },
  ])
  expect((await press()).status).toBe(302)
  expect(await prisma.waiverSignature.count()).toBe(2)
  const { status, body } = await desk.press(path, { intent: 'undo' })
  expect([status, ...body.lastResult.error['']]).toEqual([
    409,
    'Ava Ruiz has a waiver now.',
    'Kai Lone has a waiver now.',
    'Nothing was undone.',
  ])
})
