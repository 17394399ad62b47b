import type { BasisPoints } from '~/models/pricing'
import { getEnv } from './env.server'

/** The convenience fee of card payments, in hundredths of a percent. */
export const feeRate = (): BasisPoints => Math.round(getEnv().feeRatePercent * 100)

/** The fee as screens name it: `3%`. */
export const feePercent = (): string => `${feeRate() / 100}%`
