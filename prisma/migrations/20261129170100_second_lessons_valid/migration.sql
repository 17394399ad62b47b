ALTER TABLE "ride_types" VALIDATE CONSTRAINT "ride_types_base_type_fkey";
ALTER TABLE school VALIDATE CONSTRAINT school_arenas;
ALTER TABLE weekly_schedule VALIDATE CONSTRAINT weekly_schedule_arena;
ALTER TABLE season_lessons VALIDATE CONSTRAINT season_lessons_arena;
