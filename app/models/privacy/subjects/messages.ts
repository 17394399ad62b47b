import { family, instant, rider, type Subject, withoutKeys, yes } from './subject'

/** What was written to them, signed by them and noted of them. */
export const MESSAGES: readonly Subject[] = [
  {
    file: 'sign-ins',
    of: ['sessions.user_id'],
    columns: {
      Rider: rider,
      Device: `t.sess->>'device'`,
      'Signed In': `t.sess->>'since'`,
      'Ends Without Use': instant('t.expire'),
    },
    from: family('sessions', 'user_id'),
    orderBy: 't.expire',
  },
  {
    file: 'second-factors',
    of: ['second_factors.user_id'],
    columns: { Rider: rider, 'First Asked': instant('t.asked_at'), 'Turned On': instant('t.confirmed_at') },
    from: family('second_factors', 'user_id'),
    orderBy: 't.user_id',
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
    file: 'phone-for-texts',
    of: ['text_numbers.user_id', 'text_numbers.number'],
    columns: {
      Number: 't.number',
      Asked: instant('t.asked_at'),
      Confirmed: instant('t.verified_at'),
      'Said STOP': instant('t.stopped_at'),
    },
    from: family('text_numbers', 'user_id'),
    orderBy: 't.user_id',
  },
  {
    file: 'texts',
    of: ['text_outbox.user_id', 'text_outbox.number'],
    columns: {
      To: 't.number',
      Written: instant('t.created_at'),
      Sent: instant('t.sent_at'),
      Text: `CASE WHEN t.kind IS NULL THEN 'A code' ELSE t.body END`,
      'The Provider Said': 't.status',
    },
    from: family('text_outbox', 'user_id'),
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
    from: `audit_log t WHERE t.entity IN ('student', 'user', 'account') AND t.entity_id = ANY($1::text[])
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
    columns: {
      Rider: rider,
      Written: instant('t.at'),
      'Read By': "CASE WHEN t.for_barn THEN 'the barn' ELSE 'the office' END",
      Note: 't.text',
    },
    from: family('student_notes', 'student_id'),
    orderBy: 't.id',
    forOffice: true,
  },
]
