import { expect, test, vi } from 'vitest'
import { prisma } from '~/platform/db.server'
import { inRequest, notedUnsaved } from '~/platform/request-memo.server'
import { unavailable } from '~/platform/unavailable.server'
import { refusalOf } from '~/web/refusal.server'
import { whileAway } from '../../test/away-database'
import { rider, signedIn } from '../../test/factories'
import { loader as home } from './portal/home/home'
import { action as edit } from './portal/profile/edit'

const MESSAGE =
  'The school’s books cannot be reached right now. Nothing you sent was saved. Please try again in a moment.'

test('While the database is away, a call answers 503 and when to try again, and the next one works', async () => {
  const family = await signedIn(await rider())
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { status, headers, body } = await whileAway(() => family.api('/api/auth/user'))
  expect([status, headers.get('retry-after'), body]).toEqual([503, '5', { code: 'unavailable', message: MESSAGE }])
  expect(JSON.parse(String(logged.mock.calls[0]))).toMatchObject({ message: 'database unavailable', kind: 'away' })
  logged.mockRestore()
  expect((await family.api('/api/auth/user')).status).toBe(200)
})

test('A page fails in a way that the server recognizes', async () => {
  const family = await signedIn(await rider())
  const error = await whileAway(() => family.get(home, '/').catch((thrown: unknown) => thrown))
  expect(unavailable(error)).toMatchObject({ kind: 'away', message: MESSAGE })
})

test('A form that could not be saved is kept for a second try, if it is one of ours', async () => {
  const family = await signedIn(await rider())
  const { csrf } = await family.page()
  const send = (token: string) =>
    whileAway(() =>
      inRequest('r-1', async () => {
        const body = new URLSearchParams({ csrf: token, firstName: 'Anna' })
        const answer = await family
          .send(edit, '/profile/edit', { method: 'POST', body })
          .catch((error: unknown) => refusalOf(error))
        return { status: answer.status, kept: notedUnsaved()?.get('firstName') }
      }),
    )
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await send(csrf)).toEqual({ status: 503, kept: 'Anna' })
  expect(await send('forged')).toEqual({ status: 403, kept: undefined })
  vi.restoreAllMocks()
  expect(await prisma.user.count({ where: { firstName: 'Anna' } })).toBe(0)
})
