-- A school sells at $238.50, and takes that in cash. A month of the yearly grid still holds at most $9,999.
-- Beside the old version: it writes whole dollars, and only if an amount has cents by then shows it with them.
ALTER TABLE recorded_payments DROP CONSTRAINT recorded_payments_amount;
ALTER TABLE recorded_payments ADD CONSTRAINT recorded_payments_amount CHECK (amount > 0 AND amount <= 9999) NOT VALID;
ALTER TABLE offline_payment_months DROP CONSTRAINT offline_payment_months_values;
ALTER TABLE offline_payment_months ADD CONSTRAINT offline_payment_months_values
  CHECK (month BETWEEN 1 AND 12 AND amount BETWEEN 0 AND 9999) NOT VALID;
