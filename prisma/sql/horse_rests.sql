-- The last day is a day of rest too.
CREATE OR REPLACE FUNCTION horse_rests(horse horses, day date) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT horse.on_rest AND day >= coalesce(horse.rest_from, '-infinity') AND day <= coalesce(horse.rest_until, 'infinity')
$$;
