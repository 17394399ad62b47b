-- What else can be wrong with a payment: its month was over, it paid a month of which nobody knows what it holds, a part of it is
-- disputed, its bank warns of fraud; and with a subscription: someone paused it at the provider.
ALTER TABLE payment_issues
  DROP CONSTRAINT payment_issues_kind_known,
  ADD CONSTRAINT payment_issues_kind_known CHECK (kind IN (
    'paid-twice', 'wrong-amount', 'wrong-currency', 'wrong-customer', 'unknown-order', 'unknown-subscription', 'doubled-item',
    'foreign-item', 'fee-differs', 'month-over', 'unclear-month', 'partly-disputed', 'fraud-warning', 'paused-collection')) NOT VALID;
