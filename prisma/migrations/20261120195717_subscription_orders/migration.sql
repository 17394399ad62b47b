-- AlterTable
ALTER TABLE "orders" DROP COLUMN "stripe_subscription_id";

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "order_id" INTEGER;

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_order_id_key" ON "subscriptions"("order_id");

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
