import type { Context } from '../engine/context'
import { missingParam } from '../engine/errors'
import { refuse } from '../engine/not-implemented'
import { type Route, route } from '../engine/router'
import type { Objects, ParamTypes } from '../types'
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
    configuration: 'bpc_sandbox',
    customer,
    return_url,
  })
  return ctx.store.update('billing_portal.session', session.id, { url: ctx.url(`/p/session/${session.id}`) })
}

export const portalRoutes: Route[] = [
  route('POST', 'billing_portal/sessions', 'PortalSessionCreate', (ctx, { params }) =>
    createPortalSession(ctx, params),
  ),
]
