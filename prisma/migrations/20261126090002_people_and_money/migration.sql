-- Beside the old version: it reads the status of these orders nowhere but in the two counts that they block for ever; a school has a few hundred.
-- The order of a subscription ends with its first month; those of before stayed pending.
UPDATE orders o SET status = CASE WHEN begun.at IS NULL THEN 'canceled' ELSE 'paid' END, paid_at = begun.at
FROM subscriptions s, LATERAL (
  SELECT min(g.purchase_date) AS at FROM package_purchases g WHERE g.subscription_id = s.id AND g.status IN ('active', 'refunded')) begun
WHERE o.id = s.order_id AND o.status = 'pending' AND (begun.at IS NOT NULL OR s.status IN ('canceled', 'incomplete_expired'));

-- Whoever is erased is erased with the accounts that were merged into them. At the end of the transaction, because people are erased one by one.
CREATE FUNCTION hold_merged_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM users m JOIN users k ON k.id = m.merged_into_id WHERE NEW.id IN (m.id, k.id) AND k.erased_at IS NOT NULL
  ) THEN
    RAISE EXCEPTION 'violates "users_merged_into_nobody"' USING ERRCODE = 'check_violation', CONSTRAINT = 'users_merged_into_nobody';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER users_merged_into_nobody AFTER INSERT OR UPDATE OF merged_into_id, erased_at ON users
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold_merged_erased();
