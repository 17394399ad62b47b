import type { Context } from '../engine/context'
import { invalidRequest } from '../engine/errors'
import { page } from '../engine/lists'
import { type Route, route } from '../engine/router'
import type { Objects } from '../types'

type TestClock = Objects['test_helpers.test_clock']

const KEPT_SECONDS = 30 * 24 * 60 * 60

/** Moves the sandbox's only clock: Stripe's test clocks apply to the customers created with them, but here any test clock moves it. */
function advance(ctx: Context, id: string, frozen_time: number): TestClock {
  ctx.store.get('test_helpers.test_clock', id)
  const wait = frozen_time * 1000 - ctx.clock.milliseconds()
  if (wait < 0) throw invalidRequest('A clock can only be moved forward.', 'frozen_time')
  ctx.clock.advance(wait)
  return ctx.store.update('test_helpers.test_clock', id, { frozen_time })
}

export const testClockRoutes: Route[] = [
  route('POST', 'test_helpers/test_clocks', 'TestClockCreate', (ctx, { params }) =>
    ctx.store.create('test_helpers.test_clock', ctx.clock.seconds(), {
      deletes_after: ctx.clock.seconds() + KEPT_SECONDS,
      frozen_time: params.frozen_time,
      name: params.name ?? null,
      status: 'ready',
      status_details: {},
    }),
  ),
  route('GET', 'test_helpers/test_clocks', 'TestClockList', (ctx, { params, url }) =>
    page(ctx.store.all('test_helpers.test_clock'), params, url),
  ),
  route('GET', 'test_helpers/test_clocks/:id', 'Retrieve', (ctx, { id }) =>
    ctx.store.get('test_helpers.test_clock', id),
  ),
  route('POST', 'test_helpers/test_clocks/:id/advance', 'TestClockAdvance', (ctx, { id, params }) =>
    advance(ctx, id, params.frozen_time),
  ),
  route('DELETE', 'test_helpers/test_clocks/:id', 'None', (ctx, { id }) => {
    ctx.store.get('test_helpers.test_clock', id)
    ctx.store.remove('test_helpers.test_clock', id)
    return { id, object: 'test_helpers.test_clock', deleted: true }
  }),
]
