import type Stripe from 'stripe'
import { API_VERSION } from '../version'
import type { Clock } from './clock'
import { randomText, type Store } from './store'

type EventType = Stripe.Event.Type
type Endpoint = { id: string; url: string; secret: string; enabled_events: string[] }

/** Reports changes: stores an event, and a delivery to every endpoint that subscribes to its type. */
export class EventLog {
  /** How many deliveries each endpoint gets; 0 loses the event, 2 doubles it. */
  copies = 1

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly defaultEndpoint: { url: string; secret: string; events?: readonly string[] } | undefined,
  ) {}

  /** @param previous the earlier values of what changed, as `previous_attributes`. */
  emit(type: EventType, object: object, previous?: object): void {
    const endpoints = this.endpoints().filter((each) => each.enabled_events.some((one) => one === '*' || one === type))
    const event = this.store.create('event', this.clock.seconds(), {
      api_version: API_VERSION,
      type,
      pending_webhooks: endpoints.length * this.copies,
      request: { id: `req_${randomText(14)}`, idempotency_key: null },
      data: { object, ...(previous && { previous_attributes: previous }) },
    })
    for (const endpoint of endpoints) {
      for (let copy = 0; copy < this.copies; copy++) {
        const id = `${event.id} ${endpoint.id} ${copy}`
        this.store.put('sandbox.delivery', { id, event: event.id, endpoint: endpoint.id, attempts: 0 })
      }
    }
  }

  endpoint(id: string): Endpoint | undefined {
    return this.endpoints().find((each) => each.id === id)
  }

  private endpoints(): Endpoint[] {
    const registered = this.store.all('webhook_endpoint').filter((each) => each.status === 'enabled')
    const { events = ['*'], ...endpoint } = this.defaultEndpoint ?? { url: '', secret: '' }
    const fallback = this.defaultEndpoint && { id: 'we_default', enabled_events: [...events], ...endpoint }
    return [...(fallback ? [fallback] : []), ...registered.map((each) => ({ ...each, secret: each.secret ?? '' }))]
  }
}
