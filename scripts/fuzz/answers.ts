export interface Answer {
  status: number
  headers: Map<string, string>
  setCookies: string[]
  body: Buffer
  /** Whether the server closes the connection after it. */
  last: boolean
}

/**
 * Splits what a connection has received into answers, to requests of these methods, in order. An incomplete answer is
 * left out, unless the server has closed the connection, which ends a body without a length.
 * @throws Error if the bytes are not an answer.
 */
export function answersIn(received: Buffer, methods: readonly string[], closed: boolean): Answer[] {
  const answers: Answer[] = []
  let rest = received
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) break
    const answer = headOf(rest.subarray(0, end).toString('latin1'))
    rest = rest.subarray(end + 4)
    if (answer.status < 200) continue
    const empty = methods[answers.length] === 'HEAD' || answer.status === 204 || answer.status === 304
    const taken = empty ? { body: Buffer.alloc(0), length: 0 } : bodyOf(rest, answer.headers, closed)
    if (!taken) break
    answers.push({ ...answer, body: taken.body })
    rest = rest.subarray(taken.length)
  }
  return answers
}

function headOf(text: string): Omit<Answer, 'body'> {
  const [first = '', ...lines] = text.split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})( |$)/.exec(first)?.[1])
  if (!status) throw new Error(`No answer of HTTP: ${JSON.stringify(first.slice(0, 80))}`)
  const headers = new Map<string, string>()
  const setCookies: string[] = []
  for (const line of lines) {
    const at = line.indexOf(':')
    const name = line.slice(0, at).toLowerCase()
    const value = line.slice(at + 1).trim()
    if (name === 'set-cookie') setCookies.push(value)
    else headers.set(name, value)
  }
  return { status, headers, setCookies, last: headers.get('connection') === 'close' }
}

/** Returns the body; undefined while it is incomplete. */
function bodyOf(rest: Buffer, headers: Map<string, string>, closed: boolean) {
  if (headers.get('transfer-encoding') === 'chunked') return unchunked(rest)
  const length = headers.has('content-length') ? Number(headers.get('content-length')) : undefined
  if (length === undefined) return closed ? { body: rest, length: rest.length } : undefined
  return rest.length < length ? undefined : { body: rest.subarray(0, length), length }
}

function unchunked(bytes: Buffer) {
  const parts: Buffer[] = []
  let at = 0
  for (;;) {
    const end = bytes.indexOf('\r\n', at)
    if (end < 0) return undefined
    const size = Number.parseInt(bytes.subarray(at, end).toString('latin1'), 16)
    const next = end + 2 + size + 2
    if (!(next <= bytes.length)) return undefined
    if (size === 0) return { body: Buffer.concat(parts), length: next }
    parts.push(bytes.subarray(end + 2, end + 2 + size))
    at = next
  }
}
