-- The minutes of a day that a lesson takes. Index builds see only the system's functions, hence no helper of our own inside.
CREATE OR REPLACE FUNCTION lesson_minutes(time_of_day text, duration integer) RETURNS int4range
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT int4range(
    split_part(time_of_day, ':', 1)::integer * 60 + split_part(time_of_day, ':', 2)::integer,
    split_part(time_of_day, ':', 1)::integer * 60 + split_part(time_of_day, ':', 2)::integer + duration) $$;
