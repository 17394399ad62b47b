import { type Route, route } from '../engine/router'

/** Whose key it is. */
export const accountRoutes: Route[] = [
  route('GET', 'account', 'None', (ctx) => ({ id: ctx.account, object: 'account' })),
]
