/** How a family can pay at the school. */
export interface AtSchool {
  /** The school's own words. */
  words: string | null
  /** There is no provider. */
  only: boolean
}

export const formatHowToPay = ({ words }: AtSchool): string =>
  words ?? 'Pay at the school. We’ll confirm it once you’ve paid.'
