-- Who sends a wire, and from which account, is sealed like the holders of cards (docs/decisions/0057-names-are-sealed.md). Rows from before
-- are sealed in the background (server/funding/payers/sealOldPayers.ts).
ALTER TABLE forecast
  ALTER COLUMN payer_name DROP NOT NULL,
  ALTER COLUMN payer_bank DROP NOT NULL,
  -- Name and bank, as one list; the account has a column of its own.
  ADD COLUMN payer_enc bytea,
  ADD COLUMN payer_marks integer[],
  ADD CONSTRAINT forecast_payer_once CHECK (num_nonnulls(payer_enc, payer_name) = 1 AND num_nonnulls(payer_enc, payer_marks) IN (0, 2)) NOT VALID;
CREATE INDEX forecast_unsealed ON forecast (topup_id) WHERE payer_enc IS NULL;

ALTER TABLE bank_line
  ALTER COLUMN payer DROP NOT NULL,
  ALTER COLUMN payer_account DROP NOT NULL,
  ALTER COLUMN details DROP NOT NULL,
  -- Payer, account and details, as one list.
  ADD COLUMN payer_enc bytea,
  ADD COLUMN payer_marks integer[],
  ADD CONSTRAINT bank_line_payer_once CHECK (num_nonnulls(payer_enc, payer) = 1 AND num_nonnulls(payer_enc, payer_marks) IN (0, 2)) NOT VALID;
CREATE INDEX bank_line_unsealed ON bank_line (line_id) WHERE payer_enc IS NULL;

-- What a version of a forecast said. Its rows only grow, and may be sealed once.
ALTER TABLE forecast_step
  ADD COLUMN said_enc bytea,
  ADD CONSTRAINT forecast_step_said_once CHECK (num_nonnulls(said, said_enc) <= 1) NOT VALID;
CREATE INDEX forecast_step_unsealed ON forecast_step (topup_id, seq) WHERE said IS NOT NULL;
CREATE FUNCTION refuse_unless_sealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.said IS NULL OR NEW.said IS NOT NULL OR NEW.said_enc IS NULL
     OR to_jsonb(OLD) - 'said' - 'said_enc' IS DISTINCT FROM to_jsonb(NEW) - 'said' - 'said_enc' THEN
    RAISE EXCEPTION '% only grows', TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER forecast_step_only_grows ON forecast_step;
CREATE TRIGGER forecast_step_only_grows BEFORE UPDATE OR DELETE ON forecast_step FOR EACH ROW EXECUTE FUNCTION refuse_unless_sealed();
