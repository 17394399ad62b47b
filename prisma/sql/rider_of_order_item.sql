-- A version that knows no riders of lines buys for the payer.
CREATE OR REPLACE FUNCTION rider_of_order_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.rider_id IS NULL THEN
    SELECT user_id INTO NEW.rider_id FROM orders WHERE id = NEW.order_id;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER rider_of_order_item BEFORE INSERT ON order_items FOR EACH ROW EXECUTE FUNCTION rider_of_order_item();
