import { expect, test } from 'vitest'
import { displayName, greetedName, initials, isProfileComplete } from './user'
import { loginSchema, registerSchema } from './user.schema'

test.each([
  [{ firstName: 'Ann', lastName: 'Lee', email: 'ann@lee.example' }, 'Ann Lee', 'AL'],
  [{ firstName: ' ann ', lastName: null, email: 'ann@lee.example' }, 'ann', 'A'],
  [{ firstName: 'null', lastName: 'null', email: 'ann@lee.example' }, 'ann@lee.example', 'A'],
  [{ firstName: 'Éloïse', lastName: 'ørsted', email: null }, 'Éloïse ørsted', 'ÉØ'],
  [{ firstName: '小', lastName: '林', email: null }, '小 林', '小林'],
  [{ firstName: '👩‍🌾', lastName: 'Li', email: null }, '👩‍🌾 Li', '👩‍🌾L'],
  [{ firstName: null, lastName: null, email: null }, '', ''],
])('The name of %j is shown as %s and its initials as %s', (person, name, letters) => {
  expect(displayName(person)).toBe(name)
  expect(initials(person)).toBe(letters)
})

test('A profile is complete with both names and a phone, and the text "null" is not a name', () => {
  const person = { firstName: 'Ann', lastName: 'Lee', phone: '555 0100' }
  expect(isProfileComplete(person)).toBe(true)
  for (const field of ['firstName', 'lastName', 'phone']) {
    expect(isProfileComplete({ ...person, [field]: 'null' })).toBe(false)
    expect(isProfileComplete({ ...person, [field]: ' ' })).toBe(false)
    expect(isProfileComplete({ ...person, [field]: null })).toBe(false)
  }
})

const person = { email: 'ann@lee.example', password: 'secret', firstName: 'Ann', lastName: 'Lee', phone: '555' }

test('An email address is trimmed and put in lower case', () => {
  expect(loginSchema.parse({ email: ' Ann@LEE.example ', password: 'x' }).email).toBe('ann@lee.example')
})

test('An empty parent name is stored as none', () => {
  expect(registerSchema.parse({ ...person, parentName: '  ' }).parentName).toBeNull()
  expect(registerSchema.parse(person).parentName).toBeNull()
})

test.each([
  ['email', 'ann@', 'Please enter a valid email address'],
  ['password', 'five5', 'Password must be at least 6 characters long'],
  ['password', 'x'.repeat(201), 'Please use at most 200 characters'],
  ['firstName', ' ', 'First name is required'],
  ['lastName', '', 'Last name is required'],
  ['phone', '', 'Phone number is required'],
  ['phone', undefined, 'Phone number is required'],
])('A registration with the %s %j is refused: %s', (field, value, message) => {
  const result = registerSchema.safeParse({ ...person, [field]: value })
  expect(result.error?.issues).toMatchObject([{ path: [field], message }])
})

test.each([
  [{ firstName: 'Lucia', parentName: 'Maria Delgado' }, 'Maria'],
  [{ firstName: 'Lucia', parentName: 'Dr. Delgado' }, 'Dr. Delgado'],
  [{ firstName: 'Ann', parentName: null }, 'Ann'],
  [{ firstName: 'Ann', parentName: ' ' }, 'Ann'],
  [{ firstName: 'null', parentName: null }, null],
])('An email to %j begins with %s', (reader, name) => {
  expect(greetedName(reader)).toBe(name)
})
