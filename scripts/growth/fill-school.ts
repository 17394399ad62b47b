// Fills the PostgreSQL database of a sample school with a large school or a long past, to measure what grows with either.
import type pg from 'pg'

export interface SchoolSize {
  /** The number of present riders, in families of three. */
  riders: number
  lessonsADay: number
  ridersALesson: number
  /** How long they have been riding. */
  weeks: number
  /** The number of equally large groups of riders who rode before them, for as long, and have left. */
  formerCohorts: number
}

/** A family of the school, with the password of the sample school's family. */
export const FAMILY = { email: 'r0-0@stirrup.example', rider: 'r0-1', account: 'r0-0' }

/** The horses of the next two weeks are assigned; the rides of this week are not marked yet. */
const WEEKS_AHEAD = 1
const OPENS_AT = '06:00'
const OPEN_MINUTES = 900

/** Needs a superuser: triggers are disabled, and their counts are computed at the end. */
export async function fillSchool(client: pg.Client, size: SchoolSize): Promise<void> {
  await client.query('SET session_replication_role = replica')
  for (const step of stepsOf(size)) {
    await client.query(step).catch((error: Error) => {
      throw new Error(`${error.message}, in:\n${step}`, { cause: error })
    })
  }
  await client.query('SET session_replication_role = DEFAULT')
}

function stepsOf({ riders, lessonsADay, ridersALesson, weeks, formerCohorts }: SchoolSize): string[] {
  const step = Math.floor(OPEN_MINUTES / lessonsADay / 5) * 5
  const atOnce = Math.ceil(60 / step)
  const ADMIN = `(SELECT id FROM users WHERE role = 'admin' ORDER BY created_at LIMIT 1)`
  const COACH = `(SELECT id FROM users WHERE email = 'coach@stirrup.example')`
  // The places of a week, each with its rider; nobody is in two lessons at once.
  const SEATS = `(
    SELECT r.*, d AS day, l AS lesson, to_char(time '${OPENS_AT}' + l * ${step} * interval '1 minute', 'HH24:MI') AS time,
           1 + l % ${atOnce} * ${ridersALesson} + s AS horse
    FROM generate_series(0, 6) d, generate_series(0, ${lessonsADay - 1}) l, generate_series(0, ${ridersALesson - 1}) s
    JOIN filled r ON true WHERE r.i = (d * ${lessonsADay * ridersALesson} + l * ${ridersALesson} + s) % ${riders}) p`
  const dayOf = "date_trunc('week', current_date)::date - 7 * (w + p.back) + p.day"
  const PAYMENTS = `(
    SELECT r.*, n, 'pi_' || r.id || '_' || n AS intent, now() - (r.back || ' weeks')::interval - n * interval '23 days' AS at
    FROM filled r, generate_series(1, ${Math.max(1, Math.floor((weeks * 7) / 23))}) n) p`
  const atLeast = (share: number) => Math.max(1, Math.floor(weeks / share))
  return [
    `CREATE TEMP TABLE filled AS
     SELECT k, i, 'r' || k || '-' || i AS id, 'r' || k || '-' || (i - i % 3) AS account, i % 3 > 0 AS "isChild", ${weeks} * k AS back
     FROM generate_series(0, ${formerCohorts}) k, generate_series(0, ${riders - 1}) i`,
    `INSERT INTO users (id, email, email_verified_at, password, first_name, last_name, phone, parent_name, guardian_id, active, hidden_at, level, weight_lb,
       birth_date, created_at, updated_at)
     SELECT id, CASE WHEN NOT "isChild" THEN id || '@stirrup.example' END, CASE WHEN NOT "isChild" THEN now() END,
       CASE WHEN NOT "isChild" THEN (SELECT password FROM users WHERE email = 'rider@stirrup.example') END,
       (ARRAY['Ada','Ben','Cleo','Dan','Eva','Finn','Gina','Hugo','Ivy','Jon','Kate','Leo'])[1 + i % 12],
       (ARRAY['Ash','Birch','Cedar','Elm','Fir','Hazel','Larch','Maple','Oak','Pine','Rowan'])[1 + i / 3 % 11] || ' ' || k || i / 3,
       '84555' || lpad(i::text, 5, '0'), 'Parent ' || i, CASE WHEN "isChild" THEN account END, k = 0,
       CASE WHEN k > 0 THEN now() - back * interval '1 week' END,
       (ARRAY['beginner','novice','intermediate','advanced'])[1 + i % 4], 80 + i % 100,
       CASE WHEN "isChild" THEN current_date - 3650 - i END, now() - (back + ${weeks}) * interval '1 week', now() FROM filled`,
    `INSERT INTO horses (name, day_limit, week_limit, max_weight_lb)
     SELECT 'Filled ' || n, 8, 40, 170 FROM generate_series(1, ${atOnce * ridersALesson}) n`,
    `INSERT INTO weekly_schedule (student_id, day_of_week, scheduled_time, lesson_type, start_date, deleted_from_date, instructor_id, capacity, updated_at)
     SELECT id, (day + 1) % 7, time, 'Group Lesson', date_trunc('week', current_date)::date - 7 * (back + ${weeks}),
       CASE WHEN k > 0 THEN date_trunc('week', current_date)::date - 7 * back END, CASE WHEN lesson % 2 = 0 THEN ${COACH} END, ${ridersALesson}, now()
     FROM ${SEATS}`,
    `INSERT INTO lessons (student_id, type, scheduled_date, scheduled_time, status, attendance, notes, created_at, updated_at)
     SELECT p.id, 'Group Lesson', d, p.time, 'completed', CASE WHEN (p.i + w) % 11 = 0 THEN 'absent' ELSE 'present' END,
       CASE WHEN (p.i + w) % 40 = 0 THEN 'Rode well.' END, d, d
     FROM ${SEATS}, generate_series(1, ${weeks}) w, LATERAL (SELECT ${dayOf} AS d) x`,
    // The constraint that a horse is free is not checked again: it would take longer than all the rest.
    'ALTER TABLE horse_usage DROP CONSTRAINT IF EXISTS horse_usage_horse_once',
    `INSERT INTO horse_usage (horse_id, horse_name, usage_date, lesson_time, student_id, student_name, lesson_type)
     SELECT h.id, h.name, d, p.time, p.id, 'Student ' || p.i, 'Group Lesson'
     FROM ${SEATS} JOIN horses h ON h.name = 'Filled ' || p.horse, generate_series(${-WEEKS_AHEAD}, ${weeks}) w, LATERAL (SELECT ${dayOf} AS d) x
     WHERE (p.k = 0 OR w > 0) AND (p.i + w) % 11 <> 0`,
    `INSERT INTO horse_work (horse_id, work_date, start_time, duration, kind, who)
     SELECT h.id, current_date - n, '05:00', 45, 'Lunging', 'Ana' FROM horses h, generate_series(1, ${weeks}) n WHERE h.name LIKE 'Filled %'`,
    `INSERT INTO orders (user_id, nonce, kind, status, method_type, subtotal, fee, total, valid_from, valid_to, stripe_payment_intent_id, paid_at,
       created_at, updated_at)
     SELECT account, intent, 'one_time', 'paid', 'card', 220, 6.6, 226.6, date_trunc('month', at)::date,
       (date_trunc('month', at) + interval '1 month - 1 day')::date, intent, at, at, at FROM ${PAYMENTS}`,
    `INSERT INTO order_items (order_id, type, package_id, name, quantity, unit_price, payment_type, rider_id)
     SELECT o.id, 'package', (SELECT min(id) FROM packages), 'Package 1 - Basic', 1, 220, 'one-time', p.id
     FROM ${PAYMENTS} JOIN orders o ON o.stripe_payment_intent_id = p.intent`,
    `INSERT INTO payment_transactions (user_id, order_id, stripe_payment_intent_id, amount, fee, amount_refunded, description, packages, lines, status,
       raw_status, payment_method, customer_email, period_start, period_end, provider_created_at, updated_at)
     SELECT account, o.id, intent, 226.60, 6.60, CASE WHEN n % 37 = 0 THEN 20 ELSE 0 END, 'Package 1 - Basic', '{Package 1 - Basic}',
       '[{"name": "Package 1 - Basic", "quantity": 1, "amount": 22000}]', s, s, 'card', account || '@stirrup.example', date_trunc('month', at)::date,
       (date_trunc('month', at) + interval '1 month')::date, at, at
     FROM ${PAYMENTS} JOIN orders o ON o.stripe_payment_intent_id = p.intent,
       LATERAL (SELECT CASE (n + i) % 50 WHEN 0 THEN 'failed' ELSE 'succeeded' END AS s) x`,
    `INSERT INTO package_purchases (user_id, package_id, order_id, stripe_payment_intent_id, status, lessons, makeup_lessons, valid_from, valid_to,
       purchase_date, updated_at)
     SELECT p.id, (SELECT min(id) FROM packages), o.id, intent, 'active', 40, 1, date_trunc('month', at)::date,
       (date_trunc('month', at) + interval '1 month - 1 day')::date, at, at
     FROM ${PAYMENTS} JOIN orders o ON o.stripe_payment_intent_id = p.intent`,
    `INSERT INTO payouts (stripe_payout_id, amount, status, arrival_date, automatic, itemized, provider_created_at)
     SELECT 'po_filled_' || w, 20000, 'paid', current_date - 7 * w, true, true, now() - w * interval '1 week'
     FROM generate_series(1, ${weeks * (formerCohorts + 1)}) w`,
    `INSERT INTO balance_transactions (stripe_id, payout_id, type, amount, fee, net, source, stripe_payment_intent_id, available_at, provider_created_at)
     SELECT 'txn_' || t.stripe_payment_intent_id, o.id, 'charge', t.amount, 6.6, t.amount - 6.6, 'ch', t.stripe_payment_intent_id,
       t.provider_created_at, t.provider_created_at
     FROM payment_transactions t JOIN payouts o
       ON o.stripe_payout_id = 'po_filled_' || (1 + extract(epoch FROM now() - t.provider_created_at)::int / 604800)
     WHERE t.stripe_payment_intent_id LIKE 'pi_r%'`,
    `INSERT INTO offline_payments (user_id, year)
     SELECT DISTINCT account, extract(year FROM current_date - 7 * (back + w))::int FROM filled, generate_series(0, ${weeks - 1}, 52) w`,
    `INSERT INTO offline_payment_months (record_id, month, amount)
     SELECT o.id, m, 100 FROM offline_payments o, generate_series(1, 12) m WHERE o.user_id LIKE 'r%-%' AND (o.id + m) % 6 = 0`,
    `INSERT INTO makeups (student_id, ride_date, ride_time, lesson_date, scheduled_time, lesson_type, reason, valid_from, valid_to, by_id, why, created_at)
     SELECT student_id, scheduled_date, scheduled_time, scheduled_date, scheduled_time, 'Group Lesson', 'Absent', scheduled_date, scheduled_date + 60,
       ${ADMIN}, 'absence', scheduled_date FROM lessons WHERE attendance = 'absent' AND student_id LIKE 'r%-%' AND id % 12 = 0`,
    `INSERT INTO makeup_bookings (makeup_id, student_id, lesson_date, scheduled_time, lesson_type, by_id, created_at)
     SELECT id, student_id, lesson_date + 14, '22:00', 'Group Lesson', student_id, created_at FROM makeups
     WHERE student_id LIKE 'r%-%' AND id % 4 > 0 AND lesson_date < current_date - 30 ON CONFLICT DO NOTHING`,
    `INSERT INTO one_time_participants (student_id, lesson_date, scheduled_time, lesson_type, created_at)
     SELECT student_id, lesson_date, scheduled_time, lesson_type, created_at FROM makeup_bookings WHERE student_id LIKE 'r%-%' ON CONFLICT DO NOTHING`,
    `INSERT INTO temporary_lessons (lesson_date, scheduled_time, lesson_type, created_at)
     SELECT DISTINCT ON (lesson_date) lesson_date, scheduled_time, lesson_type, created_at FROM makeup_bookings WHERE student_id LIKE 'r%-%'
     ON CONFLICT DO NOTHING`,
    `INSERT INTO waitlist (student_id, lesson_date, scheduled_time, lesson_type, weekly, position, by_id, created_at)
     SELECT id, date_trunc('week', current_date)::date + 14 + i % 7, '${OPENS_AT}', 'Group Lesson', true, 1 + i / 7, account, now() - i * interval '1 hour'
     FROM filled WHERE k = 0 AND i % 2 = 0`,
    `INSERT INTO seasons (id, name, starts_on, asked_through)
     VALUES (1, 'Next season', date_trunc('week', current_date)::date + 42, current_date + 14) ON CONFLICT DO NOTHING`,
    `INSERT INTO season_wishes (season_id, student_id, lesson_type, times)
     SELECT 1, id, 'Group Lesson', ARRAY[1 + i % 5 || ' 10:00', 1 + i % 3 || ' 11:00'] FROM filled WHERE k = 0 AND i % 4 = 0 ON CONFLICT DO NOTHING`,
    `INSERT INTO audit_log (actor_id, action, entity, entity_id, detail, at)
     SELECT ${ADMIN}, 'offline-payment.set', 'student', id, '{"year": 2020, "month": 1, "from": 0, "to": 100}',
       now() - (back || ' weeks')::interval - n * interval '10 days' FROM filled, generate_series(1, ${atLeast(1.5)}) n`,
    // Each mark is a line, with the row that Undo would restore; some were undone.
    `INSERT INTO audit_log (actor_id, action, entity, entity_id, detail, at)
     SELECT ${ADMIN}, 'ride.attendance', 'ride', concat_ws(' ', scheduled_date, scheduled_time, student_id),
       jsonb_build_object('name', student_id, 'type', type, 'from', NULL, 'to', attendance, 'spans', jsonb_build_array(scheduled_date),
         'rows', jsonb_build_object('records', jsonb_build_object('before', '[]'::jsonb, 'after', jsonb_build_array(
           jsonb_build_object('id', id, 'student_id', student_id, 'scheduled_date', scheduled_date, 'scheduled_time', scheduled_time, 'attendance', attendance))))),
       scheduled_date + 1 FROM lessons WHERE student_id LIKE 'r%-%' ORDER BY scheduled_date, scheduled_time`,
    `INSERT INTO audit_log (actor_id, action, entity, entity_id, detail, at)
     SELECT ${ADMIN}, 'lesson.add-rider', 'lesson', left(entity_id, 17) || 'Group Lesson',
       jsonb_build_object('name', 'A rider', 'scope', 'one-time', 'spans', '[]'::jsonb, 'rows', '{}'::jsonb), at
     FROM audit_log WHERE action = 'ride.attendance' AND id % 10 = 0 ORDER BY id`,
    `INSERT INTO audit_log (actor_id, action, entity, entity_id, detail, at)
     SELECT actor_id, 'lesson.undo', 'ride', entity_id, jsonb_build_object('of', jsonb_build_array(id), 'what', '["marked a rider"]'::jsonb, 'scope', 'one-time'), at
     FROM audit_log WHERE action = 'ride.attendance' AND id % 50 = 0 ORDER BY id`,
    // Sealed as if long ago, or a job would seal all of them during the measurement. The seals are empty.
    `INSERT INTO audit_seals (seq, line_id, line_hash, detail_hash, hash)
     SELECT row_number() OVER (ORDER BY id), id, '', '', '' FROM audit_log ON CONFLICT DO NOTHING`,
    `INSERT INTO donations (zeffy_id, amount, donor_email, donor_first_name, donor_last_name, status, donated_at)
     SELECT id || '-' || n, 25, 'donor' || i || '@stirrup.example', 'Donor', 'No ' || i, 'completed',
       now() - (back || ' weeks')::interval - n * interval '200 days' FROM filled, generate_series(1, ${atLeast(31)}) n`,
    `INSERT INTO waiver_versions (number, title, text, asks_again, published_at, published_by)
     SELECT 1, 'Release of liability', repeat('I know that riding is dangerous. ', 60), true, now() - interval '400 days', ${ADMIN}
     WHERE NOT EXISTS (SELECT FROM waiver_versions)`,
    `INSERT INTO waiver_signatures (version_id, rider_id, rider_name, signer_id, typed_name, drawing, signed_at, ip, digest)
     SELECT (SELECT max(id) FROM waiver_versions WHERE published_at IS NOT NULL), id, 'Rider ' || i, account, 'Parent', repeat('10,20 30,40;', 150),
       now() - (back || ' weeks')::interval - interval '300 days', '127.0.0.1', md5(id) || md5(id) FROM filled WHERE i % 10 > 0`,
    `INSERT INTO data_views (viewer_id, subject_id, kind, hour, at)
     SELECT ${ADMIN}, id, 'student page', date_trunc('hour', now()) - n * interval '10 days', now() - n * interval '10 days'
     FROM filled, generate_series(1, 10) n`,
    `INSERT INTO student_notes (student_id, by_id, text, at, for_barn) SELECT id, ${ADMIN}, 'Rides well.', now(), i % 5 = 0 FROM filled`,
    'UPDATE payment_transaction_count SET count = (SELECT count(*) FROM payment_transactions)',
    'DROP TABLE filled',
    'VACUUM ANALYZE',
  ]
}
