import { ModifyForm } from '~/routes/portal/subscription/modify-form'
import { startReact } from './react'

export const start = startReact(ModifyForm)
