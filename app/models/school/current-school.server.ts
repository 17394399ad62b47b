import type { BasisPoints, FeeScope } from '~/models/vocabulary/fee'
import { onceInRequest, rememberInRequest } from '~/platform/request-memo.server'
import { findSchool, type School } from './school.server'

/** Returns the school, read once per request. Not inside a transaction: see `findSchool`. */
export const getSchool = (): Promise<School> => onceInRequest('school', () => findSchool())

/** Stores the school for this request, for a statement that has read it along with something else. */
export const rememberSchool = (school: School): void => rememberInRequest('school', school)

const REMEMBERED_MS = 2_000
let remembered: { school: School; until: number } | undefined

/**
 * Returns the school's name and contact for visitors: at most two seconds old, if another process has changed them.
 * Prices and fees are never taken from here.
 */
export async function shownSchool(): Promise<School> {
  const at = performance.now()
  if (remembered && at < remembered.until) return remembered.school
  const school = await getSchool()
  remembered = { school, until: at + REMEMBERED_MS }
  return school
}

export const forgetShownSchool = (): void => {
  remembered = undefined
}

/** Returns the fee's rate in hundredths of a percent. */
export const feeRate = async (): Promise<BasisPoints> => (await getSchool()).feeRate

export const feeScope = async (): Promise<FeeScope> => (await getSchool()).feeScope
