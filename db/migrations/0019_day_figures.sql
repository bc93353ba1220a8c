-- Declines of an account by the day on which they happened, in Shanghai, by the sub-account that had the card (0: the account itself), and by reason. A job counts what is new;
-- `decline_mark` says how far it got, and what is newer is read from the authorizations. Nothing that decides writes here, whatever its version.
CREATE TABLE decline_day (
  cell         smallint NOT NULL,
  account_id   text     COLLATE "C" NOT NULL,
  day          integer  NOT NULL,
  owner_sub_no integer  NOT NULL,
  reason       text     COLLATE "C" NOT NULL,
  counted      boolean  NOT NULL,
  declined     integer  NOT NULL,
  PRIMARY KEY (cell, account_id, day, owner_sub_no, reason, counted),
  CHECK (cell = cell_of(account_id))
);

-- What counts in the decline rate of an account, by day, over all its cards: the sums of `card_day` and of the cards' counters for days that are over and cannot change any more.
CREATE TABLE rate_day (
  cell       smallint NOT NULL,
  account_id text     COLLATE "C" NOT NULL,
  day        integer  NOT NULL,
  approved   integer  NOT NULL,
  declined   integer  NOT NULL,
  PRIMARY KEY (cell, account_id, day),
  CHECK (cell = cell_of(account_id))
);

-- How far the two are: declines with smaller ids are in `decline_day`, days up to `closed_day` in `rate_day`.
CREATE TABLE decline_mark (
  cell       smallint NOT NULL,
  account_id text     COLLATE "C" NOT NULL,
  auth_id    bigint   NOT NULL DEFAULT 0,
  closed_day integer  NOT NULL DEFAULT 0,
  PRIMARY KEY (cell, account_id),
  CHECK (cell = cell_of(account_id))
);

-- What was topped up to a wallet, by day in Shanghai, up to an entry of it. The entries of an account have numbers without a gap, given under its lock, so what is newer is added from
-- the entries, whatever version of the server posted them.
CREATE TABLE topup_day (
  cell       smallint NOT NULL,
  account_id text     COLLATE "C" NOT NULL,
  day        integer  NOT NULL,
  cents      bigint   NOT NULL,
  PRIMARY KEY (cell, account_id, day),
  CHECK (cell = cell_of(account_id))
);
CREATE TABLE topup_mark (
  cell            smallint NOT NULL,
  account_id      text     COLLATE "C" NOT NULL,
  account_version bigint   NOT NULL DEFAULT 0,
  PRIMARY KEY (cell, account_id),
  CHECK (cell = cell_of(account_id))
);

-- The indexes that 0018 made on each partition become those of the whole tables; nothing is built here. Last, and those that decisions write at the very end: from here on nobody writes
-- these tables until the commit.
CREATE INDEX trade_by_sub ON trade (cell, account_id, owner_sub_uid, trade_id) WHERE owner_sub_uid IS NOT NULL;
CREATE INDEX trade_late ON trade (cell, account_id, trade_id) WHERE posted_at - occurred_at > interval '59 minutes';
CREATE INDEX auth_by_sub ON auth (cell, account_no, owner_sub_no, auth_id) WHERE owner_sub_no IS NOT NULL;
CREATE INDEX auth_late ON auth (cell, account_no, auth_id) WHERE to_timestamp((auth_id >> 22)::float8 / 1000 + 1577836800) - occurred_at > interval '59 minutes';
