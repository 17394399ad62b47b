-- No sum tells currencies apart. Imports and notices have always refused others.
ALTER TABLE donations ADD CONSTRAINT donations_dollars CHECK (currency = 'USD') NOT VALID;
ALTER TABLE event_tickets ADD CONSTRAINT event_tickets_dollars CHECK (currency = 'USD') NOT VALID;
