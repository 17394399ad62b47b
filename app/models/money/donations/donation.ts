import { displayName } from '~/models/vocabulary/user'

export const PURPOSES = ['General fund', 'Hay and feed', 'Lesson sponsorship', 'Arena footing'] as const
type Purpose = (typeof PURPOSES)[number]
export const LESSON_SPONSORSHIP: Purpose = 'Lesson sponsorship'

/** Parses a purpose in any notation (`lesson_sponsorship`); null for any other text. */
export function purposeOf(text: string): Purpose | null {
  const plain = (value: string) => value.toLowerCase().replace(/[^a-z]/g, '')
  const found = PURPOSES.find((purpose) => plain(purpose) === plain(text))
  return found ?? (plain(text) === 'general' ? 'General fund' : null)
}

export const isSponsorship = (purpose: string | null | undefined): boolean =>
  Boolean(purpose) && purposeOf(purpose ?? '') === LESSON_SPONSORSHIP

export const statusLabel = (status: string): string => status.charAt(0).toUpperCase() + status.slice(1)

export const donorName = (donor: { donorFirstName: string | null; donorLastName: string | null }): string =>
  displayName({ firstName: donor.donorFirstName, lastName: donor.donorLastName }) || 'Anonymous'
