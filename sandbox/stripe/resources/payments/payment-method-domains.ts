import type { Context } from '../../engine/context'
import { invalidRequest } from '../../engine/errors'
import { page } from '../../engine/lists'
import { type Route, route } from '../../engine/router'
import type { Objects, ParamTypes } from '../../types'

type Domain = Objects['payment_method_domain']

/** Matches a public domain name: no local one, and no IP address. */
const PUBLIC = /^([a-z\d-]+\.)+[a-z]{2,}$/i

function createDomain(ctx: Context, { domain_name, enabled }: ParamTypes['PaymentMethodDomainCreate']): Domain {
  if (!PUBLIC.test(domain_name)) throw invalidRequest(`Invalid domain name: ${domain_name}`, 'domain_name')
  if (ctx.store.all('payment_method_domain').some((known) => known.domain_name === domain_name)) {
    throw invalidRequest('This domain is registered already.', 'domain_name', 'resource_already_exists')
  }
  const works = { status: 'active' as const }
  return ctx.store.create('payment_method_domain', ctx.clock.seconds(), {
    domain_name,
    enabled: enabled ?? true,
    amazon_pay: works,
    apple_pay: works,
    google_pay: works,
    klarna: works,
    link: works,
    paypal: works,
  })
}

export const paymentMethodDomainRoutes: Route[] = [
  route('POST', 'payment_method_domains', 'PaymentMethodDomainCreate', (ctx, { params }) => createDomain(ctx, params)),
  route('GET', 'payment_method_domains', 'PaymentMethodDomainList', (ctx, { params, url }) =>
    page(
      ctx.store
        .all('payment_method_domain')
        .filter(
          ({ domain_name, enabled }) =>
            (params.domain_name === undefined || domain_name === params.domain_name) &&
            (params.enabled === undefined || enabled === params.enabled),
        ),
      params,
      url,
    ),
  ),
  route('GET', 'payment_method_domains/:id', 'Retrieve', (ctx, { id }) => ctx.store.get('payment_method_domain', id)),
  route('POST', 'payment_method_domains/:id', 'PaymentMethodDomainUpdate', (ctx, { id, params }) => {
    const { enabled } = ctx.store.get('payment_method_domain', id)
    return ctx.store.update('payment_method_domain', id, { enabled: params.enabled ?? enabled })
  }),
]
