-- CreateTable
CREATE TABLE "installation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "key" TEXT NOT NULL,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);

-- Rules that the schema language cannot say.
ALTER TABLE installation ADD CONSTRAINT installation_single CHECK (id = 1);
