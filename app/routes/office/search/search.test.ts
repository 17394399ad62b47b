import { expect, test } from 'vitest'
import { setClock } from '~/platform/clock.server'
import { admin, horse, rider, rideTypes, signedIn, weeklyPlace } from '../../../../test/factories'
import { Visitor } from '../../../../test/visitor'
import { loader } from './search'

setClock('2026-11-20T15:00:00Z')
await rideTypes()
const office = await signedIn(await admin({ lastName: 'García' }))
const guardian = await rider({
  firstName: 'Ana',
  lastName: 'García',
  phone: '(555) 010-7',
  email: 'ana@example.test',
})
const zoe = await rider({
  firstName: 'Zoë',
  lastName: 'Novak',
  email: null,
  phone: null,
  password: null,
  guardianId: guardian.id,
})
await rider({ firstName: 'Zoe', lastName: 'Gone', phone: null, hiddenAt: new Date() })
await weeklyPlace({ startDate: '2026-11-17', riderId: zoe.id })
await horse('Zoë’s Star')

const find = async (q: string) => (await office.get(loader, `/search?q=${encodeURIComponent(q)}`)).body.found
const names = async (q: string) => (await find(q)).students.map(({ name }: { name: string }) => name)

test.each([
  ['garcia ana', ['Ana García', 'Zoë Novak']],
  ['5550107', ['Ana García', 'Zoë Novak']],
  ['Zoe', ['Zoë Novak', 'Zoe Gone']],
  ['office', []],
])('A search of the office for %j finds the students %j', async (q, expected) => {
  expect(await names(q)).toEqual(expected)
})

test('A found student is shown with guardian and the rides of this week, and a removed one is marked so', async () => {
  const { students, total, horses } = await find('zoe')
  expect(total).toBe(2)
  expect(students).toMatchObject([
    {
      id: zoe.id,
      guardian: 'Ana García',
      removed: false,
      rides: [{ date: '2026-11-17', time: '16:00', type: 'Group Lesson', attendance: 'scheduled' }],
    },
    { name: 'Zoe Gone', removed: true, rides: [] },
  ])
  expect(horses).toMatchObject([{ name: 'Zoë’s Star', onRest: false, removed: false }])
})

test('A single found student is shown with the rides of this week too', async () => {
  expect((await find('novak')).students).toMatchObject([{ id: zoe.id, rides: [{ date: '2026-11-17' }] }])
})

test('A search without a word finds nothing, and one for nobody says so', async () => {
  expect(await find('  ')).toBeNull()
  expect(await find('nobody here')).toEqual({ students: [], total: 0, horses: [] })
})

test('The search is for the office alone', async () => {
  expect((await new Visitor().get(loader, '/search?q=zoe')).headers.get('Location')).toMatch(/^\/auth\?redirectTo=/)
  expect((await (await signedIn(zoe)).get(loader, '/search?q=zoe')).status).toBe(302)
  expect((await (await signedIn(await rider())).get(loader, '/search?q=zoe')).status).toBe(403)
})
