import type { Sending } from './exchange'
import { addressOf, bytesOf, encodedPart, type Making } from './requests'

/** Makes a request with a body that most addresses do not read. */
function bodied(making: Making, size: number, headers: [string, string][] = []): Buffer {
  const { chance, school, visitor } = making
  const target = addressOf(chance.in(0.5) ? chance.pick(school.addresses) : chance.pick(school.calls).path, making)
  const type: [string, string] = [
    'Content-Type',
    chance.pick(['application/json', 'application/x-www-form-urlencoded', 'text/plain']),
  ]
  const body = Buffer.from(`csrf=${encodedPart(visitor.token)}&a=`.padEnd(size, 'b'))
  return bytesOf({ method: 'POST', target, headers: [type, ['Connection', 'keep-alive'], ...headers], body }, making)
}

const get = (making: Making, target = '/healthz', headers: [string, string][] = []): Buffer =>
  bytesOf({ method: 'GET', target, headers: [['Connection', 'keep-alive'], ...headers] }, making)

const at = (bytes: Buffer, after = 0) => ({ bytes, after })
/** Splits bytes into two parts. */
const halves = (bytes: Buffer, cut: number, after: number) => [
  at(bytes.subarray(0, cut)),
  at(bytes.subarray(cut), after),
]

const WAYS: Record<string, (making: Making) => Sending> = {
  /** The connection's next request waits behind a body that nobody read. */
  'unread body, then another request': (making) => ({
    parts: [
      at(bodied(making, making.chance.pick([100, 70_000, 400_000]))),
      at(get(making), making.chance.pick([0, 30])),
    ],
    methods: ['POST', 'GET'],
  }),
  'pipelined requests': (making) => {
    const count = 2 + making.chance.below(8)
    return {
      parts: [
        at(
          Buffer.concat(
            Array.from({ length: count }, () => get(making, making.chance.pick(['/healthz', '/auth', '/nothing']))),
          ),
        ),
      ],
      methods: Array(count).fill('GET'),
    }
  },
  'slow body': (making) => {
    const bytes = bodied(making, 3_000)
    const cut = bytes.length - 2_900
    const parts = [at(bytes.subarray(0, cut))]
    for (let from = cut; from < bytes.length; from += 600) parts.push(at(bytes.subarray(from, from + 600), 60))
    return { parts, methods: ['POST'] }
  },
  'slow head': (making) => {
    const bytes = get(making, '/auth')
    return { parts: halves(bytes, making.chance.below(bytes.length - 4), 150), methods: ['GET'] }
  },
  'half a request': (making) => {
    const bytes = making.chance.in(0.5) ? get(making, '/auth') : bodied(making, 5_000)
    return {
      parts: [at(bytes.subarray(0, 1 + making.chance.below(bytes.length - 1)))],
      methods: ['GET'],
      leavesAfter: 100,
    }
  },
  'leaves before the answer': (making) => ({
    parts: [
      at(get(making, making.chance.pick(['/', '/admin', '/students', '/payments', '/auth', '/students/export']))),
    ],
    methods: ['GET'],
    leavesAfter: making.chance.pick([0, 5, 40]),
  }),
  'longer than it says': (making) => ({
    parts: [
      at(
        Buffer.concat([
          bodied(making, 50),
          Buffer.from(making.chance.pick(['junk', '\r\n\r\n', 'GET /admin HTTP/1.1\r\n\r\n'])),
        ]),
      ),
    ],
    methods: ['POST'],
  }),
  'shorter than it says': (making) => ({
    parts: [at(bodied(making, 200).subarray(0, -50))],
    methods: ['POST'],
    leavesAfter: 150,
  }),
  'expects to be told to go on': (making) => {
    const bytes = bodied(making, 20_000, [['Expect', making.chance.pick(['100-continue', '100-continue', 'miracles'])]])
    return { parts: halves(bytes, bytes.length - 19_000, 50), methods: ['POST'] }
  },
  chunks: (making) => {
    const head = bodied(making, 10, [['Transfer-Encoding', 'chunked']])
    const start = head.subarray(0, head.indexOf('\r\n\r\n') + 4)
    const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
    const [text, cut] = making.chance.pick<[string, boolean]>([
      [`${chunk('a=b')}0\r\n\r\n`, false],
      [`${chunk('a=b').repeat(400)}0\r\nTrailer: x\r\n\r\n`, false],
      ['zz\r\nabc\r\n0\r\n\r\n', false],
      ['-1\r\nabc\r\n', false],
      ['ffffffffffffffff\r\nabc', true],
      [`3;${'x'.repeat(500)}\r\nabc\r\n0\r\n\r\n`, false],
      [chunk('a'.repeat(300_000)).repeat(4), false],
      [chunk('a=b'), true],
    ])
    return { parts: [at(start), at(Buffer.from(text), 10)], methods: ['POST'], leavesAfter: cut ? 150 : undefined }
  },
  'no HTTP': (making) => ({
    parts: [
      at(
        Buffer.from(
          making.chance.pick([
            '\r\n\r\n\r\nGET',
            'GET\r\n\r\n',
            'GET / HTTP/9.9\r\n\r\n',
            '\x16\x03\x01\x02\0',
            'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
            'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
            'GET / HTTP/1.1\r\n\r\n',
            'GET / HTTP/1.1\nHost: a\n\n',
            'GET / HTTP/1.1\r\nHost : a\r\n\r\n',
            'GET / HTTP/1.1\r\n Host: a\r\n\r\n',
            'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
            `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
          ]),
          'latin1',
        ),
      ),
    ],
    methods: ['GET'],
    // Bytes that begin like a request may continue.
    leavesAfter: 400,
  }),
}

/** Makes an input that only a connection can send, with its name. */
export function wireInput(making: Making): Sending & { what: string } {
  const what = making.chance.pick(Object.keys(WAYS))
  return { what, ...WAYS[what]!(making) }
}
