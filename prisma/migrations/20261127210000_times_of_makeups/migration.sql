-- Beside the old version: it writes these times as the others.
ALTER TABLE makeup_bookings ADD CONSTRAINT makeup_bookings_time CHECK (scheduled_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$') NOT VALID;
ALTER TABLE makeups ADD CONSTRAINT makeups_ride_time CHECK (ride_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$') NOT VALID;
ALTER TABLE makeups ADD CONSTRAINT makeups_time CHECK (scheduled_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$') NOT VALID;
ALTER TABLE waitlist ADD CONSTRAINT waitlist_time CHECK (scheduled_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$') NOT VALID;
