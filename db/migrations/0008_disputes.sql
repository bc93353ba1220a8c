-- What cardholders dispute of a settled purchase, as it goes to the issuer and comes back.
CREATE TABLE dispute (
  cell              smallint    NOT NULL,
  account_id        text        COLLATE "C" NOT NULL,
  dispute_id        text        COLLATE "C" NOT NULL,
  trade_id          text        COLLATE "C" NOT NULL,
  card_id           text        COLLATE "C" NOT NULL,
  -- Of the purchase: a sub-account sees the disputes of its own.
  owner_sub_uid     text        COLLATE "C",
  issuer_id         text        COLLATE "C" NOT NULL,
  -- Of the issuer, or of the person who filed it there.
  issuer_ref        text        COLLATE "C",
  reason            text        COLLATE "C" NOT NULL,
  note              text        NOT NULL,
  amount_cents      bigint      NOT NULL CHECK (amount_cents > 0),
  -- What the merchant returned of it while it was open: no longer disputed.
  returned_cents    bigint      NOT NULL DEFAULT 0 CHECK (returned_cents BETWEEN 0 AND amount_cents),
  state             text        COLLATE "C" NOT NULL CHECK (state IN ('DRAFT', 'SUBMITTED', 'IN_PROGRESS', 'WON', 'LOST', 'EXPIRED', 'CANCELED')),
  -- Why it ended, where the state does not say it.
  closed_why        text        COLLATE "C",
  -- Open provisional credit (1320), what the issuer returned, and the fee that is taken and not given back.
  provisional_cents bigint      NOT NULL DEFAULT 0 CHECK (provisional_cents BETWEEN 0 AND amount_cents - returned_cents),
  won_cents         bigint      NOT NULL DEFAULT 0 CHECK (won_cents BETWEEN 0 AND amount_cents - returned_cents),
  fee_cents         bigint      NOT NULL DEFAULT 0 CHECK (fee_cents >= 0),
  opened_by         text        COLLATE "C" NOT NULL,
  created_at        timestamptz NOT NULL,
  submitted_at      timestamptz,
  -- Until then it has to be at the issuer.
  file_by           timestamptz NOT NULL,
  -- Filing has begun: it may be at the issuer from now on.
  filing_at         timestamptz,
  filed_at          timestamptz,
  closed_at         timestamptz,
  updated_at        timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, dispute_id),
  CHECK (cell = cell_of(account_id)),
  CHECK ((state IN ('DRAFT', 'SUBMITTED', 'IN_PROGRESS')) = (closed_at IS NULL)),
  CHECK (state = 'DRAFT' OR submitted_at IS NOT NULL OR state IN ('EXPIRED', 'CANCELED')),
  CHECK (provisional_cents = 0 OR state = 'IN_PROGRESS'),
  CHECK (won_cents = 0 OR state = 'WON')
);
-- A purchase has one dispute at a time.
CREATE UNIQUE INDEX dispute_once ON dispute (cell, account_id, trade_id) WHERE state IN ('DRAFT', 'SUBMITTED', 'IN_PROGRESS');
CREATE INDEX dispute_by_trade ON dispute (cell, account_id, trade_id, dispute_id);
-- The issuer and the desk know the dispute, and find whose it is.
CREATE INDEX dispute_by_ref ON dispute (issuer_ref, issuer_id) WHERE issuer_ref IS NOT NULL;
CREATE INDEX dispute_by_id ON dispute (dispute_id);
CREATE INDEX dispute_open ON dispute (file_by) WHERE state IN ('DRAFT', 'SUBMITTED', 'IN_PROGRESS');

-- What happened to a dispute, and who did it.
CREATE TABLE dispute_step (
  cell       smallint    NOT NULL,
  account_id text        COLLATE "C" NOT NULL,
  dispute_id text        COLLATE "C" NOT NULL,
  step_id    text        COLLATE "C" NOT NULL,
  state      text        COLLATE "C" NOT NULL,
  by_kind    text        COLLATE "C" NOT NULL CHECK (by_kind IN ('HOLDER', 'STAFF', 'ISSUER', 'SYSTEM')),
  -- In both languages.
  said       jsonb       NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, dispute_id, step_id),
  CHECK (cell = cell_of(account_id))
);

-- Pictures that prove it, sealed. Without a dispute for a week, one is deleted.
CREATE TABLE dispute_file (
  cell       smallint    NOT NULL,
  account_id text        COLLATE "C" NOT NULL,
  file_id    text        COLLATE "C" NOT NULL,
  dispute_id text        COLLATE "C",
  login_id   text        COLLATE "C" NOT NULL,
  name       text        NOT NULL,
  body_enc   bytea       NOT NULL,
  created_at timestamptz NOT NULL,
  -- When the issuer got it.
  sent_at    timestamptz,
  PRIMARY KEY (cell, account_id, file_id),
  CHECK (cell = cell_of(account_id))
);
CREATE INDEX dispute_file_of ON dispute_file (cell, account_id, dispute_id);
CREATE INDEX dispute_file_loose ON dispute_file (created_at) WHERE dispute_id IS NULL;

-- What we give for disputes of an issuer's cards before they are decided.
CREATE TABLE dispute_terms (
  issuer_id   text        COLLATE "C" PRIMARY KEY,
  provisional boolean     NOT NULL,
  updated_at  timestamptz NOT NULL
);

-- What issuers returned of a purchase after disputes.
ALTER TABLE trade ADD COLUMN won_cents bigint NOT NULL DEFAULT 0;
ALTER TABLE trade DROP CONSTRAINT trade_status_check;
-- Rows of before satisfied a narrower check: none of them has to be read.
ALTER TABLE trade ADD CONSTRAINT trade_status_check CHECK (status IN (
  'POSTED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED', 'DISPUTED', 'WON', 'LOST', 'UNDER_REVIEW')) NOT VALID;

INSERT INTO role_permission (role_id, perm_id) VALUES ('rol_senior', 'dispute:view'), ('rol_senior', 'dispute:make');
