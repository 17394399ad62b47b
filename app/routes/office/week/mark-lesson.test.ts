import { beforeEach, expect, it } from 'vitest'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { lessonChanges, recentChanges } from '~/models/schedule/week/lesson-changes.server'
import { findLesson } from '~/models/schedule/week/roster.server'
import { action } from '~/routes/office/lessons/mark'
import { action as undoAction } from '~/routes/office/lessons/undo'
import { openOffice, rider, signedIn, weeklyRider } from '../../../../test/factories'
import { emptySchedule } from '../../../../test/schedule'

const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
const path = '/admin/lessons/2026-11-24/16:00/Group%20Lesson/mark'
let riders: string[]

const { office, officeId } = await openOffice()

beforeEach(async () => {
  await emptySchedule()
  riders = []
  for (const firstName of ['Ann', 'Ben', 'Cy']) riders.push((await weeklyRider({ firstName, lastName: null })).id)
})

const send = (fields: Record<string, string>, visitor = office) => visitor.post(action, path, fields, slot)
const marks = async () => (await findLesson(slot))?.riders.map(({ attendance }) => attendance)
const toast = async () => (await office.page()).toast

it('marks a whole lesson, and Undo in its toast undoes what nobody has changed since', async () => {
  await markAttendance(officeId, { riderId: riders[2]!, ...slot }, { attendance: 'absent' })
  const answer = await send({ intent: 'present' })
  expect(answer).toRedirect('/admin?day=2026-11-24')
  const { undo, ...said } = (await toast())!
  expect(said).toMatchObject({ title: 'Attendance Recorded', description: '2 present' })
  expect(await marks()).toEqual(['present', 'present', 'absent'])

  await markAttendance(officeId, { riderId: riders[0]!, ...slot }, { attendance: 'makeup' })
  expect(undo).toMatchObject({ label: 'Undo', action: '/admin/changes/undo' })
  await office.post(undoAction, undo!.action, undo!.fields)
  expect(await toast()).toMatchObject({
    type: 'info',
    title: 'Undone: marked Ben Present (was Scheduled)',
    description: '1 stayed because someone has changed them since',
  })
  expect(await marks()).toEqual(['makeup', 'scheduled', 'absent'])
})

it('is one line in the changes, whose Undo undoes all but what someone has changed or undone since', async () => {
  await send({ intent: 'present' })
  const shown = async () => (await recentChanges(1)).changes.filter(({ what }) => what.startsWith('marked'))
  const [all, ...others] = (await shown()).slice(0, 2)
  expect(all).toMatchObject({ what: expect.stringMatching(/^marked Ann, Ben, and Cy Present \(was Scheduled\) · /) })
  expect(all?.ids).toHaveLength(3)
  expect(others.filter(({ ids }) => ids.some((id) => all?.ids.includes(id)))).toEqual([])
  const history = await lessonChanges(slot)
  expect(history.find(({ id }) => id === all?.id)?.ids).toEqual(all?.ids)

  const undo = (ids: readonly number[]) => office.post(undoAction, '/admin/changes/undo', { changes: ids.join(' ') })
  // Someone undoes one of the three, while the list still shows them as one.
  await undo(all?.ids.slice(0, 1) ?? [])
  expect((await shown()).slice(0, 2).map(({ what, undo }) => [what, undo])).toEqual([
    [expect.stringMatching(/^marked \w+ and \w+ Present/), 'possible'],
    [expect.stringMatching(/^marked \w+ Present/), 'done'],
  ])
  await undo(all?.ids ?? [])
  expect(await toast()).toMatchObject({
    title: 'Undone: 2 changes',
    description: '1 stayed because someone has changed them since',
  })
  expect(await marks()).toEqual(['scheduled', 'scheduled', 'scheduled'])
  // The key of a ride ends with its rider's ID, which nobody can read.
  for (const { what } of (await recentChanges(1)).changes.slice(0, 2)) {
    expect(what).toMatch(/^undid: .+ · Tuesday, 4:00 PM Group Lesson, Nov 24, 2026$/)
  }
})

it('again changes nothing and offers no Undo', async () => {
  await send({ intent: 'present', back: 'sheet' })
  const again = await send({ intent: 'present', back: 'sheet' })
  expect(again).toRedirect('/admin/day?date=2026-11-24')
  const said = await toast()
  expect([said?.description, said?.undo]).toEqual(['Everyone was already marked', undefined])
})

it('says that a lesson is gone, and accepts only marks', async () => {
  const gone = await office.post(action, path, { intent: 'present' }, { ...slot, time: '09:00' })
  expect(gone.status).toBe(302)
  expect(await toast()).toMatchObject({ type: 'error', title: 'Failed to record attendance. Please try again.' })
  expect((await send({ intent: 'absent' })).status).toBe(400)
  const family = await signedIn(await rider())
  expect((await send({ intent: 'present' }, family)).status).toBe(403)
  expect(await marks()).toEqual(['scheduled', 'scheduled', 'scheduled'])
})
