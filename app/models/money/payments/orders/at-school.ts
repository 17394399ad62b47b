import { t } from '#text'
/** How a family can pay at the school. */
export interface AtSchool {
  /** The school's own instructions. */
  words: string | null
  /** Whether this is the only way, because there is no provider. */
  only: boolean
}

export const formatHowToPay = ({ words }: AtSchool): string =>
  words ?? t('Pay at the school. We’ll confirm it once you’ve paid.')
