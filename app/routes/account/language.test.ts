import { beforeEach, expect, test } from 'vitest'
import { inLanguage } from '#text'
import { prisma } from '~/platform/db.server'
import { hashPassword } from '~/platform/password.server'
import { action as signInAction, loader as signInLoader } from '~/routes/auth/auth'
import { admin, emptyTables, rider, signedIn } from '../../../test/factories'
import { Visitor } from '../../../test/visitor'
import { action, loader } from './language'

const PASSWORD = 'grey-pony'
const hash = hashPassword(PASSWORD)

const choose = (visitor: Visitor, fields: Record<string, string>) => visitor.post(action, '/language', fields)
const kept = async (id: string) => (await prisma.user.findUniqueOrThrow({ where: { id } })).language
const family = async (changes = {}) => rider({ email: 'ann@lee.example', password: await hash, ...changes })
const signIn = (visitor: Visitor) =>
  visitor.post(signInAction, '/auth', { email: 'ann@lee.example', password: PASSWORD, intent: 'login' })

beforeEach(emptyTables)

test('Whoever is signed out chooses for the browser, for a year, and comes back to the page', async () => {
  const visitor = new Visitor()
  const answer = await choose(visitor, { language: 'es', to: '/purchase?for=1' })
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/purchase?for=1'])
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('language='))
  expect(cookie).toMatch(/^language=es; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax/)
  expect((await visitor.get(loader, '/language')).status).toBe(302)
})

test('A family that is signed in also keeps its choice, and nothing else of it changes', async () => {
  const ann = await family()
  const visitor = await signedIn(ann)
  const before = await prisma.user.findUniqueOrThrow({ where: { id: ann.id } })
  await choose(visitor, { language: 'es', to: '/profile' })
  expect(await prisma.user.findUniqueOrThrow({ where: { id: ann.id } })).toEqual({ ...before, language: 'es' })
  expect(visitor.cookies.get('language')).toBe('es')
  await choose(visitor, { language: 'en' })
  expect([await kept(ann.id), visitor.cookies.get('language')]).toEqual(['en', 'en'])
})

test('Another language is refused, and an address elsewhere leads to the portal', async () => {
  const ann = await family()
  const visitor = await signedIn(ann)
  for (const language of ['fr', '', 'ES']) expect((await choose(visitor, { language })).status).toBe(400)
  expect((await choose(visitor, {})).status).toBe(400)
  expect([await kept(ann.id), visitor.cookies.has('language')]).toEqual([null, false])
  for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example'])
    expect((await choose(visitor, { language: 'es', to })).headers.get('Location')).toBe('/')
  const forged = await visitor.send(action, '/language', {
    method: 'POST',
    body: new URLSearchParams({ language: 'en' }),
  })
  expect([forged.status, await kept(ann.id)]).toEqual([403, 'es'])
})

test('The office and instructors choose for their browser alone', async () => {
  for (const person of [await admin(), await rider({ email: 'ina@reed.example', role: 'instructor' })]) {
    const visitor = await signedIn(person)
    await choose(visitor, { language: 'es' })
    expect([visitor.cookies.get('language'), await kept(person.id)]).toEqual(['es', null])
  }
})

test('Signing in keeps the language of the browser in an account that has none', async () => {
  const ann = await family()
  const visitor = new Visitor()
  await inLanguage('es', () => signIn(visitor))
  expect([await kept(ann.id), visitor.cookies.get('language')]).toEqual(['es', 'es'])
})

test('Signing in brings the account’s language to a browser in which nobody chose one', async () => {
  const ann = await family({ language: 'es' })
  const visitor = new Visitor()
  await signIn(visitor)
  expect(visitor.cookies.get('language')).toBe('es')
  const chosen = new Visitor()
  await choose(chosen, { language: 'en' })
  await signIn(chosen)
  expect([chosen.cookies.get('language'), await kept(ann.id)]).toEqual(['en', 'es'])
})

test('Signing in by a call, or as the office, keeps no language', async () => {
  const ann = await family()
  const visitor = new Visitor()
  await visitor.api('/api/login', { method: 'POST', body: { email: 'ann@lee.example', password: PASSWORD } })
  await prisma.user.update({ where: { id: ann.id }, data: { role: 'admin' } })
  const office = new Visitor()
  await inLanguage('es', () => signIn(office))
  expect([await kept(ann.id), visitor.cookies.has('language'), office.cookies.has('language')]).toEqual([
    null,
    false,
    false,
  ])
})

test('Whoever registers has the language of the form', async () => {
  const visitor = new Visitor()
  const { body } = await visitor.get(signInLoader, '/auth')
  await inLanguage('es', () =>
    visitor.post(signInAction, '/auth', {
      intent: 'register',
      name__confirm: '',
      from__confirm: body.screen.trap.encryptedValidFrom,
      email: 'sue@lee.example',
      password: PASSWORD,
      firstName: 'Sue',
      lastName: 'Lee',
      phone: '555 0100',
    }),
  )
  const sue = await prisma.user.findUniqueOrThrow({ where: { email: 'sue@lee.example' } })
  expect([sue.language, visitor.cookies.get('language')]).toEqual(['es', 'es'])
})
