import { parseWithZod } from '@conform-to/zod/v4'
import { expect, test } from 'vitest'
import { MAX_RIDERS, signUpSchema } from './sign-up.schema'

const TODAY = '2026-11-24'
const adult = {
  firstName: 'Maria',
  lastName: 'Delgado',
  email: 'maria@delgado.example',
  phone: '555',
  password: 'secret',
}
const lucia = { 'riders[0].firstName': 'Lucia', 'riders[0].lastName': 'Delgado', 'riders[0].birthDate': '2017-05-01' }

const parse = (typed: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...adult, ...typed })) form.append(name, value)
  const submission = parseWithZod(form, { schema: signUpSchema(form, TODAY) })
  return submission.status === 'success' ? { value: submission.value } : { error: submission.error }
}

test('Riders are those whose block has content, each with its position', () => {
  const mateo = { 'riders[2].firstName': ' Mateo ', 'riders[2].lastName': 'Delgado' }
  const { value } = parse({ who: 'both', consent: 'on', ...lucia, 'riders[1].firstName': ' ', ...mateo })
  expect(value).toMatchObject({
    who: 'both',
    consent: true,
    riders: [
      { at: 0, firstName: 'Lucia', lastName: 'Delgado', birthDate: '2017-05-01' },
      { at: 2, firstName: 'Mateo', lastName: 'Delgado', birthDate: null },
    ],
  })
})

test('A rider alone has no others, whatever the hidden fields contain', () => {
  expect(parse({}).value).toMatchObject({ who: 'me', parentName: null })
  const { value } = parse({ who: 'me', ...lucia, 'riders[1].firstName': 'Half' })
  expect(value).not.toHaveProperty('riders')
  expect(parse({ who: 'child', consent: 'on', parentName: 'Sue Lee', ...lucia }).value).not.toHaveProperty('parentName')
})

test('Consent is required with a rider who is not known to be an adult, and with a parent’s name', () => {
  const tick = { consent: [expect.stringContaining('Please tick')] }
  const born = (birthDate: string) => ({ who: 'child', ...lucia, 'riders[0].birthDate': birthDate })
  expect(parse(born('2008-11-25')).error).toEqual(tick)
  expect(parse(born('')).error).toEqual(tick)
  expect(parse(born('2008-11-24')).value).toMatchObject({ consent: false })
  expect(parse({ parentName: 'Sue Lee' }).error).toEqual(tick)
  // Together with everything else that is wrong.
  expect(parse({ ...born('2017-05-01'), phone: '' }).error).toEqual({ phone: ['Phone number is required'], ...tick })
})

test.each<[Record<string, string>, Record<string, string[]>]>([
  [
    { who: 'child' },
    { 'riders[0].firstName': ['First name is required'], 'riders[0].lastName': ['Last name is required'] },
  ],
  [
    { ...lucia, 'riders[3].birthDate': '2019-01-01', who: 'both' },
    { 'riders[3].firstName': ['First name is required'], 'riders[3].lastName': ['Last name is required'] },
  ],
  [
    { ...lucia, who: 'child', 'riders[0].birthDate': '2017-02-30' },
    { 'riders[0].birthDate': ['Please enter the birth date as year, month, and day'] },
  ],
  [
    { ...lucia, who: 'child', 'riders[0].firstName': 'x'.repeat(201) },
    { 'riders[0].firstName': ['Please use at most 200 characters'] },
  ],
  [{ ...lucia, who: 'child', [`riders[${MAX_RIDERS}].firstName`]: 'Ninth' }, { riders: ['At most 8 riders at once'] }],
  [{ ...lucia, who: 'child', 'riders[5000000].firstName': 'Far' }, { riders: ['At most 8 riders at once'] }],
  [{ who: 'somebody' }, { who: ['Please choose who is riding'] }],
])('%j is refused', (typed, error) => {
  expect(parse({ consent: 'on', ...typed }).error).toEqual(error)
})
