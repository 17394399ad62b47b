import type { Context } from '../engine/context'
import { page } from '../engine/lists'
import { type Route, route } from '../engine/router'
import { randomText } from '../engine/store'
import type { Objects, ParamTypes } from '../types'
import { mergeMetadata } from './metadata'
import { requireWebUrl } from './urls'

type WebhookEndpoint = Objects['webhook_endpoint']

function createEndpoint(ctx: Context, params: ParamTypes['WebhookEndpointCreate']): WebhookEndpoint {
  return ctx.store.create('webhook_endpoint', ctx.clock.seconds(), {
    description: params.description || null,
    enabled_events: params.enabled_events,
    metadata: mergeMetadata({}, params.metadata),
    secret: `whsec_${randomText(32)}`,
    status: 'enabled',
    url: requireWebUrl(params.url, 'url'),
  })
}

function updateEndpoint(ctx: Context, id: string, params: ParamTypes['WebhookEndpointUpdate']): WebhookEndpoint {
  const before = ctx.store.get('webhook_endpoint', id)
  return withoutSecret(
    ctx.store.update('webhook_endpoint', id, {
      enabled_events: params.enabled_events ?? before.enabled_events,
      metadata: mergeMetadata(before.metadata, params.metadata),
      status: params.disabled === undefined ? before.status : params.disabled ? 'disabled' : 'enabled',
      url: params.url ? requireWebUrl(params.url, 'url') : before.url,
    }),
  )
}

/** Removes the secret, which is revealed only when the endpoint is created. */
function withoutSecret({ secret: _, ...endpoint }: WebhookEndpoint): WebhookEndpoint {
  return endpoint
}

export const webhookEndpointRoutes: Route[] = [
  route('POST', 'webhook_endpoints', 'WebhookEndpointCreate', (ctx, { params }) => createEndpoint(ctx, params)),
  route('GET', 'webhook_endpoints', 'WebhookEndpointList', (ctx, { params, url }) =>
    page(ctx.store.all('webhook_endpoint').map(withoutSecret), params, url),
  ),
  route('GET', 'webhook_endpoints/:id', 'Retrieve', (ctx, { id }) =>
    withoutSecret(ctx.store.get('webhook_endpoint', id)),
  ),
  route('POST', 'webhook_endpoints/:id', 'WebhookEndpointUpdate', (ctx, { id, params }) =>
    updateEndpoint(ctx, id, params),
  ),
  route('DELETE', 'webhook_endpoints/:id', 'None', (ctx, { id }) => {
    ctx.store.get('webhook_endpoint', id)
    ctx.store.remove('webhook_endpoint', id)
    return { id, object: 'webhook_endpoint', deleted: true }
  }),
]
