ALTER TABLE recorded_payments VALIDATE CONSTRAINT recorded_payments_order_id_fkey;
ALTER TABLE orders VALIDATE CONSTRAINT orders_method_known;
ALTER TABLE orders VALIDATE CONSTRAINT orders_at_school;
