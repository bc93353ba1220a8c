-- Controls of a card group, of a sub-account and of a whole account. One row has the pointer to the document and what its limits have counted over all cards; decisions lock it.
CREATE TABLE control_scope (
  cell       smallint NOT NULL,
  account_id text     COLLATE "C" NOT NULL,
  scope      text     COLLATE "C" NOT NULL,
  scope_id   text     COLLATE "C" NOT NULL,
  control_no bigint,
  counters   text     COLLATE "C" NOT NULL DEFAULT '',
  PRIMARY KEY (cell, account_id, scope, scope_id),
  CHECK (cell = cell_of(account_id)),
  CONSTRAINT control_scope_scope_check CHECK (scope IN ('GROUP', 'SUB', 'ACCOUNT'))
) WITH (fillfactor = 50);

ALTER TABLE control_change DROP CONSTRAINT control_change_scope_check;
ALTER TABLE control_change ADD CONSTRAINT control_change_scope_check CHECK (scope IN ('CARD', 'GROUP', 'SUB', 'ACCOUNT'));

-- Decisions read the account's row anyway: only where it says so do they look for the rows above.
ALTER TABLE account ADD COLUMN has_controls boolean NOT NULL DEFAULT false;
