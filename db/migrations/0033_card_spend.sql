-- What cards have spent, by day in Shanghai, card, merchant and whoever had the card, from the entries of their ledger accounts (what `spend_day` adds up by owner alone). A job adds up what is
-- new; `card_spend_mark` says up to which entry of a card it got, and what is newer is read from the entries, whatever version of the server posted them.
CREATE TABLE card_spend (
  cell           smallint    NOT NULL,
  account_id     text        COLLATE "C" NOT NULL,
  card_id        text        COLLATE "C" NOT NULL,
  day            integer     NOT NULL,
  -- Empty: the account itself.
  owner_sub_uid  text        COLLATE "C" NOT NULL,
  -- 0: our fees, which no merchant charges.
  merchant_no    integer     NOT NULL,
  -- Purchases less those reversed.
  purchases      integer     NOT NULL,
  -- Purchases and fees less their reversals; refunds less theirs.
  spent_cents    bigint      NOT NULL,
  refunded_cents bigint      NOT NULL,
  last_at        timestamptz,
  PRIMARY KEY (cell, account_id, card_id, day, owner_sub_uid, merchant_no),
  CHECK (cell = cell_of(account_id))
);
-- For all cards of an account.
CREATE INDEX card_spend_by_day ON card_spend (cell, account_id, day);

CREATE TABLE card_spend_mark (
  cell            smallint NOT NULL,
  account_id      text     COLLATE "C" NOT NULL,
  card_id         text     COLLATE "C" NOT NULL,
  account_version bigint   NOT NULL DEFAULT 0,
  PRIMARY KEY (cell, account_id, card_id),
  CHECK (cell = cell_of(account_id))
);
