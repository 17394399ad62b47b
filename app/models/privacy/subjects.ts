/**
 * One file of what the school holds of a family. `columns` are titles with the SQL of their text, `from` is what follows FROM:
 * `$1` are the ids of the family, `$2` is its account, `$3` the school's time zone, `$4` the family's email addresses. `of` are the
 * columns that point at the family.
 */
export interface Subject {
  file: string
  of: readonly string[]
  columns: Readonly<Record<string, string>>
  from: string
  orderBy: string
  /** What the office wrote for itself: in a file only if the office asks for it. */
  forOffice?: true
}

const instant = (column: string) => `to_char(${column} AT TIME ZONE $3, 'YYYY-MM-DD HH24:MI')`
const yes = (condition: string) => `CASE WHEN ${condition} THEN 'yes' ELSE 'no' END`
const rider = `btrim(concat_ws(' ', u.first_name, u.last_name))`
/** A link that signs in, resets a password or opens a calendar is a key. */
const withoutKeys = (column: string) => `regexp_replace(${column}, '(token|reset|key)=[A-Za-z0-9_%-]+', '\\1=…', 'g')`
const family = (table: string, column: string) =>
  `${table} t JOIN users u ON u.id = t.${column} WHERE t.${column} = ANY($1::text[])`

export const SUBJECTS: readonly Subject[] = [
  {
    file: 'profile',
    of: ['users.email', 'users.phone', 'users.parent_name', 'users.first_name', 'users.last_name'],
    columns: {
      'First Name': 't.first_name',
      'Last Name': 't.last_name',
      Email: 't.email',
      Phone: 't.phone',
      'Parent or Guardian': 't.parent_name',
      'Birth Date': 't.birth_date',
      Level: 't.level',
      'Weight in Pounds': 't.weight_lb::text',
      'Sign-in Blocked': yes('NOT t.active'),
      'Has a Password': yes(`t.password IS NOT NULL AND t.password <> 'none'`),
      'Calendar Feed': yes('t.calendar_key IS NOT NULL'),
      Since: instant('t.created_at'),
      'Last Changed': instant('t.updated_at'),
    },
    from: 'users t WHERE t.id = $2',
    orderBy: 't.id',
  },
  {
    file: 'riders',
    of: ['users.guardian_id'],
    columns: {
      'First Name': 't.first_name',
      'Last Name': 't.last_name',
      Email: 't.email',
      Phone: 't.phone',
      'Parent or Guardian': 't.parent_name',
      'Birth Date': 't.birth_date',
      Level: 't.level',
      'Weight in Pounds': 't.weight_lb::text',
      Since: instant('t.created_at'),
    },
    from: 'users t WHERE t.guardian_id = $2',
    orderBy: 't.first_name, t.id',
  },
  {
    file: 'merged-accounts',
    of: ['users.merged_into_id'],
    columns: {
      'First Name': 't.first_name',
      'Last Name': 't.last_name',
      Email: 't.email',
      Phone: 't.phone',
      Since: instant('t.created_at'),
    },
    from: 'users t WHERE t.merged_into_id = $2',
    orderBy: 't.id',
  },
  {
    file: 'attendance',
    of: ['lessons.student_id', 'horse_usage.student_id', 'horse_usage.student_name'],
    columns: {
      Rider: rider,
      Date: 't.scheduled_date',
      Time: 't.scheduled_time',
      Type: 't.type',
      Minutes: 't.duration',
      Attendance: 't.attendance',
      Horse: 'h.horse_name',
      'Noted On': instant('t.updated_at'),
    },
    from: `lessons t JOIN users u ON u.id = t.student_id
      LEFT JOIN horse_usage h ON h.student_id = t.student_id AND h.usage_date = t.scheduled_date
        AND h.lesson_time = t.scheduled_time
      WHERE t.student_id = ANY($1::text[])`,
    orderBy: 't.scheduled_date, t.id',
  },
  {
    file: 'weekly-places',
    of: ['weekly_schedule.student_id'],
    columns: {
      Rider: rider,
      Weekday: `to_char(date '2023-01-01' + t.day_of_week, 'FMDay')`,
      Time: 't.scheduled_time',
      Type: 't.lesson_type',
      Minutes: 't.duration',
      From: 't.start_date',
      Until: 't.deleted_from_date',
    },
    from: family('weekly_schedule', 'student_id'),
    orderBy: 't.id',
  },
  {
    file: 'one-time-places',
    of: ['one_time_participants.student_id'],
    columns: { Rider: rider, Date: 't.lesson_date', Time: 't.scheduled_time', Type: 't.lesson_type' },
    from: family('one_time_participants', 'student_id'),
    orderBy: 't.lesson_date, t.id',
  },
  {
    file: 'days-off',
    of: ['lesson_removals.student_id', 'lesson_removals.student_name'],
    columns: { Rider: rider, Date: 't.lesson_date', Time: 't.scheduled_time', Type: 't.lesson_type' },
    from: family('lesson_removals', 'student_id'),
    orderBy: 't.lesson_date, t.id',
  },
  {
    file: 'waitlists',
    of: ['waitlist.student_id'],
    columns: {
      Rider: rider,
      'Lesson On': 't.lesson_date',
      'Every Week': yes('t.weekly'),
      Time: 't.scheduled_time',
      Type: 't.lesson_type',
      Since: instant('t.created_at'),
      Ended: instant('t.closed_at'),
      How: 't.outcome',
      'Offers Until': `(SELECT string_agg(to_char(o.expires_at AT TIME ZONE $3, 'YYYY-MM-DD HH24:MI'), '; ' ORDER BY o.id)
        FROM place_offers o WHERE o.waiting_id = t.id)`,
    },
    from: family('waitlist', 'student_id'),
    orderBy: 't.id',
  },
  {
    file: 'makeups',
    of: ['makeups.student_id', 'makeup_bookings.student_id'],
    columns: {
      Rider: rider,
      'For the Ride On': 't.ride_date',
      Time: 't.ride_time',
      Type: 't.lesson_type',
      Reason: 't.reason',
      From: 't.valid_from',
      Until: "nullif(t.valid_to, DATE '9999-12-31')",
      'Booked For': 'b.lesson_date',
      'Booked At': 'b.scheduled_time',
      'Taken Back': instant('t.revoked_at'),
      'Taken Back Because': 't.revoke_reason',
    },
    from: `makeups t JOIN users u ON u.id = t.student_id LEFT JOIN makeup_bookings b ON b.makeup_id = t.id
      WHERE t.student_id = ANY($1::text[])`,
    orderBy: 't.valid_from, t.id',
  },
  {
    file: 'allowance-changes',
    of: ['usage_adjustments.student_id'],
    columns: {
      Rider: rider,
      Month: `t.year || '-' || lpad(t.month::text, 2, '0')`,
      Counter: `replace(t.counter, '_', ' ')`,
      Change: 't.delta',
      Reason: 't.reason',
      On: instant('t.at'),
      Undone: instant('t.undone_at'),
    },
    from: family('usage_adjustments', 'student_id'),
    orderBy: 't.id',
  },
  {
    file: 'packages',
    of: ['package_purchases.user_id'],
    columns: {
      Rider: rider,
      Package: `coalesce((SELECT p.name FROM packages p WHERE p.id = t.package_id), 'Add-ons only')`,
      'Group Lessons': 't.lessons',
      'Private Lessons': 't.private_lessons',
      'Makeup Lessons': 't.makeup_lessons',
      Hacks: 't.hacks',
      From: 't.valid_from',
      Until: 't.valid_to',
      Bought: instant('t.purchase_date'),
      Status: 't.status',
    },
    from: family('package_purchases', 'user_id'),
    orderBy: 't.id',
  },
  {
    file: 'add-ons',
    of: ['user_add_ons.user_id'],
    columns: {
      Rider: rider,
      'Add-on': '(SELECT a.name FROM add_ons a WHERE a.id = t.add_on_id)',
      Quantity: 't.quantity',
      Bought: instant('t.purchase_date'),
      Until: 't.expiry_date',
      Status: 't.status',
    },
    from: family('user_add_ons', 'user_id'),
    orderBy: 't.id',
  },
  {
    file: 'orders',
    of: ['orders.user_id'],
    columns: {
      Order: 't.id',
      Ordered: instant('t.created_at'),
      What: `(SELECT string_agg(i.quantity || ' × ' || i.name, '; ' ORDER BY i.id) FROM order_items i WHERE i.order_id = t.id)`,
      Subtotal: 't.subtotal',
      Fee: 't.fee',
      Total: 't.total',
      Status: 't.status',
      Paid: instant('t.paid_at'),
      'What Failed': 't.failure_message',
    },
    from: family('orders', 'user_id'),
    orderBy: 't.id',
  },
  {
    file: 'bought-for',
    of: ['order_items.rider_id'],
    columns: {
      Rider: rider,
      Order: 't.order_id',
      What: 't.name',
      Quantity: 't.quantity',
      Ordered: `(SELECT ${instant('o.created_at')} FROM orders o WHERE o.id = t.order_id)`,
    },
    from: family('order_items', 'rider_id'),
    orderBy: 't.id',
  },
  {
    file: 'payments',
    of: ['payment_transactions.user_id', 'payment_transactions.customer_email'],
    columns: {
      Receipt: 't.id',
      Date: instant('t.provider_created_at'),
      What: 't.description',
      Amount: 't.amount',
      Fee: 't.fee',
      Refunded: 't.amount_refunded',
      Currency: 'upper(t.currency)',
      'Paid With': 't.payment_method',
      Email: 't.customer_email',
      Status: 't.status',
      'What Failed': 't.failure_message',
      'Provider Receipt': 't.receipt_url',
    },
    from: family('payment_transactions', 'user_id'),
    orderBy: 't.provider_created_at, t.id',
  },
  {
    file: 'receipts',
    of: [],
    columns: {
      Receipt: 't.id',
      Date: instant('t.provider_created_at'),
      Rider: `(SELECT ${rider} FROM users u WHERE u.id = line->>'riderId' AND u.id = ANY($1::text[]))`,
      Line: `line->>'name'`,
      Quantity: `line->>'quantity'`,
      Amount: `to_char((line->>'amount')::numeric / 100, 'FM999999990.00')`,
    },
    from: `payment_transactions t CROSS JOIN LATERAL jsonb_array_elements(t.lines) line
      WHERE t.user_id = ANY($1::text[]) AND t.status IN ('succeeded', 'refunded', 'disputed')`,
    orderBy: 't.provider_created_at, t.id',
  },
  {
    file: 'returned-bank-payments',
    of: ['bank_returns.user_id'],
    columns: { Date: instant('t.returned_at'), Disputed: yes('t.disputed') },
    from: family('bank_returns', 'user_id'),
    orderBy: 't.returned_at',
  },
  {
    file: 'payments-looked-at',
    of: ['payment_issues.user_id', 'payment_issues.payer'],
    columns: {
      Opened: instant('t.opened_at'),
      What: `replace(t.kind, '-', ' ')`,
      Amount: 't.amount',
      Payer: 't.payer',
      Closed: instant('t.closed_at'),
      Outcome: 't.outcome',
    },
    from: family('payment_issues', 'user_id'),
    orderBy: 't.id',
  },
  {
    file: 'offline-payments',
    of: ['offline_payments.user_id'],
    columns: {
      Rider: rider,
      Month: `t.year || '-' || lpad(m.month::text, 2, '0')`,
      Amount: 'm.amount',
      'Paid With': 'coalesce(m.method, t.payment_method)',
    },
    from: `offline_payments t JOIN offline_payment_months m ON m.record_id = t.id JOIN users u ON u.id = t.user_id
      WHERE t.user_id = ANY($1::text[])`,
    orderBy: 't.year, m.month, t.id',
  },
  {
    file: 'noted-payments',
    of: ['student_payments.user_id'],
    columns: {
      Rider: rider,
      Month: `t.year || '-' || lpad(m.month::text, 2, '0')`,
      Amount: 'm.amount',
      'Paid With': 't.payment_method',
    },
    from: `student_payments t JOIN student_payment_months m ON m.record_id = t.id JOIN users u ON u.id = t.user_id
      WHERE t.user_id = ANY($1::text[])`,
    orderBy: 't.year, m.month, t.id',
  },
  {
    file: 'subscriptions',
    of: ['subscriptions.user_id', 'subscriptions.rider_id'],
    columns: {
      Rider: rider,
      Package: `coalesce((SELECT p.name FROM packages p WHERE p.id = t.package_id), 'Add-ons only')`,
      'Add-ons': `(SELECT string_agg(s.quantity || ' × ' || a.name, '; ' ORDER BY a.id)
        FROM subscription_add_ons s JOIN add_ons a ON a.id = s.add_on_id WHERE s.subscription_id = t.id)`,
      'Price a Month': 't.package_price',
      Fee: 't.fee',
      Status: 't.status',
      Began: instant('t.created_at'),
      'Period From': 't.current_period_start',
      'Period To': 't.current_period_end',
      Ends: 't.ends_on',
    },
    from: `subscriptions t JOIN users u ON u.id = t.rider_id
      WHERE t.user_id = ANY($1::text[]) OR t.rider_id = ANY($1::text[])`,
    orderBy: 't.id',
  },
  {
    file: 'donations',
    of: ['donations.student_id', 'donations.donor_email', 'donations.donor_first_name', 'donations.donor_last_name'],
    columns: {
      Date: instant('t.donated_at'),
      Amount: 't.amount',
      Currency: 't.currency',
      // A sponsor of the family's rider is somebody else.
      Donor: `CASE WHEN lower(t.donor_email) = ANY($4::text[])
        THEN concat_ws(' ', t.donor_first_name, t.donor_last_name, t.donor_email) END`,
      Campaign: 't.campaign_name',
      Purpose: 't.purpose',
      'Paid With': 't.payment_method',
      Status: 't.status',
      'For a Rider of the Family': yes('t.student_id = ANY($1::text[])'),
      Credit: 'c.credit_amount',
      'Credit Used': 'c.used_amount',
    },
    from: `donations t LEFT JOIN donation_credits c ON c.donation_id = t.id AND c.user_id = ANY($1::text[])
      WHERE t.student_id = ANY($1::text[]) OR lower(t.donor_email) = ANY($4::text[])`,
    orderBy: 't.donated_at, t.id',
  },
  {
    file: 'sponsored-months',
    of: ['donation_credits.user_id'],
    columns: {
      Rider: rider,
      Month: `t.year || '-' || lpad(t.month::text, 2, '0')`,
      Amount: 't.amount',
      On: instant('t.at'),
      Undone: instant('t.undone_at'),
    },
    from: `donation_credit_uses t JOIN donation_credits c ON c.id = t.credit_id JOIN users u ON u.id = c.user_id
      WHERE c.user_id = ANY($1::text[])`,
    orderBy: 't.id',
  },
  {
    file: 'event-tickets',
    of: ['event_tickets.attendee_id'],
    columns: {
      Event: 'coalesce(e.name, t.event_name)',
      Ticket: 't.ticket_type',
      Amount: 't.amount',
      Bought: instant('t.purchased_at'),
      Status: 't.status',
    },
    from: `event_tickets t LEFT JOIN events e ON e.id = t.event_id
      WHERE lower(t.attendee_id) = ANY($4::text[])
        OR EXISTS (SELECT 1 FROM jsonb_each_text(t.extra) x WHERE lower(x.value) = ANY($4::text[]))`,
    orderBy: 't.id',
  },
  {
    file: 'sign-ins',
    of: ['sessions.user_id'],
    columns: { Rider: rider, 'Signed In': `t.sess->>'since'`, 'Ends Without Use': instant('t.expire') },
    from: family('sessions', 'user_id'),
    orderBy: 't.expire',
  },
  {
    file: 'emails',
    of: ['email_outbox.recipient', 'email_outbox.user_id'],
    columns: {
      To: 't.recipient',
      Written: instant('t.created_at'),
      Sent: instant('t.sent_at'),
      Subject: 't.subject',
      Text: withoutKeys('t.text'),
    },
    from: 'email_outbox t WHERE lower(t.recipient) = ANY($4::text[]) OR t.user_id = ANY($1::text[])',
    orderBy: 't.id',
  },
  {
    file: 'told-rides',
    of: ['told_rides.student_id'],
    columns: {
      Rider: rider,
      Date: 't.date',
      'You Know Of': `replace(t.known, E'\\n', '; ')`,
      Now: `replace(t.present, E'\\n', '; ')`,
      Reminded: instant('t.reminded_at'),
    },
    from: family('told_rides', 'student_id'),
    orderBy: 't.date, t.student_id',
  },
  {
    file: 'notices',
    of: ['notice_choices.user_id'],
    columns: { Notice: `replace(t.kind, '-', ' ')`, By: 't.channel', Wanted: yes('t.wanted'), Chosen: instant('t.at') },
    from: family('notice_choices', 'user_id'),
    orderBy: 't.at',
  },
  {
    file: 'waivers',
    of: ['waiver_signatures.rider_id', 'waiver_signatures.signer_id'],
    columns: {
      Rider: 't.rider_name',
      Text: 'v.title',
      Version: 'v.number',
      How: `CASE t.kind WHEN 'paper' THEN 'on paper' ELSE 'signed here' END`,
      'Signed By': 't.typed_name',
      On: instant('t.signed_at'),
      'Date on Paper': 't.paper_on',
      'Network Address': 't.ip',
      Device: 't.user_agent',
      Drawing: 't.drawing',
      'SHA-256': 't.digest',
      Withdrawn: 't.withdrawn_note',
      PDF: `CASE t.kind WHEN 'signed' THEN '/waivers/' || t.id || '/pdf' END`,
    },
    from: `waiver_signatures t JOIN waiver_versions v ON v.id = t.version_id
      WHERE t.rider_id = ANY($1::text[]) OR t.signer_id = $2`,
    orderBy: 't.id',
  },
  {
    file: 'changes',
    of: ['audit_log.entity_id'],
    columns: {
      On: instant('t.at'),
      By: `CASE WHEN t.actor_id = ANY($1::text[]) THEN 'the family' WHEN t.actor_id IS NULL THEN 'the system' ELSE 'the office' END`,
      What: 't.action',
      // Contact data alone: other details name rows, or are notes of the office.
      Before: `CASE WHEN t.action = 'student.edit' THEN (t.detail->'from')::text END`,
      After: `CASE WHEN t.action = 'student.edit' THEN (t.detail->'to')::text END`,
    },
    from: `audit_log t WHERE t.entity IN ('student', 'user') AND t.entity_id = ANY($1::text[])
      OR t.entity = 'payment_transaction'
        AND t.entity_id IN (SELECT p.id::text FROM payment_transactions p WHERE p.user_id = ANY($1::text[]))`,
    orderBy: 't.id',
  },
  {
    file: 'views',
    of: ['data_views.subject_id'],
    columns: { On: instant('t.at'), By: `'the office'`, Rider: rider, What: 't.kind' },
    from: family('data_views', 'subject_id'),
    orderBy: 't.at',
  },
  {
    file: 'notes-of-rides',
    of: [],
    columns: { Rider: rider, Date: 't.scheduled_date', Time: 't.scheduled_time', Note: 't.notes' },
    from: `${family('lessons', 'student_id')} AND t.notes IS NOT NULL`,
    orderBy: 't.scheduled_date, t.id',
    forOffice: true,
  },
  {
    file: 'notes-of-the-office',
    of: ['student_notes.student_id'],
    columns: { Rider: rider, Written: instant('t.at'), Note: 't.text' },
    from: family('student_notes', 'student_id'),
    orderBy: 't.id',
    forOffice: true,
  },
]

const BY_THE_OFFICE = 'Who of the office did something: it is about the person at work.'
const BY_NAME = 'Instructors are told by name with each ride.'

/** Columns that point at a person and stand in no file, with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'audit_log.actor_id': BY_THE_OFFICE,
  'data_views.viewer_id': BY_THE_OFFICE,
  'donation_credit_uses.by_id': BY_THE_OFFICE,
  'makeups.by_id': BY_THE_OFFICE,
  'makeups.revoked_by': BY_THE_OFFICE,
  'makeup_bookings.by_id': BY_THE_OFFICE,
  'payment_issues.closed_by': BY_THE_OFFICE,
  'student_notes.by_id': BY_THE_OFFICE,
  'usage_adjustments.by_id': BY_THE_OFFICE,
  'waiver_signatures.recorded_by': BY_THE_OFFICE,
  'waiver_signatures.withdrawn_by': BY_THE_OFFICE,
  'waiver_versions.published_by': BY_THE_OFFICE,
  'waiver_versions.withdrawn_by': BY_THE_OFFICE,
  'place_offers.answered_by': 'Who of the family answered; the answer is in waitlists.csv.',
  'waitlist.by_id': 'Who of the family or the office put the rider on the list.',
  'zeffy_imports.by_id': BY_THE_OFFICE,
  'lessons.instructor_id': BY_NAME,
  'temporary_lessons.instructor_id': BY_NAME,
  'weekly_schedule.instructor_id': BY_NAME,
  'school.email': 'The school’s own address and number.',
  'school.phone': 'The school’s own address and number.',
}
