-- 3-D Secure codes, and which ranges work at which merchants.

-- A code that the issuer made for a purchase. It is shown for an hour, and its row is deleted then.
CREATE TABLE three_d_code (
  account_id         text   COLLATE "C" NOT NULL,
  code_id            text   COLLATE "C" NOT NULL,
  card_id            text   COLLATE "C" NOT NULL,
  -- The sub-account that had the card then.
  owner_sub_uid      text   COLLATE "C",
  issuer_id          text   COLLATE "C" NOT NULL,
  challenge_ref      text   COLLATE "C" NOT NULL,
  merchant_name      text   NOT NULL,
  amount_cents       bigint NOT NULL,
  -- AES-256-GCM under the field key, bound to the challenge.
  code_sealed        bytea  NOT NULL,
  -- When the challenge was finished, and how.
  finished_at        timestamptz,
  result             text   COLLATE "C" CHECK (result IN ('PASSED', 'FAILED', 'EXPIRED')),
  issued_at          timestamptz NOT NULL,
  expires_at         timestamptz NOT NULL,
  PRIMARY KEY (account_id, code_id),
  CONSTRAINT three_d_code_once UNIQUE (challenge_ref, issuer_id),
  CHECK ((finished_at IS NULL) = (result IS NULL))
);
CREATE INDEX three_d_code_by_card ON three_d_code (card_id, issued_at);
-- What the sweep deletes.
CREATE INDEX three_d_code_by_age ON three_d_code (issued_at);

-- Which login has been shown which code: the log says each once, however often a page that lives asks for it.
CREATE TABLE three_d_seen (
  account_id  text COLLATE "C" NOT NULL,
  code_id     text COLLATE "C" NOT NULL,
  login_id    text COLLATE "C" NOT NULL,
  PRIMARY KEY (account_id, code_id, login_id),
  FOREIGN KEY (account_id, code_id) REFERENCES three_d_code ON DELETE CASCADE
);

-- Attempts of a day (Asia/Shanghai, counted from 1970) at a merchant by range, over all accounts. Only what says something
-- about range and merchant: a card without money is not the merchant's no.
CREATE TABLE merchant_day (
  day          integer NOT NULL,
  merchant_no  integer NOT NULL,
  vid          text    COLLATE "C" NOT NULL,
  attempts     integer NOT NULL,
  approved     integer NOT NULL,
  -- Of the attempts, those with a 3-D challenge.
  challenged   integer NOT NULL,
  PRIMARY KEY (day, merchant_no, vid)
);
-- How a range does at a merchant: the sum of its days, made anew every hour.
CREATE TABLE range_grade (
  name            text    NOT NULL,
  mcc             text    COLLATE "C" NOT NULL,
  country         text    COLLATE "C" NOT NULL,
  vid             text    COLLATE "C" NOT NULL REFERENCES card_range,
  sample          integer NOT NULL,
  approved        integer NOT NULL,
  challenged      integer NOT NULL,
  last30          integer NOT NULL,
  -- Staff may say otherwise; what is computed does not touch it.
  override_grade  text    COLLATE "C" CHECK (override_grade IN ('A', 'B', 'C', 'D', 'NA')),
  updated_at      timestamptz NOT NULL,
  PRIMARY KEY (name, mcc, country, vid)
);
-- Days are counted over all accounts, which no other index serves. Block ranges cost a purchase next to nothing.
CREATE INDEX auth_by_time ON auth USING brin (occurred_at);
