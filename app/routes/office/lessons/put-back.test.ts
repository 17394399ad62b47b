import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { loadOfficeWeek } from '~/models/office-week/week.server'
import { addToLesson } from '~/models/schedule/change/add-rider.server'
import { deleteLesson } from '~/models/schedule/change/delete-lesson.server'
import { removeFromLesson } from '~/models/schedule/change/remove-rider.server'
import { setClock } from '~/platform/clock.server'
import { openOffice, rider, signedIn, weeklyPlace, weeklyRider } from '../../../../test/factories'
import { rendered } from '../../../../test/rendered'
import { emptySchedule, scheduleLines } from '../../../../test/schedule'
import { action as deleting } from './lesson/lesson'
import { action, loader } from './put-back'
import * as moving from './rider/move-rider'
import { action as undo } from './undo'

const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
const base = '/admin/lessons/2026-11-24/16:00/Group%20Lesson'
const path = `${base}/put-back`
let emma: string

const { office, officeId: ann } = await openOffice('2026-11-24T12:00:00Z')
const family = await signedIn(await rider())

beforeEach(async () => {
  await emptySchedule()
  emma = (await weeklyRider()).id
})

const day = () => scheduleLines({ from: slot.date, to: slot.date })
const toast = async () => (await office.page()).toast
const offOn = async () => {
  const { days } = await loadOfficeWeek(slot.date, { today: slot.date, time: '08:00' })
  return days.find(({ date }) => date === slot.date)?.off
}

test('A rider who was taken off stands on the week as off, and is restored', async () => {
  await removeFromLesson(ann, emma, slot, { scope: 'one-time' })
  expect(await offOn()).toEqual([{ time: slot.time, type: slot.type, id: emma, name: 'Emma Stone' }])
  const { body } = await office.get(loader, `${path}?rider=${emma}`, slot)
  expect(body).toMatchObject({ name: 'Emma Stone', rider: emma })
  const answer = await office.post(action, path, { rider: emma }, slot)
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/admin?day=2026-11-24'])
  expect(await day()).toEqual(['2026-11-24 16:00 Group Lesson: Emma Stone'])
  expect(await offOn()).toEqual([])
})

test('A lesson that was taken off says who did that, and comes back with its riders', async () => {
  await deleteLesson(ann, slot, 'one-time')
  expect(await offOn()).toEqual([{ time: slot.time, type: slot.type }])
  const { body } = await office.get(loader, path, slot)
  expect(body.last).toMatch(/^Ann Office \(.+\) deleted the lesson, on Nov 24(, 2026)? only/)
  await office.post(action, path, { rider: '' }, slot)
  expect(await day()).toEqual(['2026-11-24 16:00 Group Lesson: Emma Stone'])
  expect((await office.get(loader, path, slot)).status).toBe(404)
  expect((await office.post(action, path, { rider: '' }, slot)).status).toBe(409)
})

test('A rider is moved by one form, which shows where they are busy, and moved back by Undo', async () => {
  await weeklyPlace({ startDate: '2026-11-05', time: '10:00', type: 'Hack' })
  await weeklyPlace({ startDate: '2026-11-05', time: '11:00', type: 'Hack' })
  const thursday = { date: '2026-11-26', time: '10:00', type: 'Hack' }
  await addToLesson(ann, emma, { ...thursday, time: '11:00' }, { scope: 'one-time' })
  const params = { ...slot, riderId: emma }
  const { body } = await office.get(moving.loader, `${base}/riders/${emma}/move`, params)
  const choices = body.choices.map(({ label, disabled }: { label: string; disabled: boolean }) => [label, disabled])
  expect(choices).toContainEqual(['Thursday Nov 26, 10:00 AM Hack (0 students)', false])
  expect(choices).toContainEqual(['Thursday Nov 26, 11:00 AM Hack (rides here)', true])
  const fields = { to: '2026-11-26 10:00 Hack', scope: 'one-time', version: body.rider.version }
  const moved = await office.post(moving.action, `${base}/riders/${emma}/move`, fields, params)
  expect(moved.headers.get('Location')).toBe('/admin?day=2026-11-26')
  const said = await toast()
  expect(said).toMatchObject({ title: 'Student Moved', description: 'Now Thursday, Nov 26, 10:00 AM Hack' })
  expect(await day()).toEqual(['2026-11-24 16:00 Group Lesson: '])
  await office.post(undo, said!.undo!.action, said!.undo!.fields)
  expect(await day()).toEqual(['2026-11-24 16:00 Group Lesson: Emma Stone'])
  const nowhere = await office.post(moving.action, `${base}/riders/${emma}/move`, { ...fields, to: 'soon' }, params)
  expect(nowhere.status).toBe(400)
})

test('A rider is moved to any later week: the dialog has links to the week before and the next', async () => {
  await weeklyPlace({ startDate: '2026-11-05', time: '10:00', type: 'Hack' })
  const params = { ...slot, riderId: emma }
  const address = `${base}/riders/${emma}/move`
  const shown = async (at: string) => {
    const { body } = await office.get(moving.loader, at, params)
    const html = await rendered(moving.default, body)
    const links = [...html.matchAll(/<a[^>]+aria-label="(The [^"]+)"/g)].map(([tag, says]) => [
      says,
      /href="([^"]+)"/.exec(tag)?.[1],
    ])
    const { rider, choices } = body
    const dates = new Set<string>(choices.map(({ value }: { value: string }) => value.slice(0, 10)))
    return { links, rider, dates: [...dates], action: /<form[^>]+action="([^"]+)"/.exec(html)?.[1] ?? '' }
  }
  expect(await shown(address)).toMatchObject({
    links: [['The next week', `${address}?week=2026-11-30`]],
    dates: ['2026-11-26', '2026-12-01', '2026-12-03'],
  })
  const later = await shown(`${address}?week=2026-12-07`)
  expect(later).toMatchObject({
    links: [
      ['The week before', `${address}?week=2026-11-30`],
      ['The next week', `${address}?week=2026-12-14`],
    ],
    dates: ['2026-12-08', '2026-12-10', '2026-12-15', '2026-12-17'],
    action: `${address}?week=2026-12-07`,
  })
  const fields = { to: '2026-12-17 10:00 Hack', scope: 'one-time', version: later.rider.version }
  await office.post(moving.action, later.action, fields, params)
  expect(await scheduleLines({ from: '2026-12-17', to: '2026-12-17' })).toEqual(['2026-12-17 10:00 Hack: Emma Stone'])
})

test('Families and people who are signed out change nothing here', async () => {
  await removeFromLesson(ann, emma, slot, { scope: 'one-time' })
  expect((await family.post(action, path, { rider: emma }, slot)).status).toBe(403)
  expect((await family.get(loader, `${path}?rider=${emma}`, slot)).status).toBe(403)
  const move = { to: '2026-11-26 10:00 Hack', scope: 'one-time', version: '0-0' }
  const params = { ...slot, riderId: emma }
  expect((await family.post(moving.action, `${base}/riders/${emma}/move`, move, params)).status).toBe(403)
  expect((await family.post(undo, '/admin/changes/undo', { changes: '1' })).status).toBe(403)
  expect(await day()).toEqual(['2026-11-24 16:00 Group Lesson: '])
})

test('Who moves a rider or deletes a lesson is told whose family no email reaches', async () => {
  setClock('2026-11-23T15:00:00Z')
  onTestFinished(() => setClock(null))
  const { id } = await weeklyRider({ firstName: 'Finn', email: null, password: null })
  await weeklyPlace({ startDate: '2026-11-05', time: '10:00', type: 'Hack' })
  const params = { ...slot, riderId: id }
  const address = `${base}/riders/${id}/move`
  const { body } = await office.get(moving.loader, address, params)
  const fields = { to: '2026-11-26 10:00 Hack', scope: 'one-time', version: body.rider.version }
  await office.post(moving.action, address, fields, params)
  await expect(office).toToast('Student Moved', {
    description: 'Now Thursday, Nov 26, 10:00 AM Hack. No email on file: Finn Stone',
  })
  const hack = { date: '2026-11-26', time: '10:00', type: 'Hack' }
  const gone = { scope: 'one-time', recorded: '0' }
  await office.post(deleting, '/admin/lessons/2026-11-26/10:00/Hack?index', gone, hack)
  const { description } = (await toast()) ?? {}
  expect(description).toMatch(/\. No email on file: Finn Stone$/)
  // Emma has an address.
  await office.post(deleting, `${base}?index`, gone, slot)
  expect((await toast())?.description).not.toContain('No email')
})
