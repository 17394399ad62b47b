import { HorseSelects } from '~/routes/office/day/horse-selects'
import { startReact } from './react'

export const start = startReact(HorseSelects)
