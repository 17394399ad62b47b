import { afterEach, beforeEach, expect } from 'vitest'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { action } from '~/routes/auth/auth'
import { Visitor } from './visitor'

/**
 * The account that a test's links open. Each test has its own: what an answer leaves for later may run as late as in
 * the next test, and must find no account there.
 */
export let email = 'ann@lee.example'
let tests = 0

/** Begins each test in demo mode, which shows links, without accounts or counted tries. */
export function beginWithNobody() {
  const usual = { mode: getEnv().mode, smtpUrl: getEnv().smtpUrl }
  beforeEach(async () => {
    setClock(null)
    email = `ann.${++tests}@lee.example`
    Object.assign(getEnv(), { mode: 'demo', smtpUrl: undefined })
    await prisma.session.deleteMany()
    await prisma.user.deleteMany()
    await prisma.rateLimit.deleteMany()
  })
  afterEach(() => {
    setClock(null)
    Object.assign(getEnv(), usual)
  })
}

export const stored = async () => prisma.user.findUniqueOrThrow({ where: { email } })
export const tokenOf = (link: string, name: 'token' | 'reset') => new URL(link).searchParams.get(name) ?? ''
export const viewerOf = async (visitor: Visitor) => (await visitor.api('/api/auth/user')).body.email

/** Returns a link as the demo shows it, once it works. */
export async function linkFor(kind: 'magic' | 'reset', to = email) {
  const [path, key] = kind === 'magic' ? ['magic-link', 'magicLink'] : ['forgot-password', 'resetLink']
  const before = await stored()
  const { body } = await new Visitor().api(`/api/auth/${path}`, { method: 'POST', body: { email: to } })
  const column = kind === 'magic' ? 'magicLinkToken' : 'resetToken'
  await expect.poll(async () => (await stored())[column]).not.toBe(before[column])
  return tokenOf(body[key], kind === 'magic' ? 'token' : 'reset')
}
export const follow = (visitor: Visitor, token: string) =>
  visitor.post(action, '/auth', { intent: 'magic-login', token })
export const reset = (visitor: Visitor, token: string, change = {}) =>
  visitor.post(action, `/auth?reset=${token}`, {
    intent: 'reset',
    token,
    newPassword: 'new-secret',
    confirmPassword: 'new-secret',
    ...change,
  })
