-- Passkeys: public keys of devices that sign in and confirm instead of a password and a code.
CREATE TABLE passkey (
  cell          smallint    NOT NULL,
  account_id    text        COLLATE "C" NOT NULL,
  passkey_id    text        COLLATE "C" NOT NULL,
  login_id      text        COLLATE "C" NOT NULL,
  credential_id bytea       NOT NULL,
  -- COSE.
  public_key    bytea       NOT NULL,
  -- Signatures that the authenticator has made, if it counts them: 0 where it does not.
  counter       bigint      NOT NULL,
  transports    text[]      COLLATE "C" NOT NULL,
  -- The model of the authenticator, as it names itself.
  aaguid        text        COLLATE "C" NOT NULL,
  name          text        NOT NULL CHECK (char_length(name) BETWEEN 1 AND 30),
  backed_up     boolean     NOT NULL,
  made_at       timestamptz NOT NULL,
  last_used_at  timestamptz,
  made_device   text        NOT NULL,
  PRIMARY KEY (cell, account_id, passkey_id),
  FOREIGN KEY (cell, account_id, login_id) REFERENCES login,
  CHECK (cell = cell_of(account_id))
);
CREATE INDEX passkey_login ON passkey (cell, account_id, login_id);

-- Whose a credential is: at sign-in, the browser names nothing else.
CREATE TABLE passkey_by_credential (
  credential_id bytea    PRIMARY KEY CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  cell          smallint NOT NULL,
  account_id    text     COLLATE "C" NOT NULL,
  login_id      text     COLLATE "C" NOT NULL,
  passkey_id    text     COLLATE "C" NOT NULL
);

-- What a passkey is asked to sign: once, soon, for one purpose, in one session (or one browser before there is a session).
CREATE TABLE passkey_challenge (
  challenge_hash bytea       PRIMARY KEY,
  purpose        text        COLLATE "C" NOT NULL,
  bound_to       text        COLLATE "C" NOT NULL,
  -- Of a step-up: the action, and the hash of what exactly it is done to.
  scene          text        COLLATE "C",
  payload_hash   bytea       CHECK (octet_length(payload_hash) = 32),
  expires_at     timestamptz NOT NULL,
  used_at        timestamptz,
  created_at     timestamptz NOT NULL
);
CREATE INDEX passkey_challenge_expires_at ON passkey_challenge (expires_at);

ALTER TABLE login_log DROP CONSTRAINT login_log_type_check;
ALTER TABLE login_log ADD CONSTRAINT login_log_type_check CHECK (type IN ('PWD', 'CODE', 'GOOGLE', 'REFRESH', 'PASSKEY')) NOT VALID;
