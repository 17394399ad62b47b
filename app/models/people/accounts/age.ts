import { addMonths, fromDbDate, type LocalDate, toDbDate } from '~/utils/dates'

/** The age from which a rider may have a sign-in of their own. */
const OWN_SIGN_IN_AGE = 13

/** The age from which riders consent for themselves. */
const ADULT_AGE = 18

/** Returns the latest birth date of a rider who may sign in. */
export const mustBeBornBy = (today: LocalDate): LocalDate => addMonths(today, -12 * OWN_SIGN_IN_AGE)

/** Whether a rider is under 13; false if the birth date is unknown. */
export const isUnder13 = (birthDate: LocalDate | null, today: LocalDate): boolean =>
  birthDate !== null && birthDate > mustBeBornBy(today)

/** Returns the age in whole years; null if the birth date is unknown. A rider born on February 29 is a year older on March 1. */
export function ageOn(birthDate: LocalDate | null, today: LocalDate): number | null {
  if (!birthDate) return null
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** Whether a rider is an adult; false if the birth date is unknown. */
export const isAdult = (birthDate: LocalDate | null, today: LocalDate): boolean =>
  (ageOn(birthDate, today) ?? 0) >= ADULT_AGE

export const birthDateOf = (column: Date | null): LocalDate | null => column && fromDbDate(column)

/** A condition on users: not known to be under 13. */
export const maySignIn = (today: LocalDate) => ({
  OR: [{ birthDate: null }, { birthDate: { lte: toDbDate(mustBeBornBy(today)) } }],
})

export const UNDER_13 = 'Riders under 13 have no sign-in of their own: their guardian signs in and gets our emails.'
