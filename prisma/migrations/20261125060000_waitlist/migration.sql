-- Who waits for a place in a lesson, and the places that were offered to them.
CREATE TABLE "waitlist" (
    "id" SERIAL NOT NULL,
    "student_id" TEXT NOT NULL,
    "lesson_date" DATE NOT NULL,
    "scheduled_time" VARCHAR(20) NOT NULL,
    "lesson_type" VARCHAR(100) NOT NULL,
    "weekly" BOOLEAN NOT NULL,
    "position" INTEGER NOT NULL,
    "by_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),
    "outcome" TEXT,

    CONSTRAINT "waitlist_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "waitlist_outcome" CHECK (outcome IN ('taken', 'placed', 'left', 'declined', 'expired', 'past')),
    CONSTRAINT "waitlist_closed" CHECK ((closed_at IS NULL) = (outcome IS NULL)),
    CONSTRAINT "waitlist_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "waitlist_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "waitlist_lesson_type_fkey" FOREIGN KEY ("lesson_type") REFERENCES "ride_types"("name") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "waitlist_student_id_idx" ON "waitlist"("student_id");
CREATE UNIQUE INDEX waitlist_once ON waitlist (student_id, lesson_date, scheduled_time, lesson_type, weekly) WHERE closed_at IS NULL;

CREATE TABLE "place_offers" (
    "id" SERIAL NOT NULL,
    "waiting_id" INTEGER NOT NULL,
    "lesson_date" DATE NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "told_at" TIMESTAMPTZ(3),
    "answered_at" TIMESTAMPTZ(3),
    "answered_by" TEXT,

    CONSTRAINT "place_offers_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "place_offers_state" CHECK (state IN ('open', 'taken', 'declined', 'expired', 'withdrawn')),
    CONSTRAINT "place_offers_waiting_id_fkey" FOREIGN KEY ("waiting_id") REFERENCES "waitlist"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "place_offers_answered_by_fkey" FOREIGN KEY ("answered_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "place_offers_waiting_id_idx" ON "place_offers"("waiting_id");
CREATE UNIQUE INDEX place_offers_open_once ON place_offers (waiting_id) WHERE state = 'open';

-- How long a family has to answer; null is the default.
ALTER TABLE "school" ADD COLUMN "offer_hours" INTEGER;
