import { beforeAll, expect, test } from 'vitest'
import { listPaymentYears } from '~/models/money/payments/payment-year.server'
import { listRiders } from '~/models/people/families/student.server'
import { listHorses } from '~/models/schedule/horses/horse.server'
import { loader as exportLoader } from '~/routes/office/students/export'
import { admin, horse, rider, signedIn } from '../../../test/factories'
import { listStudents } from './student-list.server'

const IN_ORDER = ['Adam', 'de Vries', 'Éloise', 'Erika', 'Łukasz', 'Mia', 'Ørsted', 'Pia', 'van Dam', 'Zed']

beforeAll(async () => {
  for (const name of [...IN_ORDER].sort()) {
    await rider({ firstName: name, lastName: name })
    await horse(name)
  }
})

test('Every list of names is in alphabetical order of the language, on every database', async () => {
  const { students } = await listStudents({ month: { year: 2026, month: 11 } })
  expect(students.map(({ lastName }) => lastName)).toEqual(IN_ORDER)
  const twice = IN_ORDER.map((name) => `${name} ${name}`)
  expect((await listRiders()).map(({ name }) => name)).toEqual(twice)
  expect((await listPaymentYears(2026)).students.map(({ name }) => name)).toEqual(twice)
  expect((await listHorses()).map(({ name }) => name)).toEqual(IN_ORDER)
  const { body } = await (await signedIn(await admin())).get(exportLoader, '/students/export')
  const rows = String(body).trim().split('\r\n').slice(1)
  expect(rows.map((row) => row.split(',')[0])).toEqual(IN_ORDER)
})
