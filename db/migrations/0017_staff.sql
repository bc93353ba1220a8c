-- The service's own people: who they are, how they sign in, what two of them decide together, and the chain of what they did.
-- Nothing here is shared with the logins and sessions of account holders.

CREATE TABLE staff (
  staff_id      text        PRIMARY KEY,
  login_name    text        NOT NULL UNIQUE CHECK (login_name ~ '^[a-z][a-z0-9._-]{1,31}$'),
  name_cn       text        NOT NULL,
  name_en       text        NOT NULL,
  password_hash text        NOT NULL,
  -- The authenticator's secret, encrypted with a key that is not here.
  secret_enc    bytea       NOT NULL,
  -- The last time step of which a code was taken: a code is good once, and no older one after it.
  last_step     bigint      NOT NULL DEFAULT 0,
  roles         text[]      NOT NULL,
  disabled_at   timestamptz,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL
);

CREATE TABLE staff_session (
  session_id     text        PRIMARY KEY,
  staff_id       text        NOT NULL REFERENCES staff,
  token_hash     bytea       NOT NULL UNIQUE,
  expires_at     timestamptz NOT NULL,
  last_active_at timestamptz NOT NULL,
  ip             text        NOT NULL,
  device         text        NOT NULL,
  ended_at       timestamptz,
  ended_why      text        CHECK (ended_why IN ('signed_out', 'idle', 'replaced', 'disabled', 'roles')),
  created_at     timestamptz NOT NULL
);
CREATE INDEX staff_session_staff ON staff_session (staff_id, created_at) WHERE ended_at IS NULL;

-- What one person wants to do and another has to agree to. The payload never changes; its hash says so.
CREATE TABLE approval (
  approval_id  text        PRIMARY KEY,
  kind         text        NOT NULL,
  -- What it is done to, as people know it: an order number, a login name.
  target       text        NOT NULL,
  -- Whose account, if it is one's.
  account_id   text,
  amount_cents bigint,
  payload      jsonb       NOT NULL,
  -- What the checker is shown, frozen with it: a list of { label, before, after }.
  diff         jsonb       NOT NULL,
  hash         bytea       NOT NULL,
  reason       text        NOT NULL,
  -- While one waits for this, no other of its kind may be asked for: two changes of one thing would undo each other.
  only_one     text,
  maker_id     text        NOT NULL REFERENCES staff,
  -- How many others have to agree.
  needs        integer     NOT NULL DEFAULT 1 CHECK (needs BETWEEN 1 AND 3),
  state        text        NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'EXPIRED')),
  decided_why  text,
  decided_at   timestamptz,
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL
);
CREATE UNIQUE INDEX approval_only_one ON approval (kind, only_one) WHERE state = 'WAITING';
CREATE INDEX approval_maker ON approval (maker_id, created_at DESC);
CREATE INDEX approval_waiting ON approval (expires_at) WHERE state = 'WAITING';
CREATE INDEX approval_newest ON approval (created_at DESC, approval_id DESC);
CREATE INDEX approval_account ON approval (account_id, created_at DESC) WHERE account_id IS NOT NULL;

-- Who agreed to it, or turned it down. Each checker once.
CREATE TABLE approval_vote (
  approval_id text        NOT NULL REFERENCES approval,
  staff_id    text        NOT NULL REFERENCES staff,
  agreed      boolean     NOT NULL,
  reason      text        NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (approval_id, staff_id)
);

-- The rule that nobody checks what they made, where nothing can go around it.
CREATE FUNCTION refuse_own_vote() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM approval WHERE approval_id = NEW.approval_id AND maker_id = NEW.staff_id) THEN
    RAISE EXCEPTION 'the maker of an approval does not vote on it';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approval_vote_not_by_maker BEFORE INSERT ON approval_vote FOR EACH ROW EXECUTE FUNCTION refuse_own_vote();
CREATE TRIGGER approval_vote_only_grows BEFORE UPDATE OR DELETE ON approval_vote FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What is asked for stays as it was asked.
CREATE FUNCTION refuse_thawing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (OLD.kind, OLD.expires_at, OLD.target, OLD.account_id, OLD.amount_cents, OLD.payload, OLD.diff, OLD.hash, OLD.reason, OLD.only_one, OLD.maker_id, OLD.needs)
     IS DISTINCT FROM (NEW.kind, NEW.expires_at, NEW.target, NEW.account_id, NEW.amount_cents, NEW.payload, NEW.diff, NEW.hash, NEW.reason, NEW.only_one, NEW.maker_id, NEW.needs) THEN
    RAISE EXCEPTION 'an approval is frozen';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approval_frozen BEFORE UPDATE OR DELETE ON approval FOR EACH ROW EXECUTE FUNCTION refuse_thawing();

-- What staff did. Each row carries the hash of the row before it in its chain.
CREATE TABLE staff_audit (
  chain      text        NOT NULL,
  seq        bigint      NOT NULL,
  id         text        NOT NULL UNIQUE,
  staff_id   text,
  staff_name text        NOT NULL,
  action     text        NOT NULL,
  target     text        NOT NULL,
  account_id text,
  content_cn text        NOT NULL,
  content_en text        NOT NULL,
  reason     text        NOT NULL DEFAULT '',
  before     jsonb,
  after      jsonb,
  ip         text        NOT NULL,
  device     text        NOT NULL,
  created_at timestamptz NOT NULL,
  prev_hash  bytea       NOT NULL,
  hash       bytea       NOT NULL,
  PRIMARY KEY (chain, seq)
);
CREATE INDEX staff_audit_newest ON staff_audit (created_at DESC, id DESC);
CREATE INDEX staff_audit_account ON staff_audit (account_id, created_at DESC) WHERE account_id IS NOT NULL;
CREATE TRIGGER staff_audit_only_grows BEFORE UPDATE OR DELETE ON staff_audit FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The last row of each chain: locked by whoever adds one, and the witness that no row is missing at the end.
CREATE TABLE staff_chain (
  chain text   PRIMARY KEY,
  seq   bigint NOT NULL,
  hash  bytea  NOT NULL
);
INSERT INTO staff_chain (chain, seq, hash) VALUES
  ('desk', 0, decode(repeat('00', 32), 'hex')),
  ('door', 0, decode(repeat('00', 32), 'hex'));
