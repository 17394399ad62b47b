import { PaymentForm } from '~/routes/portal/pay/payment-form.island'
import { startReact } from './react'

export const start = startReact(PaymentForm)
