import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, answersIn } from './answers'

/** What is sent over a connection of its own. */
export interface Sending {
  /** Each part is sent this many milliseconds after the one before. */
  parts: { bytes: Buffer; after: number }[]
  /** The methods of its requests; each must get an answer. */
  methods: string[]
  /** Milliseconds after the last part at which the client disconnects, so that no answer is required. */
  leavesAfter?: number
}

export interface Exchange {
  answers: Answer[]
  /** Milliseconds from the last byte sent to the last answer. */
  ms: number
  /** The reason if a required answer is missing. */
  missing?: string
}

/** The most milliseconds that an answer may take, also on a busy machine. */
export const MAX_MS = 20_000

/** Sends bytes and waits for the answers, or for a moment longer than an answer may take. */
export async function exchange(port: number, { parts, methods, leavesAfter }: Sending): Promise<Exchange> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
  let received: Buffer[] = []
  let closed = false
  let failure = ''
  let wake: () => void = () => undefined
  socket.on('data', (bytes) => {
    received.push(bytes)
    wake()
  })
  const end = () => {
    closed = true
    wake()
  }
  socket.on('end', end).on('close', end)
  // A server that closes early resets what is still being sent; its earlier answer has arrived.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    failure = error.code ?? error.message
    end()
  })
  try {
    for (const { bytes, after } of parts) {
      if (after > 0) await wait(after)
      if (closed) break
      socket.write(bytes)
    }
    const sent = performance.now()
    const patience = leavesAfter ?? MAX_MS + 500
    for (;;) {
      const all = Buffer.concat(received)
      received = [all]
      const answers = answersIn(all, methods, closed)
      const ms = performance.now() - sent
      const whole = answers.length >= methods.length || (closed && answers.length > 0)
      if (whole || closed || ms > patience) {
        const missing = whole || leavesAfter !== undefined ? undefined : missed(answers, methods, failure, closed)
        return { answers, ms, missing }
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, patience - ms + 1)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  } finally {
    socket.destroy()
  }
}

function missed(answers: Answer[], methods: string[], failure: string, closed: boolean): string {
  const how = closed ? `the connection was closed${failure && ` (${failure})`}` : `${MAX_MS} ms were over`
  return `${answers.length} of ${methods.length} answers when ${how}`
}
