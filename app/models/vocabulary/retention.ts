/** The number of months for which each kind of personal data is stored. */
export interface Retention {
  emails: number
  changes: number
  views: number
  notes: number
  /** Names in the waivers of erased families. */
  waivers: number
  /** The months without activity after which a family is proposed for erasing. */
  inactive: number
}

interface Kept {
  label: string
  hint: string
  months: number
  /** The minimum, because a change can be undone, and a view explained. */
  least: number
  /** The maximum; `MAX_MONTHS` if it is left out. */
  most?: number
}

export const MAX_MONTHS = 120

export const KEPT: Readonly<Record<keyof Retention, Kept>> = {
  emails: { label: 'Sent emails', hint: 'Who got which email, and its text.', months: 12, least: 1 },
  notes: {
    label: 'Notes about rides',
    hint: 'What you noted about one ride or absence. Notes on a student’s page stay.',
    months: 12,
    least: 1,
  },
  changes: {
    label: 'Log of changes',
    hint: 'Who changed what. Older changes can’t be undone. Payment changes are kept.',
    months: 24,
    least: 6,
  },
  views: { label: 'Access log', hint: 'Who in the office viewed a family’s data.', months: 12, least: 3 },
  waivers: {
    label: 'Signed waivers of erased families',
    hint: 'Names and signatures, in case of a later claim. Then only the day and the version stay.',
    months: 84,
    least: 12,
    most: 300,
  },
  inactive: {
    label: 'Inactive families',
    hint: 'Listed below after this long without a ride, payment, or sign-in. Nothing is deleted automatically.',
    months: 36,
    least: 12,
  },
}

export const KEPT_FIELDS = Object.keys(KEPT) as (keyof Retention)[]

export const DEFAULT_RETENTION: Retention = {
  emails: KEPT.emails.months,
  changes: KEPT.changes.months,
  views: KEPT.views.months,
  notes: KEPT.notes.months,
  waivers: KEPT.waivers.months,
  inactive: KEPT.inactive.months,
}
