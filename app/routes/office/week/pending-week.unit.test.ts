import { expect, it } from 'vitest'
import { paths } from '~/utils/paths'
import { pendingWeek } from './pending-week'

const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
const emma = { id: 'emma', name: 'Emma Stone', horse: 'Bella' }
const tom = { id: 'tom', name: 'Tom Hill', mark: 'absent' }
const other = { time: '17:00', type: 'Hack', duration: 60, riders: [emma] }
const week = [{ date: slot.date, off: [], lessons: [{ ...slot, duration: 60, riders: [emma, tom] }, other] }]

/** The riders of the lesson while a form is on its way; null where it changes nothing there. */
function riders(formAction: string, fields: Record<string, string>) {
  const formData = new FormData()
  for (const [name, value] of Object.entries(fields)) formData.set(name, value)
  const pending = pendingWeek(week, { formAction, formData }, (id) => (id === 'ann' ? 'Ann Lee' : undefined))
  expect(pending?.[0]?.lessons[1] ?? other).toEqual(other)
  return pending?.[0]?.lessons[0]?.riders ?? null
}

it('shows a rider who is being added, once the form can be accepted', () => {
  const add = paths.addToLesson(slot)
  expect(riders(add, { riderId: 'ann', scope: 'weekly' })).toEqual([emma, tom, { id: 'ann', name: 'Ann Lee' }])
  expect(riders(add, { riderId: 'ann' })).toBeNull()
  expect(riders(add, { riderId: '', scope: 'weekly' })).toBeNull()
})

it('leaves out a rider who is being removed', () => {
  expect(riders(paths.lessonRider(slot, 'tom'), { intent: 'remove-one-time' })).toEqual([emma])
})

it('shows marks, of a rider and of a whole lesson', () => {
  expect(riders(paths.lessonRider(slot, 'emma'), { intent: 'makeup' })).toEqual([{ ...emma, mark: 'makeup' }, tom])
  expect(riders(paths.lessonRider(slot, 'tom'), { intent: 'scheduled' })).toEqual([emma, { ...tom, mark: undefined }])
  expect(riders(paths.markLesson(slot), { intent: 'present' })).toEqual([{ ...emma, mark: 'present' }, tom])
})

it('is silent about everything else', () => {
  expect(riders(paths.lessonRider(slot, 'emma'), { intent: 'horse', horseId: '1' })).toBeNull()
  expect(riders(paths.editLesson(slot), { time: '18:00' })).toBeNull()
  expect(riders(paths.markLesson({ ...slot, time: '09:00' }), { intent: 'present' })).toBeNull()
  expect(pendingWeek(week, {}, () => undefined)).toBeNull()
})
