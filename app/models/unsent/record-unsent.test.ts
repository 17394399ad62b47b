import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { closeDay } from '~/models/schedule/change/close-day.server'
import { editLesson } from '~/models/schedule/change/edit-lesson.server'
import { assignHorse } from '~/models/schedule/change/horses/set-horse.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { moveRider } from '~/models/schedule/change/move-rider.server'
import { removeFromLesson } from '~/models/schedule/change/remove-rider.server'
import { undoChanges } from '~/models/schedule/change/undo.server'
import { findLesson } from '~/models/schedule/week/roster.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { admin, horse, rideTypes, weeklyPlace, weeklyRider } from '../../../test/factories'
import { emptySchedule } from '../../../test/schedule'
import { recordUnsent } from './record-unsent.server'
import type { SentChange } from './unsent.schema'

const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
const open: SentChange['base'] = { attendance: 'scheduled', horseId: null }
let emma: string
let tom: string

await rideTypes()
const ann = (await admin()).id
const dana = (await admin({ firstName: 'Dana', lastName: 'Desk' })).id

beforeEach(async () => {
  setClock('2026-11-24T22:00:00Z')
  await emptySchedule()
  emma = (await weeklyRider()).id
  tom = (await weeklyRider({ firstName: 'Tom', lastName: 'Hill' })).id
})

const wish = (change: Partial<SentChange['base']>, { base = open, ...more }: Partial<SentChange> = {}): SentChange => ({
  studentId: emma,
  lessonTime: slot.time,
  rideType: slot.type,
  key: randomUUID(),
  tried: [],
  madeAt: '2026-11-24T21:05:00.000Z',
  base,
  want: { ...base, ...change },
  ...more,
})
const send = async (by: string, ...wishes: SentChange[]) =>
  (await recordUnsent(by, slot.date, wishes)).map(({ trouble }) => trouble)
const rideNow = async (riderId = emma) => {
  const found = (await findLesson(slot))?.riders.find((one) => one.riderId === riderId)
  return { attendance: found?.attendance, horseId: found?.horse?.id ?? null }
}
const JOINED = [{ time: slot.time, type: slot.type, joins: 'Hack' }]
const lines = () => prisma.auditEntry.count({ where: { entity: 'ride', entityId: { endsWith: emma } } })

describe('Marks that were made without a signal', () => {
  test('Marks without a signal are recorded once, however often they are sent, with the time at which they were made', async () => {
    const present = wish({ attendance: 'present' })
    expect([await send(ann, present), await send(ann, present)]).toEqual([[null], [null]])
    expect([await rideNow(), await lines()]).toEqual([{ attendance: 'present', horseId: null }, 1])
    expect(await send(dana, wish({ attendance: 'absent' }))).toEqual([
      {
        kind: 'changed',
        said: 'Ann Office marked Present at 4:05 PM',
        now: { attendance: 'present', horseId: null },
        horse: null,
      },
    ])
  })

  test.each(['0000-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z', '2031-01-01T00:00:00.000Z'])(
    'A phone whose clock shows %s blocks no later change of the ride',
    async (madeAt) => {
      expect(await send(ann, wish({ attendance: 'present' }, { madeAt }))).toEqual([null])
      expect(await send(dana, wish({ attendance: 'absent' }))).toMatchObject([
        { kind: 'changed', said: 'Ann Office marked Present at 5:00 PM' },
      ])
    },
  )

  test('A mark whose answer was lost is not written again over what someone did since', async () => {
    const present = wish({ attendance: 'present' })
    await send(ann, present)
    await markAttendance(dana, { riderId: emma, ...slot }, { attendance: 'scheduled' })
    expect(await send(ann, { ...present, tried: [present.key] })).toEqual([null])
    expect(await rideNow()).toEqual(open)
  })

  test('A mark that was written without an answer can still be changed on the phone', async () => {
    const present = wish({ attendance: 'present' })
    await send(ann, present)
    expect(await send(ann, wish({ attendance: 'absent' }, { tried: [present.key] }))).toEqual([null])
    expect(await rideNow()).toEqual({ attendance: 'absent', horseId: null })
  })

  test('The same mark by someone else needs no question, and Undo reverts what the sheet recorded', async () => {
    await markAttendance(dana, { riderId: emma, ...slot }, { attendance: 'present' })
    expect(await send(ann, wish({ attendance: 'present' }))).toEqual([null])
    expect(await lines()).toBe(1)
    await send(ann, wish({ attendance: 'present' }, { studentId: tom }))
    const last = await prisma.auditEntry.findFirstOrThrow({ orderBy: { id: 'desc' } })
    await undoChanges(dana, [last.id])
    expect(await rideNow(tom)).toEqual(open)
  })

  test('Another mark and another horse by someone else stay, and are reported with name and time', async () => {
    const [bella, comet] = [await horse('Bella'), await horse('Comet')]
    await markAttendance(dana, { riderId: emma, ...slot }, { attendance: 'present', horseId: bella.id })
    const now = { attendance: 'present', horseId: bella.id }
    const [mark, given, both, away] = [
      wish({ attendance: 'absent' }),
      wish({ horseId: comet.id }),
      wish({ attendance: 'present', horseId: comet.id }),
      wish({ attendance: 'absent' }, { base: { attendance: 'present', horseId: null } }),
    ]
    const said = (text: string) => [
      { kind: 'changed', said: expect.stringMatching(`^Dana Desk ${text} `), now, horse: 'Bella' },
    ]
    expect(await send(ann, mark)).toEqual(said('marked Present and chose Bella'))
    expect(await send(ann, given)).toEqual(said('chose Bella'))
    expect(await send(ann, both)).toEqual(said('chose Bella'))
    expect(await send(ann, away)).toEqual(said('chose Bella'))
    expect(await rideNow()).toEqual(now)
  })

  test('A horse that someone else chose does not conflict with a mark', async () => {
    const bella = await horse()
    await assignHorse(dana, { riderId: emma, ...slot }, { horseId: bella.id })
    expect(await send(ann, wish({ attendance: 'present' }))).toEqual([null])
    expect(await rideNow()).toEqual({ attendance: 'present', horseId: bella.id })
  })

  test('Two riders may exchange their horses; a horse that is resting is refused by name, and the others are recorded', async () => {
    const [bella, comet] = [await horse('Bella B'), await horse('Comet C')]
    await assignHorse(dana, { riderId: emma, ...slot }, { horseId: bella.id })
    await assignHorse(dana, { riderId: tom, ...slot }, { horseId: comet.id })
    const [emmas, toms] = [
      { attendance: 'scheduled', horseId: bella.id } as const,
      { attendance: 'scheduled', horseId: comet.id } as const,
    ]
    const exchange = [
      wish({ horseId: comet.id }, { base: emmas }),
      wish({ horseId: bella.id }, { studentId: tom, base: toms }),
    ]
    expect(await send(ann, ...exchange)).toEqual([null, null])
    expect([await rideNow(), await rideNow(tom)]).toEqual([toms, emmas])
    const tired = await horse('Old Max')
    await prisma.horse.update({ where: { id: tired.id }, data: { onRest: true } })
    expect(
      await send(
        ann,
        wish({ horseId: tired.id }, { base: toms }),
        wish({ attendance: 'present' }, { studentId: tom, base: emmas }),
      ),
    ).toEqual([{ kind: 'refused', said: expect.stringContaining('Old Max is resting') }, null])
    expect((await rideNow(tom)).attendance).toBe('present')
  })

  test('A horse for a rider whom someone has marked absent is refused', async () => {
    const bella = await horse()
    await markAttendance(dana, { riderId: emma, ...slot }, { attendance: 'absent' })
    expect(await send(ann, wish({ horseId: bella.id }))).toMatchObject([{ kind: 'refused' }])
    expect(await rideNow()).toEqual({ attendance: 'absent', horseId: null })
  })

  test('Marks of a ride that moved on its day follow it, alone, with its lesson, every week, and when sent again', async () => {
    const half = { time: '16:30', type: slot.type }
    const at = (time: string) => ({ slots: new Set([`2026-11-24 ${time} Group Lesson`]), days: 3 })
    const marked = async (time: string, riderId: string) =>
      (await findLesson({ ...slot, time }))?.riders.find((one) => one.riderId === riderId)?.attendance
    await editLesson(dana, slot, half, 'weekly')
    const present = wish({ attendance: 'present' })
    const sent = [present, wish({ attendance: 'absent' }, { studentId: tom })]
    // An instructor's change, who still teaches the lesson.
    expect(await recordUnsent(ann, slot.date, sent, at('16:30'))).toMatchObject([{ trouble: null }, { trouble: null }])
    expect([await marked('16:30', emma), await marked('16:30', tom)]).toEqual(['present', 'absent'])
    await markAttendance(dana, { riderId: emma, ...slot, ...half }, { attendance: 'scheduled' })
    expect(await send(ann, present)).toEqual([null])
    expect(await marked('16:30', emma)).toBe('scheduled')
    const others = await recordUnsent(ann, slot.date, [wish({ attendance: 'absent' })], at('18:00'))
    expect(others).toMatchObject([{ trouble: { kind: 'gone' } }])
    await weeklyPlace({ startDate: '2026-11-03', time: '18:00' })
    await moveRider(dana, emma, { from: { ...slot, ...half }, to: { ...slot, time: '18:00' }, scope: 'one-time' })
    setClock('2026-11-24T22:30:00Z')
    expect(await send(ann, wish({ attendance: 'present' }, { lessonTime: '16:30' }))).toEqual([null])
    expect(await marked('18:00', emma)).toBe('present')
  })

  test.each([
    [
      'whose lesson joined another',
      () => closeDay(dana, slot.date, { from: null, reason: 'Kelly is ill', only: JOINED }),
    ],
    ['that moved alone', () => moveRider(dana, emma, { from: slot, to: { ...slot, type: 'Hack' }, scope: 'one-time' })],
  ])('A mark of a ride %s at that hour follows it', async (_, change) => {
    await weeklyPlace({ startDate: '2026-11-03', type: 'Hack' })
    await change()
    expect(await send(ann, wish({ attendance: 'present' }))).toEqual([null])
    const there = await findLesson({ ...slot, type: 'Hack' })
    expect(there?.riders.find(({ riderId }) => riderId === emma)?.attendance).toBe('present')
  })

  test('A mark does not move to another ride that its rider had that day anyway', async () => {
    await weeklyPlace({ riderId: emma, startDate: '2026-11-03', time: '18:00' })
    await removeFromLesson(dana, emma, slot, { scope: 'one-time' })
    expect(await send(ann, wish({ attendance: 'present' }))).toMatchObject([{ kind: 'gone' }])
    expect((await findLesson({ ...slot, time: '18:00' }))?.riders[0]?.attendance).toBe('scheduled')
  })

  test('A ride that was moved to another day, and a day that was closed, are reported', async () => {
    await weeklyPlace({ startDate: '2026-11-04', time: '17:00' })
    await moveRider(dana, emma, { from: slot, to: { ...slot, date: '2026-11-25', time: '17:00' }, scope: 'one-time' })
    expect(await send(ann, wish({ attendance: 'present' }))).toEqual([
      {
        kind: 'gone',
        said: expect.stringMatching(/^That ride is no longer on the schedule. Dana Desk .+ moved Emma Stone to /),
      },
    ])
    await closeDay(dana, slot.date, { from: null, reason: 'snow' })
    expect(await send(ann, wish({ attendance: 'present' }, { studentId: tom }))).toEqual([
      { kind: 'gone', said: expect.stringContaining('closed the day: snow') },
    ])
  })

  test('A ride that nobody can have ridden yet is asked about, as online; once it may be marked, a mark from before is recorded', async () => {
    const madeAt = '2026-11-24T14:00:00.000Z'
    setClock('2026-11-24T15:29:59-05:00')
    const asked = {
      kind: 'refused',
      said: 'This lesson begins on Tuesday, Nov 24, at 4:00 PM. The family sees at once that the ride was ridden.',
    }
    const bella = await horse()
    const present = wish({ attendance: 'present' }, { madeAt })
    const others = [
      wish({ attendance: 'absent' }, { madeAt, studentId: tom }),
      wish({ attendance: 'present', horseId: bella.id }, { madeAt }),
    ]
    expect(await send(ann, present)).toEqual([asked])
    // A phone whose clock is fast does not mark it either.
    expect(await send(ann, { ...present, madeAt: '2026-11-24T21:05:00.000Z' })).toEqual([asked])
    expect(await send(ann, ...others)).toEqual([null, asked])
    expect([await rideNow(), (await rideNow(tom)).attendance]).toEqual([open, 'absent'])
    setClock('2026-11-24T15:30:00-05:00')
    expect(await send(ann, { ...present, tried: [present.key] })).toEqual([null])
    expect(await rideNow()).toEqual({ attendance: 'present', horseId: null })
  })

  test('Of two phones that send at once, one records and the other is told; an age of a week makes no difference', async () => {
    setClock('2026-12-01T22:00:00Z')
    const told = (
      await Promise.all([send(ann, wish({ attendance: 'present' })), send(dana, wish({ attendance: 'absent' }))])
    ).flat()
    expect(told.filter((trouble) => trouble === null)).toHaveLength(1)
    expect(told.find((trouble) => trouble !== null)).toMatchObject({
      kind: 'changed',
      said: expect.stringMatching(/^(Ann Office marked Present|Dana Desk marked Absent) on Nov 24, 2026$/),
    })
    expect(await lines()).toBe(1)
    const same = wish({ attendance: 'present' }, { studentId: tom })
    expect((await Promise.all(Array.from({ length: 6 }, () => send(ann, same)))).flat()).toEqual(Array(6).fill(null))
    expect(await prisma.auditEntry.count({ where: { entityId: { endsWith: tom } } })).toBe(1)
  })
})
