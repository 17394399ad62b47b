ALTER TABLE users VALIDATE CONSTRAINT users_merged_into_id_fkey;
ALTER TABLE users VALIDATE CONSTRAINT users_merged_is_away;
