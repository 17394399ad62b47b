/** A column that refers to a person, and moves if two accounts of one person are merged. */
export interface MovedColumn {
  table: string
  column: string
  /** The column that identifies a row of the table. */
  key: string
  /** Columns that make a row unique: if the surviving account already has one, the row stays. */
  once?: string | readonly string[]
  /** The office's words for what moves, singular and plural; undefined if the rows are part of others. */
  noun?: readonly [one: string, several: string]
}

export const MOVED: readonly MovedColumn[] = [
  { table: 'users', column: 'guardian_id', key: 'id', noun: ['rider of the family', 'riders of the family'] },
  { table: 'users', column: 'merged_into_id', key: 'id', noun: ['merged account', 'merged accounts'] },
  { table: 'lessons', column: 'student_id', key: 'id', noun: ['recorded ride', 'recorded rides'] },
  { table: 'weekly_schedule', column: 'student_id', key: 'id', noun: ['weekly spot', 'weekly spots'] },
  { table: 'one_time_participants', column: 'student_id', key: 'id', noun: ['one-time ride', 'one-time rides'] },
  { table: 'lesson_removals', column: 'student_id', key: 'id' },
  { table: 'horse_usage', column: 'student_id', key: 'id' },
  { table: 'makeups', column: 'student_id', key: 'id', noun: ['makeup', 'makeups'] },
  { table: 'makeup_bookings', column: 'student_id', key: 'id' },
  { table: 'makeup_requests', column: 'student_id', key: 'id' },
  { table: 'waitlist', column: 'student_id', key: 'id', noun: ['waitlist entry', 'waitlist entries'] },
  { table: 'season_places', column: 'student_id', key: 'id', once: ['season_id', 'to_day', 'to_time', 'to_type'] },
  { table: 'season_wishes', column: 'student_id', key: 'id', once: ['season_id', 'lesson_type'] },
  { table: 'usage_adjustments', column: 'student_id', key: 'id', noun: ['change of a counter', 'changes of counters'] },
  { table: 'told_rides', column: 'student_id', key: 'date', once: 'date' },
  { table: 'consents', column: 'rider_id', key: 'id', once: 'version' },
  { table: 'consents', column: 'by_id', key: 'id', once: 'rider_id' },
  { table: 'orders', column: 'user_id', key: 'id', noun: ['order', 'orders'] },
  { table: 'order_items', column: 'rider_id', key: 'id' },
  { table: 'package_purchases', column: 'user_id', key: 'id', noun: ['package', 'packages'] },
  { table: 'user_add_ons', column: 'user_id', key: 'id', noun: ['add-on', 'add-ons'] },
  { table: 'subscriptions', column: 'user_id', key: 'id', noun: ['subscription', 'subscriptions'] },
  { table: 'subscriptions', column: 'rider_id', key: 'id' },
  { table: 'payment_transactions', column: 'user_id', key: 'id', noun: ['payment', 'payments'] },
  { table: 'bank_returns', column: 'user_id', key: 'stripe_charge_id' },
  { table: 'payment_issues', column: 'user_id', key: 'id' },
  { table: 'donations', column: 'student_id', key: 'id', noun: ['sponsorship', 'sponsorships'] },
  { table: 'donation_credits', column: 'user_id', key: 'id', noun: ['credit', 'credits'] },
  { table: 'student_notes', column: 'student_id', key: 'id', noun: ['note', 'notes'] },
  {
    table: 'horse_wishes',
    column: 'student_id',
    key: 'id',
    once: 'horse_id',
    noun: ['line about a horse', 'lines about horses'],
  },
]

/** Yearly records, unique by account: if both accounts have one, they are merged month by month. */
export const YEARLY = [
  {
    table: 'offline_payments',
    months: 'offline_payment_months',
    noun: ['year of noted payments', 'years of noted payments'],
  },
  { table: 'student_payments', months: 'student_payment_months', noun: ['year of amounts', 'years of amounts'] },
] as const

const BY_THE_OFFICE = 'Who of the office did it: a student never did.'
const SIGNED = 'What was signed is never changed: the rider is asked to sign again.'
const TEACHES = 'An instructor is no student.'

/** Columns that refer to a person and do not move, with the reason. */
export const STAYS: Readonly<Record<string, string>> = {
  'sessions.user_id': 'The merged account is signed out.',
  'second_factors.user_id': 'Only the office and instructors have one, who are not merged.',
  'passkeys.user_id': 'Only the office and instructors have one, who are not merged.',
  'address_links.user_id': 'A link proves the address of the account that it was made for.',
  'invitations.user_id': 'A link leads to the account that it was made for.',
  'audit_log.actor_id': 'The log says who did something, then.',
  'makeup_bookings.by_id': 'The ledger says who booked it, then.',
  'makeup_requests.by_id': 'The request says who asked, then.',
  'makeup_requests.closed_by': 'The request says who ended it, then.',
  'place_offers.answered_by': 'The list says who answered, then.',
  'waitlist.by_id': 'The list says who put the rider on it, then.',
  'data_views.subject_id': 'The log says whose data was looked at, then.',
  'email_outbox.user_id': 'An email goes to the account that it was written for.',
  'text_outbox.user_id': 'A text goes to the account that it was written for.',
  'text_numbers.user_id': 'The phone of the account that stays holds.',
  'known_methods.user_id': 'The provider is asked again.',
  'notice_choices.user_id': 'The choices of the account that stays hold.',
  'data_views.viewer_id': BY_THE_OFFICE,
  'donation_credit_uses.by_id': BY_THE_OFFICE,
  'makeups.by_id': BY_THE_OFFICE,
  'makeups.revoked_by': BY_THE_OFFICE,
  'makeups.extended_by': BY_THE_OFFICE,
  'payment_issues.closed_by': BY_THE_OFFICE,
  'horse_wishes.by_id': BY_THE_OFFICE,
  'student_notes.by_id': BY_THE_OFFICE,
  'student_imports.by_id': BY_THE_OFFICE,
  'usage_adjustments.by_id': BY_THE_OFFICE,
  'zeffy_imports.by_id': BY_THE_OFFICE,
  'waiver_versions.published_by': BY_THE_OFFICE,
  'waiver_versions.withdrawn_by': BY_THE_OFFICE,
  'waiver_signatures.recorded_by': BY_THE_OFFICE,
  'waiver_signatures.withdrawn_by': BY_THE_OFFICE,
  'waiver_signatures.rider_id': SIGNED,
  'waiver_signatures.signer_id': SIGNED,
  'instructor_absences.instructor_id': TEACHES,
  'lessons.instructor_id': TEACHES,
  'temporary_lessons.instructor_id': TEACHES,
  'season_lessons.instructor_id': TEACHES,
  'weekly_schedule.instructor_id': TEACHES,
}
