-- What the provider pays out to the bank of the school, and the movements of its balance that each payout is made of.
CREATE TABLE payouts (
  id SERIAL PRIMARY KEY,
  stripe_payout_id TEXT NOT NULL,
  amount DECIMAL(10,2) NOT NULL,
  status TEXT NOT NULL,
  arrival_date DATE NOT NULL,
  automatic BOOLEAN NOT NULL,
  itemized BOOLEAN NOT NULL,
  failure_message TEXT,
  provider_created_at TIMESTAMPTZ(3) NOT NULL,
  version INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT payouts_status CHECK (status IN ('pending', 'in_transit', 'paid', 'failed', 'canceled'))
);
CREATE UNIQUE INDEX payouts_stripe_payout_id_key ON payouts (stripe_payout_id);
CREATE INDEX payouts_arrival_date_id_idx ON payouts (arrival_date, id);

CREATE TABLE balance_transactions (
  id SERIAL PRIMARY KEY,
  stripe_id TEXT NOT NULL,
  payout_id INTEGER,
  type TEXT NOT NULL,
  amount DECIMAL(10,2) NOT NULL,
  fee DECIMAL(10,2) NOT NULL,
  net DECIMAL(10,2) NOT NULL,
  description TEXT,
  source TEXT,
  stripe_payment_intent_id TEXT,
  available_at TIMESTAMPTZ(3) NOT NULL,
  provider_created_at TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT balance_transactions_net CHECK (net = amount - fee),
  CONSTRAINT balance_transactions_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX balance_transactions_stripe_id_key ON balance_transactions (stripe_id);
CREATE INDEX balance_transactions_payout_id_idx ON balance_transactions (payout_id);
CREATE INDEX balance_transactions_stripe_payment_intent_id_idx ON balance_transactions (stripe_payment_intent_id);
CREATE INDEX balance_transactions_provider_created_at_id_idx ON balance_transactions (provider_created_at, id);
