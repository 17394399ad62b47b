-- CreateTable
CREATE TABLE "recorded_payments" (
    "id" SERIAL NOT NULL,
    "record_id" INTEGER NOT NULL,
    "month" INTEGER NOT NULL,
    "amount" DECIMAL(10,2) NOT NULL,
    "method" TEXT NOT NULL,
    "paid_on" DATE NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recorded_payments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "recorded_payments_record_id_month_idx" ON "recorded_payments"("record_id", "month");

-- CreateIndex
CREATE INDEX "recorded_payments_paid_on_idx" ON "recorded_payments"("paid_on");

-- AddForeignKey
ALTER TABLE "recorded_payments" ADD CONSTRAINT "recorded_payments_record_id_month_fkey" FOREIGN KEY ("record_id", "month") REFERENCES "offline_payment_months"("record_id", "month") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules that the schema language cannot say.
ALTER TABLE recorded_payments
  ADD CONSTRAINT recorded_payments_amount CHECK (amount > 0 AND amount <= 9999 AND amount = trunc(amount)),
  ADD CONSTRAINT recorded_payments_method CHECK (method IN ('cash', 'check', 'transfer', 'other')),
  ADD CONSTRAINT recorded_payments_day CHECK (paid_on BETWEEN '2000-01-01' AND '2200-12-31');

-- A month's amount is its payments, and what was typed into the grid beside them. At the end of the transaction, because both are written.
-- The version before knows no payments: it may raise a month that has some, and is refused if it lowers one below them.
CREATE FUNCTION hold_recorded_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM offline_payment_months m WHERE m.record_id = NEW.record_id AND m.month = NEW.month
      AND m.amount < (SELECT sum(p.amount) FROM recorded_payments p WHERE p.record_id = m.record_id AND p.month = m.month)
  ) THEN
    RAISE EXCEPTION 'violates "recorded_payments_within_month"'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'recorded_payments_within_month';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER recorded_payments_within_month AFTER INSERT OR UPDATE ON recorded_payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold_recorded_payments();
CREATE CONSTRAINT TRIGGER offline_payment_months_hold_payments AFTER UPDATE OF amount ON offline_payment_months
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold_recorded_payments();
