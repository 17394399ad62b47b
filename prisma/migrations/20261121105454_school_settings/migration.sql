-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "fee_rate" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "payment_transactions" ADD COLUMN     "fee_rate" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "hacks" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "lessons" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "makeup_lessons" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "private_lessons" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "school" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT,
    "phone" TEXT,
    "email" TEXT,
    "address" TEXT,
    "fee_rate" INTEGER,
    "fee_scope" TEXT,

    CONSTRAINT "school_pkey" PRIMARY KEY ("id")
);

-- One school. The fee is said as a whole or not at all.
ALTER TABLE school
  ADD CONSTRAINT school_one CHECK (id = 1),
  ADD CONSTRAINT school_name CHECK (name = btrim(name) AND name <> ''),
  ADD CONSTRAINT school_fee_rate CHECK (fee_rate BETWEEN 0 AND 1000),
  ADD CONSTRAINT school_fee_scope_known CHECK (fee_scope IN ('all_cards', 'credit_cards')),
  ADD CONSTRAINT school_fee_whole CHECK ((fee_rate IS NULL) = (fee_scope IS NULL));

-- What the office can type.
ALTER TABLE packages
  ADD CONSTRAINT packages_name CHECK (name = btrim(name) AND name <> ''),
  ADD CONSTRAINT packages_price_most CHECK (price <= 9999.99),
  ADD CONSTRAINT packages_counts_most
    CHECK (lessons_per_month <= 99 AND makeup_lessons <= 99 AND hacks_per_month <= 99 AND private_lessons_per_month <= 99),
  ADD CONSTRAINT packages_order CHECK (sort_order BETWEEN 0 AND 999);
ALTER TABLE add_ons
  ADD CONSTRAINT add_ons_name CHECK (name = btrim(name) AND name <> ''),
  ADD CONSTRAINT add_ons_price_most CHECK (price <= 9999.99),
  ADD CONSTRAINT add_ons_order CHECK (sort_order BETWEEN 0 AND 999);

-- What was sold before the rate was kept: to a tenth of a percent, as receipts have named it.
UPDATE orders SET fee_rate = round(fee * 1000 / subtotal) * 10 WHERE fee > 0;
UPDATE payment_transactions SET fee_rate = round(fee * 1000 / (amount - fee)) * 10 WHERE fee > 0 AND amount > fee;
ALTER TABLE orders ADD CONSTRAINT orders_fee_rate CHECK (fee_rate BETWEEN 0 AND 10000);
ALTER TABLE payment_transactions ADD CONSTRAINT payment_transactions_fee_rate CHECK (fee_rate BETWEEN 0 AND 10000);

-- Running subscriptions keep what their package holds today.
UPDATE subscriptions s
  SET lessons = p.lessons_per_month, private_lessons = p.private_lessons_per_month,
      makeup_lessons = p.makeup_lessons, hacks = p.hacks_per_month
  FROM packages p WHERE p.id = s.package_id;
ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_contents
  CHECK (lessons >= 0 AND private_lessons >= 0 AND makeup_lessons >= 0 AND hacks >= 0);
