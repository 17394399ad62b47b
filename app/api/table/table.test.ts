import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { setClock } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { REFUSAL_CODES } from '~/platform/refused'
import { API_ROWS } from '../../../test/api-rows'
import { ACTORS, type Actor, openSchool, type School, TODAY, visitorOf } from '../../../test/api-school'
import { openTestProvider } from '../../../test/payments'
import { Visitor } from '../../../test/visitor'
import { apiDocument, table } from '..'
import type { Call, Caller } from './call'
import { problem } from './fields'
import { methodsByPath } from './serve'

const { provider, sandbox } = openTestProvider()
const calls = Object.values(table).flat()
const nameOf = ({ method, path }: Call) => `${method.toUpperCase()} ${path}`

const now = `${TODAY}T15:00:00Z`
setClock(now)
sandbox.clock.set(Date.parse(now) / 1000)
Object.assign(getEnv(), { mode: 'demo', smtpUrl: undefined, zeffyFormUrl: 'https://forms.example/give' })
const school = await openSchool(provider)

/** Those whom a call serves. Everyone else's refusals are tried on the built server, by `test/doors`. */
const SERVED: Record<Caller, readonly Actor[]> = {
  anyone: ACTORS,
  viewer: ['other', 'customer', 'admin'],
  admin: ['admin'],
  instructor: ['instructor'],
}

function schemaOf(call: Call, status: number): z.ZodType {
  if (status !== (call.status ?? 200)) return problem
  return call.answer ?? z.literal('')
}

/** Returns the school that a call is tried with, including the rows of its own. */
async function schoolOf(call: Call): Promise<School> {
  const row = API_ROWS[nameOf(call)]
  if (!row) throw new Error(`There is no row for ${nameOf(call)}`)
  return { ...school, ...(await row.own?.(school, provider)) }
}

async function ask(call: Call, actor: Actor, found: School) {
  const row = API_ROWS[nameOf(call)]
  const given = (value: unknown) => (typeof value === 'function' ? value(found, actor) : value)
  const path = (await given(row?.path)) ?? call.path
  const body = await given(row?.body)
  const visitor = await visitorOf(found, actor)
  return visitor.api(`/api${path}`, { method: call.method.toUpperCase(), body })
}

describe('every call of the API’s table answers as declared', () => {
  test.each(calls.map((call) => [nameOf(call), call] as const))(
    '%s answers those whom it serves as declared',
    async (name, call) => {
      const owners: Partial<Record<Caller, Actor>> = { viewer: 'customer', instructor: 'instructor' }
      const owner = owners[call.for] ?? 'admin'
      const found = await schoolOf(call)
      for (const actor of SERVED[call.for]) {
        const { status, body, headers } = await ask(call, actor, found)
        const answered = `${actor}: ${status} ${JSON.stringify(body)?.slice(0, 200)}`
        expect(status, answered).toBe(API_ROWS[name]?.answers?.[actor] ?? call.status ?? 200)
        expect(schemaOf(call, status).safeParse(body).error?.message, answered).toBeUndefined()
        expect(headers.get('Cache-Control'), answered).toBe('no-store')
        // An empty list would prove nothing about its rows.
        if (actor === owner) expect(body, answered).not.toEqual([])
      }
    },
  )

  test('Each call has a row in this test, and each row has a call', () => {
    expect(Object.keys(API_ROWS).sort()).toEqual(calls.map(nameOf).sort())
  })
})

describe('requests that the table does not declare', () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

  test.each(methodsByPath(table))('%s answers 405 to other methods', async (path, allowed) => {
    const url = `/api${path.replaceAll(/{\w+}/g, '1')}`
    for (const method of methods.filter((one) => !allowed.includes(one))) {
      const { status, body, headers } = await new Visitor().sendApi(url, { method })
      expect([method, status, headers.get('Allow')]).toEqual([method, 405, allowed.join(', ')])
      expect(body).toEqual({ code: 'method_not_allowed', message: 'Method Not Allowed' })
    }
  })

  test('An undeclared address answers 404 to everyone, whatever the method', async () => {
    for (const path of ['/api', '/api/nothing', '/api/horses/1/2', '/api/HORSES']) {
      for (const method of ['GET', 'POST']) {
        const { status, body } = await new Visitor().sendApi(path, { method })
        expect([path, status, body]).toEqual([path, 404, { code: 'not_found', message: 'Not Found' }])
      }
    }
  })

  test('HEAD answers like GET without a body, and a trailing slash makes no difference', async () => {
    const head = await new Visitor().sendApi('/api/packages', { method: 'HEAD' })
    expect([head.status, head.body]).toEqual([200, ''])
    expect((await new Visitor().api('/api/packages/')).status).toBe(200)
  })
})

describe('the OpenAPI document', () => {
  const described = z.object({ description: z.string().min(1) })
  const content = z.record(z.string().regex(/^\w+\/[\w-]+$/), z.object({ schema: z.looseObject({}) }))
  const operation = z.strictObject({
    operationId: z.string().regex(/^[a-z][A-Za-z0-9]+$/),
    tags: z.array(z.string()).length(1),
    summary: z.string().min(1),
    security: z.array(z.record(z.string(), z.array(z.string()))),
    parameters: z
      .array(
        z.strictObject({
          name: z.string(),
          in: z.enum(['path', 'query']),
          required: z.boolean(),
          schema: z.looseObject({}),
        }),
      )
      .optional(),
    requestBody: z.strictObject({ content }).optional(),
    responses: z.record(z.string().regex(/^([1-5]\d\d|default)$/), described.extend({ content: content.optional() })),
  })
  const document = z.strictObject({
    openapi: z.literal('3.1.0'),
    servers: z.tuple([z.strictObject({ url: z.literal('/') })]),
    info: z.strictObject({
      title: z.string(),
      version: z.string(),
      license: z.strictObject({ name: z.string(), identifier: z.string() }),
      description: z.string(),
    }),
    paths: z.record(
      z.string().startsWith('/api/'),
      z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), operation),
    ),
    webhooks: z.strictObject({}),
    components: z.looseObject({ securitySchemes: z.looseObject({ session: z.looseObject({}) }) }),
  })
  const sent = document.parse(JSON.parse(JSON.stringify(apiDocument())))

  test('It lists every call with each parameter of its path', () => {
    const listed = Object.entries(sent.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { parameters = [] }]) => {
        const inPath = parameters.filter((one) => one.in === 'path')
        expect(inPath.map(({ name }) => `{${name}}`).sort()).toEqual((path.match(/{\w+}/g) ?? []).sort())
        expect(inPath.every(({ required }) => required)).toBe(true)
        return `${method.toUpperCase()} ${path.slice('/api'.length)}`
      }),
    )
    expect(listed.sort()).toEqual(calls.map(nameOf).sort())
  })

  test('Each call has its own name, and each of its refusals has a listed code', () => {
    const operations = Object.values(sent.paths).flatMap((path) => Object.values(path))
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(calls.length)
    const problems = operations.flatMap(({ responses }) =>
      Object.entries(responses).flatMap(([status, { content }]) => (/^[123]/.test(status) ? [] : [content])),
    )
    const named = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } }
    expect(problems.filter((content) => JSON.stringify(content) !== JSON.stringify(named))).toEqual([])
    expect(sent.components).toMatchObject({
      schemas: {
        Problem: { required: ['code', 'message'], properties: { code: { $ref: '#/components/schemas/RefusalCode' } } },
        RefusalCode: { enum: [...REFUSAL_CODES], description: expect.stringContaining('`lesson_full` (409): ') },
      },
    })
  })

  test('It has no dangling references', () => {
    const refs = [...JSON.stringify(sent).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
    const { schemas = {} } = sent.components as { schemas?: Record<string, unknown> }
    expect(new Set(refs)).toEqual(new Set(Object.keys(schemas)))
  })
})
