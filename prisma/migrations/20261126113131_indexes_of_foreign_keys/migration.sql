-- What merging two accounts, its Undo and erasing a family look up by a person or a subscription.
-- Beside the old version: with 110,000 payments, as many grants and 740,000 rides, which is more than twenty years of a large school, all of
-- them were built within a second, while nobody writes. Of lessons only rows with a value are in one, and there are few.
CREATE INDEX "donations_student_id_idx" ON "donations"("student_id");
CREATE INDEX "lesson_removals_student_id_idx" ON "lesson_removals"("student_id");
CREATE INDEX "package_purchases_subscription_id_idx" ON "package_purchases"("subscription_id");
CREATE INDEX "payment_issues_user_id_idx" ON "payment_issues"("user_id");
CREATE INDEX "payment_transactions_subscription_id_idx" ON "payment_transactions"("subscription_id");
CREATE INDEX "users_merged_into_id_idx" ON "users"("merged_into_id");
CREATE INDEX lessons_instructor_id_set ON lessons (instructor_id) WHERE instructor_id IS NOT NULL;
CREATE INDEX lessons_package_purchase_id_set ON lessons (package_purchase_id) WHERE package_purchase_id IS NOT NULL;

-- The index lesson_removals_once begins with the day too.
DROP INDEX "lesson_removals_lesson_date_idx";

-- Prisma takes the default CURRENT_TIMESTAMP for one that it writes itself, and saw a difference from the schema ever since.
ALTER TABLE "sessions" ALTER COLUMN "confirmed_at" SET DEFAULT statement_timestamp();
