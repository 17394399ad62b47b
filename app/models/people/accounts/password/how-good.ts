import { t } from '#text'
import { LEAST_OF_STAFF } from '~/models/vocabulary/password-hint'

const FAIR = 9
const LEAST_DIFFERENT = 5

/** Describes how strong a new password is, by its length: common ones and those made of a name were refused before. */
export function howGood(password: string): string {
  const letters = [...password]
  if (letters.length < FAIR || new Set(letters).size < LEAST_DIFFERENT)
    return t('Your password is weak. A longer one is safer: you can change it any time.')
  return letters.length < LEAST_OF_STAFF
    ? t('Your password is fair. A longer one is safer.')
    : t('Your password is strong.')
}
