-- Money at the staff's desk: what belongs to nobody yet, changes of rails with their history, and runs of the reconciliation.

-- What came in on a rail and could not be credited (TU5): ours to keep safe until two people say whose it is. Wires have bank_line.
CREATE TABLE suspense (
  suspense_id  text        COLLATE "C" PRIMARY KEY,
  source       text        NOT NULL CHECK (source IN ('PROVIDER', 'CHAIN')),
  -- As the ledger names it: `WECHAT:pay_1`, `<hash>:0`.
  biz_id       text        NOT NULL,
  rail         text        NOT NULL,
  currency     text        NOT NULL CHECK (currency IN ('CNY', 'USDT')),
  -- In the smallest unit: fen, or millionths of a USDT.
  units        bigint      NOT NULL CHECK (units > 0),
  reason       text        NOT NULL,
  -- The order and account that it seemed to be for; NULL where there is none of ours.
  order_no     text,
  account_id   text,
  received_at  timestamptz NOT NULL,
  -- CLAIMED: two people are deciding. REVERSED: credited, and then taken back by the payer's side.
  state        text        NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'CLAIMED', 'CREDITED', 'RETURNED', 'REVERSED')),
  in_id        text        NOT NULL UNIQUE,
  -- The transfer that gave it to somebody or back.
  out_id       text        UNIQUE,
  to_account   text,
  to_order     text,
  credit_cents bigint,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  UNIQUE (source, biz_id),
  CHECK ((state IN ('CREDITED', 'RETURNED', 'REVERSED')) = (out_id IS NOT NULL)),
  CHECK (state NOT IN ('CREDITED', 'REVERSED') OR (to_account IS NOT NULL AND credit_cents IS NOT NULL))
);
CREATE INDEX suspense_newest ON suspense (created_at DESC, suspense_id DESC);
CREATE INDEX suspense_waiting ON suspense (created_at) WHERE state IN ('OPEN', 'CLAIMED');
CREATE INDEX suspense_order ON suspense (to_order) WHERE to_order IS NOT NULL;

INSERT INTO suspense (suspense_id, source, biz_id, rail, currency, units, reason, order_no, account_id, received_at, state, in_id, out_id, created_at, updated_at)
SELECT 'sus_' || upper(substr(md5(provider || ':' || payment_ref), 1, 26)), 'PROVIDER', provider || ':' || payment_ref, rail, 'CNY', amount_units,
       coalesce(outcome_reason, ''), order_no, CASE outcome_reason WHEN 'no_order' THEN NULL ELSE account_id END, paid_at,
       CASE WHEN reversal_id IS NULL THEN 'OPEN' ELSE 'RETURNED' END, transfer_id, reversal_id, decided_at, decided_at
  FROM provider_payment
 WHERE outcome = 'SUSPENSE'
 UNION ALL
SELECT 'sus_' || upper(substr(md5(tx_hash || ':' || log_index), 1, 26)), 'CHAIN', tx_hash || ':' || log_index, 'USDT_TRC20', 'USDT', units::bigint,
       coalesce(outcome_reason, ''), order_no, account_id, block_time, 'OPEN', transfer_id, NULL, decided_at, decided_at
  FROM chain_transfer
 WHERE outcome = 'SUSPENSE';

-- Every change of a rail: what it was, what it became, who asked, who agreed and why. What is planned stands here before it is so.
CREATE TABLE rail_change (
  change_id    text        COLLATE "C" PRIMARY KEY,
  rail         text        NOT NULL REFERENCES rail_config,
  state        text        NOT NULL CHECK (state IN ('PLANNED', 'DONE', 'CANCELLED')),
  -- The version of the rail that it made.
  version      integer,
  before       jsonb       NOT NULL,
  after        jsonb       NOT NULL,
  reason       text        NOT NULL,
  maker_id     text        NOT NULL,
  -- NULL: words and a stop take one person.
  checker_id   text,
  effective_at timestamptz NOT NULL,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  CHECK ((state = 'DONE') = (version IS NOT NULL))
);
CREATE INDEX rail_change_newest ON rail_change (rail, created_at DESC, change_id DESC);
CREATE INDEX rail_change_planned ON rail_change (effective_at) WHERE state = 'PLANNED';

-- The banks' limits as a picture, drawn anew. For everybody who is signed in.
CREATE TABLE rail_picture (
  file_id      text        PRIMARY KEY,
  body         bytea       NOT NULL,
  staff_id     text        NOT NULL,
  created_at   timestamptz NOT NULL
);

-- The provider's list of a day, read against the books.
CREATE TABLE recon_run (
  run_id       text        COLLATE "C" PRIMARY KEY,
  provider     text        NOT NULL CHECK (provider IN ('WECHAT', 'ALIPAY', 'UNIONPAY')),
  day          date        NOT NULL,
  state        text        NOT NULL CHECK (state IN ('WAITING', 'DONE', 'FAILED')),
  -- NULL: by the clock.
  staff_id     text,
  payments     integer,
  units        bigint,
  -- Differences that this run was the first to find.
  breaks       integer,
  created_at   timestamptz NOT NULL,
  finished_at  timestamptz,
  CHECK ((state = 'WAITING') = (finished_at IS NULL))
);
CREATE INDEX recon_run_newest ON recon_run (created_at DESC, run_id DESC);
CREATE UNIQUE INDEX recon_run_one ON recon_run (provider, day) WHERE state = 'WAITING';

ALTER TABLE rail_break ADD COLUMN mended_why text;
CREATE INDEX rail_break_newest ON rail_break (found_at DESC, break_id DESC);
CREATE INDEX recharge_order_desk ON recharge_order (created_at DESC, order_no DESC);
CREATE INDEX recharge_order_hash ON recharge_order (tx_hash) WHERE tx_hash IS NOT NULL;
