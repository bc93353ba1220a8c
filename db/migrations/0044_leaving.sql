-- Paying out what an account leaves behind.

-- Since when money of an account that is leaving waits to be paid out: set with the first credit of 2410, empty when nothing waits.
ALTER TABLE closing_case ADD COLUMN waiting_since timestamptz;
UPDATE closing_case
   SET waiting_since = closing_case.created_at
  FROM ledger_account
 WHERE ledger_account.account_id = closing_case.account_id
   AND code = '2410'
   AND posted > 0;
CREATE INDEX closing_case_waiting ON closing_case (waiting_since) WHERE waiting_since IS NOT NULL;

-- A payout that two people decided. SENT: out of 2410, and its bank has not confirmed it. RETURNED: it came back, and waits again.
CREATE TABLE closing_payout (
  payout_no          text        COLLATE "C" PRIMARY KEY,
  case_id            text        NOT NULL REFERENCES closing_case,
  account_id         text        NOT NULL,
  target             text        NOT NULL CHECK (target IN ('CARD', 'BANK', 'SOURCE')),
  -- A payout card of the holder, a bank account that staff were given (sealed), or the top-up that the money came with.
  bank_card_id       text,
  payee_sealed       bytea,
  payee_text         text        NOT NULL,
  source_transfer_id text,
  amount_cents       bigint      NOT NULL CHECK (amount_cents > 0),
  -- What is to be sent, in the currency of the source: cents, fen, or millionths of a USDT.
  pay_units          bigint      NOT NULL CHECK (pay_units > 0),
  pay_currency       text        NOT NULL CHECK (pay_currency IN ('USD', 'CNY', 'USDT')),
  state              text        NOT NULL CHECK (state IN ('SENT', 'PAID', 'RETURNED')),
  reference          text,
  reason             text        NOT NULL,
  maker_id           text        NOT NULL,
  checker_id         text        NOT NULL,
  approval_id        text        NOT NULL UNIQUE,
  transfer_id        text        NOT NULL UNIQUE,
  return_transfer_id text        UNIQUE,
  created_at         timestamptz NOT NULL,
  settled_at         timestamptz,
  CHECK ((target = 'CARD') = (bank_card_id IS NOT NULL)),
  CHECK ((target = 'BANK') = (payee_sealed IS NOT NULL)),
  CHECK ((target = 'SOURCE') = (source_transfer_id IS NOT NULL)),
  CHECK ((state = 'PAID') = (reference IS NOT NULL)),
  CHECK ((state = 'RETURNED') = (return_transfer_id IS NOT NULL))
);
CREATE INDEX closing_payout_case ON closing_payout (case_id, created_at);
CREATE INDEX closing_payout_sent ON closing_payout (created_at) WHERE state = 'SENT';
-- One payment of a bank, a provider or a chain is one payout.
CREATE UNIQUE INDEX closing_payout_reference ON closing_payout (reference) WHERE reference IS NOT NULL;
CREATE INDEX closing_payout_source ON closing_payout (source_transfer_id) WHERE source_transfer_id IS NOT NULL;
