-- What staff change of the product: ranges, prices, plans. Every change has its time, its reason and its people, and stays.

CREATE TABLE product_change (
  change_id     text        COLLATE "C" PRIMARY KEY,
  kind          text        NOT NULL CHECK (kind IN ('RANGE', 'PRICE', 'PLAN')),
  -- The range's vid or the plan's group_id.
  target        text        NOT NULL,
  -- Of a price: whose exception it is. NULL: the list price.
  account_id    text        COLLATE "C" REFERENCES account,
  -- Only what changes, as it was and as it will be.
  before        jsonb       NOT NULL,
  after         jsonb       NOT NULL,
  effective_at  timestamptz NOT NULL,
  state         text        NOT NULL CHECK (state IN ('SCHEDULED', 'IN_FORCE', 'WITHDRAWN')),
  reason        text        NOT NULL,
  made_by       text        NOT NULL REFERENCES staff,
  -- NULL: what one person may change alone.
  checked_by    text        REFERENCES staff,
  withdrawn_by  text        REFERENCES staff,
  withdrawn_why text,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  CHECK (checked_by <> made_by),
  CHECK ((state = 'WITHDRAWN') = (withdrawn_by IS NOT NULL))
);
-- Two that wait for one thing would undo each other: the later one knows nothing of the earlier.
CREATE UNIQUE INDEX product_change_one_waits ON product_change (kind, target, account_id) NULLS NOT DISTINCT WHERE state = 'SCHEDULED';
CREATE INDEX product_change_of_target ON product_change (target, created_at DESC);
CREATE INDEX product_change_due ON product_change (effective_at) WHERE state = 'SCHEDULED';

-- Goes up with every change, so that whoever keeps the catalogue in memory notices.
CREATE TABLE product_desk (
  one     boolean PRIMARY KEY DEFAULT true CHECK (one),
  version bigint  NOT NULL DEFAULT 1
);
INSERT INTO product_desk DEFAULT VALUES;

ALTER TABLE range_price ADD COLUMN change_id text COLLATE "C" REFERENCES product_change;

-- What a plan gave in each of its versions: who bought under one keeps it.
CREATE TABLE plan_terms (LIKE plan, PRIMARY KEY (group_id, version));
INSERT INTO plan_terms SELECT * FROM plan;
CREATE FUNCTION keep_plan_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM plan_terms WHERE group_id = NEW.group_id AND version = NEW.version;
  INSERT INTO plan_terms SELECT NEW.*;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_plan_terms AFTER INSERT OR UPDATE ON plan FOR EACH ROW EXECUTE FUNCTION keep_plan_terms();

ALTER TABLE plan_subscription ADD COLUMN plan_version integer NOT NULL DEFAULT 1;
ALTER TABLE plan_lot ADD COLUMN plan_version integer NOT NULL DEFAULT 1;

ALTER TABLE coupon_template ADD COLUMN made_by text REFERENCES staff;
ALTER TABLE coupon ADD COLUMN given_by text REFERENCES staff;
ALTER TABLE coupon ADD COLUMN given_why text NOT NULL DEFAULT '';
