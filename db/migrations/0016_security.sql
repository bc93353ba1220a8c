-- Further ways to sign in, Google verification, closing an account, and proving who one is.

ALTER TABLE session DROP CONSTRAINT session_revoked_why_check;
ALTER TABLE session ADD CONSTRAINT session_revoked_why_check
  CHECK (revoked_why IN ('signed_out', 'idle', 'replaced', 'reused', 'frozen', 'closed', 'password', 'mobile', 'google', 'elsewhere'));

-- The secret that an authenticator app shares with us, sealed. Until it is confirmed it has a deadline.
CREATE TABLE google_secret (
  login_id    text        PRIMARY KEY REFERENCES login,
  secret_enc  bytea       NOT NULL,
  -- NULL: bound.
  pending_until timestamptz,
  -- The 30-second step of the last code that was taken: neither it nor one before it is taken again.
  last_step   bigint      NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL
);

-- In place of a lost phone: each good once.
CREATE TABLE google_recovery (
  code_hash  bytea       PRIMARY KEY,
  login_id   text        NOT NULL REFERENCES login,
  used_at    timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX google_recovery_login ON google_recovery (login_id);

-- An account that is leaving. Its wallet's money waits as payable until staff have paid it out.
CREATE TABLE closing_case (
  case_id        text        PRIMARY KEY,
  account_id     text        NOT NULL UNIQUE REFERENCES account,
  reason         text        NOT NULL,
  amount_cents   bigint      NOT NULL CHECK (amount_cents >= 0),
  bank_card_id   text,
  status         text        NOT NULL DEFAULT 'CLOSING' CHECK (status IN ('CLOSING', 'CLOSED')),
  paid_at        timestamptz,
  -- Names and numbers are forgotten after this instant, and not before the money is out.
  forget_at      timestamptz NOT NULL,
  forgotten_at   timestamptz,
  created_at     timestamptz NOT NULL
);
CREATE INDEX closing_case_forget ON closing_case (forget_at) WHERE forgotten_at IS NULL;

-- A picture or document that proves something: sealed, and shown to its owner and to staff alone.
CREATE TABLE identity_file (
  file_id     text        PRIMARY KEY,
  account_id  text        NOT NULL REFERENCES account,
  name        text        NOT NULL,
  mime        text        NOT NULL CHECK (mime IN ('image/jpeg', 'image/png')),
  body_enc    bytea       NOT NULL,
  created_at  timestamptz NOT NULL
);
CREATE INDEX identity_file_account ON identity_file (account_id, created_at);

CREATE TABLE identity_order (
  order_no     text        PRIMARY KEY,
  account_id   text        NOT NULL REFERENCES account,
  type         text        NOT NULL CHECK (type IN ('PERSON', 'BUSINESS')),
  -- Names, numbers and contact, sealed together.
  payload_enc  bytea       NOT NULL,
  file_ids     text[]      NOT NULL,
  status       text        NOT NULL CHECK (status IN ('PENDING', 'REVIEWING', 'NEED_INFO', 'PASSED', 'REJECTED', 'EXPIRED')),
  reason       text        NOT NULL DEFAULT '',
  need_fields  text[]      NOT NULL DEFAULT '{}',
  -- Who looked at it. A business needs two who are not the same.
  reviewers    text[]      NOT NULL DEFAULT '{}',
  audited_at   timestamptz,
  expires_at   timestamptz,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL
);
CREATE INDEX identity_order_account ON identity_order (account_id, created_at DESC);
CREATE UNIQUE INDEX identity_order_open ON identity_order (account_id) WHERE status IN ('PENDING', 'REVIEWING', 'NEED_INFO');
CREATE INDEX identity_order_expires ON identity_order (expires_at) WHERE status = 'PASSED';
