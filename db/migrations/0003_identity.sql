-- Who people are, how they sign in, what they may do, and the record of what they did.

CREATE TABLE account (
  account_id           text        PRIMARY KEY,
  -- The number that people see.
  user_no              text        NOT NULL UNIQUE,
  nickname             text        NOT NULL,
  status               text        NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'CLOSING', 'CLOSED', 'DEACTIVATED')),
  risk_state           text        NOT NULL DEFAULT 'NORMAL' CHECK (risk_state IN ('NORMAL', 'WARN', 'SHUTDOWN')),
  -- Owes money: nothing may be opened or loaded until it is covered.
  restricted           boolean     NOT NULL DEFAULT false,
  sub_switch           boolean     NOT NULL DEFAULT false,
  business             boolean     NOT NULL DEFAULT false,
  identity             text        NOT NULL DEFAULT 'NONE' CHECK (identity IN ('NONE', 'PENDING', 'PASSED', 'REJECTED')),
  identity_type        text        CHECK (identity_type IN ('PERSON', 'BUSINESS')),
  invite_code          text        NOT NULL UNIQUE CHECK (invite_code ~ '^\d{6}(\d{2})?$'),
  -- Who invited it; decided at sign-up and never again.
  referrer_account_id  text        REFERENCES account,
  lang                 text        NOT NULL DEFAULT 'cn' CHECK (lang IN ('cn', 'en')),
  time_zone            text        NOT NULL DEFAULT 'Asia/Shanghai',
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL
);
CREATE INDEX account_referrer ON account (referrer_account_id, created_at) WHERE referrer_account_id IS NOT NULL;

CREATE TABLE login (
  login_id        text        PRIMARY KEY,
  account_id      text        NOT NULL REFERENCES account,
  kind            text        NOT NULL CHECK (kind IN ('PARENT', 'SUB')),
  -- Encrypted; the keyed hash finds it. Both are of the form with the area, +8613800000001.
  mobile_enc      bytea       NOT NULL,
  mobile_hash     bytea       NOT NULL UNIQUE,
  login_name      text        UNIQUE,
  password_hash   text        NOT NULL,
  password_at     timestamptz NOT NULL,
  google_bound_at timestamptz,
  -- Money does not leave before this instant (after a change of password, mobile or authenticator).
  cooldown_until  timestamptz,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL
);
CREATE INDEX login_account ON login (account_id);

-- Roles. A system role belongs to no account and is everybody's.
CREATE TABLE role (
  role_id     text        PRIMARY KEY,
  account_id  text        REFERENCES account,
  name        text        NOT NULL,
  remark      text        NOT NULL DEFAULT '',
  -- The key of the template in the contract.
  system      text        UNIQUE,
  version     integer     NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  UNIQUE (account_id, name),
  CHECK ((account_id IS NULL) = (system IS NOT NULL))
);

CREATE TABLE role_permission (
  role_id  text NOT NULL REFERENCES role ON DELETE CASCADE,
  -- A page id or an element key.
  perm_id  text NOT NULL,
  PRIMARY KEY (role_id, perm_id)
);

INSERT INTO role (role_id, name, system, created_at, updated_at) VALUES
  ('rol_viewer',   '只读',     'viewer',   '2026-01-01', '2026-01-01'),
  ('rol_operator', '操作员',   'operator', '2026-01-01', '2026-01-01'),
  ('rol_senior',   '高级操作员', 'senior', '2026-01-01', '2026-01-01'),
  ('rol_finance',  '财务',     'finance',  '2026-01-01', '2026-01-01');

INSERT INTO role_permission (role_id, perm_id)
SELECT role_id, unnest(keys)
  FROM (VALUES
    ('rol_viewer',   ARRAY['card:view', 'trade:view', 'flow:view']),
    ('rol_operator', ARRAY['card:view', 'trade:view', 'flow:view', 'card:open', 'card:recharge', 'card:freeze', 'card:otp', 'card:tag',
                           'card:grade']),
    ('rol_senior',   ARRAY['card:view', 'trade:view', 'flow:view', 'card:open', 'card:recharge', 'card:freeze', 'card:otp', 'card:tag',
                           'card:grade', 'card:batchOpen', 'card:import', 'card:batchRecharge', 'card:reduce', 'card:delete', 'card:reveal',
                           'card:editAddress', 'card:export']),
    ('rol_finance',  ARRAY['wallet:view', 'flow:view', 'flow:export', 'trade:view', 'trade:export', 'card:view'])
  ) AS template (role_id, keys);

CREATE TABLE sub_account (
  -- The number that people see, and that cards carry as their owner.
  sub_uid           text        PRIMARY KEY,
  account_id        text        NOT NULL REFERENCES account,
  login_id          text        NOT NULL UNIQUE REFERENCES login,
  nickname          text        NOT NULL,
  role_id           text        NOT NULL REFERENCES role,
  -- What the role gives, written here whenever the role or its assignment changes: a request reads one row.
  granted_keys      text[]      NOT NULL DEFAULT '{}',
  granted_pages     text[]      NOT NULL DEFAULT '{}',
  -- EXPIRED is not a status: it is expires_at having passed.
  status            text        NOT NULL DEFAULT 'NORMAL' CHECK (status IN ('NORMAL', 'FROZEN')),
  expires_at        timestamptz NOT NULL,
  free_seat         boolean     NOT NULL DEFAULT false,
  budget_cents      bigint      CHECK (budget_cents >= 0),
  budget_period     text        CHECK (budget_period IN ('DAY', 'MONTH', 'TOTAL')),
  budget_used_cents bigint      NOT NULL DEFAULT 0,
  budget_resets_at  timestamptz,
  remark            text        NOT NULL DEFAULT '',
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  UNIQUE (account_id, nickname)
);

-- One sign-in. Only hashes of its tokens are here.
CREATE TABLE session (
  session_id            text        PRIMARY KEY,
  login_id              text        NOT NULL REFERENCES login,
  account_id            text        NOT NULL REFERENCES account,
  access_hash           bytea       NOT NULL UNIQUE,
  access_expires_at     timestamptz NOT NULL,
  -- The access token before this one, good for the few seconds in which requests are under way.
  previous_access_hash  bytea       UNIQUE,
  previous_access_until timestamptz,
  refresh_expires_at    timestamptz NOT NULL,
  last_active_at        timestamptz NOT NULL,
  ip                    text        NOT NULL,
  device                text        NOT NULL,
  revoked_at            timestamptz,
  revoked_why           text        CHECK (revoked_why IN ('signed_out', 'idle', 'replaced', 'reused', 'frozen', 'closed', 'password')),
  created_at            timestamptz NOT NULL
);
CREATE INDEX session_login ON session (login_id, created_at) WHERE revoked_at IS NULL;

-- Every refresh token of a session, so that one used twice is recognised however old it is.
CREATE TABLE refresh_token (
  token_hash  bytea       PRIMARY KEY,
  session_id  text        NOT NULL REFERENCES session ON DELETE CASCADE,
  -- The pair that follows is derived from this token and this salt: a second tab gets the same pair for ten seconds.
  next_salt   bytea,
  used_at     timestamptz,
  used_by     text,
  created_at  timestamptz NOT NULL
);
CREATE INDEX refresh_token_session ON refresh_token (session_id);

-- What a browser keeps in place of a password: good once, then it is the next one's turn.
CREATE TABLE remember_token (
  token_hash  bytea       PRIMARY KEY,
  family_id   text        NOT NULL,
  login_id    text        NOT NULL REFERENCES login,
  device      text        NOT NULL,
  expires_at  timestamptz NOT NULL,
  used_at     timestamptz,
  revoked_at  timestamptz,
  created_at  timestamptz NOT NULL
);
CREATE INDEX remember_token_family ON remember_token (family_id);
CREATE INDEX remember_token_login ON remember_token (login_id);

-- Six digits by SMS. One live code for each purpose and target.
CREATE TABLE sms_code (
  code_id      text        PRIMARY KEY,
  purpose      text        NOT NULL,
  target_hash  bytea       NOT NULL,
  login_id     text        REFERENCES login,
  -- What the code is for, beyond its purpose: a code for one payment does not confirm another.
  payload_hash bytea,
  code_hash    bytea       NOT NULL,
  tries        integer     NOT NULL DEFAULT 0,
  expires_at   timestamptz NOT NULL,
  used_at      timestamptz,
  created_at   timestamptz NOT NULL
);
CREATE INDEX sms_code_target ON sms_code (target_hash, purpose, created_at DESC);
CREATE INDEX sms_code_expires_at ON sms_code (expires_at);

-- A proof that somebody did something extra (a captcha, a code), good once.
CREATE TABLE ticket (
  ticket_hash bytea       PRIMARY KEY,
  scene       text        NOT NULL,
  login_id    text        REFERENCES login,
  expires_at  timestamptz NOT NULL,
  used_at     timestamptz,
  created_at  timestamptz NOT NULL
);
CREATE INDEX ticket_expires_at ON ticket (expires_at);

CREATE TABLE captcha (
  captcha_key text        PRIMARY KEY,
  kind        text        NOT NULL CHECK (kind IN ('slide', 'text')),
  answer      text        NOT NULL,
  expires_at  timestamptz NOT NULL,
  used_at     timestamptz,
  created_at  timestamptz NOT NULL
);
CREATE INDEX captcha_expires_at ON captcha (expires_at);

-- Counters of tries and of budgets, shared by all processes. `key` is a keyed hash where it names a person.
CREATE TABLE tally (
  subject     text        NOT NULL,
  key         text        NOT NULL,
  count       integer     NOT NULL,
  started_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  PRIMARY KEY (subject, key)
);
CREATE INDEX tally_expires_at ON tally (expires_at);

CREATE TABLE login_log (
  id          text        PRIMARY KEY,
  account_id  text        NOT NULL,
  login_id    text        NOT NULL,
  type        text        NOT NULL CHECK (type IN ('PWD', 'CODE', 'GOOGLE', 'REFRESH')),
  ip          text        NOT NULL,
  device      text        NOT NULL,
  result      text        NOT NULL CHECK (result IN ('OK', 'FAIL')),
  fail_reason text,
  created_at  timestamptz NOT NULL
);
CREATE INDEX login_log_login ON login_log (login_id, created_at DESC, id DESC);

CREATE TABLE operate_log (
  id          text        PRIMARY KEY,
  account_id  text        NOT NULL,
  -- NULL: the system itself.
  login_id    text,
  sub_uid     text,
  actor_name  text        NOT NULL,
  type        text        NOT NULL,
  target      text        NOT NULL,
  content_cn  text        NOT NULL,
  content_en  text        NOT NULL,
  before      jsonb,
  after       jsonb,
  amount_cents bigint,
  result      text        NOT NULL DEFAULT 'OK' CHECK (result IN ('OK', 'FAIL')),
  ip          text        NOT NULL,
  device      text        NOT NULL,
  created_at  timestamptz NOT NULL
);
CREATE INDEX operate_log_account ON operate_log (account_id, created_at DESC, id DESC);
CREATE INDEX operate_log_sub ON operate_log (account_id, sub_uid, created_at DESC) WHERE sub_uid IS NOT NULL;

-- The chain over the operation log: each seal covers its row and the seal before it. Made behind the operations, so
-- that no operation waits for another's.
CREATE TABLE operate_seal (
  seq        bigint      PRIMARY KEY,
  log_id     text        NOT NULL UNIQUE,
  prev_hash  bytea       NOT NULL,
  hash       bytea       NOT NULL,
  sealed_at  timestamptz NOT NULL
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only added to', TG_TABLE_NAME;
END $$;

CREATE TRIGGER operate_log_only_grows BEFORE UPDATE OR DELETE ON operate_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operate_seal_only_grows BEFORE UPDATE OR DELETE ON operate_seal FOR EACH ROW EXECUTE FUNCTION refuse_change();
