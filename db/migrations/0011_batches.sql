-- Batches: many openings, loads or deletions that were asked for as one. A row of a batch is a card order like any other,
-- so what it holds, charges and releases is explained where every single order's is.

CREATE TABLE card_batch (
  account_id   text        COLLATE "C" NOT NULL,
  -- For people to say on the telephone: B and eleven digits.
  batch_no     text        COLLATE "C" NOT NULL,
  kind         text        NOT NULL CHECK (kind IN ('OPEN', 'LOAD', 'DELETE')),
  -- Who asked for it, as the operation log names them: its rows are done when nobody is asking any more.
  login_id     text        COLLATE "C" NOT NULL,
  sub_uid      text        COLLATE "C",
  by_name      text        NOT NULL,
  by_ip        text        NOT NULL,
  by_device    text        NOT NULL,
  -- The batch whose failed rows this one tries again.
  retry_of     text        COLLATE "C",
  -- DONE: all rows succeeded; PARTIAL: some; FAILED: none. In the transaction of the last row.
  status       text        NOT NULL CHECK (status IN ('RUNNING', 'DONE', 'PARTIAL', 'FAILED')),
  total        integer     NOT NULL CHECK (total > 0),
  -- What was set aside when it began.
  cost_cents   bigint      NOT NULL CHECK (cost_cents >= 0),
  created_at   timestamptz NOT NULL,
  finished_at  timestamptz,
  PRIMARY KEY (account_id, batch_no),
  CHECK ((finished_at IS NULL) = (status = 'RUNNING'))
);
CREATE INDEX card_batch_newest ON card_batch (account_id, created_at DESC, batch_no DESC);

ALTER TABLE card_order
  ADD COLUMN batch_no   text COLLATE "C",
  ADD COLUMN row_no     integer,
  -- The batch in which this failed row was tried again: it can be once.
  ADD COLUMN retried_in text COLLATE "C",
  ADD FOREIGN KEY (account_id, batch_no) REFERENCES card_batch,
  ADD CONSTRAINT order_row CHECK ((batch_no IS NULL) = (row_no IS NULL));
-- The key under which a row happens once.
CREATE UNIQUE INDEX card_order_by_batch ON card_order (account_id, batch_no, row_no) WHERE batch_no IS NOT NULL;
