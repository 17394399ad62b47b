import { writeXlsx } from 'hucre/xlsx'
import { beforeEach, expect, test } from 'vitest'
import { addToLesson } from '~/models/schedule/change/add-rider.server'
import { closeDay } from '~/models/schedule/change/close-day.server'
import { assignHorse } from '~/models/schedule/change/horses/set-horse.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { removeFromLesson } from '~/models/schedule/change/remove-rider.server'
import { findLesson } from '~/models/schedule/week/roster.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { horse, rider, weeklyPlace } from '../../../test/factories'
import { emptySchool, ImportDesk, sums } from '../../../test/import-desk'

const FILE = `Rider,Guardian,Email,Date,Time,Type,Instructor
Ava Ruiz,Dana Ruiz,dana@ruiz.example,Tue Dec 1,4 PM,Group,
Ben Ruiz,Dana Ruiz,dana@ruiz.example,11/28/2026,9:15 AM,Private,Kelly Marsh
Zoe Okafor,Ngozi Okafor,ngozi@okafor.example,11/28/2026,10:30 AM,Group,Kelly Marsh
Zoe Okafor,Ngozi Okafor,ngozi@okafor.example,11/3,10:30 AM,Group,Kelly Marsh
`
const STANDING = { date: '2026-12-01', time: '16:00', type: 'Group Lesson' }
const SATURDAY = { date: '2026-11-28', time: '09:15', type: 'Private Lesson' }
const LATER = { date: '2026-11-28', time: '10:30', type: 'Group Lesson' }

let desk: ImportDesk
let officeId: string

beforeEach(async () => {
  ;({ desk, officeId } = await emptySchool())
  await weeklyPlace({ riderId: (await rider({ firstName: 'Here' })).id, startDate: '2026-11-03' })
})

const idOf = async (firstName: string) => (await prisma.user.findFirstOrThrow({ where: { firstName } })).id
const ridersAt = async (slot: typeof STANDING) => (await findLesson(slot))?.riders.map(({ name }) => name)

async function moved(content = FILE): Promise<string> {
  const path = await desk.kept(content)
  const { status, body } = await desk.moveIn(path)
  expect(status, JSON.stringify(body)).toBe(302)
  return path
}

async function refusal(path: string): Promise<string[]> {
  const before = await sums()
  const { status, body } = await desk.press(path, { intent: 'undo' })
  expect(await sums()).toEqual(before)
  return [String(status), ...(body?.lastResult?.error?.[''] ?? [])]
}

test('Rides on one day move in, into a lesson that stands and into new ones with their instructor; the same file again changes nothing, and Undo leaves nothing', async () => {
  const before = await sums()
  const path = await moved()
  expect(await ridersAt(STANDING)).toEqual(['Ava Ruiz', 'Here Stone'])
  const kelly = { name: 'Kelly Marsh' }
  expect(await findLesson(SATURDAY)).toMatchObject({ duration: 60, weekly: false, instructor: kelly })
  expect(await findLesson(LATER)).toMatchObject({ riders: [{ name: 'Zoe Okafor' }], instructor: kelly })
  expect(await prisma.oneTimeParticipant.count()).toBe(3)
  const after = await sums()
  expect(after).not.toEqual(before)
  const again = await desk.kept(FILE)
  expect(await desk.see(again)).toMatchObject({ school: { isSame: true, ready: '3 riders' }, looks: 0 })
  await desk.press(path, { intent: 'undo' })
  expect(await sums()).toEqual(before)
})

test('A corrected file moves its rides and takes back those that it leaves out; Undo brings them back', async () => {
  await moved()
  const first = await sums()
  const corrected = await moved(FILE.replace('9:15 AM', '9:45 AM').replace('11/28/2026,10:30', '11/29/2026,10:30'))
  expect([await findLesson(SATURDAY), await ridersAt({ ...SATURDAY, time: '09:45' })]).toEqual([
    undefined,
    ['Ben Ruiz'],
  ])
  const sunday = { date: '2026-11-29', time: '10:30', type: 'Group Lesson' }
  expect(await ridersAt(sunday)).toEqual(['Zoe Okafor'])
  await desk.press(corrected, { intent: 'undo' })
  expect(await sums()).toEqual(first)
})

test('A ride that the office took off since stays off, unless its row is to be taken', async () => {
  await moved()
  await removeFromLesson(officeId, await idOf('Ben'), SATURDAY, { scope: 'one-time' })
  const path = await desk.kept(FILE)
  const { changedHere, school } = await desk.see(path)
  expect([changedHere.map(({ text }: { text: string }) => text), school.isSame]).toEqual([
    ['has no ride on one day here. The file says Nov 28, 2026 at 9:15 AM'],
    true,
  ])
  await desk.press(path, { intent: 'mend', 'row-3-take': '1' })
  expect((await desk.moveIn(path)).status).toBe(302)
  expect(await ridersAt(SATURDAY)).toEqual(['Ben Ruiz'])
})

test('Undo names what hangs on a ride by now', async () => {
  const path = await moved()
  const [ben, zoe] = [await idOf('Ben'), await idOf('Zoe')]
  await assignHorse(officeId, { riderId: ben, ...SATURDAY }, { horseId: (await horse('Star')).id })
  setClock('2026-11-28T17:00:00Z')
  desk = await ImportDesk.open()
  await markAttendance(officeId, { riderId: zoe, ...LATER }, { attendance: 'present' })
  expect(await refusal(path)).toEqual([
    '409',
    'Ben Ruiz has a horse for a lesson now.',
    'Zoe Okafor: a recorded ride was changed.',
    'Nothing was undone.',
  ])
})

test('A guest who joined a lesson of the file goes on riding after Undo', async () => {
  const path = await moved()
  await addToLesson(officeId, (await rider({ firstName: 'Guest' })).id, SATURDAY, { scope: 'one-time' })
  expect((await desk.press(path, { intent: 'undo' })).status).toBe(302)
  expect(await ridersAt(SATURDAY)).toEqual(['Guest Stone'])
  expect(await ridersAt(LATER)).toBeUndefined()
})

test('A ride on a closed day needs a look, and one that is closed after the file was shown is not moved in unseen', async () => {
  const path = await desk.kept(FILE)
  const { version } = await desk.see(path)
  await closeDay(officeId, '2026-12-01', { from: null, reason: 'Holiday' })
  const before = await sums()
  expect((await desk.press(path, { intent: 'move-in', version })).status).toBe(409)
  expect(await sums()).toEqual(before)
  const { look } = await desk.see(path)
  expect(look).toMatchObject([{ row: 2, problems: [{ field: 'lessonDate' }] }])
  expect((await desk.moveIn(path)).status).toBe(302)
  expect(await prisma.oneTimeParticipant.count()).toBe(2)
})

test('A rider who joins a lesson every week and once is in it once', async () => {
  await moved(
    'Rider,Guardian,Email,Day,Date,Time\nAva Ruiz,Dana Ruiz,dana@ruiz.example,,12/8/2026,4 PM\nAva Ruiz,Dana Ruiz,dana@ruiz.example,Tue,,4 PM\n',
  )
  expect(await ridersAt({ ...STANDING, date: '2026-12-08' })).toEqual(['Ava Ruiz', 'Here Stone'])
  expect(await prisma.oneTimeParticipant.count()).toBe(0)
})

test('A workbook’s cell with a day and a time is when a ride starts', async () => {
  const rows = [
    ['Rider', 'Email', 'Start time', 'DOB'],
    ['Rae Quinn', 'rae@quinn.example', new Date('2026-11-28T16:15:00Z'), new Date('1990-05-31T00:00:00Z')],
  ]
  const bytes = new Uint8Array(await writeXlsx({ sheets: [{ name: 'Rides', rows }] }))
  const path = await desk.kept(bytes, 'rides.xlsx')
  expect(await desk.see(path)).toMatchObject({
    looks: 0,
    school: { dates: [{ day: 'Saturday, Nov 28, 2026', lessons: [{ what: '4:15 PM Group Lesson, 60 minutes' }] }] },
  })
})
