-- A version that knows no riders of subscriptions buys for the payer.
CREATE OR REPLACE FUNCTION rider_of_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.rider_id := coalesce(NEW.rider_id, NEW.user_id);
  RETURN NEW;
END $$;

CREATE TRIGGER rider_of_subscription BEFORE INSERT ON subscriptions FOR EACH ROW EXECUTE FUNCTION rider_of_subscription();
