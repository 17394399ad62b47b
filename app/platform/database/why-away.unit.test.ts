import net, { type AddressInfo } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { whyAway } from './why-away'

const SECRET = 'never-to-be-seen'

/** Builds a protocol message: its type letter, its length, and its body. */
function message(letter: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(letter), length, body])
}

const refusal = (code: string) => message('E', Buffer.from(`SFATAL\0C${code}\0Mno\0\0`))

/** Returns the message that an operator reads when a server gives these answers: the driver's own error, explained. */
async function told(answers: Buffer[], { password = `:${SECRET}`, query = '' } = {}): Promise<string | undefined> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', () => socket.write(answers.shift() ?? ''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `postgresql://school${password}@127.0.0.1:${port}/stirrup${query}`
  try {
    await new pg.Client({ connectionString: url }).connect()
  } catch (error) {
    return whyAway(error, url)?.replace(String(port), 'PORT')
  } finally {
    server.close()
  }
}

test.each([
  ['28P01', 'refused the password of the user school.'],
  ['28000', 'lets no user school in.'],
  ['3D000', 'has no database stirrup.'],
  ['42501', 'lets the user school make no tables in stirrup, which has to belong to it.'],
  ['53300', 'has no connection left.'],
  ['57P03', 'is starting or stopping. Try again in a moment.'],
])('A start refused with %s prints one sentence, without the password', async (code, says) => {
  expect(await told([refusal(code)])).toBe(`PostgreSQL at 127.0.0.1:PORT ${says} Look at DATABASE_URL.`)
})

test('A server without encryption and an address without a password are each explained in one sentence', async () => {
  expect(await told([Buffer.from('N')], { query: '?sslmode=verify-full' })).toContain('offers no encryption')
  const asks = [10, 11].map((step) => message('R', Buffer.from(`\0\0\0${String.fromCharCode(step)}SCRAM-SHA-256\0\0`)))
  expect(await told(asks, { password: '' })).toContain('asks for a password of the user school')
})

test('A port where nothing listens and an unknown host name are each explained in one sentence', () => {
  const url = `postgresql://school:${SECRET}@db.example:5433/stirrup`
  const of = (code: string) => whyAway(Object.assign(new Error(`connect ${code}`), { code }), url)
  expect(of('ECONNREFUSED')).toBe(
    'PostgreSQL at db.example:5433 does not answer. Is it running, and do host and port fit? Look at DATABASE_URL.',
  )
  expect(of('ENOTFOUND')).toContain('has a name that nobody knows')
  expect(of('SELF_SIGNED_CERT_IN_CHAIN')).toContain('not trusted here')
  expect(whyAway(new Error('something else'), url)).toBeUndefined()
})
