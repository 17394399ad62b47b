import { PurchaseForm } from '~/routes/portal/purchase/purchase-form.island'
import { startReact } from './react'

export const start = startReact(PurchaseForm)
