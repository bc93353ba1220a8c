-- A fee that staff give back: of which charge, and on which account of fees it was earned. Older ones went to goodwill and name none.
ALTER TABLE adjustment
  ADD COLUMN fee_transfer_id text,
  ADD COLUMN fee_code        text,
  ADD CHECK ((fee_transfer_id IS NULL) = (fee_code IS NULL));
CREATE INDEX adjustment_fee ON adjustment (fee_transfer_id) WHERE fee_transfer_id IS NOT NULL;

-- What one of the staff viewed of an account, and when that was last written down: a reload a minute later writes nothing.
CREATE TABLE staff_view (
  staff_id    text        NOT NULL REFERENCES staff,
  account_id  text        NOT NULL,
  what        text        NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, staff_id, what)
);
