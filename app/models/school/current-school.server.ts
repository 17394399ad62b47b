import type { BasisPoints, FeeScope } from '~/models/payments/fee'
import { onceInRequest, rememberInRequest } from '~/platform/request-memo.server'
import { findSchool, type School } from './school.server'

/** Read once a request. Not inside a transaction: see `findSchool`. */
export const getSchool = (): Promise<School> => onceInRequest('school', () => findSchool())

/** For a statement that has read it along with something else. */
export const rememberSchool = (school: School): void => rememberInRequest('school', school)

const REMEMBERED_MS = 2_000
let remembered: { school: School; until: number } | undefined

/**
 * What a page names at its edge, for visitors of whom nothing else is asked: at most two seconds old, if another process has changed it.
 * What it costs is never taken from here.
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

/** In hundredths of a percent. */
export const feeRate = async (): Promise<BasisPoints> => (await getSchool()).feeRate

export const feeScope = async (): Promise<FeeScope> => (await getSchool()).feeScope
