import { beforeAll, describe, expect, test } from 'vitest'
import { listPaymentYears } from '~/models/money/payments/payment-year.server'
import { listRiders } from '~/models/people/families/student.server'
import { prisma } from '~/platform/db.server'
import { grant, rider } from '../../../test/factories'
import { listStudents } from './student-list.server'

const month = { year: 2026, month: 11 }

beforeAll(async () => {
  const { id: packageId } = await prisma.package.create({ data: { name: 'Package 1 - Basic', price: '220' } })
  const zoe = await rider({
    firstName: 'Zoë',
    lastName: 'Łabędź',
    phone: '(555) 010-0300',
    parentName: 'Jürgen Strauß',
  })
  await grant(zoe.id, '2026-11-01', '2026-11-30', { packageId })
  const ana = { firstName: 'Ana María', lastName: 'García', email: 'garcia@example.test', phone: '+1 555-0100' }
  const guardian = await rider(ana)
  const child = { firstName: 'Leo', lastName: 'O’Brien', email: null, phone: null, password: null }
  await rider({ ...child, guardianId: guardian.id })
})

const cases: [string, string[]][] = [
  ['Zoe', ['Zoë']],
  ['zoë', ['Zoë']],
  ['LABEDZ', ['Zoë']],
  ['strauss jurgen', ['Zoë']],
  ['5550100300', ['Zoë']],
  ['555 010 0300', ['Zoë']],
  ['+1 (555) 010-0300', ['Zoë']],
  ['010-03', ['Zoë']],
  ['garcia ana', ['Ana María', 'Leo']],
  ['maria GARCÍA', ['Ana María', 'Leo']],
  ['garcia@example', ['Ana María', 'Leo']],
  ['5550100', ['Ana María', 'Leo', 'Zoë']],
  ['obrien', ['Leo']],
  ["leo o'b", ['Leo']],
  ['zoe ana', []],
  ['%', []],
  ['_', []],
  ['~', []],
  ["'; DROP TABLE users; --", []],
  ["' OR true OR '' = '", []],
]

describe.each([
  [
    'The students of a month',
    async (search: string) => (await listStudents({ month, search })).students.map(({ firstName }) => firstName),
    ['Leo', 'Zoë'],
  ],
  ['All Students', async (search: string) => (await listRiders(search)).map(({ name }) => name), ['Leo', 'Zoë']],
  [
    'The year of payments',
    async (search: string) => (await listPaymentYears(2026, { search })).students.map(({ name }) => name),
    ['Ana María', 'Leo', 'Zoë'],
  ],
])('%s', (_, find, all) => {
  test.each([...cases, ['', all] as const])('are found by %j', async (search, names) => {
    const found = (await find(search)).map((name) => names.find((wanted) => name?.startsWith(wanted)) ?? name)
    expect(found.sort()).toEqual(names)
  })
})

test('A student is found by the package of the month together with a name', async () => {
  const found = async (search: string) =>
    (await listStudents({ month, search })).students.map(({ firstName }) => firstName)
  expect(await found('basic')).toEqual(['Zoë'])
  expect(await found('basic zoe')).toEqual(['Zoë'])
  expect(await found('basic ana')).toEqual([])
})
