-- CreateTable
CREATE TABLE "seasons" (
    "id" SERIAL NOT NULL,
    "name" VARCHAR(60) NOT NULL,
    "starts_on" DATE NOT NULL,
    "asked_through" DATE,
    "published_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "seasons_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "season_lessons" (
    "id" SERIAL NOT NULL,
    "season_id" INTEGER NOT NULL,
    "day_of_week" INTEGER NOT NULL,
    "scheduled_time" VARCHAR(20) NOT NULL,
    "lesson_type" VARCHAR(100) NOT NULL,
    "ends" BOOLEAN NOT NULL,
    "duration" INTEGER,
    "capacity" INTEGER,
    "level" TEXT,
    "instructor_id" TEXT,

    CONSTRAINT "season_lessons_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "season_places" (
    "id" SERIAL NOT NULL,
    "season_id" INTEGER NOT NULL,
    "student_id" TEXT NOT NULL,
    "from_day" INTEGER,
    "from_time" VARCHAR(20),
    "from_type" VARCHAR(100),
    "to_day" INTEGER,
    "to_time" VARCHAR(20),
    "to_type" VARCHAR(100),
    "by_hand" BOOLEAN NOT NULL,

    CONSTRAINT "season_places_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "season_wishes" (
    "id" SERIAL NOT NULL,
    "season_id" INTEGER NOT NULL,
    "student_id" TEXT NOT NULL,
    "lesson_type" VARCHAR(100) NOT NULL,
    "times" TEXT[] NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "season_wishes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "season_lessons_instructor_id_idx" ON "season_lessons"("instructor_id");

-- CreateIndex
CREATE UNIQUE INDEX "season_lessons_season_id_day_of_week_scheduled_time_lesson__key" ON "season_lessons"("season_id", "day_of_week", "scheduled_time", "lesson_type");

-- CreateIndex
CREATE INDEX "season_places_student_id_idx" ON "season_places"("student_id");

-- CreateIndex
CREATE UNIQUE INDEX "season_places_season_id_student_id_from_day_from_time_from__key" ON "season_places"("season_id", "student_id", "from_day", "from_time", "from_type");

-- CreateIndex
CREATE INDEX "season_wishes_student_id_idx" ON "season_wishes"("student_id");

-- CreateIndex
CREATE UNIQUE INDEX "season_wishes_season_id_student_id_lesson_type_key" ON "season_wishes"("season_id", "student_id", "lesson_type");

-- AddForeignKey
ALTER TABLE "season_lessons" ADD CONSTRAINT "season_lessons_season_id_fkey" FOREIGN KEY ("season_id") REFERENCES "seasons"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "season_lessons" ADD CONSTRAINT "season_lessons_instructor_id_fkey" FOREIGN KEY ("instructor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "season_lessons" ADD CONSTRAINT "season_lessons_lesson_type_fkey" FOREIGN KEY ("lesson_type") REFERENCES "ride_types"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "season_places" ADD CONSTRAINT "season_places_season_id_fkey" FOREIGN KEY ("season_id") REFERENCES "seasons"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "season_places" ADD CONSTRAINT "season_places_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "season_places" ADD CONSTRAINT "season_places_from_type_fkey" FOREIGN KEY ("from_type") REFERENCES "ride_types"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "season_places" ADD CONSTRAINT "season_places_to_type_fkey" FOREIGN KEY ("to_type") REFERENCES "ride_types"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "season_wishes" ADD CONSTRAINT "season_wishes_season_id_fkey" FOREIGN KEY ("season_id") REFERENCES "seasons"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "season_wishes" ADD CONSTRAINT "season_wishes_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "season_wishes" ADD CONSTRAINT "season_wishes_lesson_type_fkey" FOREIGN KEY ("lesson_type") REFERENCES "ride_types"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE season_lessons
  ADD CONSTRAINT season_lessons_day CHECK (day_of_week BETWEEN 0 AND 6),
  ADD CONSTRAINT season_lessons_time CHECK (scheduled_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  ADD CONSTRAINT season_lessons_level CHECK (level IN ('beginner', 'novice', 'intermediate', 'advanced')),
  ADD CONSTRAINT season_lessons_new CHECK (
    CASE WHEN ends THEN num_nonnulls(duration, capacity, level, instructor_id) = 0
    ELSE duration IS NOT NULL AND duration BETWEEN 5 AND 720 AND (capacity IS NULL OR capacity BETWEEN 0 AND 99) END
  );

ALTER TABLE season_places
  ADD CONSTRAINT season_places_from CHECK (
    num_nonnulls(from_day, from_time, from_type) IN (0, 3) AND (from_day IS NULL
      OR from_day BETWEEN 0 AND 6 AND from_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
  ),
  ADD CONSTRAINT season_places_to CHECK (
    num_nonnulls(to_day, to_time, to_type) IN (0, 3) AND (to_day IS NULL
      OR to_day BETWEEN 0 AND 6 AND to_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
  ),
  -- Nowhere from is a rider who joins, who has somewhere to go.
  ADD CONSTRAINT season_places_goes CHECK (from_day IS NOT NULL OR to_day IS NOT NULL);
CREATE UNIQUE INDEX season_places_once ON season_places (season_id, student_id, to_day, to_time, to_type);

ALTER TABLE season_wishes
  ADD CONSTRAINT season_wishes_times CHECK (
    cardinality(times) BETWEEN 1 AND 4
    AND array_to_string(times, ',', 'null') ~ '^([0-6] ([01][0-9]|2[0-3]):[0-5][0-9](,|$))+$'
  );
