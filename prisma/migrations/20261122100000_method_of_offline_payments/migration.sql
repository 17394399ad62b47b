-- How a month was paid, as far as the office says; a month typed into the grid leaves it as it is.
ALTER TABLE "offline_payment_months" ADD COLUMN "method" TEXT;
