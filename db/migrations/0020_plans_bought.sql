-- Plans that were paid for, and what takes something off a price.

-- What was paid for how long. The money waits in account 2210 and becomes income day by day.
CREATE TABLE plan_lot (
  lot_id           text        COLLATE "C" PRIMARY KEY,
  account_id       text        COLLATE "C" NOT NULL REFERENCES account,
  group_id         text        NOT NULL REFERENCES plan,
  order_no         text        COLLATE "C" NOT NULL,
  -- Of the wallet's money and what earlier lots brought: what an upgrade gives back is a share of it.
  paid_cents       bigint      NOT NULL CHECK (paid_cents >= 0),
  -- What was put into 2210 for it: with a coupon more than was paid.
  deferred_cents   bigint      NOT NULL CHECK (deferred_cents >= paid_cents),
  days             integer     NOT NULL CHECK (days > 0),
  starts_at        timestamptz NOT NULL,
  ends_at          timestamptz NOT NULL,
  recognised_cents bigint      NOT NULL DEFAULT 0 CHECK (recognised_cents BETWEEN 0 AND deferred_cents),
  -- Given up for a higher plan before its end.
  closed_at        timestamptz,
  created_at       timestamptz NOT NULL,
  CHECK (ends_at > starts_at)
);
CREATE INDEX plan_lot_of_account ON plan_lot (account_id, starts_at);
CREATE INDEX plan_lot_running ON plan_lot (starts_at) WHERE recognised_cents < deferred_cents;

CREATE TABLE plan_order (
  account_id       text        COLLATE "C" NOT NULL REFERENCES account,
  order_no         text        COLLATE "C" NOT NULL,
  action           text        NOT NULL CHECK (action IN ('BUY', 'STACK', 'UPGRADE')),
  group_id         text        NOT NULL REFERENCES plan,
  months           integer     NOT NULL,
  days             integer     NOT NULL,
  list_cents       bigint      NOT NULL,
  credit_cents     bigint      NOT NULL,
  coupon_id        text,
  coupon_off_cents bigint      NOT NULL,
  paid_cents       bigint      NOT NULL,
  login_id         text        NOT NULL,
  transfer_id      text,
  created_at       timestamptz NOT NULL,
  PRIMARY KEY (account_id, order_no)
);

-- The days before the end on which its owner was told of it, so that each is told once.
ALTER TABLE plan_subscription ADD COLUMN told_days integer[] NOT NULL DEFAULT '{}';
CREATE INDEX plan_subscription_ending ON plan_subscription (expires_at) WHERE status = 'ACTIVE';

CREATE TABLE coupon_template (
  template_id      text        COLLATE "C" PRIMARY KEY,
  name_cn          text        NOT NULL,
  name_en          text        NOT NULL,
  type             text        NOT NULL CHECK (type IN ('OPEN_OFF', 'OPEN_FREE', 'LOAD_OFF', 'PLAN_OFF', 'PLAN_DAYS')),
  -- Cents; of LOAD_OFF basis points off the service fee; of PLAN_DAYS days; of OPEN_FREE nothing.
  value            bigint      NOT NULL CHECK (value >= 0),
  min_amount_cents bigint      NOT NULL DEFAULT 0,
  -- Empty: all of them.
  vids             text[]      NOT NULL DEFAULT '{}',
  group_ids        text[]      NOT NULL DEFAULT '{}',
  valid_days       integer     NOT NULL CHECK (valid_days > 0),
  -- How many may be given out.
  budget           integer     NOT NULL CHECK (budget > 0),
  status           text        NOT NULL DEFAULT 'ON' CHECK (status IN ('ON', 'OFF')),
  created_at       timestamptz NOT NULL
);

CREATE TABLE coupon (
  account_id  text        COLLATE "C" NOT NULL REFERENCES account,
  coupon_id   text        COLLATE "C" NOT NULL,
  template_id text        COLLATE "C" NOT NULL REFERENCES coupon_template,
  -- LOCKED: taken by an order that is not finished. One that ran out is UNUSED with a past end.
  status      text        NOT NULL CHECK (status IN ('UNUSED', 'LOCKED', 'USED', 'REVOKED')),
  starts_at   timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  -- What took it, and when.
  biz_no      text        COLLATE "C",
  off_cents   bigint,
  used_at     timestamptz,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (account_id, coupon_id),
  CHECK ((status IN ('LOCKED', 'USED')) = (biz_no IS NOT NULL))
);
CREATE INDEX coupon_by_order ON coupon (account_id, biz_no) WHERE biz_no IS NOT NULL;
CREATE INDEX coupon_of_template ON coupon (template_id);
