-- A rider has one package in an order: a grant holds one.
-- Beside the old version: it refuses two for one rider unless the request is made by hand, and the table has some ten thousand rows at most.

-- What such a request has left: the package that nobody was granted stands in an order of its own, which says so.
INSERT INTO orders (user_id, nonce, kind, status, method_type, subtotal, fee, total, currency, valid_from, valid_to, failure_message,
                    created_at, updated_at)
SELECT o.user_id, 'line:' || i.id, o.kind, 'canceled', o.method_type, i.quantity * i.unit_price, 0, i.quantity * i.unit_price, o.currency,
       o.valid_from, o.valid_to, 'A second package for one rider in order ' || o.id || ', which never granted it.', o.created_at, now()
FROM order_items i JOIN orders o ON o.id = i.order_id
WHERE i.type = 'package' AND EXISTS (
  SELECT FROM order_items e WHERE e.order_id = i.order_id AND e.rider_id = i.rider_id AND e.type = 'package' AND e.id < i.id);
UPDATE order_items i SET order_id = o.id FROM orders o WHERE o.nonce = 'line:' || i.id;

CREATE UNIQUE INDEX order_items_one_package ON order_items (order_id, rider_id) WHERE type = 'package';
