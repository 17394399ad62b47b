import { expect, test } from 'vitest'
import { openHttpApp } from '../test/http-app'

const { listen, address } = openHttpApp()

class Refused extends Error {}

test('A screen of something that no longer exists answers with the refusal, and other errors stay errors', async () => {
  const loader = ({ request }: { request: Request }) => {
    throw request.url.endsWith('/gone') ? new Refused('This horse no longer exists.') : new Error('broken')
  }
  const refusal = (error: unknown) =>
    error instanceof Refused ? new Response(error.message, { status: 404 }) : undefined
  await listen({ loader, refusal })
  const gone = await fetch(`${address()}/gone`)
  expect([gone.status, await gone.text()]).toEqual([404, 'This horse no longer exists.'])
  expect((await fetch(`${address()}/broken`)).status).toBe(500)
})
