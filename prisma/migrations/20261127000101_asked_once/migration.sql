-- Beside the old version: the table has a few rows a day. Whoever asks that version for the same a second time gets an error, where it
-- wrote a second order.
UPDATE orders o SET status = 'canceled', updated_at = now()
WHERE o.method_type = 'school' AND o.status = 'pending' AND EXISTS (
  SELECT FROM orders p WHERE p.user_id = o.user_id AND p.method_type = 'school' AND p.status = 'pending' AND p.valid_to = o.valid_to
    AND right(p.nonce, 16) = right(o.nonce, 16) AND p.id < o.id);
-- A nonce ends in the digest of what is asked for.
CREATE UNIQUE INDEX orders_wait_once ON orders (user_id, valid_to, right(nonce, 16)) WHERE method_type = 'school' AND status = 'pending';
