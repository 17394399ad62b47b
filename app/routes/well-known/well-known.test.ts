import { afterEach, describe, expect, test } from 'vitest'
import { setClock } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { admin, rider, signedIn } from '../../../test/factories'
import { Visitor } from '../../../test/visitor'
import { loader as changePassword } from './change-password'
import { loader as securityTxt } from './security-txt'

const env = { ...getEnv() }
afterEach(() => {
  Object.assign(getEnv(), env)
  setClock(null)
})

describe('security.txt', () => {
  test('It says whom to tell of a hole, until its last day', async () => {
    Object.assign(getEnv(), { securityTxt: { contact: 'mailto:help@school.example', expires: '2027-06-30' } })
    setClock('2027-06-30T16:00:00Z')
    const text = await securityTxt().text()
    expect(text).toContain('Contact: mailto:help@school.example\nExpires: 2027-06-30T23:59:59Z\n')
    setClock('2027-07-01T16:00:00Z')
    expect(securityTxt().status).toBe(404)
  })

  test('A school that has set no contact has none', () => {
    expect(securityTxt().status).toBe(404)
  })
})

test('Password managers lead everyone to their own form', async () => {
  const at = async (visitor: Visitor) =>
    (await visitor.get(changePassword, '/.well-known/change-password')).headers.get('Location')
  expect(await at(await signedIn(await rider()))).toBe('/profile/password')
  expect(await at(await signedIn(await admin()))).toBe('/profile/password')
  expect(await at(await signedIn(await admin({ role: 'instructor' })))).toBe('/teaching/password')
  expect(await at(new Visitor())).toBe('/profile/password')
})
