-- All that a horse does: rides and other work. Days of rest and limits are counted here alone.
CREATE OR REPLACE VIEW horse_outings AS
  SELECT id AS ride_id, NULL::integer AS work_id, horse_id, usage_date AS day, lesson_time AS start_time, duration FROM horse_usage
  UNION ALL
  SELECT NULL, id, horse_id, work_date, start_time, duration FROM horse_work;
