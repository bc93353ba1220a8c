-- Keys are rotated while servers run. A directory has a row for each look-up key that the servers know.
ALTER TABLE card_number ADD COLUMN key_id smallint NOT NULL DEFAULT 1;
ALTER TABLE login_by_mobile ADD COLUMN key_id smallint NOT NULL DEFAULT 1;

-- A row that is only added to may be sealed with another key: the same length, another key id, and everything else as before.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD IS DISTINCT FROM NEW AND NOT EXISTS (
    SELECT FROM jsonb_each_text(to_jsonb(OLD)) AS old_column (name, was)
      JOIN jsonb_each_text(to_jsonb(NEW)) AS new_column (name, becomes) USING (name)
     WHERE was IS DISTINCT FROM becomes
       AND (name NOT LIKE '%\_enc' OR length(was) IS DISTINCT FROM length(becomes) OR left(was, 4) = left(becomes, 4))) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is only added to', TG_TABLE_NAME;
END $$;

-- Which keys each running server has.
CREATE TABLE key_process (
  process_id     text        COLLATE "C" PRIMARY KEY,
  field_current  smallint    NOT NULL,
  field_known    smallint[]  NOT NULL,
  lookup_current smallint    NOT NULL,
  lookup_known   smallint[]  NOT NULL,
  -- With these keys.
  since          timestamptz NOT NULL,
  seen_at        timestamptz NOT NULL
);

-- How far a rotation is: one row for each table and step.
CREATE TABLE key_pass (
  step        text        COLLATE "C" NOT NULL CHECK (step IN ('FILL', 'SEAL')),
  table_name  text        COLLATE "C" NOT NULL,
  field_key   smallint    NOT NULL,
  lookup_key  smallint    NOT NULL,
  -- When it began.
  total       bigint      NOT NULL,
  done        bigint      NOT NULL DEFAULT 0,
  -- The key of the last row that is done.
  position    jsonb,
  started_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (step, table_name, field_key, lookup_key)
);
