-- Funds that staff freeze for abuse or by a legal order, and debts that are written off.

-- Its funds are frozen: what is free now, and what becomes free later, is moved to 2420.
ALTER TABLE account ADD COLUMN frozen boolean NOT NULL DEFAULT false;

-- A freeze of all that an account has, until it is released. One at a time.
CREATE TABLE funds_freeze (
  cell             smallint    NOT NULL,
  freeze_id        text        COLLATE "C" NOT NULL,
  account_id       text        COLLATE "C" NOT NULL,
  reason           text        NOT NULL,
  -- Of the court, the authority or the clause of our terms.
  legal_ref        text        COLLATE "C" NOT NULL,
  -- The account was deactivated with it, and had this status before.
  deactivated_from text        COLLATE "C" CHECK (deactivated_from IN ('ACTIVE', 'CLOSING', 'CLOSED')),
  maker_id         text        COLLATE "C" NOT NULL REFERENCES staff,
  checker_id       text        COLLATE "C" NOT NULL REFERENCES staff,
  approval_id      text        COLLATE "C" NOT NULL REFERENCES approval,
  created_at       timestamptz NOT NULL,
  released_at      timestamptz,
  PRIMARY KEY (cell, freeze_id),
  UNIQUE (cell, approval_id),
  CHECK (checker_id <> maker_id),
  FOREIGN KEY (cell, account_id) REFERENCES account
);
CREATE UNIQUE INDEX funds_freeze_open ON funds_freeze (cell, account_id) WHERE released_at IS NULL;
CREATE INDEX funds_freeze_account ON funds_freeze (account_id, created_at DESC);

-- What came to the frozen funds of an account, and what left them: every transfer that touches 2420.
CREATE TABLE funds_freeze_move (
  cell         smallint    NOT NULL,
  transfer_id  text        COLLATE "C" NOT NULL,
  account_id   text        COLLATE "C" NOT NULL,
  freeze_id    text        COLLATE "C" NOT NULL,
  -- DEBT: what the account owed, taken before the rest was forfeited.
  kind         text        COLLATE "C" NOT NULL CHECK (kind IN ('FROZEN', 'RELEASED', 'DEBT', 'FORFEITED')),
  amount_cents bigint      NOT NULL CHECK (amount_cents > 0),
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (cell, transfer_id),
  FOREIGN KEY (cell, account_id) REFERENCES account,
  FOREIGN KEY (cell, freeze_id) REFERENCES funds_freeze
);
CREATE INDEX funds_freeze_move_freeze ON funds_freeze_move (freeze_id, transfer_id);
CREATE TRIGGER funds_freeze_move_only_grows BEFORE DELETE OR UPDATE ON funds_freeze_move
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What two people, or three, decided about frozen funds. A freeze that held nothing is released by a row without an amount.
CREATE TABLE funds_decision (
  cell         smallint    NOT NULL,
  approval_id  text        COLLATE "C" NOT NULL REFERENCES approval,
  account_id   text        COLLATE "C" NOT NULL,
  freeze_id    text        COLLATE "C" NOT NULL,
  kind         text        COLLATE "C" NOT NULL CHECK (kind IN ('RELEASED', 'FORFEITED')),
  amount_cents bigint      NOT NULL CHECK (amount_cents >= 0),
  -- Of it, what went to debts.
  debt_cents   bigint      NOT NULL CHECK (debt_cents >= 0),
  reason       text        NOT NULL,
  legal_note   text        CHECK ((legal_note IS NOT NULL) = (kind = 'FORFEITED')),
  maker_id     text        COLLATE "C" NOT NULL REFERENCES staff,
  checker_id   text        COLLATE "C" NOT NULL REFERENCES staff,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (cell, approval_id),
  CHECK (checker_id <> maker_id),
  FOREIGN KEY (cell, account_id) REFERENCES account,
  FOREIGN KEY (cell, freeze_id) REFERENCES funds_freeze
);
CREATE INDEX funds_decision_account ON funds_decision (account_id, created_at DESC);
CREATE TRIGGER funds_decision_only_grows BEFORE DELETE OR UPDATE ON funds_decision
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- A debt (1310) that will not be paid, or a part of it: always by two people.
CREATE TABLE write_off (
  cell         smallint    NOT NULL,
  write_off_no text        COLLATE "C" NOT NULL,
  account_id   text        COLLATE "C" NOT NULL,
  amount_cents bigint      NOT NULL CHECK (amount_cents > 0),
  reason       text        NOT NULL,
  maker_id     text        COLLATE "C" NOT NULL REFERENCES staff,
  checker_id   text        COLLATE "C" NOT NULL REFERENCES staff,
  approval_id  text        COLLATE "C" NOT NULL REFERENCES approval,
  transfer_id  text        COLLATE "C" NOT NULL,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (cell, write_off_no),
  UNIQUE (cell, approval_id),
  UNIQUE (cell, transfer_id),
  CHECK (checker_id <> maker_id),
  FOREIGN KEY (cell, account_id) REFERENCES account
);
CREATE INDEX write_off_account ON write_off (account_id, created_at DESC);
CREATE TRIGGER write_off_only_grows BEFORE DELETE OR UPDATE ON write_off
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
