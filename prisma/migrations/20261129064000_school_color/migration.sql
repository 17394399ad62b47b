-- The color that the school chose; null is the product's own.
ALTER TABLE "school" ADD COLUMN "color" TEXT;

-- Beside the old version: it writes no color.
ALTER TABLE school ADD CONSTRAINT school_color CHECK (color IN ('teal', 'navy', 'purple', 'plum', 'brown', 'slate')) NOT VALID;
