import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { resetPassword } from '~/models/people/accounts/links/auth-token.server'
import { listSettingChanges } from '~/models/school/settings-changes.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { loader as settingsLoader } from '~/routes/office/settings/settings'
import { admin, emptyTables, rider, signedIn } from '../../../../../test/factories'
import { addAdmin, findCandidate, listAdmins, makeAdmin, removeAdmin } from './admin.server'
import { makeFirstAdmin } from './first-admin.server'

beforeEach(() => emptyTables())

const roles = async () =>
  Object.fromEntries((await prisma.user.findMany()).map(({ firstName, role }) => [firstName, role]))

describe('The administrator’s role', () => {
  test('An account that becomes an administrator has the rights once it has signed in again', async () => {
    const ann = await admin()
    const emma = await rider({ email: 'emma@stone.example' })
    const visitor = await signedIn(emma)
    expect((await visitor.get(settingsLoader, '/settings')).status).toBe(403)
    expect(await findCandidate('emma@stone.example')).toMatchObject({ id: emma.id, name: 'Emma Stone' })
    expect(await makeAdmin(ann.id, emma.id)).toEqual({ name: 'Emma Stone', email: 'emma@stone.example' })
    expect((await visitor.page()).viewer).toBeNull()
    expect((await (await signedIn(emma)).get(settingsLoader, '/settings')).status).toBe(200)
    await expect(makeAdmin(ann.id, emma.id)).rejects.toMatchObject({ status: 409 })
    await expect(findCandidate('emma@stone.example')).rejects.toMatchObject({ status: 409 })
    expect(await listSettingChanges(['admin'])).toMatchObject([
      { who: 'Ann Office', what: 'made Emma Stone an administrator' },
    ])
  })

  test('Whoever registered the address before gets no rights: session, password and links are ended', async () => {
    const ann = await admin()
    const stranger = await rider({
      email: 'jane@school.example',
      magicLinkToken: 'x',
      resetToken: 'y',
      calendarKey: 'z',
    })
    const visitor = await signedIn(stranger)
    await makeAdmin(ann.id, stranger.id)
    expect((await visitor.api('/api/admin/students')).status).toBe(401)
    expect(await prisma.user.findUnique({ where: { id: stranger.id } })).toMatchObject({
      password: 'none',
      magicLinkToken: null,
      resetToken: null,
      calendarKey: null,
    })
  })

  test('A deactivated account, or one that cannot sign in, cannot become an administrator', async () => {
    const ann = await admin()
    const gone = await rider({ active: false })
    const child = await rider({ email: null, password: null, guardianId: ann.id })
    await expect(makeAdmin(ann.id, gone.id)).rejects.toMatchObject({ status: 409 })
    await expect(makeAdmin(ann.id, child.id)).rejects.toMatchObject({ status: 404 })
    expect(await findCandidate('nobody@stone.example')).toBeNull()
  })

  test('Someone who has lost the role in the meantime cannot give it', async () => {
    const [ann, bea, emma] = [await admin(), await admin({ firstName: 'Bea' }), await rider()]
    await removeAdmin(bea.id, ann.id)
    await expect(makeAdmin(ann.id, emma.id)).rejects.toMatchObject({ code: 'forbidden' })
    const person = { firstName: 'Cleo', lastName: 'Hart', email: 'cleo@stone.example' }
    await expect(addAdmin(ann.id, person)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await roles()).toEqual({ Ann: 'customer', Bea: 'admin', Emma: 'customer' })
  })

  test('An administrator who is removed loses access to pages and calls at once', async () => {
    const [ann, bea] = [await admin(), await admin({ firstName: 'Bea' })]
    const visitor = await signedIn(bea)
    expect((await visitor.api('/api/admin/students')).status).toBe(200)
    await removeAdmin(ann.id, bea.id)
    expect((await visitor.get(settingsLoader, '/settings')).status).toBe(403)
    expect((await visitor.api('/api/admin/students')).status).toBe(403)
    expect((await visitor.page()).viewer).toMatchObject({ role: 'customer' })
  })

  test('Administrators cannot remove themselves, so the last one stays', async () => {
    const ann = await admin()
    await expect(removeAdmin(ann.id, ann.id)).rejects.toMatchObject({ status: 409 })
    expect(await roles()).toEqual({ Ann: 'admin' })
  })

  test('If two administrators remove each other at the same moment, one stays', async () => {
    for (let round = 0; round < 5; round++) {
      await emptyTables()
      const [ann, bea] = [await admin(), await admin({ firstName: 'Bea' })]
      const tries = await Promise.allSettled([removeAdmin(ann.id, bea.id), removeAdmin(bea.id, ann.id)])
      expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(Object.values(await roles()).sort()).toEqual(['admin', 'customer'])
    }
  })

  test('A new administrator gets an account if the address is free', async () => {
    const ann = await admin()
    await addAdmin(ann.id, { firstName: 'Cleo', lastName: 'Hart', email: 'cleo@school.example' })
    expect(await roles()).toEqual({ Ann: 'admin', Cleo: 'admin' })
    const again = { firstName: 'Cleo', lastName: 'Hart', email: 'cleo@school.example' }
    await expect(addAdmin(ann.id, again)).rejects.toMatchObject({ field: 'email', status: 409 })
  })

  test('The list of administrators shows the last sign-in, even once its 12 hours are over', async () => {
    const ann = await admin()
    await admin({ firstName: 'Bea' })
    await signedIn(ann)
    const [first, second] = await listAdmins()
    expect(first).toMatchObject({ name: 'Ann Office', active: true })
    expect(Date.now() - first!.lastSignIn!.getTime()).toBeLessThan(60_000)
    expect(second).toMatchObject({ name: 'Bea Office', lastSignIn: null })
    setClock(new Date(Date.now() + 13 * 60 * 60 * 1000))
    onTestFinished(() => setClock(null))
    expect((await listAdmins())[0]).toEqual(first)
  })
})

describe('The command that makes an administrator', () => {
  const make = (email: string) => makeFirstAdmin(getEnv().databaseUrl!, email, 'https://school.example')

  test('The command makes an account the first administrator', async () => {
    const visitor = await signedIn(await rider({ email: 'emma@stone.example' }))
    expect(await make(' Emma@Stone.example ')).toContain('emma@stone.example is an administrator now')
    expect(await roles()).toEqual({ Emma: 'admin' })
    expect((await visitor.page()).viewer).toBeNull()
    const again = await make('emma@stone.example')
    expect(again).toContain('emma@stone.example is already an administrator')
    const token = new URL(again.split(' ').at(-1)!).searchParams.get('reset') ?? ''
    expect(await resetPassword(token, 'a new long word', async () => undefined)).toBe('emma@stone.example')
    expect(await listSettingChanges(['admin'])).toMatchObject([
      { who: 'Server administrator', what: 'made Emma Stone an administrator' },
    ])
  })

  test('The command refuses an address without an account, and a deactivated account', async () => {
    await rider({ email: 'gone@stone.example', active: false })
    await expect(make('emma@stone.example')).rejects.toThrow('Register it first')
    await expect(make('gone@stone.example')).rejects.toThrow('deactivated')
    await expect(make("x' OR true")).rejects.toThrow()
    expect(await roles()).toEqual({ Emma: 'customer' })
  })
})
