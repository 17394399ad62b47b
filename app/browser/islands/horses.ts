import { HorseSelects } from '~/routes/office/day/horse-selects.island'
import { startReact } from './react'

export const start = startReact(HorseSelects)
