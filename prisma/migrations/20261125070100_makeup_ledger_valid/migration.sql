ALTER TABLE makeups VALIDATE CONSTRAINT makeups_why;
ALTER TABLE makeups VALIDATE CONSTRAINT makeups_ride;
ALTER TABLE makeups VALIDATE CONSTRAINT makeups_lasts;
ALTER TABLE makeups VALIDATE CONSTRAINT makeups_revoked;
ALTER TABLE makeups VALIDATE CONSTRAINT makeups_revoked_by_fkey;
ALTER TABLE school VALIDATE CONSTRAINT school_absence_cutoff_hours;
ALTER TABLE school VALIDATE CONSTRAINT school_makeup_holds;
