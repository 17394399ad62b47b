import type { LoaderFunctionArgs } from '@remix-run/node'
import { apiAnswer } from '~/services/api.server'
import { requireApiViewer } from '~/services/auth.server'
import { listPaymentMethods } from '~/services/payment-methods.server'

/** GET /api/payment-methods: one's own saved cards and bank accounts, the default first (specification, section 7). */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    const viewer = await requireApiViewer(request)
    return { paymentMethods: await listPaymentMethods(viewer.id) }
  })
