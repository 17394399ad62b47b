/** The specification's minimum length for everyone. A school may require more of families. */
export const LEAST = 6
/** The minimum length for staff, who see other people's children. */
export const LEAST_OF_STAFF = 12

export type HintFor = 'family' | 'staff' | 'anyone'

const also = 'Not your name or address. Three or four words make a good one.'

/** Returns the hint below the field of a new password. `anyone`: where a mailed link leads. */
export const passwordHint = (whose: HintFor, family: number): string => {
  if (whose === 'staff') return `At least ${LEAST_OF_STAFF} characters. ${also}`
  const staff = whose === 'anyone' && family < LEAST_OF_STAFF
  return `At least ${family} characters${staff ? `; the office and instructors at least ${LEAST_OF_STAFF}` : ''}. ${also}`
}
