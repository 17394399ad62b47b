import type { BasisPoints, FeeScope } from '~/models/payments/pricing'
import { onceInRequest } from '~/platform/request-memo.server'
import { findSchool, type School } from './school.server'

/** The school as it stands; one small query a request, however many ask. Not inside a transaction: see `findSchool`. */
export const getSchool = (): Promise<School> => onceInRequest('school', () => findSchool())

/** The convenience fee of card payments, in hundredths of a percent. */
export const feeRate = async (): Promise<BasisPoints> => (await getSchool()).feeRate

/** The cards that pay the fee. */
export const feeScope = async (): Promise<FeeScope> => (await getSchool()).feeScope
