import { beforeEach, expect, test } from 'vitest'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { setClock } from '~/platform/clock.server'
import { action as markLesson } from '~/routes/office/lessons/mark'
import { action as markRider } from '~/routes/office/lessons/rider/rider'
import { loader as week } from '~/routes/office/week/week'
import { openOffice, rider, signedIn, weeklyPlace, weeklyRider } from '../../../../test/factories'
import { emptySchedule } from '../../../../test/schedule'
import { loader } from './not-recorded'

const PATH = '/admin/not-recorded'
let emma: string

// Tuesday, 4:30 PM in New York.
const { office, officeId } = await openOffice('2026-11-24T21:30:00Z')

beforeEach(async () => {
  await emptySchedule()
  emma = (await weeklyRider({}, { time: '15:00' })).id
  await weeklyRider({ firstName: 'Tom', lastName: 'Hill' }, { time: '15:00' })
  await weeklyPlace({ riderId: emma, startDate: '2026-11-03', time: '16:00' })
})

const present = (riderId: string, date: string, time = '15:00') =>
  markAttendance(officeId, { riderId, date, time }, { attendance: 'present' })
const list = async (path = PATH) => (await office.get(loader, path)).body
const lines = async (path?: string) =>
  (await list(path)).lessons.map(
    ({ date, time, riders }: { date: string; time: string; riders: { name: string }[] }) =>
      `${date} ${time} ${riders.map(({ name }) => name).join(', ')}`,
  )
const count = async () => {
  const { html } = await office.get(week, '/admin?week=2026-11-23')
  return Number(/(\d+) to mark/.exec(html?.[0] ?? '')?.[1] ?? 0)
}

test('Rides without a mark are listed once their lesson has ended, the latest first, and the week counts them', async () => {
  await present(emma, '2026-11-10')
  // Today's lesson at 4:00 PM lasts until 5:00 PM.
  expect(await lines()).toEqual([
    '2026-11-24 15:00 Emma Stone, Tom Hill',
    '2026-11-17 16:00 Emma Stone',
    '2026-11-17 15:00 Emma Stone, Tom Hill',
    '2026-11-10 16:00 Emma Stone',
    '2026-11-10 15:00 Tom Hill',
  ])
  expect([(await list()).rides, await count()]).toEqual([7, 7])
})

test('A school that never recorded a ride has none missing, and neither has anyone before the first recorded ride', async () => {
  expect([await lines(), await count()]).toEqual([[], 0])
  await present(emma, '2026-11-24')
  expect(await lines()).toEqual(['2026-11-24 15:00 Tom Hill'])
})

test('The list covers sixty days, and older ones on request', async () => {
  const old = await weeklyRider(
    { firstName: 'Old', lastName: 'Hand' },
    { startDate: '2026-08-04', endDate: '2026-08-12', time: '09:00' },
  )
  await present(old.id, '2026-08-04', '09:00')
  const usual = await list()
  expect([usual.from, usual.older, usual.rides]).toEqual(['2026-09-25', true, 11])
  const more = `${PATH}?from=2026-08-01`
  expect((await lines(more)).at(-1)).toBe('2026-08-11 09:00 Old Hand')
  expect((await list(more)).older).toBe(false)
})

test('A mark returns to the same page of the list, where the ride or the whole lesson stays listed until the page is left', async () => {
  setClock('2026-11-24T21:29:00Z')
  await present(emma, '2026-11-17')
  setClock('2026-11-24T21:30:00Z')
  const opened = await list(`${PATH}?from=2026-08-01`)
  const back = `${PATH}?page=1&from=2026-08-01&since=${opened.since}`
  const slot = { date: '2026-11-24', time: '15:00', type: 'Group Lesson' }
  const [{ riders }] = opened.lessons
  setClock('2026-11-24T21:31:00Z')
  const marked = await office.post(
    markRider,
    '/x',
    { intent: 'absent', version: riders[0].version, back },
    { ...slot, riderId: emma },
  )
  expect(marked).toRedirect(back)
  expect((await office.page()).toast?.undo?.fields.back).toBe(back)
  const marks = async () =>
    (await list(back)).lessons[0].riders.map(({ name, attendance }: Record<string, string>) => [name, attendance])
  expect(await marks()).toEqual([
    ['Emma Stone', 'absent'],
    ['Tom Hill', 'scheduled'],
  ])
  expect((await list(back)).rides).toBe(opened.rides - 1)
  expect((await lines())[0]).toBe('2026-11-24 15:00 Tom Hill')
  const all = await office.post(markLesson, '/x', { intent: 'present', back }, slot)
  expect(all).toRedirect(back)
  expect(await marks()).toEqual([
    ['Emma Stone', 'absent'],
    ['Tom Hill', 'present'],
  ])
  // Earlier marks are not listed, whatever the address says.
  expect((await lines(back)).some((line: string) => line.startsWith('2026-11-17 15:00 Emma'))).toBe(false)
  expect(await lines(`${PATH}?since=nonsense`)).toEqual(await lines())
  expect((await lines())[0]).toBe('2026-11-17 16:00 Emma Stone')
  setClock('2026-11-24T21:30:00Z')
})

test('A form can’t redirect elsewhere, and a page past the end shows the last one', async () => {
  await present(emma, '2026-11-17')
  const slot = { date: '2026-11-24', time: '15:00', type: 'Group Lesson' }
  const sent = await office.post(markLesson, '/x', { intent: 'present', back: '//evil.example' }, slot)
  expect(sent.headers.get('Location') ?? '').not.toContain('evil')
  expect(await list(`${PATH}?page=9`)).toMatchObject({ page: 1, pages: 1 })
  expect((await (await signedIn(await rider())).get(loader, PATH)).status).toBe(403)
})
