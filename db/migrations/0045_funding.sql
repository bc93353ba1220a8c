-- Part of an order of USDT waits for the rest of it; it is in the books, and nobody has to decide anything about it yet.
ALTER TABLE suspense DROP CONSTRAINT suspense_state_check;
ALTER TABLE suspense
  ADD CONSTRAINT suspense_state_check
  CHECK (state IN ('WAITING', 'OPEN', 'CLAIMED', 'CREDITED', 'RETURNED', 'REVERSED'));

-- What a receipt came to when it was credited, in US cents before fees: the identity limit of a day counts it.
ALTER TABLE suspense ADD COLUMN value_cents bigint CHECK (value_cents >= 0);

-- What an account was given on one day counts towards its identity limit.
CREATE INDEX suspense_credited ON suspense (to_account, updated_at) WHERE to_order IS NULL AND state = 'CREDITED';
CREATE INDEX bank_line_credited ON bank_line (account_id, updated_at) WHERE state = 'CREDITED';
CREATE INDEX suspense_parts ON suspense (order_no) WHERE state IN ('WAITING', 'OPEN');

-- The cover of client money per currency as a proof found it, with the rates that it used.
ALTER TABLE book_proof ADD COLUMN cover jsonb;
