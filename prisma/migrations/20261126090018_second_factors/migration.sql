-- CreateTable
CREATE TABLE "second_factors" (
    "user_id" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "secret" TEXT,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" INTEGER,
    "recovery" TEXT[],

    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id")
);

ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_confirmed_has_secret" CHECK ("confirmed_at" IS NULL OR "secret" IS NOT NULL);

-- AddForeignKey
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
