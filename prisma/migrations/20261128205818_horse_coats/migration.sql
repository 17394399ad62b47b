-- The color of a horse's dot. Null: nobody has said.
ALTER TABLE "horses" ADD COLUMN "coat" TEXT;

-- Beside the old version: it writes no coat.
ALTER TABLE horses ADD CONSTRAINT horses_coat CHECK (coat IN ('black', 'dark-bay', 'bay', 'chestnut', 'buckskin', 'palomino', 'roan', 'gray', 'white', 'pinto', 'other')) NOT VALID;
