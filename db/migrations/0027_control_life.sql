-- Controls that are set for a time: the document that is in force again after it. A save that follows ends or replaces the row, and so does the return itself. Servers of the version
-- before do not know the table: a row whose `set_no` is no longer in force means that one of them has saved since, and returns nothing.
CREATE TABLE control_return (
  cell       smallint    NOT NULL,
  account_id text        COLLATE "C" NOT NULL,
  scope      text        COLLATE "C" NOT NULL,
  scope_id   text        COLLATE "C" NOT NULL,
  set_no     bigint,
  back_no    bigint,
  until      timestamptz NOT NULL,
  since      timestamptz NOT NULL,
  login_id   text        COLLATE "C" NOT NULL,
  sub_uid    text        COLLATE "C",
  PRIMARY KEY (cell, account_id, scope, scope_id),
  CHECK (cell = cell_of(account_id))
);
-- What the sweep has to look at, every minute.
CREATE INDEX control_return_due ON control_return (until, cell, account_id, scope, scope_id);

ALTER TABLE control_change ADD COLUMN until timestamptz;
ALTER TABLE control_change ADD COLUMN returned boolean NOT NULL DEFAULT false;

-- Deadlines of a card's own controls; `life_tell_at`: when its owner is told of the next one.
ALTER TABLE card ADD COLUMN close_at timestamptz;
ALTER TABLE card ADD COLUMN freeze_at timestamptz;
ALTER TABLE card ADD COLUMN thaw_at timestamptz;
ALTER TABLE card ADD COLUMN idle_freeze_at timestamptz;
ALTER TABLE card ADD COLUMN life_tell_at timestamptz;
