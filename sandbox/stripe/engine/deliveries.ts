import { createHmac } from 'node:crypto'
import type { EventLog } from './events'
import type { Store } from './store'
import type { PrivateRows } from './tables'

export type Deliver = (request: Request) => Promise<Response>
type Delivery = PrivateRows['sandbox.delivery']

const PARALLEL = 4
const MAX_ATTEMPTS = 12
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 60_000
const ANSWER_TIMEOUT_MS = 30_000

/**
 * Sends queued events, a few at a time and oldest first. What is not answered with 2xx is sent again, after growing
 * pauses. Unfinished deliveries are part of the state, so they go out after a restart.
 */
export class Deliveries {
  order: 'sent' | 'shuffled' = 'sent'
  private held = false
  private readonly underway = new Set<string>()
  private readonly resting = new Map<string, NodeJS.Timeout>()
  private turn: NodeJS.Immediate | undefined
  private waiting: (() => void)[] = []
  private seed = 1
  private closed = false

  constructor(
    private readonly store: Store,
    private readonly events: EventLog,
    private readonly deliver: Deliver,
  ) {}

  /** Holds deliveries back while `held` is true. */
  hold(held: boolean): void {
    this.held = held
    this.pump()
  }

  /** Sends what is due in the next turn of the event loop, so that the events of one turn can be reordered. */
  pump(): void {
    if (this.turn || this.closed || this.ready().length === 0) return
    this.turn = setImmediate(() => {
      this.turn = undefined
      this.send()
    })
  }

  /** Retries immediately what waits for a later attempt. */
  hurry(): void {
    for (const timer of this.resting.values()) clearTimeout(timer)
    this.resting.clear()
    this.pump()
  }

  /** Resolves when nothing is being sent; a delivery that waits for another attempt does not count. */
  idle(): Promise<void> {
    return this.isIdle ? Promise.resolve() : new Promise((resolve) => this.waiting.push(resolve))
  }

  close(): void {
    this.closed = true
    clearImmediate(this.turn)
    this.turn = undefined
    for (const timer of this.resting.values()) clearTimeout(timer)
    this.resting.clear()
    this.settleWaiting()
  }

  private get isIdle(): boolean {
    return !this.turn && this.underway.size === 0
  }

  private ready(): Delivery[] {
    if (this.held) return []
    const rows = this.store.all('sandbox.delivery')
    return rows.filter((row) => !this.underway.has(row.id) && !this.resting.has(row.id))
  }

  private send(): void {
    const ready = this.ready()
    if (this.order === 'shuffled') this.shuffle(ready)
    for (const row of ready.slice(0, PARALLEL - this.underway.size)) {
      this.underway.add(row.id)
      void this.attempt(row).finally(() => {
        this.underway.delete(row.id)
        this.pump()
        this.settleWaiting()
      })
    }
    this.settleWaiting()
  }

  private async attempt(row: Delivery): Promise<void> {
    const event = this.store.find('event', row.event)
    const endpoint = this.events.endpoint(row.endpoint)
    if (!event || !endpoint) return this.finish(row)
    const body = JSON.stringify(event)
    const request = new Request(endpoint.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature(body, endpoint.secret) },
      body,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    })
    const delivered = await this.deliver(request).then(
      async (response) => {
        await response.arrayBuffer()
        return response.ok
      },
      () => false,
    )
    if (this.closed) return
    try {
      if (delivered || row.attempts + 1 >= MAX_ATTEMPTS) this.finish(row)
      else this.count(row)
    } catch (error) {
      // The disk is full: the event is delivered again, as after a restart.
      console.error(JSON.stringify({ level: 'error', message: 'sandbox delivery', reason: String(error) }))
      this.rest(row)
    }
  }

  private finish(row: Delivery): void {
    this.store.transaction(() => {
      this.store.remove('sandbox.delivery', row.id)
      const event = this.store.find('event', row.event)
      if (event) this.store.update('event', event.id, { pending_webhooks: Math.max(0, event.pending_webhooks - 1) })
    })
  }

  private count(row: Delivery): void {
    this.store.transaction(() => this.store.update('sandbox.delivery', row.id, { attempts: row.attempts + 1 }))
    this.rest(row)
  }

  private rest(row: Delivery): void {
    const wait = Math.min(FIRST_RETRY_MS * 2 ** row.attempts, LONGEST_RETRY_MS)
    const timer = setTimeout(() => {
      this.resting.delete(row.id)
      this.pump()
    }, wait)
    timer.unref()
    this.resting.set(row.id, timer)
  }

  private settleWaiting(): void {
    if (!this.isIdle) return
    for (const resolve of this.waiting.splice(0)) resolve()
  }

  /** Shuffles with the same random numbers in every run, so that a failing test fails again. */
  private shuffle(rows: Delivery[]): void {
    for (let last = rows.length - 1; last > 0; last--) {
      this.seed = (this.seed * 48_271) % 0x7fff_ffff
      const other = this.seed % (last + 1)
      const kept = rows[last] as Delivery
      rows[last] = rows[other] as Delivery
      rows[other] = kept
    }
  }
}

/** docs.stripe.com/webhooks/signature. The time is real time, because the receiver compares it with its own clock. */
function signature(body: string, secret: string): string {
  const time = Math.floor(Date.now() / 1000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}
