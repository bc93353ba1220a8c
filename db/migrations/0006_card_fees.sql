-- Fees that are taken without an order: the monthly fee of a card, and what declines cost.

-- The days whose monthly fees have been announced, all of them: no later price adds to them. Days since 1970 in Shanghai.
CREATE TABLE month_fee_day (
  day     integer     PRIMARY KEY,
  told_at timestamptz NOT NULL
);

-- A monthly fee of a card, from its notice on.
CREATE TABLE card_month_fee (
  cell         smallint    NOT NULL CHECK (cell = cell_of(account_id)),
  account_id   text        COLLATE "C" NOT NULL,
  card_id      text        COLLATE "C" NOT NULL,
  -- Of the day on which it is due, `2026-12`.
  month        text        COLLATE "C" NOT NULL CHECK (month ~ '^\d{4}-\d\d$'),
  amount_cents bigint      NOT NULL CHECK (amount_cents > 0),
  told_at      timestamptz NOT NULL,
  due_at       timestamptz NOT NULL,
  state        text        COLLATE "C" NOT NULL CHECK (state IN ('DUE', 'FROZEN', 'PAID', 'OWED', 'WAIVED')),
  tries        smallint    NOT NULL DEFAULT 0,
  -- When it is tried (again).
  try_at       timestamptz,
  -- Who paid it: CARD or WALLET.
  paid_from    text        COLLATE "C",
  transfer_id  text        COLLATE "C",
  ended_at     timestamptz,
  PRIMARY KEY (cell, account_id, card_id, month),
  -- No fee is taken that its holder was not told of three days before.
  CONSTRAINT card_month_fee_told CHECK (due_at >= told_at + interval '72 hours'),
  CHECK ((state IN ('DUE', 'FROZEN')) = (try_at IS NOT NULL)),
  CHECK ((state IN ('PAID', 'OWED')) = (transfer_id IS NOT NULL) AND (transfer_id IS NULL) = (paid_from IS NULL))
);
CREATE INDEX card_month_fee_to_try ON card_month_fee (try_at) WHERE try_at IS NOT NULL;

-- What a declined authorization cost.
CREATE TABLE decline_fee (
  cell         smallint    NOT NULL CHECK (cell = cell_of(account_id)),
  account_id   text        COLLATE "C" NOT NULL,
  auth_id      text        COLLATE "C" NOT NULL,
  card_id      text        COLLATE "C" NOT NULL,
  month        text        COLLATE "C" NOT NULL CHECK (month ~ '^\d{4}-\d\d$'),
  amount_cents bigint      NOT NULL CHECK (amount_cents > 0),
  state        text        COLLATE "C" NOT NULL CHECK (state IN ('PAID', 'OWED', 'WAIVED')),
  paid_from    text        COLLATE "C",
  transfer_id  text        COLLATE "C",
  taken_at     timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, auth_id),
  CHECK ((state = 'WAIVED') = (transfer_id IS NULL) AND (transfer_id IS NULL) = (paid_from IS NULL))
);
CREATE INDEX decline_fee_of_month ON decline_fee (cell, account_id, month);

-- A month of an account with decline fees, and whether they were returned when it was over.
CREATE TABLE decline_month (
  cell           smallint    NOT NULL CHECK (cell = cell_of(account_id)),
  account_id     text        COLLATE "C" NOT NULL,
  month          text        COLLATE "C" NOT NULL CHECK (month ~ '^\d{4}-\d\d$'),
  -- When it is settled; NULL afterwards.
  settle_at      timestamptz,
  attempts       integer,
  declined       integer,
  returned_cents bigint      NOT NULL DEFAULT 0 CHECK (returned_cents >= 0),
  settled_at     timestamptz,
  PRIMARY KEY (cell, account_id, month),
  CHECK ((settle_at IS NULL) = (settled_at IS NOT NULL) AND (settled_at IS NULL) = (attempts IS NULL) AND (settled_at IS NULL) = (declined IS NULL)),
  CHECK (settled_at IS NOT NULL OR returned_cents = 0)
);
CREATE INDEX decline_month_to_settle ON decline_month (settle_at) WHERE settle_at IS NOT NULL;

-- Whether cards whose monthly fee stays unpaid are frozen, or owe it.
ALTER TABLE card_range ADD COLUMN freeze_unpaid boolean NOT NULL DEFAULT false;
