import type { AddressInfo } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDatabase } from './database'
import { WireServer } from './wire-server'

let db: PGlite
let server: WireServer
let port: number
const clients: pg.Client[] = []

beforeAll(async () => {
  db = await openDatabase({ fsync: false })
  await db.exec('CREATE TABLE notes (id int)')
  server = new WireServer(db, (error) => {
    throw error
  })
  port = ((await server.listen({ host: '127.0.0.1', port: 0 })) as AddressInfo).port
})
afterEach(() => Promise.all(clients.splice(0).map((client) => client.end())))
afterAll(async () => {
  await server.close()
  await db.close()
})

async function connect() {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  clients.push(client)
  return client
}

test('Parameters larger than a packet do not mix with the statements of other clients', async () => {
  const large = 'x'.repeat(300_000)
  const all = await Promise.all(Array.from({ length: 6 }, connect))
  await Promise.all(
    all.map(async (client, number) => {
      for (let round = 0; round < 20; round++) {
        const { rows } =
          number % 2
            ? await client.query('SELECT $1::int AS number, length($2) AS size', [number, large])
            : await client.query("SELECT $1::text AS name, $2::int AS number, $3::int AS size, 'small'", [
                'n',
                number,
                1,
              ])
        expect(rows[0]).toMatchObject({ number, size: number % 2 ? large.length : 1 })
      }
    }),
  )
})

test('An error goes to the client that caused it, and the connection stays usable', async () => {
  const client = await connect()
  await expect(client.query('SELECT 1 / $1::int', [0])).rejects.toThrow('division by zero')
  await expect(client.query('SELECT 1; SELEC 2')).rejects.toThrow('syntax error')
  expect((await client.query('SELECT $1::int AS n', [3])).rows).toEqual([{ n: 3 }])
})

test('Other clients wait for a transaction to end, even a failed one', async () => {
  const [writer, reader] = await Promise.all([connect(), connect()])
  await writer.query('BEGIN')
  await writer.query('INSERT INTO notes VALUES (1)')
  let read = false
  const reading = reader.query('SELECT count(*)::int AS n FROM notes').finally(() => {
    read = true
  })
  await expect(writer.query('SELECT 1 / 0')).rejects.toThrow('division by zero')
  await expect(writer.query('SELECT 1')).rejects.toThrow('current transaction is aborted')
  expect(read).toBe(false)
  await writer.query('ROLLBACK')
  expect((await reading).rows).toEqual([{ n: 0 }])
})

test('The transaction of a disconnected client is rolled back', async () => {
  const [leaver, reader] = await Promise.all([connect(), connect()])
  await leaver.query('BEGIN')
  await leaver.query('INSERT INTO notes VALUES (2)')
  const reading = reader.query('SELECT count(*)::int AS n FROM notes')
  ;(leaver as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  expect((await reading).rows).toEqual([{ n: 0 }])
})

test('Clients share named statements', async () => {
  const [one, other] = await Promise.all([connect(), connect()])
  const named = { name: 'twice', text: 'SELECT 2 * $1::int AS n' }
  for (const client of [one, other, one]) {
    expect((await client.query({ ...named, values: [21] })).rows).toEqual([{ n: 42 }])
  }
})

test('A named statement that failed is prepared again', async () => {
  const [one, other] = await Promise.all([connect(), connect()])
  const named = { name: 'later', text: 'SELECT count(*)::int AS n FROM later' }
  await expect(one.query(named)).rejects.toThrow('does not exist')
  await one.query('CREATE TABLE later (id int)')
  for (const client of [one, other]) expect((await client.query(named)).rows).toEqual([{ n: 0 }])
})

test('An error of COMMIT reaches the client', async () => {
  const client = await connect()
  await client.query('CREATE TABLE once (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)')
  await client.query('BEGIN')
  await client.query('INSERT INTO once VALUES (1), (1)')
  await expect(client.query('COMMIT')).rejects.toThrow('duplicate key')
  expect((await client.query('SELECT count(*)::int AS n FROM once')).rows).toEqual([{ n: 0 }])
})

test('A cancel request and an unfinished startup disturb nobody', async () => {
  const { connect: open } = await import('node:net')
  const halfway = open({ host: '127.0.0.1', port })
  halfway.write(Buffer.from([0, 0, 0]))
  const cancelling = open({ host: '127.0.0.1', port })
  cancelling.write(Buffer.from([0, 0, 0, 16, 4, 210, 22, 46, 0, 0, 0, 1, 0, 0, 0, 1]))
  await new Promise((resolve) => cancelling.once('close', resolve).resume())
  const client = await connect()
  expect((await client.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
  halfway.destroy()
})
