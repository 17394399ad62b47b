import { page } from '../engine/lists'
import { type Route, route } from '../engine/router'

export const eventRoutes: Route[] = [
  route('GET', 'events', 'EventList', (ctx, { params, url }) => {
    const rows = ctx.store
      .all('event')
      .filter(
        (event) => (!params.type || event.type === params.type) && (!params.types || params.types.includes(event.type)),
      )
    return page(rows, params, url)
  }),
  route('GET', 'events/:id', 'Retrieve', (ctx, { id }) => ctx.store.get('event', id)),
]
