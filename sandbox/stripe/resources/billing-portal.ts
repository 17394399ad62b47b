import type { Context } from '../engine/context'
import { invalidRequest, missingParam } from '../engine/errors'
import { page } from '../engine/lists'
import { refuse } from '../engine/not-implemented'
import { type Route, route } from '../engine/router'
import type { Objects, ParamTypes } from '../types'
import { mergeMetadata } from './metadata'
import { requireWebUrl } from './urls'

/** A page on which a customer manages payment methods, subscriptions and invoices. */
function createPortalSession(
  ctx: Context,
  params: ParamTypes['PortalSessionCreate'],
): Objects['billing_portal.session'] {
  refuse(params, ['flow_data'])
  if (!params.customer) throw missingParam('customer')
  const { id: customer } = ctx.store.get('customer', params.customer, 'customer')
  const return_url = params.return_url ? requireWebUrl(params.return_url, 'return_url') : null
  const session = ctx.store.create('billing_portal.session', ctx.clock.seconds(), {
    configuration: params.configuration ? activeConfiguration(ctx, params.configuration) : 'bpc_sandbox',
    customer,
    return_url,
  })
  return ctx.store.update('billing_portal.session', session.id, { url: ctx.url(`/p/session/${session.id}`) })
}

function activeConfiguration(ctx: Context, id: string): string {
  if (ctx.store.get('billing_portal.configuration', id, 'configuration').active) return id
  throw invalidRequest('This configuration is not active.', 'configuration')
}

type Configuration = Objects['billing_portal.configuration']
type Features = ParamTypes['PortalConfigurationUpdate']['features']

/** Returns the portal's features: those that are named change, the others stay. */
const featuresOf = (before: Configuration['features'], asked: Features = {}): Configuration['features'] =>
  Object.fromEntries(
    Object.entries(before).map(([name, feature]) => [name, { ...feature, ...asked[name as keyof typeof asked] }]),
  ) as unknown as Configuration['features']

const NOTHING = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, options: [] },
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { enabled: false },
  subscription_update: { default_allowed_updates: [], enabled: false, proration_behavior: 'none' },
} as unknown as Configuration['features']

function createConfiguration(ctx: Context, params: ParamTypes['PortalConfigurationCreate']): Configuration {
  const at = ctx.clock.seconds()
  return ctx.store.create('billing_portal.configuration', at, {
    active: true,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    default_return_url: params.default_return_url || null,
    features: featuresOf(NOTHING, params.features),
    is_default: false,
    login_page: { enabled: false, url: null },
    metadata: mergeMetadata({}, params.metadata),
    name: params.name || null,
    updated: at,
  })
}

function updateConfiguration(ctx: Context, id: string, params: ParamTypes['PortalConfigurationUpdate']): Configuration {
  const before = ctx.store.get('billing_portal.configuration', id)
  return ctx.store.update('billing_portal.configuration', id, {
    active: params.active ?? before.active,
    default_return_url:
      params.default_return_url === undefined ? before.default_return_url : params.default_return_url || null,
    features: featuresOf(before.features, params.features),
    metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
    updated: ctx.clock.seconds(),
  })
}

export const portalRoutes: Route[] = [
  route('POST', 'billing_portal/sessions', 'PortalSessionCreate', (ctx, { params }) =>
    createPortalSession(ctx, params),
  ),
  route('POST', 'billing_portal/configurations', 'PortalConfigurationCreate', (ctx, { params }) =>
    createConfiguration(ctx, params),
  ),
  route('GET', 'billing_portal/configurations', 'PortalConfigurationList', (ctx, { params, url }) =>
    page(
      ctx.store
        .all('billing_portal.configuration')
        .filter(
          ({ active, is_default }) =>
            (params.active === undefined || active === params.active) &&
            (params.is_default === undefined || is_default === params.is_default),
        ),
      params,
      url,
    ),
  ),
  route('GET', 'billing_portal/configurations/:id', 'Retrieve', (ctx, { id }) =>
    ctx.store.get('billing_portal.configuration', id),
  ),
  route('POST', 'billing_portal/configurations/:id', 'PortalConfigurationUpdate', (ctx, { id, params }) =>
    updateConfiguration(ctx, id, params),
  ),
]
