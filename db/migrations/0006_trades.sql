-- What cards did at merchants. `auth` and `card_usage` are the hot tables: each authorization is one row of the first
-- and one update of the second, so an index more on them is paid for by every purchase. Hence ids that carry their time
-- (ULIDs, in "C" order) and serve the newest-first lists, no foreign keys, and no index on a column that changes.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Merchants as the network names them. Written the first time that one is seen, then only read.
CREATE TABLE merchant (
  merchant_no  integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ref          text COLLATE "C" NOT NULL,
  name         text NOT NULL,
  mcc          text COLLATE "C" NOT NULL,
  country      text COLLATE "C" NOT NULL,
  -- What a search looks into: the name, and the descriptor as far as it is the same in every purchase.
  words        text NOT NULL,
  created_at   timestamptz NOT NULL,
  UNIQUE (ref, name, mcc, country, words)
);
-- Small, because merchants are far fewer than purchases; the tenant is in auth_by_merchant.
CREATE INDEX merchant_words ON merchant USING gin (words gin_trgm_ops);

CREATE TABLE auth (
  account_id         text   COLLATE "C" NOT NULL,
  auth_id            text   COLLATE "C" NOT NULL,
  card_id            text   COLLATE "C" NOT NULL,
  -- The sub-account that had the card then.
  owner_sub_uid      text   COLLATE "C",
  issuer_id          text   COLLATE "C" NOT NULL,
  issuer_ref         text   COLLATE "C" NOT NULL,
  merchant_no        integer NOT NULL,
  descriptor         text   NOT NULL,
  -- What the first answer approved; it is given again to whoever asks again.
  answered_cents     bigint NOT NULL,
  -- What was asked for in all (increments added, reversals taken off), in cents of the card.
  amount_cents       bigint NOT NULL,
  merchant_amount    bigint NOT NULL,
  merchant_currency  text   COLLATE "C" NOT NULL,
  rate               text   COLLATE "C",
  -- The fee that is held with it, and everything that is still held: as the hold of the ledger says.
  fee_cents          bigint NOT NULL DEFAULT 0,
  held_cents         bigint NOT NULL DEFAULT 0,
  cleared_cents      bigint NOT NULL DEFAULT 0,
  hold_id            text   COLLATE "C",
  status             text   COLLATE "C" NOT NULL
                     CHECK (status IN ('PENDING', 'PARTIAL', 'COMPLETE', 'REVERSED', 'EXPIRED', 'DECLINED')),
  reason             text   COLLATE "C",
  iso_code           text   COLLATE "C" NOT NULL,
  counted            boolean NOT NULL DEFAULT false,
  three_ds           text   COLLATE "C",
  pos                text   COLLATE "C" NOT NULL,
  occurred_at        timestamptz NOT NULL,
  expires_at         timestamptz,
  -- With the owner, so that counting and leafing read the index alone.
  PRIMARY KEY (account_id, auth_id) INCLUDE (owner_sub_uid),
  CONSTRAINT auth_once UNIQUE (issuer_ref, issuer_id)
) WITH (fillfactor = 90); -- a row is updated once or twice in its life: when it clears
CREATE INDEX auth_by_card ON auth (card_id, auth_id);
CREATE INDEX auth_by_merchant ON auth (account_id, merchant_no, auth_id);
-- Only while its money is held: what the sweep of deadlines walks.
CREATE INDEX auth_held ON auth (expires_at) WHERE status IN ('PENDING', 'PARTIAL');
CREATE INDEX auth_declined ON auth (account_id, auth_id) WHERE status = 'DECLINED';
-- The rare ways to end, for the filter by status. No purchase begins in one of them, so a decision does not write here.
CREATE INDEX auth_ended ON auth (account_id, auth_id) WHERE status IN ('PARTIAL', 'REVERSED', 'EXPIRED');

-- What the rules remember of one card, and its part of the decline rate. The decision path alone writes here.
-- Instants are epoch milliseconds, as the rules calculate with them.
CREATE TABLE card_usage (
  card_id          text     COLLATE "C" PRIMARY KEY,
  account_id       text     COLLATE "C" NOT NULL,
  -- Wrong security codes within 24 hours of the first; the third blocks the card until `blocked_until`.
  wrong_cvc        smallint NOT NULL,
  wrong_cvc_since  bigint   NOT NULL,
  blocked_until    bigint   NOT NULL,
  -- Declines for want of money within 24 hours of the first.
  short            smallint NOT NULL,
  short_since      bigint   NOT NULL,
  -- Approvals of the running hour and the amount of the running day.
  hour             bigint   NOT NULL,
  hour_count       integer  NOT NULL,
  day              bigint   NOT NULL,
  day_cents        bigint   NOT NULL,
  -- The last few approvals as `time:fingerprint` words: what a duplicate is a duplicate of.
  recent           text     COLLATE "C" NOT NULL,
  -- The day (Asia/Shanghai, counted from 1970) that the two counters are of; older days are in card_day.
  rate_day         integer  NOT NULL,
  approved         integer  NOT NULL,
  declined         integer  NOT NULL
) WITH (fillfactor = 50); -- room for HOT updates: only card_id and account_id are indexed, and they do not change
CREATE INDEX card_usage_by_account ON card_usage (account_id);


-- Approvals and counted declines of a card on a day that is over for it. The rate is their sum over the window.
CREATE TABLE card_day (
  account_id  text    COLLATE "C" NOT NULL,
  day         integer NOT NULL,
  card_id     text    COLLATE "C" NOT NULL,
  approved    integer NOT NULL,
  declined    integer NOT NULL,
  PRIMARY KEY (account_id, day, card_id)
);

-- What happened to an authorization after it was approved. An increment is found again by the network's own name for it.
CREATE TABLE auth_event (
  account_id       text   COLLATE "C" NOT NULL,
  event_id         text   COLLATE "C" NOT NULL,
  auth_id          text   COLLATE "C" NOT NULL,
  kind             text   COLLATE "C" NOT NULL CHECK (kind IN ('INCREMENT', 'REVERSAL', 'EXPIRY')),
  -- What it added to (or, for reversals and expiries, took from) what is held, and the answer that it got.
  amount_cents     bigint NOT NULL,
  fee_cents        bigint NOT NULL DEFAULT 0,
  reason           text   COLLATE "C",
  iso_code         text   COLLATE "C",
  issuer_id        text   COLLATE "C" NOT NULL,
  ref              text   COLLATE "C" NOT NULL,
  -- An increment that was undone because its answer came too late.
  undone           boolean NOT NULL DEFAULT false,
  occurred_at      timestamptz NOT NULL,
  created_at       timestamptz NOT NULL,
  PRIMARY KEY (account_id, auth_id, event_id),
  CONSTRAINT auth_event_once UNIQUE (ref, issuer_id, kind)
);

-- News of an authorization that we have not seen yet. When it comes it gets no hold.
CREATE TABLE auth_awaited (
  issuer_ref   text COLLATE "C" NOT NULL,
  issuer_id    text COLLATE "C" NOT NULL,
  reversed     boolean NOT NULL,
  -- Settled for it so far.
  cleared_cents bigint NOT NULL,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (issuer_ref, issuer_id)
);

-- What settled. `amount_cents` as the card's balance feels it: purchases are negative, refunds positive.
CREATE TABLE trade (
  account_id         text   COLLATE "C" NOT NULL,
  trade_id           text   COLLATE "C" NOT NULL,
  card_id            text   COLLATE "C" NOT NULL,
  owner_sub_uid      text   COLLATE "C",
  auth_id            text   COLLATE "C",
  -- Kept until the authorization that it names arrives.
  awaited_ref        text   COLLATE "C",
  issuer_id          text   COLLATE "C" NOT NULL,
  clearing_ref       text   COLLATE "C" NOT NULL,
  type               text   COLLATE "C" NOT NULL
                     CHECK (type IN ('PURCHASE', 'REFUND', 'FEE', 'FORCED', 'CHARGEBACK', 'CHARGEBACK_REVERSAL', 'ADJUST')),
  status             text   COLLATE "C" NOT NULL
                     CHECK (status IN ('POSTED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED', 'DISPUTED')),
  merchant_no        integer NOT NULL,
  descriptor         text   NOT NULL,
  amount_cents       bigint NOT NULL,
  cross_fee_cents    bigint NOT NULL DEFAULT 0,
  refunded_cents     bigint NOT NULL DEFAULT 0,
  merchant_amount    bigint NOT NULL,
  merchant_currency  text   COLLATE "C" NOT NULL,
  rate               text   COLLATE "C",
  biz_code           smallint,
  arn                text   COLLATE "C",
  occurred_at        timestamptz NOT NULL,
  posted_at          timestamptz NOT NULL,
  PRIMARY KEY (account_id, trade_id) INCLUDE (owner_sub_uid),
  CONSTRAINT trade_once UNIQUE (clearing_ref, issuer_id)
);
CREATE INDEX trade_by_card ON trade (card_id, trade_id);
CREATE INDEX trade_by_auth ON trade (account_id, auth_id);
CREATE INDEX trade_by_merchant ON trade (account_id, merchant_no, trade_id);
CREATE INDEX trade_awaiting ON trade (awaited_ref) WHERE awaited_ref IS NOT NULL;

-- Everything that the issuer told us, once each, applied or not.
CREATE TABLE webhook_inbox (
  issuer_id    text COLLATE "C" NOT NULL,
  event_id     text COLLATE "C" NOT NULL,
  type         text COLLATE "C" NOT NULL,
  card_ref     text COLLATE "C" NOT NULL,
  body         jsonb NOT NULL,
  state        text COLLATE "C" NOT NULL CHECK (state IN ('NEW', 'DONE', 'DEAD')),
  error        text,
  received_at  timestamptz NOT NULL,
  applied_at   timestamptz,
  PRIMARY KEY (issuer_id, event_id)
);
CREATE INDEX webhook_inbox_new ON webhook_inbox (received_at) WHERE state <> 'DONE';

-- How far we have read in an issuer's own list of events.
CREATE TABLE issuer_cursor (
  issuer_id   text COLLATE "C" PRIMARY KEY,
  cursor      text NOT NULL,
  updated_at  timestamptz NOT NULL
);
