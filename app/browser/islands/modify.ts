import { ModifyForm } from '~/routes/portal/subscription/modify-form.island'
import { startReact } from './react'

export const start = startReact(ModifyForm)
