-- AlterTable
ALTER TABLE "payment_transactions" ADD COLUMN     "fee_returned" BOOLEAN NOT NULL DEFAULT false;
