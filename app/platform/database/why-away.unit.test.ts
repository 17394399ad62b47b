import net, { type AddressInfo } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { whyAway } from './why-away'

const SECRET = 'never-to-be-seen'

/** A message of the protocol: its letter, how long it is, and what it says. */
function message(letter: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(letter), length, body])
}

const refusal = (code: string) => message('E', Buffer.from(`SFATAL\0C${code}\0Mno\0\0`))

/** What an operator reads if a server answers so, message by message: the driver's own error, told. */
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
])('Refused with %s, a start says one sentence, without the password', async (code, says) => {
  expect(await told([refusal(code)])).toBe(`PostgreSQL at 127.0.0.1:PORT ${says} Look at DATABASE_URL.`)
})

test('So it does of a server without encryption, and of an address without a password', async () => {
  expect(await told([Buffer.from('N')], { query: '?sslmode=verify-full' })).toContain('offers no encryption')
  const asks = [10, 11].map((step) => message('R', Buffer.from(`\0\0\0${String.fromCharCode(step)}SCRAM-SHA-256\0\0`)))
  expect(await told(asks, { password: '' })).toContain('asks for a password of the user school')
})

test('So it does of a port at which nobody listens, and of names that nobody knows', () => {
  const url = `postgresql://school:${SECRET}@db.example:5433/stirrup`
  const of = (code: string) => whyAway(Object.assign(new Error(`connect ${code}`), { code }), url)
  expect(of('ECONNREFUSED')).toBe(
    'PostgreSQL at db.example:5433 does not answer. Is it running, and do host and port fit? Look at DATABASE_URL.',
  )
  expect(of('ENOTFOUND')).toContain('has a name that nobody knows')
  expect(of('SELF_SIGNED_CERT_IN_CHAIN')).toContain('not trusted here')
  expect(whyAway(new Error('something else'), url)).toBeUndefined()
})
