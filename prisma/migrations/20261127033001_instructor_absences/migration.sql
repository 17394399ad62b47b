CREATE TABLE "instructor_absences" (
    "instructor_id" TEXT NOT NULL,
    "from_date" DATE NOT NULL,
    "through_date" DATE,
    "from_time" VARCHAR(20),
    "reason" VARCHAR(200),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "instructor_absences_pkey" PRIMARY KEY ("instructor_id"),
    CONSTRAINT "instructor_absences_days" CHECK ("through_date" >= "from_date")
);

ALTER TABLE "instructor_absences" ADD CONSTRAINT "instructor_absences_instructor_id_fkey" FOREIGN KEY ("instructor_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
