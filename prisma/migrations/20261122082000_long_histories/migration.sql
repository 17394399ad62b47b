-- What is for a month is found among what ended since, not among all that a student ever bought.
CREATE INDEX package_purchases_user_id_valid_to_valid_from_idx ON package_purchases (user_id, valid_to, valid_from);
DROP INDEX package_purchases_user_id_valid_from_idx;

CREATE INDEX offline_payments_year_idx ON offline_payments (year);

-- How many payments there are, for the pages of their list. A million of them take too long to count for each page.
CREATE TABLE payment_transaction_count (
  id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  count bigint NOT NULL
);

CREATE FUNCTION count_payment_transactions() RETURNS trigger LANGUAGE plpgsql AS $$
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

INSERT INTO payment_transaction_count SELECT 1, count(*) FROM payment_transactions;
