import { t } from '#text'
/** The specification's minimum length for everyone. A school may require more of families. */
export const LEAST = 6
/** The minimum length for staff, who see other people's children. */
export const LEAST_OF_STAFF = 12

export type HintFor = 'family' | 'staff' | 'anyone'

const also = () => t('Not your name or address. Three or four words make a good one.')

/** Returns the hint below the field of a new password. `anyone`: where a mailed link leads. */
export const passwordHint = (whose: HintFor, family: number): string => {
  if (whose === 'staff') return `${t('At least {count} characters.', { count: LEAST_OF_STAFF })} ${also()}`
  const staff = whose === 'anyone' && family < LEAST_OF_STAFF
  const least = staff
    ? t('At least {count} characters; the office and instructors at least {staff}.', {
        count: family,
        staff: LEAST_OF_STAFF,
      })
    : t('At least {count} characters.', { count: family })
  return `${least} ${also()}`
}
