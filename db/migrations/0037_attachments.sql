-- What a maker puts beside what they ask for: the letter, the ticket, the screen that it rests on (domain.md §9.2, adjustments).

CREATE TABLE attachment (
  file_id     text        COLLATE "C" PRIMARY KEY,
  staff_id    text        NOT NULL REFERENCES staff,
  -- NULL: uploaded, and nothing has been asked with it yet. Such are gone after a day.
  approval_id text        REFERENCES approval,
  name        text        NOT NULL,
  body_enc    bytea       NOT NULL,
  created_at  timestamptz NOT NULL
);
CREATE INDEX attachment_approval ON attachment (approval_id);
CREATE INDEX attachment_unused ON attachment (created_at) WHERE approval_id IS NULL;

-- Once a checker may have seen it, it stays as it is.
CREATE TRIGGER attachment_frozen BEFORE UPDATE OR DELETE ON attachment
  FOR EACH ROW WHEN (OLD.approval_id IS NOT NULL) EXECUTE FUNCTION refuse_change();
