-- AlterTable
ALTER TABLE "subscription_add_ons" ADD COLUMN     "unit_price" DECIMAL(10,2) NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "fee" DECIMAL(10,2) NOT NULL DEFAULT 0,
ADD COLUMN     "package_price" DECIMAL(10,2) NOT NULL DEFAULT 0;
