-- Which card took the place of which. An opening that fails leaves its row behind as FAILED, so that the card may be replaced again. Servers of the version before settle the opening
-- like any other and leave the rest, which a sweep does, to servers that know this table.
CREATE TABLE card_replacement (
  cell        smallint    NOT NULL,
  account_id  text        COLLATE "C" NOT NULL,
  new_card_id text        COLLATE "C" NOT NULL,
  old_card_id text        COLLATE "C" NOT NULL,
  reason      text        COLLATE "C" NOT NULL,
  state       text        COLLATE "C" NOT NULL,
  close_at    timestamptz,
  told_at     timestamptz,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, new_card_id),
  CHECK (cell = cell_of(account_id)),
  CONSTRAINT card_replacement_reason_check CHECK (reason IN ('LOST', 'COMPROMISED', 'EXPIRING', 'MOVED')),
  CONSTRAINT card_replacement_state_check CHECK (state IN ('OPENING', 'KEPT', 'DONE', 'FAILED'))
);

-- One successor for each card.
CREATE UNIQUE INDEX card_replacement_one_successor ON card_replacement (cell, account_id, old_card_id) WHERE state <> 'FAILED';

-- What the sweep has to look at, every minute.
CREATE INDEX card_replacement_open ON card_replacement (state, close_at) WHERE state IN ('OPENING', 'KEPT');
