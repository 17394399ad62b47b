ALTER TABLE donations VALIDATE CONSTRAINT donations_status_small;
ALTER TABLE events VALIDATE CONSTRAINT events_status_small;
ALTER TABLE event_tickets VALIDATE CONSTRAINT event_tickets_status_small;
