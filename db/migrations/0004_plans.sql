-- Rate plans. Nobody needs a row to be on BASIC.

CREATE TABLE plan (
  group_id          text        PRIMARY KEY,
  code              text        NOT NULL UNIQUE,
  name_cn           text        NOT NULL,
  name_en           text        NOT NULL,
  level             integer     NOT NULL UNIQUE,
  price_month_cents bigint      NOT NULL CHECK (price_month_cents >= 0),
  period_days       integer     NOT NULL DEFAULT 30,
  purchase_mode     text        NOT NULL CHECK (purchase_mode IN ('NONE', 'SELF', 'CONTACT')),
  -- NULL: the list price of the range.
  open_fee_cents    bigint      CHECK (open_fee_cents >= 0),
  load_fee_bps      integer     NOT NULL,
  topup_fee_off_bps integer     NOT NULL DEFAULT 0,
  max_cards         integer     NOT NULL,
  batch_max         integer     NOT NULL,
  free_seats        integer     NOT NULL,
  max_seats         integer     NOT NULL,
  seat_price_cents  bigint      NOT NULL,
  -- The most that one load may bring; by contract for the highest plans, so a large number there.
  per_load_max_cents bigint     NOT NULL,
  rebate_bonus_bps  integer     NOT NULL DEFAULT 0,
  support_level     text        NOT NULL,
  version           integer     NOT NULL DEFAULT 1
);

INSERT INTO plan (group_id, code, name_cn, name_en, level, price_month_cents, purchase_mode, open_fee_cents, load_fee_bps,
                  max_cards, batch_max, free_seats, max_seats, seat_price_cents, per_load_max_cents, rebate_bonus_bps, support_level) VALUES
  ('pln_basic',      'BASIC',      '基础版', 'Basic',      0,     0, 'NONE',    NULL, 300,    20,   5,  0,   0,    0,   100000,   0, 'standard'),
  ('pln_standard',   'STANDARD',   '标准版', 'Standard',   1,  2900, 'SELF',     300, 250,   100,  20,  1,   5, 1000,   100000,   0, 'standard'),
  ('pln_pro',        'PRO',        '专业版', 'Pro',        2,  9900, 'SELF',     200, 200,   500,  50,  3,  20,  800,   100000,   0, 'priority'),
  ('pln_enterprise', 'ENTERPRISE', '企业版', 'Enterprise', 3, 39900, 'CONTACT',  100, 150,  5000, 200, 10, 100,  500, 10000000, 200, 'dedicated'),
  ('pln_partner',    'PARTNER',    '合伙人', 'Partner',    4, 99900, 'CONTACT',   50, 100, 20000, 200, 30, 300,  500, 10000000, 500, 'dedicated');

CREATE TABLE plan_subscription (
  subscription_id text        PRIMARY KEY,
  account_id      text        NOT NULL REFERENCES account,
  group_id        text        NOT NULL REFERENCES plan,
  status          text        NOT NULL CHECK (status IN ('ACTIVE', 'EXPIRED', 'REPLACED')),
  source          text        NOT NULL CHECK (source IN ('BUY', 'GIFT', 'STAFF')),
  starts_at       timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL,
  created_at      timestamptz NOT NULL,
  CHECK (expires_at > starts_at)
);
CREATE UNIQUE INDEX plan_subscription_one_active ON plan_subscription (account_id) WHERE status = 'ACTIVE';
