-- Whether horses are proposed so that work is shared before riders have a horse that they know.
ALTER TABLE "school" ADD COLUMN     "horses_shared" BOOLEAN;
