import { afterAll, beforeEach, expect, test } from 'vitest'
import { SAMPLE_SIGN_INS } from '~/models/people/accounts/sample-sign-ins'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { hashPassword } from '~/platform/password.server'
import { admin, rider } from '../../../test/factories'
import { Visitor } from '../../../test/visitor'
import { action as testAction, loader as testLoader } from './test-login'

const { mode: usual } = getEnv()
beforeEach(async () => {
  getEnv().mode = 'demo'
  await prisma.session.deleteMany()
  await prisma.user.deleteMany()
})
afterAll(() => {
  getEnv().mode = usual
})

test('the test sign-in is for three sample students of the demo, and nowhere else', async () => {
  const sample = await rider({ email: 'rider@stirrup.example' })
  const office = await admin({ email: 'admin@stirrup.example' })
  const visitor = new Visitor()
  expect((await visitor.get(testLoader, '/test-login')).body.students).toMatchObject([{ id: sample.id }])
  expect(await visitor.post(testAction, '/test-login', {})).toMatchObject({
    status: 400,
    body: { lastResult: { error: { userId: ['Please select a user'] } } },
  })
  expect((await visitor.post(testAction, '/test-login', { userId: office.id })).status).toBe(400)
  expect((await visitor.api('/api/auth/test-login', { method: 'POST', body: { userId: office.id } })).status).toBe(404)
  const answer = await visitor.post(testAction, '/test-login', { userId: sample.id })
  expect(answer).toRedirect('/scheduled-rides')
  expect(
    (await visitor.api('/api/auth/test-login', { method: 'POST', body: { userId: sample.id } })).body,
  ).toMatchObject({
    success: true,
    message: 'Login successful',
    user: { email: 'rider@stirrup.example' },
  })
  for (const mode of ['production', 'test'] as const) {
    Object.assign(getEnv(), { mode })
    expect((await visitor.get(testLoader, '/test-login')).status).toBe(404)
    expect((await visitor.post(testAction, '/test-login', { userId: sample.id })).status).toBe(404)
    for (const body of [{ userId: sample.id }, {}]) {
      expect((await visitor.api('/api/auth/test-login', { method: 'POST', body })).status).toBe(404)
    }
  }
})

test('In production the published passwords of the sample school open nothing', async () => {
  const { email, password } = SAMPLE_SIGN_INS.admin
  await admin({ email, password: await hashPassword(password) })
  const statusIn = async (mode: 'demo' | 'production') => {
    getEnv().mode = mode
    return (await new Visitor().api('/api/login', { method: 'POST', body: { email, password } })).status
  }
  expect(await statusIn('demo')).toBe(200)
  expect(await statusIn('production')).toBe(401)
})
