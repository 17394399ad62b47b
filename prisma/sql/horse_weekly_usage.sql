-- How often each horse was ridden in each week.
CREATE OR REPLACE VIEW horse_weekly_usage AS
  SELECT horse_id::text || ':' || date_trunc('week', usage_date)::date AS id,
         horse_name,
         date_trunc('week', usage_date)::date AS week_start_date,
         extract(isoyear FROM usage_date)::integer AS year,
         extract(week FROM usage_date)::integer AS week_number,
         count(*)::integer AS usage_count
  FROM horse_usage
  GROUP BY horse_id, horse_name, date_trunc('week', usage_date), extract(isoyear FROM usage_date), extract(week FROM usage_date);
