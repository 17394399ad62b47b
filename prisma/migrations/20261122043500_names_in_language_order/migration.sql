-- Names sort as people write them, whatever the locale of the database: de, É, Ł and Ø stand beside D, E, L and O.
ALTER TABLE users
  ALTER COLUMN first_name TYPE text COLLATE "und-x-icu",
  ALTER COLUMN last_name TYPE text COLLATE "und-x-icu";
ALTER TABLE horses ALTER COLUMN name TYPE varchar(100) COLLATE "und-x-icu";

-- It compares as before, so that no school's horses are refused by the new order.
DROP INDEX horses_name_any_case;
CREATE UNIQUE INDEX horses_name_any_case ON horses (lower(name COLLATE "default"));
