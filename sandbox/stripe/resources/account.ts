import { type Route, route } from '../engine/router'

/** Returns the account of the key. */
export const accountRoutes: Route[] = [
  route('GET', 'account', 'None', (ctx) => ({ id: ctx.account, object: 'account' })),
]
