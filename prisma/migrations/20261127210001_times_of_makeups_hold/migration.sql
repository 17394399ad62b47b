ALTER TABLE makeup_bookings VALIDATE CONSTRAINT makeup_bookings_time;
ALTER TABLE makeups VALIDATE CONSTRAINT makeups_ride_time;
ALTER TABLE makeups VALIDATE CONSTRAINT makeups_time;
ALTER TABLE waitlist VALIDATE CONSTRAINT waitlist_time;
