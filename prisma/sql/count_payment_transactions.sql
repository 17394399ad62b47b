-- payment_transaction_count says how many payments there are: counting them takes longer with each.
CREATE OR REPLACE FUNCTION count_payment_transactions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    UPDATE payment_transaction_count SET count = 0;
  ELSE
    INSERT INTO payment_transaction_count VALUES (1, CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END)
    ON CONFLICT (id) DO UPDATE SET count = payment_transaction_count.count + excluded.count;
  END IF;
  RETURN NULL;
END $$;

-- At the end of a transaction: no two of them wait for each other with this row and another in their hands.
CREATE CONSTRAINT TRIGGER count_payment_transactions AFTER INSERT OR DELETE ON payment_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_payment_transactions();

CREATE TRIGGER count_payment_transactions_truncated AFTER TRUNCATE ON payment_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION count_payment_transactions();
