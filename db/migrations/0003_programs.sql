-- The money of our programme at each issuer. `card_range.issuer_id` names the issuer, as the owners of 1110, 2110 and 2120 do.
CREATE TABLE program (
  issuer_id      text        COLLATE "C" PRIMARY KEY,
  -- Below it, segments of the issuer open no cards. NULL: none.
  floor_cents    bigint      CHECK (floor_cents > 0),
  opening_paused boolean     NOT NULL DEFAULT false,
  updated_at     timestamptz NOT NULL,
  CHECK (NOT opening_paused OR floor_cents IS NOT NULL)
);

-- What the issuer last said that we have there, beside what we expected.
CREATE TABLE program_balance (
  issuer_id        text        COLLATE "C" PRIMARY KEY,
  -- One server asks, at most every few minutes.
  asked_at         timestamptz NOT NULL,
  read_at          timestamptz,
  theirs_cents     bigint,
  -- Ours, less prefunds under way, less theirs.
  difference_cents bigint,
  differs_since    timestamptz,
  CHECK ((read_at IS NULL) = (theirs_cents IS NULL) AND (read_at IS NULL) = (difference_cents IS NULL)),
  CHECK (differs_since IS NULL OR difference_cents <> 0)
);

-- Dollars that were sent to the issuer, as two people recorded it.
CREATE TABLE program_fund (
  fund_no      text        COLLATE "C" PRIMARY KEY,
  issuer_id    text        COLLATE "C" NOT NULL,
  bank_id      text        COLLATE "C" NOT NULL,
  -- Of the bank, in capitals.
  reference    text        COLLATE "C" NOT NULL,
  value_date   date        NOT NULL,
  amount_cents bigint      NOT NULL CHECK (amount_cents > 0),
  reason       text        NOT NULL,
  maker_id     text        COLLATE "C" NOT NULL,
  checker_id   text        COLLATE "C" NOT NULL,
  approval_id  text        COLLATE "C" NOT NULL UNIQUE,
  transfer_id  text        COLLATE "C" NOT NULL UNIQUE,
  created_at   timestamptz NOT NULL,
  -- When the issuer's balance first showed it.
  arrived_at   timestamptz,
  CONSTRAINT program_fund_reference UNIQUE (bank_id, reference)
);
CREATE INDEX program_fund_newest ON program_fund (issuer_id, created_at DESC);

-- A day of the issuer's settlement file, in sums, and its booking.
CREATE TABLE program_day (
  issuer_id      text        COLLATE "C" NOT NULL,
  day            date        NOT NULL,
  lines          integer     NOT NULL CHECK (lines >= 0),
  clearing_cents bigint      NOT NULL CHECK (clearing_cents >= 0),
  refund_cents   bigint      NOT NULL CHECK (refund_cents >= 0),
  -- Read after the file was complete.
  complete       boolean     NOT NULL,
  read_at        timestamptz NOT NULL,
  -- Booked: what of 2110 was settled (reversals included), and of 2120. NULL in `booked_by`: by the clock.
  settled_cents  bigint,
  fee_cents      bigint,
  booked_at      timestamptz,
  booked_by      text        COLLATE "C",
  -- NULL where both are zero.
  transfer_id    text        COLLATE "C" UNIQUE,
  PRIMARY KEY (issuer_id, day),
  CHECK ((booked_at IS NULL) = (settled_cents IS NULL) AND (booked_at IS NULL) = (fee_cents IS NULL)),
  CHECK (booked_at IS NOT NULL OR (booked_by IS NULL AND transfer_id IS NULL)),
  CHECK (booked_at IS NULL OR complete)
);

ALTER TABLE rail_break DROP CONSTRAINT rail_break_kind_check;
ALTER TABLE rail_break ADD CONSTRAINT rail_break_kind_check CHECK (kind IN (
  'LOST_NOTICE', 'UNKNOWN_ORDER', 'AMOUNT_DIFFERS', 'CARD_DIFFERS', 'CURRENCY_DIFFERS', 'NOT_AT_PROVIDER', 'CONTRADICTION', 'RATE_MOVED', 'UNKNOWN_CARD',
  'FAILED_BUT_OPEN', 'MISSING_AT_ISSUER', 'PROGRAM_DIFFERS', 'SETTLEMENT_DIFFERS')) NOT VALID;
ALTER TABLE rail_break VALIDATE CONSTRAINT rail_break_kind_check;
