import { OpenPayment } from '~/routes/portal/pay/open-payment.island'
import { startReact } from './react'

export const start = startReact(OpenPayment)
