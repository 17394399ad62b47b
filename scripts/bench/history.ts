// A long history for a sample school, to measure and test what grows with it. Rides, donations and the audit log grow with the payments.
import type pg from 'pg'

interface History {
  students: number
  payments: number
  years: number
}

export async function fillHistory(client: pg.Client, history: History): Promise<void> {
  for (const step of stepsOf(history)) await client.query(step)
}

function stepsOf({ students, payments, years }: History): string[] {
  const weeks = Math.min(52 * years, Math.max(1, Math.floor(payments / students)))
  // A student's weekly place: seven days, ten times of day, and a different horse for each who ride at once.
  const PLACES = `(
  SELECT i, 'history-' || i AS id, i % 7 AS day, lpad((8 + i / 7 % 10)::text, 2, '0') || ':00' AS time, 1 + i / 70 AS horse
  FROM generate_series(0, ${students} - 1) i) p`
  // The days on which a student rode, week after week until last week.
  const RIDES = `${PLACES} CROSS JOIN generate_series(1, ${weeks}) w CROSS JOIN LATERAL (SELECT date_trunc('week', current_date)::date - 7 * w + p.day AS day) d`
  // Payments that rotate through the students, evenly spread over all years.
  const PAYMENTS = `(
  SELECT n, 'history-' || n % ${students} AS id, now() - interval '1 day' * (n * ${(years * 365) / payments}::float8) AS at
  FROM generate_series(1, ${payments}) n) p`

  return [
    `INSERT INTO users (id, email, password, first_name, last_name, phone, parent_name, created_at, updated_at)
   SELECT id, id || '@stirrup.example', 'none', (ARRAY['Ada','Ben','Cleo','Dan','Eva','Finn','Gina','Hugo','Ivy','Jon'])[1 + i % 10],
          (ARRAY['Ash','Birch','Cedar','Elm','Fir','Hazel','Larch','Maple','Oak','Pine'])[1 + i / 10 % 10] || ' ' || i,
          '5550' || lpad(i::text, 6, '0'), 'Parent ' || i, now() - interval '${years} years', now() FROM ${PLACES}`,
    `INSERT INTO horses (name, day_limit, week_limit) SELECT 'History ' || n, 0, 0 FROM generate_series(1, ${1 + Math.floor((students - 1) / 70)}) n`,
    `INSERT INTO weekly_schedule (student_id, day_of_week, scheduled_time, lesson_type, start_date, updated_at)
   SELECT id, (day + 1) % 7, time, 'Group Lesson', current_date - 365 * ${years}, now() FROM ${PLACES}`,
    `INSERT INTO lessons (student_id, type, scheduled_date, scheduled_time, status, attendance, updated_at)
   SELECT p.id, 'Group Lesson', d.day, p.time, 'completed', CASE WHEN (p.i + w) % 11 = 0 THEN 'absent' ELSE 'present' END, now()
   FROM ${RIDES}`,
    `INSERT INTO horse_usage (horse_id, horse_name, usage_date, lesson_time, student_id, student_name, lesson_type)
   SELECT h.id, h.name, d.day, p.time, p.id, 'Student ' || p.i, 'Group Lesson'
   FROM ${RIDES} JOIN horses h ON h.name = 'History ' || p.horse WHERE (p.i + w) % 11 <> 0 AND w <= ${Math.ceil(weeks / 4)}`,
    `INSERT INTO payment_transactions (user_id, stripe_payment_intent_id, amount, fee, amount_refunded, description, packages, lines, status,
     raw_status, payment_method, customer_email, period_start, period_end, provider_created_at, updated_at)
   SELECT id, 'pi_history_' || n, 226.60, 6.60, CASE WHEN n % 97 = 0 THEN 20 ELSE 0 END, 'Package 1 - Basic', '{Package 1 - Basic}',
          '[{"name": "Package 1 - Basic", "quantity": 1, "amount": 22000}]', s.status, s.status, 'card', id || '@stirrup.example',
          date_trunc('month', at)::date, (date_trunc('month', at) + interval '1 month')::date, at, at
   FROM ${PAYMENTS}, LATERAL (SELECT CASE n / ${students} % 50 WHEN 0 THEN 'failed' WHEN 1 THEN 'disputed' ELSE 'succeeded' END AS status) s`,
    `INSERT INTO package_purchases (user_id, package_id, stripe_payment_intent_id, status, lessons, valid_from, valid_to, purchase_date, updated_at)
   SELECT id, (SELECT min(k.id) FROM packages k), 'pi_history_' || n, CASE n / ${students} % 50 WHEN 0 THEN 'withdrawn' ELSE 'active' END, 4,
          date_trunc('month', at)::date, (date_trunc('month', at) + interval '1 month - 1 day')::date, at, at
   FROM ${PAYMENTS}`,
    `INSERT INTO offline_payments (user_id, year)
   SELECT id, extract(year FROM current_date) - y FROM ${PLACES}, generate_series(0, ${Math.min(25, Math.ceil(weeks / 52) - 1)}) y`,
    `INSERT INTO offline_payment_months (record_id, month, amount)
   SELECT o.id, m, 100 FROM offline_payments o, generate_series(1, 12) m WHERE o.user_id LIKE 'history-%' AND (o.id + m) % 3 = 0`,
    `INSERT INTO donations (zeffy_id, amount, donor_email, donor_first_name, donor_last_name, status, donated_at)
   SELECT 'history-' || n, 25, 'donor' || n % 1000 || '@stirrup.example', 'Donor', 'No ' || n % 1000, 'completed', at
   FROM ${PAYMENTS} WHERE n % 10 = 0`,
    `INSERT INTO audit_log (actor_id, action, entity, entity_id, detail, at)
   SELECT NULL, 'offline-payment.set', 'student', id, '{"year": 2020, "month": 1, "from": 0, "to": 100}', at
   FROM ${PAYMENTS} WHERE n % 10 = 0`,
    // Each mark is a line, with the row that Undo would restore; some were undone, and some changes were of every week.
    `INSERT INTO audit_log (action, entity, entity_id, detail, at)
   SELECT 'ride.attendance', 'ride', concat_ws(' ', scheduled_date, scheduled_time, student_id),
          jsonb_build_object('type', type, 'to', attendance, 'rows', jsonb_build_object('records', '{}'::jsonb)), scheduled_date + 1
   FROM lessons WHERE student_id LIKE 'history-%' ORDER BY scheduled_date, scheduled_time`,
    `INSERT INTO audit_log (action, entity, entity_id, detail, at)
   SELECT 'lesson.undo', 'ride', entity_id, jsonb_build_object('of', jsonb_build_array(id), 'what', '["marked a rider"]'::jsonb), at
   FROM audit_log WHERE action = 'ride.attendance' AND id % 50 = 0 ORDER BY id`,
    `INSERT INTO audit_log (action, entity, entity_id, detail, at)
   SELECT 'lesson.add-rider', 'lesson', left(entity_id, 17) || 'Group Lesson',
          jsonb_build_object('scope', CASE WHEN id % 100 = 0 THEN 'weekly' ELSE 'one-time' END, 'rows', '{}'::jsonb), at
   FROM audit_log WHERE action = 'ride.attendance' AND id % 10 = 0 ORDER BY id`,
    `INSERT INTO makeups (student_id, lesson_type, reason, valid_from, valid_to, by_id, why, created_at)
   SELECT id, 'Group Lesson', 'The pony was lame', at::date, at::date + 30, id, 'office', at FROM ${PAYMENTS}`,
    `INSERT INTO makeup_bookings (makeup_id, student_id, lesson_date, scheduled_time, lesson_type, by_id)
   SELECT id, student_id, valid_from + 14, '22:00', lesson_type, student_id FROM makeups
   WHERE student_id LIKE 'history-%' AND id % 4 > 0 AND valid_from < current_date - 30`,
    'VACUUM ANALYZE',
  ]
}
