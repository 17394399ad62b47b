import type { LoaderFunctionArgs } from '@remix-run/node'
import { listPaymentMethods } from '~/services/stripe/payment-methods.server'
import { apiAnswer } from '~/web/api.server'
import { requireApiViewer } from '~/web/auth.server'

/** GET /api/payment-methods: one's own saved cards and bank accounts, the default first (specification, section 7). */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    const viewer = await requireApiViewer(request)
    return { paymentMethods: await listPaymentMethods(viewer.id) }
  })
