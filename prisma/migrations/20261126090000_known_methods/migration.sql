-- CreateTable
CREATE TABLE "known_methods" (
    "user_id" TEXT NOT NULL,
    "customer_id" TEXT,
    "methods" JSONB,
    "asked_at" TIMESTAMPTZ(3),
    "ask_until" TIMESTAMPTZ(3),
    "changes" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "known_methods_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "known_methods" ADD CONSTRAINT "known_methods_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules that the schema language cannot say.
ALTER TABLE known_methods ADD CONSTRAINT known_methods_whole CHECK (
  (customer_id IS NULL) = (methods IS NULL) AND (customer_id IS NULL) = (asked_at IS NULL));
