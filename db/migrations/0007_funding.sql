-- Money in: orders, the addresses that money is sent to, and what was seen on the chain.

CREATE TABLE recharge_order (
  account_id      text        NOT NULL,
  order_no        text        NOT NULL,
  login_id        text        NOT NULL,
  rail            text        NOT NULL CHECK (rail IN ('ONLINE_WECHAT', 'ONLINE_ALIPAY', 'UNIONPAY', 'USDT_TRC20', 'USD_WIRE')),
  quote_id        text        NOT NULL UNIQUE,
  status          text        NOT NULL CHECK (status IN ('WAIT_PAY', 'WAIT_CODE', 'PAYING', 'DETECTED', 'CONFIRMED', 'SUCCESS',
                                                         'FAILED', 'EXPIRED', 'MISMATCH', 'REVERSED')),
  pay_currency    text        NOT NULL,
  -- In the smallest unit of the pay currency: cents, or millionths of a USDT.
  pay_units       bigint      NOT NULL CHECK (pay_units > 0),
  received_units  bigint      NOT NULL DEFAULT 0 CHECK (received_units >= 0),
  -- Worth of the amount in US cents before the fee: what the limit of a day counts.
  value_cents     bigint      NOT NULL CHECK (value_cents > 0),
  fee_bps         integer     NOT NULL,
  fee_cents       bigint      NOT NULL CHECK (fee_cents >= 0),
  credit_cents    bigint      NOT NULL CHECK (credit_cents >= 0),
  rate            text        NOT NULL,
  address         text,
  tx_hash         text,
  confirmations   integer     NOT NULL DEFAULT 0,
  fail_reason     text,
  expires_at      timestamptz NOT NULL,
  -- "Check now" looks at the chain at most every ten seconds.
  looked_at       timestamptz,
  paid_at         timestamptz,
  credited_at     timestamptz,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  PRIMARY KEY (account_id, order_no)
);

CREATE INDEX recharge_order_newest ON recharge_order (account_id, created_at DESC);
-- To whom a transfer belongs: the order that had the address at the time.
CREATE INDEX recharge_order_address ON recharge_order (address, created_at DESC);
CREATE INDEX recharge_order_deadline ON recharge_order (expires_at) WHERE status IN ('WAIT_PAY', 'WAIT_CODE', 'PAYING');

-- Child 0 is never given out: its address is the mark of the key.
CREATE SEQUENCE deposit_address_index AS integer;

CREATE TABLE deposit_address (
  address       text        PRIMARY KEY,
  network       text        NOT NULL CHECK (network IN ('TRC20')),
  -- Where the private key is found again: the child of the watch-only key whose child 0 has this address.
  key_mark      text        NOT NULL,
  hd_index      integer     NOT NULL,
  -- An address never changes hands: money that comes much later must still find its owner.
  account_id    text        NOT NULL,
  order_no      text        NOT NULL,
  status        text        NOT NULL CHECK (status IN ('ASSIGNED', 'COOLING', 'FREE', 'RETIRED')),
  -- When the next status begins: ASSIGNED until the order ends, COOLING for a day after.
  until         timestamptz NOT NULL,
  -- Who looks at the chain next takes the address by moving this on; that is the only lock between watchers.
  next_look_at  timestamptz NOT NULL,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  UNIQUE (network, key_mark, hd_index)
);

CREATE INDEX deposit_address_due ON deposit_address (next_look_at) WHERE status <> 'RETIRED';
CREATE INDEX deposit_address_reusable ON deposit_address (account_id, until) WHERE status = 'FREE';

CREATE TABLE chain_transfer (
  tx_hash        text        NOT NULL,
  log_index      integer     NOT NULL,
  block_no       bigint      NOT NULL,
  block_time     timestamptz NOT NULL,
  to_address     text        NOT NULL,
  from_address   text        NOT NULL,
  contract       text        NOT NULL,
  -- A foreign token may claim any 256-bit number.
  units          numeric(78) NOT NULL CHECK (units >= 0),
  confirmations  integer     NOT NULL,
  state          text        NOT NULL CHECK (state IN ('SEEN', 'CONFIRMED', 'ORPHANED')),
  -- NULL until decided; a decision is final.
  outcome        text        CHECK (outcome IN ('CREDITED', 'SUSPENSE', 'WRONG_TOKEN', 'DUST', 'FAILED')),
  outcome_reason text,
  account_id     text,
  order_no       text,
  -- The ledger's transfer: there is one exactly where money was credited or put in suspense.
  transfer_id    text        UNIQUE,
  decided_at     timestamptz,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (tx_hash, log_index),
  CHECK ((outcome IN ('CREDITED', 'SUSPENSE')) = (transfer_id IS NOT NULL) OR outcome IS NULL),
  CHECK (outcome IS NULL OR decided_at IS NOT NULL),
  CHECK (outcome <> 'CREDITED' OR (state = 'CONFIRMED' AND order_no IS NOT NULL))
);

CREATE INDEX chain_transfer_open ON chain_transfer (to_address) WHERE outcome IS NULL;
CREATE INDEX chain_transfer_order ON chain_transfer (order_no) WHERE order_no IS NOT NULL;
CREATE INDEX chain_transfer_decided ON chain_transfer (decided_at);
