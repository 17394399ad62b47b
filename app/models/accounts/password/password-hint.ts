/** The specification's minimum, for everybody. A school may ask families for more. */
export const LEAST = 6
/** For whoever sees other people's children. */
export const LEAST_OF_STAFF = 12

export type HintFor = 'family' | 'staff' | 'anyone'

const also = 'Not your name or address. Three or four words make a good one.'

/** It stands under the field of a new password. `anyone`: where a mailed link leads. */
export const passwordHint = (whose: HintFor, family: number): string => {
  if (whose === 'staff') return `At least ${LEAST_OF_STAFF} characters. ${also}`
  const staff = whose === 'anyone' && family < LEAST_OF_STAFF
  return `At least ${family} characters${staff ? `; the office and instructors at least ${LEAST_OF_STAFF}` : ''}. ${also}`
}
