import { PaymentForm } from '~/routes/portal/pay/payment-form'
import { startReact } from './react'

export const start = startReact(PaymentForm)
