import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server'

/** Returns what a hook of a screen returns once the screen's action has answered. */
export async function shownAfter<Shown>(useShown: () => Shown, answer: unknown): Promise<Shown> {
  const shown: Shown[] = []
  function Screen() {
    shown.push(useShown())
    return null
  }
  const { dataRoutes, query } = createStaticHandler([
    { path: '/', element: createElement(Screen), action: () => answer ?? null },
  ])
  const context = await query(new Request('http://school.test/', { method: 'POST', body: new FormData() }))
  if (context instanceof Response) throw context
  const router = createStaticRouter(dataRoutes, context)
  renderToStaticMarkup(createElement(StaticRouterProvider, { router, context, hydrate: false }))
  return shown[0]!
}
