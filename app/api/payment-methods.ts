import { z } from 'zod'
import { deleteMethod, setDefaultMethod } from '~/models/money/methods/default-method.server'
import { listPaymentMethods, openPortal, startSetup } from '~/models/money/methods/payment-methods.server'
import { methodInput, methodOf, methodsAgree } from '~/models/money/payments/order.schema'
import { METHOD_TYPES } from '~/models/vocabulary/fee'
import { getEnv } from '~/platform/env.server'
import { paths } from '~/utils/paths'
import { call } from './table/call'
import { succeeded } from './table/fields'

const method = z.object({ id: z.string() })

/** A family's saved cards and bank accounts. */
export const paymentMethods = [
  call({
    method: 'get',
    path: '/payment-methods',
    for: 'viewer',
    summary: 'One’s own saved cards and bank accounts, the default first.',
    answer: z.strictObject({
      paymentMethods: z.array(
        z.strictObject({
          id: z.string(),
          type: z.enum(METHOD_TYPES),
          funding: z.string().nullable(),
          label: z.string(),
          detail: z.string(),
          isDefault: z.boolean(),
          inUse: z.boolean(),
        }),
      ),
    }),
    run: async ({ viewer }) => ({ paymentMethods: await listPaymentMethods(viewer.id) }),
  }),
  call({
    method: 'delete',
    path: '/payment-methods/{id}',
    for: 'viewer',
    summary: 'Deletes a saved method of one’s own, unless it pays a running subscription.',
    params: method,
    answer: succeeded,
    confirms: () => true,
    async run({ viewer, params }) {
      await deleteMethod(viewer.id, params.id)
      return { success: true, message: 'Payment Method Deleted' }
    },
  }),
  call({
    method: 'post',
    path: '/payment-methods/{id}/set-default',
    for: 'viewer',
    summary: 'Chooses what one pays with from now on.',
    params: method,
    answer: succeeded,
    async run({ viewer, params }) {
      await setDefaultMethod(viewer.id, params.id)
      return { success: true, message: 'Default Payment Method Updated' }
    },
  }),
  call({
    method: 'post',
    path: '/setup-intent',
    for: 'viewer',
    summary: 'Opens the saving of a card or bank account.',
    body: z.object(methodInput).refine(...methodsAgree),
    answer: z.strictObject({ clientSecret: z.string() }),
    run: async ({ viewer, body }) => ({ clientSecret: await startSetup(viewer.id, methodOf(body) ?? 'card') }),
  }),
  call({
    method: 'post',
    path: '/create-portal-session',
    for: 'viewer',
    summary: 'Opens the provider’s own page for methods and invoices.',
    answer: z.strictObject({ url: z.string() }),
    run: async ({ viewer }) => ({ url: await openPortal(viewer.id, `${getEnv().appUrl}${paths.portal()}`) }),
  }),
]
