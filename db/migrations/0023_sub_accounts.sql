-- Sub-accounts: seats that are paid for, budgets, and what a sub-account asks of its parent.

-- What was paid for how long a seat. The money waits in account 2220 and becomes income day by day, as plan_lot's in 2210.
CREATE TABLE seat_lot (
  lot_id           text        COLLATE "C" PRIMARY KEY,
  account_id       text        COLLATE "C" NOT NULL REFERENCES account,
  sub_uid          text        NOT NULL REFERENCES sub_account,
  -- One payment may renew several.
  order_no         text        COLLATE "C" NOT NULL,
  paid_cents       bigint      NOT NULL CHECK (paid_cents >= 0),
  deferred_cents   bigint      NOT NULL CHECK (deferred_cents >= paid_cents),
  days             integer     NOT NULL CHECK (days > 0),
  starts_at        timestamptz NOT NULL,
  ends_at          timestamptz NOT NULL,
  recognised_cents bigint      NOT NULL DEFAULT 0 CHECK (recognised_cents BETWEEN 0 AND deferred_cents),
  closed_at        timestamptz,
  created_at       timestamptz NOT NULL,
  CHECK (ends_at > starts_at)
);
CREATE INDEX seat_lot_of_account ON seat_lot (account_id, starts_at);
CREATE INDEX seat_lot_running ON seat_lot (starts_at) WHERE recognised_cents < deferred_cents;

ALTER TABLE sub_account
  -- What a budget has been used for is the sum of the orders: a counter beside them could differ from them.
  DROP COLUMN budget_used_cents,
  DROP COLUMN budget_resets_at,
  -- Given one by one, when asked for; they are the sub-account's until it gets another role.
  ADD COLUMN extra_keys text[] NOT NULL DEFAULT '{}',
  -- The days before its end on which its parent was told of it, and 0 when it ended.
  ADD COLUMN told_days integer[] NOT NULL DEFAULT '{}';
CREATE INDEX sub_account_ending ON sub_account (expires_at);

-- A sub-account's budget is summed over its orders of a day, a month or ever.
CREATE INDEX card_order_of_sub ON card_order (account_id, sub_uid, created_at)
  INCLUDE (kind, status, total_cents, amount_cents, fee_cents) WHERE sub_uid IS NOT NULL;

CREATE TABLE sub_ask (
  ask_id       text        COLLATE "C" PRIMARY KEY,
  account_id   text        COLLATE "C" NOT NULL REFERENCES account,
  sub_uid      text        NOT NULL REFERENCES sub_account,
  kind         text        NOT NULL CHECK (kind IN ('BUDGET', 'RIGHT', 'FUNDS', 'RENEW')),
  -- Of BUDGET and FUNDS: how much more.
  amount_cents bigint      CHECK (amount_cents > 0),
  -- Of RIGHT: the element key.
  key          text,
  note         text        NOT NULL DEFAULT '',
  status       text        NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'GRANTED', 'DENIED')),
  answer       text        NOT NULL DEFAULT '',
  created_at   timestamptz NOT NULL,
  answered_at  timestamptz,
  CHECK ((kind = 'RIGHT') = (key IS NOT NULL)),
  CHECK ((kind IN ('BUDGET', 'FUNDS')) = (amount_cents IS NOT NULL)),
  CHECK ((status = 'OPEN') = (answered_at IS NULL))
);
-- Asked twice before it is answered is one ask, as it was said last.
CREATE UNIQUE INDEX sub_ask_open ON sub_ask (sub_uid, kind, (coalesce(key, ''))) WHERE status = 'OPEN';
CREATE INDEX sub_ask_of_account ON sub_ask (account_id, ask_id DESC);
