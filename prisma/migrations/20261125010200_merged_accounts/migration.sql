-- An account that was merged into another one: it is off the lists, nobody signs in to it, and its rows are the other one's.
ALTER TABLE "users" ADD COLUMN "merged_into_id" TEXT;
ALTER TABLE "users" ADD CONSTRAINT "users_merged_into_id_fkey"
  FOREIGN KEY ("merged_into_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;
ALTER TABLE users ADD CONSTRAINT users_merged_is_away CHECK (
  merged_into_id IS NULL OR (merged_into_id <> id AND NOT active AND hidden_at IS NOT NULL)) NOT VALID;
