import type { ActionFunctionArgs } from '@remix-run/node'
import { methodNotAllowed } from '~/web/api.server'
import { answerCreate } from '~/web/subscription-api.server'

/** POST /api/subscriptions/create {packageId, packagePaymentType, addOns, startDate} or {items} (specification, section 7). */
export const action = ({ request }: ActionFunctionArgs) => answerCreate(request)

export const loader = () => methodNotAllowed('POST')
