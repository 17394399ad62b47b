import { OpenPayment } from '~/routes/portal/pay/open-payment'
import { startReact } from './react'

export const start = startReact(OpenPayment)
