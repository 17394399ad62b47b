-- A month's amount is its payments, and what was typed into the grid beside them. At the end of the transaction, because both are written.
CREATE OR REPLACE FUNCTION hold_recorded_payments() RETURNS trigger LANGUAGE plpgsql AS $$
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
