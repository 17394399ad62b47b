import { PurchaseForm } from '~/routes/portal/purchase/purchase-form'
import { startReact } from './react'

export const start = startReact(PurchaseForm)
