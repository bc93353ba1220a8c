-- Excel files that became batches: what stood in them, so that the same file can be given back with what became of each row.

CREATE TABLE card_import (
  account_id  text        COLLATE "C" NOT NULL,
  batch_no    text        COLLATE "C" NOT NULL,
  file_name   text        NOT NULL,
  -- Of the file as it was sent: the same one again is worth a warning.
  sha256      text        COLLATE "C" NOT NULL,
  -- [{row, cells}], the cells in the order of the template's columns.
  lines       jsonb       NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (account_id, batch_no),
  FOREIGN KEY (account_id, batch_no) REFERENCES card_batch
);
CREATE INDEX card_import_by_file ON card_import (account_id, sha256, created_at DESC);
