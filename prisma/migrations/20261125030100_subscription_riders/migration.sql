-- Whom a subscription is for: the payer, or a rider of its family.
-- Beside the old version: a trigger names the payer for a row that it writes, and a school has some hundred subscriptions.
ALTER TABLE subscriptions ADD COLUMN rider_id TEXT;

CREATE FUNCTION rider_of_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.rider_id := coalesce(NEW.rider_id, NEW.user_id);
  RETURN NEW;
END $$;
CREATE TRIGGER rider_of_subscription BEFORE INSERT ON subscriptions FOR EACH ROW EXECUTE FUNCTION rider_of_subscription();

UPDATE subscriptions SET rider_id = user_id;
ALTER TABLE subscriptions ALTER COLUMN rider_id SET NOT NULL,
  ADD CONSTRAINT subscriptions_rider_id_fkey FOREIGN KEY (rider_id) REFERENCES users(id) ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX subscriptions_rider_id_idx ON subscriptions (rider_id);

-- One that runs for each rider, whoever pays.
CREATE UNIQUE INDEX subscriptions_one_running_of_rider ON subscriptions (rider_id)
  WHERE status IN ('incomplete', 'trialing', 'active', 'past_due');
DROP INDEX subscriptions_one_running;

-- Its months are the rider's. The old version, which would give them to the payer, fails; the provider sends the event again.
CREATE FUNCTION month_is_of_its_rider() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.subscription_id IS NOT NULL
    AND NEW.user_id <> (SELECT rider_id FROM subscriptions WHERE id = NEW.subscription_id) THEN
    RAISE EXCEPTION 'subscription % is not for rider %', NEW.subscription_id, NEW.user_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER month_is_of_its_rider BEFORE INSERT ON package_purchases FOR EACH ROW EXECUTE FUNCTION month_is_of_its_rider();
