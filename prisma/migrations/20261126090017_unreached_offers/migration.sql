-- An offer that no email could tell the family of: its entry goes to the end of the line instead of off it.
ALTER TABLE "place_offers" ADD COLUMN     "unreached" BOOLEAN NOT NULL DEFAULT false;
