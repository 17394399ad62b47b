-- Families are asked which times they can in the next season.
ALTER TABLE email_outbox DROP CONSTRAINT email_outbox_kind_known;
ALTER TABLE email_outbox ADD CONSTRAINT email_outbox_kind_known CHECK (kind IN (
  'ride-reminder', 'ride-changed', 'day-closed', 'place-offered', 'teaching-changed', 'makeup-expiring', 'makeup-answered', 'season-asked',
  'card-expiring', 'payment-failed')) NOT VALID;
ALTER TABLE notice_choices DROP CONSTRAINT notice_choices_kind_known;
ALTER TABLE notice_choices ADD CONSTRAINT notice_choices_kind_known CHECK (kind IN (
  'ride-reminder', 'ride-changed', 'day-closed', 'place-offered', 'teaching-changed', 'makeup-expiring', 'makeup-answered', 'season-asked',
  'card-expiring', 'payment-failed')) NOT VALID;
ALTER TABLE text_outbox DROP CONSTRAINT text_outbox_kind_known;
ALTER TABLE text_outbox ADD CONSTRAINT text_outbox_kind_known CHECK (kind IN (
  'ride-reminder', 'ride-changed', 'day-closed', 'place-offered', 'teaching-changed', 'makeup-expiring', 'makeup-answered', 'season-asked',
  'card-expiring', 'payment-failed')) NOT VALID;
