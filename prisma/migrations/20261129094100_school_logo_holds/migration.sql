ALTER TABLE "school" VALIDATE CONSTRAINT "school_logo_fkey";
