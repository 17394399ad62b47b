import { setTimeout as wait } from 'node:timers/promises'
import type { Provider } from '../../test/harness/provider'
import type { SeededRandom } from '../contention/changes'
import type { Answer, Client } from '../contention/client'
import type { Cell } from './record'
import type { KillSchool } from './school'

const PATIENCE_MS = 60_000
const PAUSE_MS = 400

/** Nothing of what is about money would be tried. */
export class CannotBuy extends Error {
  override name = 'CannotBuy'
}

/** What a family sends. It clicks again if it gets no answer, as people do. */
export class Family {
  #purchases = 0
  #names = 0

  constructor(
    readonly school: KillSchool,
    readonly index: number,
    readonly provider: Provider,
    readonly random: SeededRandom,
    /** Distinguishes the purchases of several runs on one database. */
    readonly run: string,
  ) {}

  get #user() {
    return this.school.families[this.index]!
  }

  get #someone() {
    return { email: `${this.#user.id}@example.test`, phone: '555-0100-200', parentName: '' }
  }

  /** Sends the profile form. */
  rename(): { name: string; cells: Cell[]; send(client: Client): Promise<Answer> } {
    const value = `Emma${this.#names++}`
    return {
      name: 'profile',
      cells: [
        {
          key: `name of family ${this.index}`,
          sql: 'SELECT first_name AS value FROM users WHERE id = $1',
          params: [this.#user.id],
          value,
          initial: `Family${this.index}`,
        },
      ],
      send: (client) => client.form('/profile/edit', { ...this.#someone, studentName: `${value} Kill` }),
    }
  }

  /**
   * Buys a package: opens the payment, pays it in the browser or with a saved method, and reads the result. Each step
   * is sent again until it is answered. Returns the cells of what was acknowledged as paid; null if it gave up.
   */
  async buy(client: Client, until: () => boolean): Promise<Cell[] | null> {
    const nonce = `kill-${this.run}-${this.index}-${this.#purchases++}`.padEnd(16, 'x')
    const items = [{ type: 'package', id: this.school.packageId, quantity: 1 }]
    const opened = await again(until, () =>
      client.json('POST', '/api/payment/create', { items, startDate: 'this-month', nonce }),
    )
    if (opened?.status === 400) throw new CannotBuy(`A family cannot buy: ${opened.message}`)
    const intentId = opened?.body?.paymentIntentId
    if (typeof intentId !== 'string') return null
    const paid = this.random() < 0.5 ? this.#byBrowser(intentId) : this.#bySaved(client, intentId, until)
    if (!(await paid)) return null
    const confirmed = await again(until, () =>
      client.json('POST', '/api/payment/confirm', { paymentIntentId: intentId }),
    )
    if (!confirmed?.body?.success) return null
    return [
      {
        key: `paid ${intentId}`,
        sql: `SELECT t.raw_status || ' ' || g.status AS value FROM payment_transactions t
              JOIN package_purchases g USING (order_id) WHERE t.stripe_payment_intent_id = $1`,
        params: [intentId],
        value: 'succeeded active',
      },
    ]
  }

  async #byBrowser(intentId: string): Promise<boolean> {
    const { status } = await this.provider.stripe.paymentIntents.confirm(intentId, {
      payment_method: 'pm_card_visa',
      return_url: 'http://127.0.0.1/payment-success',
    })
    return status === 'succeeded'
  }

  /** Pays through the school's server: a click that is sent again must not charge again. */
  async #bySaved(client: Client, intentId: string, until: () => boolean): Promise<boolean> {
    const { stripe } = this.provider
    const intent = await stripe.paymentIntents.retrieve(intentId)
    const customer = String(intent.customer)
    const saved = await stripe.paymentMethods.list({ customer, type: 'card' })
    const method = saved.data[0] ?? (await stripe.paymentMethods.attach('pm_card_visa', { customer }))
    const query = new URLSearchParams({ client_secret: intent.client_secret ?? '', payment_intent_id: intentId })
    const fields = { intent: 'saved', method: method.id, seen: String(intent.amount) }
    const answer = await again(until, () => client.form(`/payment-onetime?${query}`, fields))
    return answer !== undefined
  }
}

/** Sends a request until it is answered with anything but 5xx, or `until` says to give up. */
async function again(until: () => boolean, send: () => Promise<Answer>): Promise<Answer | undefined> {
  const last = performance.now() + PATIENCE_MS
  while (performance.now() < last) {
    const answer = await send().catch(() => undefined)
    if (answer && answer.status < 500) return answer
    if (until()) return undefined
    await wait(PAUSE_MS)
  }
  return undefined
}
