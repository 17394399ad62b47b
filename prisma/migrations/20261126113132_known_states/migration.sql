-- Columns whose values are a closed list of the code hold that list. A test compares both: prisma/tables.test.ts.
-- Beside the old version: it writes these values and no others, and no version has, so the statements that change rows find none. They are
-- for a value that somebody wrote by hand, which would be in the way of every later change of its row.
UPDATE payment_transactions
  SET status = CASE WHEN raw_status IN ('succeeded', 'processing', 'canceled') THEN raw_status ELSE 'requires_action' END
  WHERE status NOT IN ('requires_action', 'processing', 'succeeded', 'failed', 'canceled', 'refunded', 'disputed', 'Completed');
UPDATE offline_payment_months SET method = 'other' WHERE method NOT IN ('cash', 'check', 'transfer', 'other');
UPDATE email_outbox SET kind = NULL WHERE kind NOT IN (
  'ride-reminder', 'ride-changed', 'day-closed', 'place-offered', 'teaching-changed', 'makeup-expiring', 'makeup-answered', 'card-expiring',
  'payment-failed');
UPDATE text_outbox SET status = NULL WHERE status NOT IN (
  'accepted', 'scheduled', 'queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'canceled', 'read');
-- No version sends such a text, or reads such a choice or file.
DELETE FROM text_outbox WHERE kind NOT IN (
  'ride-reminder', 'ride-changed', 'day-closed', 'place-offered', 'teaching-changed', 'makeup-expiring', 'makeup-answered', 'card-expiring',
  'payment-failed');
DELETE FROM notice_choices WHERE channel NOT IN ('email', 'text') OR kind NOT IN (
  'ride-reminder', 'ride-changed', 'day-closed', 'place-offered', 'teaching-changed', 'makeup-expiring', 'makeup-answered', 'card-expiring',
  'payment-failed');
DELETE FROM zeffy_imports WHERE kind NOT IN ('donations', 'tickets', 'events');
-- A line of who looked at whose data is not changed: one that is in no list stays, and the next migration leaves the check to new lines.

-- `Completed` is of payments that were brought along from elsewhere; the specification counts them.
ALTER TABLE payment_transactions ADD CONSTRAINT payment_transactions_status_known CHECK (status IN (
  'requires_action', 'processing', 'succeeded', 'failed', 'canceled', 'refunded', 'disputed', 'Completed')) NOT VALID;
ALTER TABLE offline_payment_months ADD CONSTRAINT offline_payment_months_method_known
  CHECK (method IN ('cash', 'check', 'transfer', 'other')) NOT VALID;
ALTER TABLE zeffy_imports ADD CONSTRAINT zeffy_imports_kind_known CHECK (kind IN ('donations', 'tickets', 'events')) NOT VALID;
ALTER TABLE data_views ADD CONSTRAINT data_views_kind_known CHECK (kind IN (
  'student page', 'edit form', 'lesson history', 'rides', 'payments', 'receipt', 'statement', 'sign-in link', 'password link', 'download',
  'download with notes', 'waiver', 'program')) NOT VALID;
ALTER TABLE email_outbox ADD CONSTRAINT email_outbox_kind_known CHECK (kind IN (
  'ride-reminder', 'ride-changed', 'day-closed', 'place-offered', 'teaching-changed', 'makeup-expiring', 'makeup-answered', 'card-expiring',
  'payment-failed')) NOT VALID;
ALTER TABLE notice_choices
  ADD CONSTRAINT notice_choices_kind_known CHECK (kind IN (
    'ride-reminder', 'ride-changed', 'day-closed', 'place-offered', 'teaching-changed', 'makeup-expiring', 'makeup-answered', 'card-expiring',
    'payment-failed')) NOT VALID,
  ADD CONSTRAINT notice_choices_channel_known CHECK (channel IN ('email', 'text')) NOT VALID;
ALTER TABLE text_outbox
  ADD CONSTRAINT text_outbox_kind_known CHECK (kind IN (
    'ride-reminder', 'ride-changed', 'day-closed', 'place-offered', 'teaching-changed', 'makeup-expiring', 'makeup-answered', 'card-expiring',
    'payment-failed')) NOT VALID,
  ADD CONSTRAINT text_outbox_status_known CHECK (status IN (
    'accepted', 'scheduled', 'queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'canceled', 'read')) NOT VALID;
