-- How often a horse may go out on a day: on a hot day less often, but once at least; 0 is no limit.
CREATE OR REPLACE FUNCTION limit_on_day(day_limit integer, fewer integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN day_limit > 0 THEN greatest(1, day_limit - coalesce(fewer, 0)) ELSE 0 END
$$;
