-- A family that finds no place asks the office for one with a makeup. Whether a request is still open follows from its makeup too: one that
-- is booked, used, expired or taken back asks for nothing. `makeup_id` is no foreign key: a change of the week takes a makeup out, and its Undo
-- puts the same one back, with what was asked.
CREATE TABLE "makeup_requests" (
    "id" SERIAL NOT NULL,
    "makeup_id" INTEGER NOT NULL,
    "student_id" TEXT NOT NULL,
    "weekdays" SMALLINT[] NOT NULL DEFAULT '{}',
    "wish" VARCHAR(300) NOT NULL,
    "by_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),
    "closed_by" TEXT,
    "outcome" VARCHAR(20),
    "answer" VARCHAR(300),

    CONSTRAINT "makeup_requests_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "makeup_requests_wish" CHECK (btrim(wish) <> '' OR cardinality(weekdays) > 0),
    CONSTRAINT "makeup_requests_weekdays" CHECK (weekdays <@ ARRAY[0, 1, 2, 3, 4, 5, 6]::smallint[]),
    CONSTRAINT "makeup_requests_closed" CHECK (
      CASE outcome WHEN 'withdrawn' THEN answer IS NULL WHEN 'declined' THEN btrim(answer) <> '' ELSE outcome IS NULL AND answer IS NULL END
      AND (closed_at IS NULL) = (outcome IS NULL) AND (closed_by IS NULL) = (outcome IS NULL)),
    CONSTRAINT "makeup_requests_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "makeup_requests_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "makeup_requests_closed_by_fkey" FOREIGN KEY ("closed_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "makeup_requests_makeup_id_idx" ON "makeup_requests"("makeup_id");
CREATE INDEX "makeup_requests_student_id_idx" ON "makeup_requests"("student_id");
CREATE UNIQUE INDEX "makeup_requests_once" ON "makeup_requests"("makeup_id") WHERE closed_at IS NULL;
