-- What a horse carries, and what a rider weighs, in pounds. Null: nobody has said.
ALTER TABLE "users" ADD COLUMN "weight_lb" INTEGER;
ALTER TABLE "horses" ADD COLUMN "max_weight_lb" INTEGER, ADD COLUMN "min_level" TEXT;

ALTER TABLE users ADD CONSTRAINT users_weight CHECK (weight_lb BETWEEN 20 AND 500) NOT VALID;
ALTER TABLE users ADD CONSTRAINT users_erased_weight CHECK (erased_at IS NULL OR weight_lb IS NULL) NOT VALID;
ALTER TABLE horses
  ADD CONSTRAINT horses_max_weight CHECK (max_weight_lb BETWEEN 20 AND 500) NOT VALID,
  ADD CONSTRAINT horses_min_level CHECK (min_level IN ('beginner', 'novice', 'intermediate', 'advanced')) NOT VALID;
