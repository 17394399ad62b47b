import { beforeAll, expect, test } from 'vitest'
import { signOutElsewhere } from '~/models/people/accounts/devices/devices.server'
import { changePassword } from '~/models/people/accounts/profile.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { hashPassword } from '~/platform/password.server'
import * as feed from '~/routes/portal/rides/calendar-feed'
import * as screen from '~/routes/portal/rides/scheduled'
import * as teaching from '~/routes/teaching/calendar'
import { toDbDate } from '~/utils/dates'
import { admin, horse, rider, rideTypes, signedIn, weeklyPlace, weeklyRider } from '../../../../test/factories'
import { Visitor } from '../../../../test/visitor'
import { fold } from './calendar'
import { calendarKey, renewCalendarKey } from './calendar.server'
import { zoneLines } from './calendar-zone'

beforeAll(async () => {
  setClock('2026-10-30T15:00:00Z')
  await rideTypes()
})

const nobody = new Visitor()
const read = (address: string) => nobody.get(feed.loader, new URL(address).pathname + new URL(address).search)

test('A rider has a private feed, and a new secret replaces the old one', async () => {
  const user = await weeklyRider({}, { startDate: '2026-10-27', type: 'Group Lesson' })
  const family = await signedIn(user)
  const address = async () => (await family.get(screen.loader, '/scheduled-rides')).body.calendar
  expect(await address()).toBeNull()
  await family.post(screen.action, '/scheduled-rides', {})
  const first = await address()
  const answer = await read(first)
  expect(answer.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
  const lines = answer.body.split('\r\n')
  expect(lines[0]).toBe('BEGIN:VCALENDAR')
  expect(lines.filter((line: string) => line === 'BEGIN:VEVENT')).toHaveLength(13)
  expect(lines).toContain('DTSTART;TZID=America/New_York:20261103T160000')
  expect(lines).toContain('DTEND;TZID=America/New_York:20261103T170000')
  const described = (text: string) => text.split('\r\n').filter((line) => line.startsWith('DESCRIPTION:'))
  expect(described(answer.body)).toEqual([])
  const { id: horseId, name: horseName } = await horse('Willow')
  const day = { usageDate: toDbDate('2026-11-03'), lessonTime: '16:00', lessonType: 'Group Lesson' }
  await prisma.horseUsage.create({ data: { horseId, horseName, studentId: user.id, studentName: 'Emma', ...day } })
  expect(described((await read(first)).body)).toEqual(['DESCRIPTION:Horse: Willow'])
  // A calendar program asks for no language: the account's is what counts.
  await prisma.user.update({ where: { id: user.id }, data: { language: 'es' } })
  expect(described((await read(first)).body)).toEqual(['DESCRIPTION:Caballo: Willow'])
  await family.post(screen.action, '/scheduled-rides', {})
  expect((await read(first)).status).toBe(404)
  const second = await address()
  expect((await read(second)).status).toBe(200)
  await prisma.user.update({ where: { id: user.id }, data: { active: false } })
  expect((await read(second)).status).toBe(404)
})

test.each(['', '?key=', '?key=null', `?key=${'a'.repeat(43)}`, '?key[]=1'])(
  'A feed answers 404 to %o',
  async (query) => {
    expect((await nobody.get(feed.loader, `/calendar.ics${query}`)).status).toBe(404)
  },
)

test('A family’s feed contains the rides of all its riders by name, and no one else’s', async () => {
  const user = await rider()
  const kim = await rider({ firstName: 'Kim', email: null, guardianId: user.id })
  const lee = await rider({ firstName: 'Lee', email: null, guardianId: user.id })
  await weeklyPlace({ riderId: kim.id, startDate: '2026-11-03', time: '10:00' })
  await weeklyPlace({ riderId: lee.id, startDate: '2026-11-03', time: '11:00', type: 'Hack' })
  await weeklyPlace({ riderId: (await rider({ firstName: 'Foreign' })).id, startDate: '2026-11-03', time: '12:00' })
  const family = await signedIn(user)
  await family.post(screen.action, '/scheduled-rides', {})
  const { calendar } = (await family.get(screen.loader, '/scheduled-rides')).body
  const lines: string[] = (await read(calendar)).body.split('\r\n')
  expect(new Set(lines.filter((line) => line.startsWith('SUMMARY:')))).toEqual(
    new Set(['SUMMARY:Kim: Group Lesson', 'SUMMARY:Lee: Hack']),
  )
  const ids = lines.filter((line) => line.startsWith('UID:'))
  expect(new Set(ids).size).toBe(ids.length)
})

test('The address ends when every session of the account is ended, but not with a single one', async () => {
  const { id } = await rider()
  await renewCalendarKey(id)
  const before = await calendarKey(id)
  await signOutElsewhere(id, null, 'one of them')
  expect(await calendarKey(id)).toBe(before)
  await signOutElsewhere(id, null)
  expect(await calendarKey(id)).toBeNull()
})

test('The address ends with the password', async () => {
  const { id } = await rider()
  await renewCalendarKey(id)
  await prisma.user.update({ where: { id }, data: { password: await hashPassword('grey mare in the rain') } })
  const change = { currentPassword: 'grey mare in the rain', newPassword: 'brown foal in the sun' }
  await changePassword(id, change, async () => undefined)
  expect(await calendarKey(id)).toBeNull()
})

test('Only the rider sees the feed’s address', async () => {
  const child = await rider({ guardianId: (await rider()).id })
  const parent = await signedIn({ id: child.guardianId ?? '' })
  expect((await parent.get(screen.loader, `/scheduled-rides?student=${child.id}`)).body).toMatchObject({
    own: false,
    calendar: null,
  })
  expect((await nobody.post(screen.action, '/scheduled-rides', {})).status).toBe(302)
})

test('A feed folds lines at 75 octets, between characters', () => {
  const line = `SUMMARY:${'马'.repeat(60)}`
  const folded = fold(line)
  expect(folded.replaceAll('\r\n ', '')).toBe(line)
  for (const part of folded.split('\r\n')) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75)
})

test('A feed contains the clock changes of the school’s time zone', () => {
  expect(zoneLines('America/New_York', '2026-10-29', '2027-03-30').join(' ')).toBe(
    'BEGIN:VTIMEZONE TZID:America/New_York ' +
      'BEGIN:DAYLIGHT DTSTART:20261029T000000 TZOFFSETFROM:-0400 TZOFFSETTO:-0400 END:DAYLIGHT ' +
      'BEGIN:STANDARD DTSTART:20261101T020000 TZOFFSETFROM:-0400 TZOFFSETTO:-0500 END:STANDARD ' +
      'BEGIN:DAYLIGHT DTSTART:20270314T020000 TZOFFSETFROM:-0500 TZOFFSETTO:-0400 END:DAYLIGHT END:VTIMEZONE',
  )
})

test('An instructor’s calendar has the lessons of five weeks, with first names and horses, and nobody else’s', async () => {
  const [coach, other] = await Promise.all(
    ['Marcus', 'Jo'].map((firstName) => rider({ firstName, role: 'instructor' })),
  )
  const [lea, max] = await Promise.all(['Lea', 'Max'].map((firstName) => rider({ firstName, lastName: 'Quill' })))
  for (const { id } of [lea!, max!]) {
    await weeklyPlace({ riderId: id, startDate: '2026-10-27', time: '09:00', type: 'Hack' })
  }
  await weeklyPlace({ riderId: lea!.id, startDate: '2026-10-28', time: '10:00' })
  for (const [time, { id: instructorId }] of [
    ['09:00', coach!],
    ['10:00', other!],
  ] as const) {
    await prisma.weeklyPlace.updateMany({ where: { scheduledTime: time }, data: { instructorId } })
  }
  const { id: horseId, name: horseName } = await horse('Bella')
  const day = { usageDate: toDbDate('2026-11-03'), lessonTime: '09:00', lessonType: 'Hack' }
  await prisma.horseUsage.create({ data: { horseId, horseName, studentId: lea!.id, studentName: 'Lea', ...day } })
  const ref = { riderId: max!.id, date: '2026-11-10', time: '09:00', type: 'Hack' }
  await markAttendance((await admin()).id, ref, { attendance: 'absent' })

  const teacher = await signedIn(coach!)
  expect((await teacher.get(teaching.loader, '/teaching/calendar')).body).toEqual({ address: null })
  await teacher.post(teaching.action, '/teaching/calendar', {})
  const { address } = (await teacher.get(teaching.loader, '/teaching/calendar')).body
  const { body } = await read(address)
  const told = body.replaceAll('\r\n ', '').split('\r\n')
  const of = (name: string) => told.flatMap((line: string) => (line.startsWith(name) ? line.slice(name.length) : []))
  expect(of('DTSTART;TZID=America/New_York:')).toEqual(
    ['20261103', '20261110', '20261117', '20261124', '20261201'].map((date) => `${date}T090000`),
  )
  expect(of('SUMMARY:').slice(0, 2)).toEqual(['Hack (2)', 'Hack (1)'])
  expect(of('DESCRIPTION:').slice(0, 2)).toEqual(['Lea on Bella\\nMax', 'Lea'])
  expect(body).not.toContain('Quill')
  const family = await signedIn(lea!)
  expect((await family.get(teaching.loader, '/teaching/calendar')).status).toBe(403)
})
