-- Beside the old version: it writes lines without an item, which count under their name as before, and reads past the new keys.
-- A line of before is the item of its order by that name; else of the only package or add-on of the order that costs as much, if no
-- other line is that one's and it was not bought once: a subscription was renamed since. Else it is what the catalog calls so.
UPDATE payment_transactions t SET lines = found.lines
FROM (
  SELECT p.id, jsonb_agg(line || coalesce(by_name.item, by_price.item, by_catalog.item, '{}') ORDER BY n) AS lines
  FROM payment_transactions p
  LEFT JOIN subscriptions s ON s.id = p.subscription_id
  CROSS JOIN LATERAL jsonb_array_elements(p.lines) WITH ORDINALITY AS l(line, n)
  LEFT JOIN LATERAL (
    SELECT jsonb_strip_nulls(jsonb_build_object('packageId', i.package_id, 'addOnId', i.add_on_id)) AS item
    FROM order_items i WHERE i.order_id = coalesce(p.order_id, s.order_id) AND i.name IN (line->>'name', replace(line->>'name', ' (one-time)', '')) ORDER BY i.id LIMIT 1) by_name ON true
  LEFT JOIN LATERAL (
    SELECT jsonb_strip_nulls(jsonb_build_object('packageId', min(i.package_id), 'addOnId', min(i.add_on_id))) AS item
    FROM order_items i
    WHERE i.order_id = s.order_id AND i.unit_price * i.quantity * 100 = (line->>'amount')::numeric
      AND NOT (i.type = 'addon' AND i.payment_type = 'one-time')
      AND NOT EXISTS (SELECT FROM jsonb_array_elements(p.lines) other WHERE other->>'name' IN (i.name, i.name || ' (one-time)'))
      AND NOT EXISTS (SELECT FROM packages c WHERE c.name = line->>'name' UNION ALL SELECT FROM add_ons c WHERE c.name = line->>'name')
    HAVING count(*) = 1) by_price ON true
  LEFT JOIN LATERAL (
    SELECT jsonb_build_object('packageId', c.id) AS item FROM packages c WHERE c.name = line->>'name'
    UNION ALL SELECT jsonb_build_object('addOnId', c.id) FROM add_ons c WHERE c.name = line->>'name' LIMIT 1) by_catalog ON true
  GROUP BY p.id) found
WHERE found.id = t.id AND found.lines <> t.lines;

-- A line sells one item of the catalog, or something else.
ALTER TABLE payment_transactions ADD CONSTRAINT payment_transactions_line_items CHECK (
  NOT jsonb_path_exists(lines, '$[*] ? (@.packageId.type() != "number" || @.addOnId.type() != "number" || (exists(@.packageId) && exists(@.addOnId)))')
) NOT VALID;
