import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server'

/** Renders a part of a page as the server does, with the data of its loader and its action. */
export async function rendered(
  Component: FunctionComponent,
  data: object | null = null,
  answer?: object,
): Promise<string> {
  // Parts ask for the root's data, which are those of this only route.
  const handler = createStaticHandler([{ id: 'root', path: '*', loader: () => data, Component }])
  const context = await handler.query(new Request('http://school.example/'))
  if (context instanceof Response) throw new Error(`The page answers ${context.status}`)
  if (answer) context.actionData = { root: answer }
  const router = createStaticRouter(handler.dataRoutes, context)
  return renderToStaticMarkup(createElement(StaticRouterProvider, { router, context, hydrate: false }))
}
