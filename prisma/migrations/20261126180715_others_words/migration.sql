-- What the fundraising platform says of a donation, a ticket or an event stays its own word, and is kept in small letters: sums and credits
-- compare it with `completed`, so a word that somebody wrote by hand as `Completed` was in none of them.
-- Beside the old version: it writes these words in small letters, whatever it is sent.
UPDATE donations SET status = lower(status) WHERE status ~ '[A-Z]';
UPDATE events SET status = lower(status) WHERE status ~ '[A-Z]';
UPDATE event_tickets SET status = lower(status) WHERE status ~ '[A-Z]';

ALTER TABLE donations ADD CONSTRAINT donations_status_small CHECK (status !~ '[A-Z]') NOT VALID;
ALTER TABLE events ADD CONSTRAINT events_status_small CHECK (status !~ '[A-Z]') NOT VALID;
ALTER TABLE event_tickets ADD CONSTRAINT event_tickets_status_small CHECK (status !~ '[A-Z]') NOT VALID;
