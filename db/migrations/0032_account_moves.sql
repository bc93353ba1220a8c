-- What staff do to accounts and to identity cases: who looked, who restricted and why, limits of one's own, adjustments.

-- When it was sent in last (a case that lacked something comes again), and who has it on the desk.
ALTER TABLE identity_order ADD COLUMN sent_at timestamptz, ADD COLUMN taken_by text REFERENCES staff;
UPDATE identity_order SET sent_at = created_at;
ALTER TABLE identity_order ALTER COLUMN sent_at SET NOT NULL;
CREATE INDEX identity_order_waiting ON identity_order (sent_at) WHERE status IN ('PENDING', 'REVIEWING');

-- One of the staff sees the papers of one case in the clear until then, and has said why.
CREATE TABLE identity_look (
  look_id     text        PRIMARY KEY,
  order_no    text        NOT NULL,
  staff_id    text        NOT NULL REFERENCES staff,
  reason      text        NOT NULL,
  until       timestamptz NOT NULL,
  created_at  timestamptz NOT NULL
);
CREATE INDEX identity_look_staff ON identity_look (staff_id, order_no, until);
CREATE TRIGGER identity_look_only_grows BEFORE UPDATE OR DELETE ON identity_look FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Restricted by staff, apart from `restricted`, which debts set and lift by themselves.
ALTER TABLE account ADD COLUMN held boolean NOT NULL DEFAULT false;
CREATE TABLE account_hold (
  hold_id     text        PRIMARY KEY,
  account_id  text        NOT NULL REFERENCES account,
  reason      text        NOT NULL,
  staff_id    text        NOT NULL REFERENCES staff,
  created_at  timestamptz NOT NULL,
  lifted_at   timestamptz,
  lifted_by   text        REFERENCES staff,
  lifted_why  text        NOT NULL DEFAULT '',
  CHECK ((lifted_at IS NULL) = (lifted_by IS NULL))
);
CREATE UNIQUE INDEX account_hold_open ON account_hold (account_id) WHERE lifted_at IS NULL;

-- Limits of one account in the place of everybody's. Rows are never changed: of those in force the newest holds, and one
-- without an amount is back to the standard.
CREATE TABLE account_limit (
  seq         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id  text        NOT NULL REFERENCES account,
  key         text        NOT NULL CHECK (key IN ('topupPerDay', 'perLoad', 'yuanOnce')),
  amount_cents bigint     CHECK (amount_cents > 0),
  starts_at   timestamptz NOT NULL,
  ends_at     timestamptz CHECK (ends_at > starts_at),
  reason      text        NOT NULL,
  maker_id    text        NOT NULL REFERENCES staff,
  checker_id  text        NOT NULL REFERENCES staff CHECK (checker_id <> maker_id),
  approval_id text        NOT NULL UNIQUE REFERENCES approval,
  created_at  timestamptz NOT NULL
);
CREATE INDEX account_limit_account ON account_limit (account_id, key, seq DESC);
CREATE TRIGGER account_limit_only_grows BEFORE UPDATE OR DELETE ON account_limit FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Money that staff put into a wallet or take out of it: AJ1, always by two people.
CREATE TABLE adjustment (
  adjust_no   text        PRIMARY KEY,
  account_id  text        NOT NULL REFERENCES account,
  cause       text        NOT NULL,
  direction   text        NOT NULL CHECK (direction IN ('IN', 'OUT')),
  amount_cents bigint     NOT NULL CHECK (amount_cents > 0),
  reason      text        NOT NULL,
  maker_id    text        NOT NULL REFERENCES staff,
  checker_id  text        NOT NULL REFERENCES staff CHECK (checker_id <> maker_id),
  approval_id text        NOT NULL UNIQUE REFERENCES approval,
  transfer_id text        NOT NULL UNIQUE,
  created_at  timestamptz NOT NULL
);
CREATE INDEX adjustment_account ON adjustment (account_id, created_at DESC);
CREATE TRIGGER adjustment_only_grows BEFORE UPDATE OR DELETE ON adjustment FOR EACH ROW EXECUTE FUNCTION refuse_change();

ALTER TABLE session DROP CONSTRAINT session_revoked_why_check;
ALTER TABLE session ADD CONSTRAINT session_revoked_why_check
  CHECK (revoked_why IN ('signed_out', 'idle', 'replaced', 'reused', 'frozen', 'closed', 'password', 'mobile', 'google', 'elsewhere', 'staff'));
