import type { BasisPoints, FeeScope } from '~/models/payments/pricing'
import { onceInRequest, rememberInRequest } from '~/platform/request-memo.server'
import { findSchool, type School } from './school.server'

/** Read once a request. Not inside a transaction: see `findSchool`. */
export const getSchool = (): Promise<School> => onceInRequest('school', () => findSchool())

/** For a statement that has read it along with something else. */
export const rememberSchool = (school: School): void => rememberInRequest('school', school)

/** In hundredths of a percent. */
export const feeRate = async (): Promise<BasisPoints> => (await getSchool()).feeRate

export const feeScope = async (): Promise<FeeScope> => (await getSchool()).feeScope
