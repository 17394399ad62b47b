import { expect, test } from 'vitest'
import { getEnv } from '~/platform/env.server'
import { Visitor } from '../../test/visitor'
import { csrfForm } from './csrf.server'

const action = async ({ request }: { request: Request }) => {
  const form = await csrfForm(request)
  return Response.json([...form.keys()].length)
}

/** Sends a form with its token and the given fields. */
async function send(fields: Iterable<[string, string]>) {
  const visitor = new Visitor()
  const { csrf } = await visitor.page()
  const body = new URLSearchParams([['csrf', csrf], ...fields])
  return visitor.send(action, getEnv().appUrl, { method: 'POST', body })
}

test('A form of many fields is read', async () => {
  const fields = Array.from({ length: 900 }, (_, i): [string, string] => [`riders[${i}].horse`, '1'])
  expect(await send(fields)).toMatchObject({ status: 200, body: 901 })
})

test('Fields that the form library’s scripts would send are dropped', async () => {
  const fields: [string, string][] = [
    ['a', '1'],
    ['__intent__', '{'],
    ['__state__', ''],
  ]
  expect(await send(fields)).toMatchObject({ status: 200, body: 2 })
})

test.each<[string, [string, string][]]>([
  ['a list of four billion', [['riders[4294967294]', '1']]],
  ['a long list within another', [['riders[1].rides[99999]', '1']]],
  ['names without an end', [['a.'.repeat(500), '1']]],
  ['more fields than any form has', Array.from({ length: 6_000 }, () => ['a', ''])],
])('A form with %s is refused before it is parsed', async (_, fields) => {
  expect((await send(fields)).status).toBe(400)
})
