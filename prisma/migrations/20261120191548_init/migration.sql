-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "email" TEXT,
    "password" TEXT,
    "first_name" TEXT,
    "last_name" TEXT,
    "profile_image_url" TEXT,
    "phone" TEXT,
    "parent_name" TEXT,
    "role" TEXT NOT NULL DEFAULT 'customer',
    "guardian_id" TEXT,
    "stripe_customer_id" TEXT,
    "reset_token" TEXT,
    "reset_token_expiry" TIMESTAMPTZ(3),
    "magic_link_token" TEXT,
    "magic_link_expiry" TIMESTAMPTZ(3),
    "active" BOOLEAN NOT NULL DEFAULT true,
    "hidden_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "sid" TEXT NOT NULL,
    "sess" JSONB NOT NULL,
    "expire" TIMESTAMPTZ(3) NOT NULL,
    "user_id" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("sid")
);

-- CreateTable
CREATE TABLE "packages" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "lessons_per_month" INTEGER NOT NULL DEFAULT 0,
    "makeup_lessons" INTEGER NOT NULL DEFAULT 0,
    "hacks_per_month" INTEGER NOT NULL DEFAULT 0,
    "private_lessons_per_month" INTEGER NOT NULL DEFAULT 0,
    "price" DECIMAL(10,2) NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "packages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "add_ons" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "type" TEXT NOT NULL,
    "price" DECIMAL(10,2) NOT NULL,
    "is_recurring" BOOLEAN NOT NULL DEFAULT false,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "add_ons_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "orders" (
    "id" SERIAL NOT NULL,
    "user_id" TEXT NOT NULL,
    "nonce" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'one_time',
    "status" TEXT NOT NULL DEFAULT 'pending',
    "method_type" TEXT NOT NULL,
    "subtotal" DECIMAL(10,2) NOT NULL,
    "fee" DECIMAL(10,2) NOT NULL,
    "total" DECIMAL(10,2) NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'usd',
    "valid_from" DATE NOT NULL,
    "valid_to" DATE NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "stripe_payment_intent_id" TEXT,
    "stripe_checkout_session_id" TEXT,
    "stripe_subscription_id" TEXT,
    "failure_message" TEXT,
    "paid_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_items" (
    "id" SERIAL NOT NULL,
    "order_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "package_id" INTEGER,
    "add_on_id" INTEGER,
    "name" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "unit_price" DECIMAL(10,2) NOT NULL,
    "payment_type" TEXT NOT NULL DEFAULT 'one-time',
    "lessons" INTEGER NOT NULL DEFAULT 0,
    "private_lessons" INTEGER NOT NULL DEFAULT 0,
    "makeup_lessons" INTEGER NOT NULL DEFAULT 0,
    "hacks" INTEGER NOT NULL DEFAULT 0,
    "horse_use" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "order_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "package_purchases" (
    "id" SERIAL NOT NULL,
    "user_id" TEXT NOT NULL,
    "package_id" INTEGER,
    "quantity" INTEGER NOT NULL DEFAULT 1,
    "order_id" INTEGER,
    "subscription_id" INTEGER,
    "stripe_payment_intent_id" TEXT,
    "stripe_invoice_id" TEXT,
    "status" TEXT NOT NULL DEFAULT 'active',
    "lessons" INTEGER NOT NULL DEFAULT 0,
    "private_lessons" INTEGER NOT NULL DEFAULT 0,
    "makeup_lessons" INTEGER NOT NULL DEFAULT 0,
    "hacks" INTEGER NOT NULL DEFAULT 0,
    "prep_lessons_available" INTEGER NOT NULL DEFAULT 0,
    "valid_from" DATE NOT NULL,
    "valid_to" DATE NOT NULL,
    "purchase_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "package_purchases_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_add_ons" (
    "id" SERIAL NOT NULL,
    "user_id" TEXT NOT NULL,
    "add_on_id" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL DEFAULT 1,
    "credit" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "purchase_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiry_date" DATE,
    "purchase_id" INTEGER,

    CONSTRAINT "user_add_ons_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscriptions" (
    "id" SERIAL NOT NULL,
    "user_id" TEXT NOT NULL,
    "package_id" INTEGER,
    "status" TEXT NOT NULL DEFAULT 'active',
    "after_school_addon" BOOLEAN NOT NULL DEFAULT false,
    "prep_lessons_available" INTEGER NOT NULL DEFAULT 0,
    "stripe_subscription_id" TEXT,
    "default_payment_method_id" TEXT,
    "method_type" TEXT NOT NULL DEFAULT 'card',
    "cancel_at_period_end" BOOLEAN NOT NULL DEFAULT false,
    "current_period_start" DATE NOT NULL,
    "current_period_end" DATE NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscription_add_ons" (
    "subscription_id" INTEGER NOT NULL,
    "add_on_id" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "subscription_add_ons_pkey" PRIMARY KEY ("subscription_id","add_on_id")
);

-- CreateTable
CREATE TABLE "payment_transactions" (
    "id" SERIAL NOT NULL,
    "user_id" TEXT NOT NULL,
    "order_id" INTEGER,
    "subscription_id" INTEGER,
    "type" TEXT NOT NULL DEFAULT 'payment_intent',
    "stripe_payment_intent_id" TEXT,
    "stripe_invoice_id" TEXT,
    "amount" DECIMAL(10,2) NOT NULL,
    "fee" DECIMAL(10,2) NOT NULL DEFAULT 0,
    "amount_refunded" DECIMAL(10,2) NOT NULL DEFAULT 0,
    "currency" TEXT NOT NULL DEFAULT 'usd',
    "description" TEXT NOT NULL,
    "packages" TEXT[],
    "status" TEXT NOT NULL,
    "raw_status" TEXT NOT NULL,
    "payment_method" TEXT,
    "receipt_url" TEXT,
    "customer_email" TEXT,
    "failure_message" TEXT,
    "provider_created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_transactions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stripe_events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "object_id" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processed_at" TIMESTAMPTZ(3),

    CONSTRAINT "stripe_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ride_types" (
    "id" SERIAL NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "color" TEXT NOT NULL,
    "counter" TEXT,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "sort_order" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "ride_types_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lessons" (
    "id" SERIAL NOT NULL,
    "student_id" TEXT NOT NULL,
    "instructor_id" TEXT,
    "package_purchase_id" INTEGER,
    "type" VARCHAR(100) NOT NULL,
    "scheduled_date" DATE NOT NULL,
    "scheduled_time" VARCHAR(20) NOT NULL DEFAULT '09:00',
    "duration" INTEGER NOT NULL DEFAULT 60,
    "status" TEXT NOT NULL DEFAULT 'scheduled',
    "attendance" TEXT,
    "notes" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lessons_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "weekly_schedule" (
    "id" SERIAL NOT NULL,
    "student_id" TEXT,
    "day_of_week" INTEGER NOT NULL,
    "scheduled_time" VARCHAR(20) NOT NULL,
    "lesson_type" VARCHAR(100) NOT NULL,
    "duration" INTEGER NOT NULL DEFAULT 60,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "start_date" DATE NOT NULL,
    "deleted_from_date" DATE,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "weekly_schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "temporary_lessons" (
    "id" SERIAL NOT NULL,
    "lesson_date" DATE NOT NULL,
    "scheduled_time" VARCHAR(20) NOT NULL,
    "lesson_type" VARCHAR(100) NOT NULL,
    "duration" INTEGER NOT NULL DEFAULT 60,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "temporary_lessons_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "one_time_participants" (
    "id" SERIAL NOT NULL,
    "student_id" TEXT NOT NULL,
    "lesson_date" DATE NOT NULL,
    "scheduled_time" VARCHAR(20) NOT NULL,
    "lesson_type" VARCHAR(100) NOT NULL,
    "duration" INTEGER NOT NULL DEFAULT 60,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "one_time_participants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lesson_removals" (
    "id" SERIAL NOT NULL,
    "student_id" TEXT,
    "student_name" VARCHAR(200),
    "lesson_date" DATE NOT NULL,
    "scheduled_time" VARCHAR(20) NOT NULL,
    "lesson_type" VARCHAR(100) NOT NULL,
    "removal_type" TEXT NOT NULL DEFAULT 'one-time',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lesson_removals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "horses" (
    "id" SERIAL NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "horses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "horse_usage" (
    "id" SERIAL NOT NULL,
    "horse_id" INTEGER NOT NULL,
    "horse_name" VARCHAR(100) NOT NULL,
    "usage_date" DATE NOT NULL,
    "lesson_time" VARCHAR(20) NOT NULL,
    "student_id" TEXT NOT NULL,
    "student_name" VARCHAR(200) NOT NULL,
    "lesson_type" VARCHAR(100) NOT NULL,
    "duration" INTEGER NOT NULL DEFAULT 60,

    CONSTRAINT "horse_usage_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "usage_adjustments" (
    "id" SERIAL NOT NULL,
    "student_id" TEXT NOT NULL,
    "year" INTEGER NOT NULL,
    "month" INTEGER NOT NULL,
    "counter" TEXT NOT NULL,
    "delta" INTEGER NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'edit',
    "reason" TEXT NOT NULL,
    "by_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "usage_adjustments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "student_payments" (
    "id" SERIAL NOT NULL,
    "user_id" TEXT NOT NULL,
    "year" INTEGER NOT NULL,
    "payment_method" TEXT NOT NULL DEFAULT 'check',

    CONSTRAINT "student_payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "student_payment_months" (
    "record_id" INTEGER NOT NULL,
    "month" INTEGER NOT NULL,
    "amount" DECIMAL(10,2) NOT NULL DEFAULT 0,

    CONSTRAINT "student_payment_months_pkey" PRIMARY KEY ("record_id","month")
);

-- CreateTable
CREATE TABLE "offline_payments" (
    "id" SERIAL NOT NULL,
    "user_id" TEXT NOT NULL,
    "year" INTEGER NOT NULL,
    "payment_method" TEXT NOT NULL DEFAULT 'check',

    CONSTRAINT "offline_payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "offline_payment_months" (
    "record_id" INTEGER NOT NULL,
    "month" INTEGER NOT NULL,
    "amount" DECIMAL(10,2) NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "offline_payment_months_pkey" PRIMARY KEY ("record_id","month")
);

-- CreateTable
CREATE TABLE "donations" (
    "id" SERIAL NOT NULL,
    "zeffy_id" TEXT NOT NULL,
    "amount" DECIMAL(10,2) NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "donor_email" TEXT,
    "donor_first_name" TEXT,
    "donor_last_name" TEXT,
    "campaign_id" TEXT,
    "campaign_name" TEXT,
    "payment_method" TEXT,
    "status" TEXT NOT NULL,
    "recurring" BOOLEAN NOT NULL DEFAULT false,
    "frequency" TEXT,
    "purpose" TEXT,
    "student_id" TEXT,
    "extra" JSONB,
    "donated_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "donations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "events" (
    "id" SERIAL NOT NULL,
    "zeffy_event_id" TEXT,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "event_date" TIMESTAMPTZ(3),
    "location" TEXT,
    "max_attendees" INTEGER,
    "current_attendees" INTEGER NOT NULL DEFAULT 0,
    "ticket_price" DECIMAL(10,2),
    "event_type" TEXT,
    "status" TEXT NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_tickets" (
    "id" SERIAL NOT NULL,
    "zeffy_id" TEXT NOT NULL,
    "event_id" INTEGER,
    "event_name" TEXT,
    "ticket_type" TEXT,
    "amount" DECIMAL(10,2) NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "attendee_id" TEXT,
    "status" TEXT NOT NULL,
    "purchased_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_tickets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "donation_credits" (
    "id" SERIAL NOT NULL,
    "user_id" TEXT NOT NULL,
    "donation_id" INTEGER NOT NULL,
    "credit_amount" DECIMAL(10,2) NOT NULL,
    "used_amount" DECIMAL(10,2) NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "donation_credits_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_outbox" (
    "id" SERIAL NOT NULL,
    "dedupe_key" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "email_outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_log" (
    "id" SERIAL NOT NULL,
    "actor_id" TEXT,
    "action" TEXT NOT NULL,
    "entity" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "detail" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,
    "reset_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "job_runs" (
    "name" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "job_runs_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "users_stripe_customer_id_key" ON "users"("stripe_customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_reset_token_key" ON "users"("reset_token");

-- CreateIndex
CREATE UNIQUE INDEX "users_magic_link_token_key" ON "users"("magic_link_token");

-- CreateIndex
CREATE INDEX "users_guardian_id_idx" ON "users"("guardian_id");

-- CreateIndex
CREATE INDEX "users_last_name_first_name_idx" ON "users"("last_name", "first_name");

-- CreateIndex
CREATE INDEX "sessions_expire_idx" ON "sessions"("expire");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "packages_name_key" ON "packages"("name");

-- CreateIndex
CREATE UNIQUE INDEX "add_ons_name_key" ON "add_ons"("name");

-- CreateIndex
CREATE UNIQUE INDEX "orders_stripe_payment_intent_id_key" ON "orders"("stripe_payment_intent_id");

-- CreateIndex
CREATE UNIQUE INDEX "orders_stripe_checkout_session_id_key" ON "orders"("stripe_checkout_session_id");

-- CreateIndex
CREATE INDEX "orders_status_updated_at_idx" ON "orders"("status", "updated_at");

-- CreateIndex
CREATE UNIQUE INDEX "orders_user_id_nonce_key" ON "orders"("user_id", "nonce");

-- CreateIndex
CREATE INDEX "order_items_order_id_idx" ON "order_items"("order_id");

-- CreateIndex
CREATE UNIQUE INDEX "package_purchases_order_id_key" ON "package_purchases"("order_id");

-- CreateIndex
CREATE UNIQUE INDEX "package_purchases_stripe_payment_intent_id_key" ON "package_purchases"("stripe_payment_intent_id");

-- CreateIndex
CREATE UNIQUE INDEX "package_purchases_stripe_invoice_id_key" ON "package_purchases"("stripe_invoice_id");

-- CreateIndex
CREATE INDEX "package_purchases_user_id_valid_from_idx" ON "package_purchases"("user_id", "valid_from");

-- CreateIndex
CREATE INDEX "user_add_ons_user_id_idx" ON "user_add_ons"("user_id");

-- CreateIndex
CREATE INDEX "user_add_ons_purchase_id_idx" ON "user_add_ons"("purchase_id");

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_stripe_subscription_id_key" ON "subscriptions"("stripe_subscription_id");

-- CreateIndex
CREATE INDEX "subscriptions_user_id_idx" ON "subscriptions"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_transactions_stripe_payment_intent_id_key" ON "payment_transactions"("stripe_payment_intent_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_transactions_stripe_invoice_id_key" ON "payment_transactions"("stripe_invoice_id");

-- CreateIndex
CREATE INDEX "payment_transactions_provider_created_at_id_idx" ON "payment_transactions"("provider_created_at", "id");

-- CreateIndex
CREATE INDEX "payment_transactions_user_id_provider_created_at_idx" ON "payment_transactions"("user_id", "provider_created_at");

-- CreateIndex
CREATE INDEX "payment_transactions_order_id_idx" ON "payment_transactions"("order_id");

-- CreateIndex
CREATE UNIQUE INDEX "ride_types_name_key" ON "ride_types"("name");

-- CreateIndex
CREATE INDEX "lessons_scheduled_date_idx" ON "lessons"("scheduled_date");

-- CreateIndex
CREATE UNIQUE INDEX "lessons_student_id_scheduled_date_scheduled_time_key" ON "lessons"("student_id", "scheduled_date", "scheduled_time");

-- CreateIndex
CREATE INDEX "weekly_schedule_day_of_week_scheduled_time_idx" ON "weekly_schedule"("day_of_week", "scheduled_time");

-- CreateIndex
CREATE INDEX "weekly_schedule_student_id_idx" ON "weekly_schedule"("student_id");

-- CreateIndex
CREATE UNIQUE INDEX "temporary_lessons_lesson_date_scheduled_time_lesson_type_key" ON "temporary_lessons"("lesson_date", "scheduled_time", "lesson_type");

-- CreateIndex
CREATE INDEX "one_time_participants_lesson_date_idx" ON "one_time_participants"("lesson_date");

-- CreateIndex
CREATE UNIQUE INDEX "one_time_participants_student_id_lesson_date_scheduled_time_key" ON "one_time_participants"("student_id", "lesson_date", "scheduled_time");

-- CreateIndex
CREATE INDEX "lesson_removals_lesson_date_idx" ON "lesson_removals"("lesson_date");

-- CreateIndex
CREATE UNIQUE INDEX "horses_name_key" ON "horses"("name");

-- CreateIndex
CREATE INDEX "horse_usage_usage_date_idx" ON "horse_usage"("usage_date");

-- CreateIndex
CREATE UNIQUE INDEX "horse_usage_horse_id_usage_date_lesson_time_key" ON "horse_usage"("horse_id", "usage_date", "lesson_time");

-- CreateIndex
CREATE UNIQUE INDEX "horse_usage_student_id_usage_date_lesson_time_key" ON "horse_usage"("student_id", "usage_date", "lesson_time");

-- CreateIndex
CREATE INDEX "usage_adjustments_student_id_year_month_idx" ON "usage_adjustments"("student_id", "year", "month");

-- CreateIndex
CREATE UNIQUE INDEX "student_payments_user_id_year_key" ON "student_payments"("user_id", "year");

-- CreateIndex
CREATE UNIQUE INDEX "offline_payments_user_id_year_key" ON "offline_payments"("user_id", "year");

-- CreateIndex
CREATE UNIQUE INDEX "donations_zeffy_id_key" ON "donations"("zeffy_id");

-- CreateIndex
CREATE INDEX "donations_donated_at_idx" ON "donations"("donated_at");

-- CreateIndex
CREATE UNIQUE INDEX "events_zeffy_event_id_key" ON "events"("zeffy_event_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_tickets_zeffy_id_key" ON "event_tickets"("zeffy_id");

-- CreateIndex
CREATE INDEX "event_tickets_event_id_idx" ON "event_tickets"("event_id");

-- CreateIndex
CREATE UNIQUE INDEX "donation_credits_donation_id_key" ON "donation_credits"("donation_id");

-- CreateIndex
CREATE INDEX "donation_credits_user_id_idx" ON "donation_credits"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "email_outbox_dedupe_key_key" ON "email_outbox"("dedupe_key");

-- CreateIndex
CREATE INDEX "email_outbox_sent_at_next_attempt_at_idx" ON "email_outbox"("sent_at", "next_attempt_at");

-- CreateIndex
CREATE INDEX "audit_log_entity_entity_id_idx" ON "audit_log"("entity", "entity_id");

-- CreateIndex
CREATE INDEX "audit_log_at_idx" ON "audit_log"("at");

-- CreateIndex
CREATE INDEX "rate_limits_reset_at_idx" ON "rate_limits"("reset_at");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_guardian_id_fkey" FOREIGN KEY ("guardian_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_package_id_fkey" FOREIGN KEY ("package_id") REFERENCES "packages"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_add_on_id_fkey" FOREIGN KEY ("add_on_id") REFERENCES "add_ons"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "package_purchases" ADD CONSTRAINT "package_purchases_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "package_purchases" ADD CONSTRAINT "package_purchases_package_id_fkey" FOREIGN KEY ("package_id") REFERENCES "packages"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "package_purchases" ADD CONSTRAINT "package_purchases_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "package_purchases" ADD CONSTRAINT "package_purchases_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_add_ons" ADD CONSTRAINT "user_add_ons_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_add_ons" ADD CONSTRAINT "user_add_ons_add_on_id_fkey" FOREIGN KEY ("add_on_id") REFERENCES "add_ons"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_add_ons" ADD CONSTRAINT "user_add_ons_purchase_id_fkey" FOREIGN KEY ("purchase_id") REFERENCES "package_purchases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_package_id_fkey" FOREIGN KEY ("package_id") REFERENCES "packages"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_add_ons" ADD CONSTRAINT "subscription_add_ons_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_add_ons" ADD CONSTRAINT "subscription_add_ons_add_on_id_fkey" FOREIGN KEY ("add_on_id") REFERENCES "add_ons"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_transactions" ADD CONSTRAINT "payment_transactions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_transactions" ADD CONSTRAINT "payment_transactions_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_transactions" ADD CONSTRAINT "payment_transactions_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_instructor_id_fkey" FOREIGN KEY ("instructor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_package_purchase_id_fkey" FOREIGN KEY ("package_purchase_id") REFERENCES "package_purchases"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_type_fkey" FOREIGN KEY ("type") REFERENCES "ride_types"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "weekly_schedule" ADD CONSTRAINT "weekly_schedule_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "weekly_schedule" ADD CONSTRAINT "weekly_schedule_lesson_type_fkey" FOREIGN KEY ("lesson_type") REFERENCES "ride_types"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "temporary_lessons" ADD CONSTRAINT "temporary_lessons_lesson_type_fkey" FOREIGN KEY ("lesson_type") REFERENCES "ride_types"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "one_time_participants" ADD CONSTRAINT "one_time_participants_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "one_time_participants" ADD CONSTRAINT "one_time_participants_lesson_type_fkey" FOREIGN KEY ("lesson_type") REFERENCES "ride_types"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lesson_removals" ADD CONSTRAINT "lesson_removals_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lesson_removals" ADD CONSTRAINT "lesson_removals_lesson_type_fkey" FOREIGN KEY ("lesson_type") REFERENCES "ride_types"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "horse_usage" ADD CONSTRAINT "horse_usage_horse_id_fkey" FOREIGN KEY ("horse_id") REFERENCES "horses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "horse_usage" ADD CONSTRAINT "horse_usage_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_adjustments" ADD CONSTRAINT "usage_adjustments_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_adjustments" ADD CONSTRAINT "usage_adjustments_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "student_payments" ADD CONSTRAINT "student_payments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "student_payment_months" ADD CONSTRAINT "student_payment_months_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "student_payments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "offline_payments" ADD CONSTRAINT "offline_payments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "offline_payment_months" ADD CONSTRAINT "offline_payment_months_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "offline_payments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "donations" ADD CONSTRAINT "donations_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_tickets" ADD CONSTRAINT "event_tickets_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "donation_credits" ADD CONSTRAINT "donation_credits_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "donation_credits" ADD CONSTRAINT "donation_credits_donation_id_fkey" FOREIGN KEY ("donation_id") REFERENCES "donations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
