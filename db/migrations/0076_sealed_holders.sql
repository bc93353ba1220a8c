-- Who holds a card and where it is billed is sealed with a key that is not here (docs/decisions/0057-names-are-sealed.md). Rows from
-- before are sealed in the background (server/cards/holders/sealOldHolders.ts) and lose their plain columns then.
ALTER TABLE card
  ALTER COLUMN first_name DROP NOT NULL,
  ALTER COLUMN last_name DROP NOT NULL,
  ALTER COLUMN street DROP NOT NULL,
  ALTER COLUMN city DROP NOT NULL,
  ALTER COLUMN state DROP NOT NULL,
  ALTER COLUMN zip_code DROP NOT NULL,
  -- First name, last name, street, city, state and zip code, as one list.
  ADD COLUMN holder_enc bytea,
  -- Keyed hashes of the beginnings of the names, to find them again.
  ADD COLUMN holder_marks integer[],
  -- Keyed hash of the first five signs of the zip code, with which merchants' are compared.
  ADD COLUMN zip_hash bytea,
  ADD CONSTRAINT card_holder_once CHECK (num_nonnulls(holder_enc, first_name) = 1 AND num_nonnulls(holder_enc, holder_marks, zip_hash) IN (0, 3)) NOT VALID;
CREATE INDEX card_unsealed ON card (account_id, card_id) WHERE holder_enc IS NULL;

ALTER TABLE card_holder_change
  ALTER COLUMN first_name DROP NOT NULL,
  ALTER COLUMN last_name DROP NOT NULL,
  ALTER COLUMN street DROP NOT NULL,
  ALTER COLUMN city DROP NOT NULL,
  ALTER COLUMN state DROP NOT NULL,
  ALTER COLUMN zip_code DROP NOT NULL,
  ADD COLUMN holder_enc bytea,
  ADD CONSTRAINT card_holder_change_once CHECK (num_nonnulls(holder_enc, first_name) = 1) NOT VALID;
CREATE INDEX card_holder_change_unsealed ON card_holder_change (account_id, change_id) WHERE holder_enc IS NULL;

-- What a change of the holder said before and after.
ALTER TABLE card_log ADD COLUMN holders_enc bytea;
CREATE INDEX card_log_unsealed ON card_log (account_id, id) WHERE type IN ('ADDRESS', 'ADDRESS_DONE') AND holders_enc IS NULL;

-- The rows of an imported file.
ALTER TABLE card_import
  ALTER COLUMN lines DROP NOT NULL,
  ADD COLUMN lines_enc bytea,
  ADD CONSTRAINT card_import_lines_once CHECK (num_nonnulls(lines, lines_enc) = 1) NOT VALID;
CREATE INDEX card_import_unsealed ON card_import (account_id, batch_no) WHERE lines_enc IS NULL;

-- A kept answer may show names and addresses. Those from before go within seven days.
ALTER TABLE request_key ADD COLUMN answer_enc bytea;
