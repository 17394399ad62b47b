-- A payout that never adds up is the office's, and is asked for no more.
ALTER TABLE payment_issues
  DROP CONSTRAINT payment_issues_kind_known,
  ADD CONSTRAINT payment_issues_kind_known CHECK (kind IN (
    'paid-twice', 'wrong-amount', 'wrong-currency', 'wrong-customer', 'unknown-order', 'unknown-subscription', 'doubled-item',
    'foreign-item', 'fee-differs', 'month-over', 'month-late', 'unclear-month', 'partly-disputed', 'fraud-warning',
    'paused-collection', 'refund-failed', 'fee-owed', 'makeup-unpaid', 'sponsorship-returned', 'unclear-payout')) NOT VALID;
