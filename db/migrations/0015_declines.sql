-- The ladder of the decline rate, and changes of a card's holder that the issuer has not answered yet.

-- How far up an account is. One row, locked by whoever weighs its declines, so that two who weigh at once tell once.
CREATE TABLE decline_watch (
  account_id       text        COLLATE "C" PRIMARY KEY,
  rung             text        COLLATE "C" NOT NULL CHECK (rung IN ('FINE', 'WARN', 'URGENT', 'STOP')),
  since            timestamptz NOT NULL,
  -- The day (Asia/Shanghai, counted from 1970) from which on attempts weigh: that of the last restoration. What stood
  -- on that day's counters when the account was restored does not.
  from_day         integer     NOT NULL DEFAULT 0,
  past_approved    integer     NOT NULL DEFAULT 0,
  past_declined    integer     NOT NULL DEFAULT 0,
  probation_until  timestamptz,
  -- A rate that goes up and down around a rung is told of once a day.
  told_warn_at     timestamptz,
  told_urgent_at   timestamptz
);

-- Every time that all cards of an account were stopped: the figures by which, and who let them go again.
CREATE TABLE decline_shutdown (
  account_id    text        COLLATE "C" NOT NULL,
  shutdown_id   text        COLLATE "C" NOT NULL,
  attempts      integer     NOT NULL,
  declined      integer     NOT NULL,
  stop_above_bps integer    NOT NULL,
  window_from   integer     NOT NULL,
  -- Cards stopped by it, and the counted declines of the window by reason.
  cards         integer     NOT NULL,
  reasons       jsonb       NOT NULL,
  stopped_at    timestamptz NOT NULL,
  restored_at   timestamptz,
  restored_by   text,
  note          text,
  PRIMARY KEY (account_id, shutdown_id)
);
CREATE UNIQUE INDEX decline_shutdown_open ON decline_shutdown (account_id) WHERE restored_at IS NULL;

-- A personal notice that its reader has to confirm.
ALTER TABLE notice ADD COLUMN must_read boolean NOT NULL DEFAULT false;

-- A new holder or billing address for a card. The card keeps the old one until the issuer has taken the new one:
-- merchants' zip codes are compared with what the issuer has.
CREATE TABLE card_holder_change (
  account_id  text        COLLATE "C" NOT NULL,
  change_id   text        COLLATE "C" NOT NULL,
  card_id     text        COLLATE "C" NOT NULL,
  login_id    text        COLLATE "C" NOT NULL,
  sub_uid     text        COLLATE "C",
  first_name  text        NOT NULL,
  last_name   text        NOT NULL,
  street      text        NOT NULL,
  city        text        NOT NULL,
  state       text        NOT NULL,
  zip_code    text        NOT NULL,
  country     text        NOT NULL,
  -- UNKNOWN: asked, and the answer was lost. It is asked again, and is never taken for a no.
  status      text        COLLATE "C" NOT NULL CHECK (status IN ('SENT', 'UNKNOWN', 'DONE', 'REFUSED')),
  tries       integer     NOT NULL DEFAULT 0,
  error       text,
  ask_at      timestamptz,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  PRIMARY KEY (account_id, change_id),
  FOREIGN KEY (account_id, card_id) REFERENCES card
);
CREATE INDEX card_holder_change_by_card ON card_holder_change (account_id, card_id, created_at DESC);
-- One at a time, or an answer that comes late would undo a newer wish.
CREATE UNIQUE INDEX card_holder_change_open ON card_holder_change (account_id, card_id) WHERE status IN ('SENT', 'UNKNOWN');
CREATE INDEX card_holder_change_to_ask ON card_holder_change (ask_at) WHERE ask_at IS NOT NULL;
