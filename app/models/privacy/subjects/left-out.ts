const BY_THE_OFFICE = 'Who of the office did something: it is about the person at work.'
const BY_NAME = 'Instructors are told by name with each ride.'

/** Columns that point at a person and stand in no file, with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'audit_log.actor_id': BY_THE_OFFICE,
  'data_views.viewer_id': BY_THE_OFFICE,
  'donation_credit_uses.by_id': BY_THE_OFFICE,
  'makeups.by_id': BY_THE_OFFICE,
  'makeups.revoked_by': BY_THE_OFFICE,
  'makeups.extended_by': BY_THE_OFFICE,
  'makeup_bookings.by_id': BY_THE_OFFICE,
  'payment_issues.closed_by': BY_THE_OFFICE,
  'student_notes.by_id': BY_THE_OFFICE,
  'usage_adjustments.by_id': BY_THE_OFFICE,
  'waiver_signatures.recorded_by': BY_THE_OFFICE,
  'waiver_signatures.withdrawn_by': BY_THE_OFFICE,
  'waiver_versions.published_by': BY_THE_OFFICE,
  'waiver_versions.withdrawn_by': BY_THE_OFFICE,
  'consents.by_id': 'Who of the family agreed; it stands with each rider in consents.csv.',
  'makeup_requests.by_id': 'Who of the family asked; the request is in makeup-requests.csv.',
  'makeup_requests.closed_by': 'Who of the family or the office ended it; the answer is in makeup-requests.csv.',
  'place_offers.answered_by': 'Who of the family answered; the answer is in waitlists.csv.',
  'waitlist.by_id': 'Who of the family or the office put the rider on the list.',
  'zeffy_imports.by_id': BY_THE_OFFICE,
  'known_methods.user_id': 'What the provider said of saved methods; saved-payment-methods.csv asks it anew.',
  'lessons.instructor_id': BY_NAME,
  'temporary_lessons.instructor_id': BY_NAME,
  'weekly_schedule.instructor_id': BY_NAME,
  'address_links.email': 'The address in profile.csv, or one of the emails in emails.csv.',
  'address_links.user_id': 'A link that proves the address in profile.csv.',
  'school.email': 'The school’s own address and number.',
  'school.phone': 'The school’s own address and number.',
}
