-- What the fundraising platform reports again of a donor who was erased does not bring the name back.
ALTER TABLE "donations" ADD COLUMN "donor_erased" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "event_tickets" ADD COLUMN "attendee_erased" BOOLEAN NOT NULL DEFAULT false;
