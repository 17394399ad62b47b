-- The rules that the schema language cannot say. Models translate the violations they expect, by constraint name.

CREATE EXTENSION IF NOT EXISTS btree_gist;

-- The minutes of a day that a lesson takes. Index builds see only the system's functions, hence no helper of our own inside.
CREATE FUNCTION lesson_minutes(time_of_day text, duration integer) RETURNS int4range
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT int4range(
    split_part(time_of_day, ':', 1)::integer * 60 + split_part(time_of_day, ':', 2)::integer,
    split_part(time_of_day, ':', 1)::integer * 60 + split_part(time_of_day, ':', 2)::integer + duration) $$;

-- People
ALTER TABLE users
  ADD CONSTRAINT users_role_known CHECK (role IN ('customer', 'admin')),
  ADD CONSTRAINT users_email_normal CHECK (email = lower(btrim(email)) AND email <> ''),
  ADD CONSTRAINT users_can_sign_in_or_has_guardian CHECK (guardian_id IS NOT NULL OR (email IS NOT NULL AND password IS NOT NULL)),
  ADD CONSTRAINT users_not_own_guardian CHECK (guardian_id <> id);

-- Catalogue
ALTER TABLE packages ADD CONSTRAINT packages_not_negative
  CHECK (price >= 0 AND lessons_per_month >= 0 AND makeup_lessons >= 0 AND hacks_per_month >= 0 AND private_lessons_per_month >= 0);
ALTER TABLE add_ons
  ADD CONSTRAINT add_ons_price_not_negative CHECK (price >= 0),
  ADD CONSTRAINT add_ons_type_known CHECK (type IN ('group_lesson', 'private_lesson', 'hack', 'horse_use', 'after_school', 'donation'));

-- Buying
ALTER TABLE orders
  ADD CONSTRAINT orders_kind_known CHECK (kind IN ('one_time', 'subscription')),
  ADD CONSTRAINT orders_status_known CHECK (status IN ('pending', 'processing', 'paid', 'failed', 'canceled', 'refunded')),
  ADD CONSTRAINT orders_method_known CHECK (method_type IN ('card', 'us_bank_account')),
  ADD CONSTRAINT orders_adds_up CHECK (subtotal >= 0 AND fee >= 0 AND total = subtotal + fee),
  ADD CONSTRAINT orders_days CHECK (valid_from <= valid_to),
  ADD CONSTRAINT orders_attempt CHECK (attempt >= 1);
ALTER TABLE order_items
  ADD CONSTRAINT order_items_one_thing CHECK (
    (type = 'package' AND package_id IS NOT NULL AND add_on_id IS NULL) OR (type = 'addon' AND add_on_id IS NOT NULL AND package_id IS NULL)),
  ADD CONSTRAINT order_items_quantity CHECK (quantity BETWEEN 1 AND 10),
  ADD CONSTRAINT order_items_payment_type CHECK (payment_type IN ('one-time', 'recurring')),
  ADD CONSTRAINT order_items_not_negative
    CHECK (unit_price >= 0 AND lessons >= 0 AND private_lessons >= 0 AND makeup_lessons >= 0 AND hacks >= 0 AND horse_use >= 0);
ALTER TABLE package_purchases
  ADD CONSTRAINT package_purchases_status_known CHECK (status IN ('active', 'clearing', 'withdrawn', 'refunded')),
  ADD CONSTRAINT package_purchases_days CHECK (valid_from <= valid_to),
  ADD CONSTRAINT package_purchases_not_negative CHECK (
    quantity >= 1 AND lessons >= 0 AND private_lessons >= 0 AND makeup_lessons >= 0 AND hacks >= 0 AND prep_lessons_available >= 0),
  ADD CONSTRAINT package_purchases_one_payment CHECK (stripe_payment_intent_id IS NULL OR stripe_invoice_id IS NULL);
ALTER TABLE user_add_ons
  ADD CONSTRAINT user_add_ons_quantity CHECK (quantity >= 1),
  ADD CONSTRAINT user_add_ons_status_known CHECK (status IN ('active', 'clearing', 'withdrawn', 'refunded')),
  ADD CONSTRAINT user_add_ons_credit_known CHECK (credit IN ('group_lesson', 'private_lesson', 'hack', 'horse_use', 'after_school', 'donation'));
ALTER TABLE subscriptions
  ADD CONSTRAINT subscriptions_status_known CHECK (
    status IN ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused')),
  ADD CONSTRAINT subscriptions_method_known CHECK (method_type IN ('card', 'us_bank_account')),
  ADD CONSTRAINT subscriptions_days CHECK (current_period_start <= current_period_end);
CREATE UNIQUE INDEX subscriptions_one_running ON subscriptions (user_id) WHERE status IN ('incomplete', 'trialing', 'active', 'past_due');
ALTER TABLE subscription_add_ons ADD CONSTRAINT subscription_add_ons_quantity CHECK (quantity BETWEEN 1 AND 10);
ALTER TABLE payment_transactions
  ADD CONSTRAINT payment_transactions_type_known CHECK (type IN ('payment_intent', 'subscription_creation')),
  ADD CONSTRAINT payment_transactions_amounts CHECK (
    amount >= 0 AND fee >= 0 AND fee <= amount AND amount_refunded >= 0 AND amount_refunded <= amount);

-- Rides
ALTER TABLE ride_types ADD CONSTRAINT ride_types_counter_known CHECK (counter IN ('lessons', 'private_lessons', 'hacks', 'horse_use'));
ALTER TABLE lessons
  ADD CONSTRAINT lessons_time CHECK (scheduled_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  ADD CONSTRAINT lessons_duration CHECK (duration BETWEEN 5 AND 720),
  ADD CONSTRAINT lessons_status_known CHECK (status IN ('scheduled', 'completed', 'canceled')),
  ADD CONSTRAINT lessons_attendance_known CHECK (attendance IN ('scheduled', 'present', 'absent', 'makeup', 'reschedule'));
ALTER TABLE weekly_schedule
  ADD CONSTRAINT weekly_schedule_day CHECK (day_of_week BETWEEN 0 AND 6),
  ADD CONSTRAINT weekly_schedule_time CHECK (scheduled_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  ADD CONSTRAINT weekly_schedule_duration CHECK (duration BETWEEN 5 AND 720),
  ADD CONSTRAINT weekly_schedule_dates CHECK (deleted_from_date >= start_date);
-- A rider cannot have two weekly places that overlap. A place that ended on its first day occupies nothing.
ALTER TABLE weekly_schedule ADD CONSTRAINT weekly_schedule_rider_once EXCLUDE USING gist (
  student_id WITH =, day_of_week WITH =,
  daterange(start_date, deleted_from_date) WITH &&,
  lesson_minutes(scheduled_time, duration) WITH &&
) WHERE (student_id IS NOT NULL AND is_active);
-- One empty place is enough to keep an empty lesson on the grid.
ALTER TABLE weekly_schedule ADD CONSTRAINT weekly_schedule_empty_once EXCLUDE USING gist (
  day_of_week WITH =, scheduled_time WITH =, lesson_type WITH =,
  daterange(start_date, deleted_from_date) WITH &&
) WHERE (student_id IS NULL AND is_active);
ALTER TABLE temporary_lessons
  ADD CONSTRAINT temporary_lessons_time CHECK (scheduled_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  ADD CONSTRAINT temporary_lessons_duration CHECK (duration BETWEEN 5 AND 720);
ALTER TABLE one_time_participants
  ADD CONSTRAINT one_time_participants_time CHECK (scheduled_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  ADD CONSTRAINT one_time_participants_duration CHECK (duration BETWEEN 5 AND 720);
ALTER TABLE one_time_participants ADD CONSTRAINT one_time_participants_rider_once EXCLUDE USING gist (
  student_id WITH =, lesson_date WITH =, lesson_minutes(scheduled_time, duration) WITH &&);
ALTER TABLE lesson_removals
  ADD CONSTRAINT lesson_removals_type_known CHECK (removal_type IN ('one-time', 'daily', 'weekly')),
  ADD CONSTRAINT lesson_removals_time CHECK (scheduled_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');
CREATE UNIQUE INDEX lesson_removals_once ON lesson_removals (lesson_date, scheduled_time, lesson_type, coalesce(student_id, ''));

-- Horses
ALTER TABLE horses ADD CONSTRAINT horses_name CHECK (name = btrim(name) AND name <> '');
CREATE UNIQUE INDEX horses_name_any_case ON horses (lower(name));
ALTER TABLE horse_usage
  ADD CONSTRAINT horse_usage_time CHECK (lesson_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  ADD CONSTRAINT horse_usage_duration CHECK (duration BETWEEN 5 AND 720);
-- A horse cannot be in two lessons that overlap.
ALTER TABLE horse_usage ADD CONSTRAINT horse_usage_horse_once EXCLUDE USING gist (
  horse_id WITH =, usage_date WITH =, lesson_minutes(lesson_time, duration) WITH &&);

CREATE VIEW horse_weekly_usage AS
  SELECT horse_id::text || ':' || date_trunc('week', usage_date)::date AS id,
         horse_name,
         date_trunc('week', usage_date)::date AS week_start_date,
         extract(isoyear FROM usage_date)::integer AS year,
         extract(week FROM usage_date)::integer AS week_number,
         count(*)::integer AS usage_count
  FROM horse_usage
  GROUP BY horse_id, horse_name, date_trunc('week', usage_date), extract(isoyear FROM usage_date), extract(week FROM usage_date);

ALTER TABLE usage_adjustments
  ADD CONSTRAINT usage_adjustments_month CHECK (month BETWEEN 1 AND 12),
  ADD CONSTRAINT usage_adjustments_counter_known CHECK (counter IN ('lessons', 'private_lessons', 'hacks', 'horse_use', 'makeups')),
  ADD CONSTRAINT usage_adjustments_kind_known CHECK (kind IN ('edit', 'reset'));
CREATE UNIQUE INDEX usage_adjustments_one_reset ON usage_adjustments (student_id, year, month, counter) WHERE kind = 'reset' AND undone_at IS NULL;

-- Back office
ALTER TABLE student_payments ADD CONSTRAINT student_payments_year CHECK (year BETWEEN 2000 AND 2200);
ALTER TABLE student_payment_months ADD CONSTRAINT student_payment_months_values CHECK (month BETWEEN 1 AND 12 AND amount >= 0);
ALTER TABLE offline_payments ADD CONSTRAINT offline_payments_year CHECK (year BETWEEN 2000 AND 2200);
ALTER TABLE offline_payment_months ADD CONSTRAINT offline_payment_months_values
  CHECK (month BETWEEN 1 AND 12 AND amount BETWEEN 0 AND 9999 AND amount = trunc(amount));
ALTER TABLE donations ADD CONSTRAINT donations_amount CHECK (amount >= 0);
ALTER TABLE events ADD CONSTRAINT events_attendees CHECK (current_attendees >= 0 AND max_attendees >= 0);
ALTER TABLE event_tickets ADD CONSTRAINT event_tickets_amount CHECK (amount >= 0);
ALTER TABLE donation_credits ADD CONSTRAINT donation_credits_amounts CHECK (used_amount >= 0 AND used_amount <= credit_amount);

-- Machinery
ALTER TABLE email_outbox ADD CONSTRAINT email_outbox_attempts CHECK (attempts >= 0);
ALTER TABLE rate_limits ADD CONSTRAINT rate_limits_count CHECK (count >= 0);
