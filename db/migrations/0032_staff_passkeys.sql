-- Passkeys of staff: at the desk, one stands in for the authenticator's digits.
CREATE TABLE staff_passkey (
  passkey_id    text        COLLATE "C" PRIMARY KEY,
  staff_id      text        COLLATE "C" NOT NULL REFERENCES staff,
  credential_id bytea       NOT NULL UNIQUE CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  -- COSE.
  public_key    bytea       NOT NULL,
  counter       bigint      NOT NULL,
  transports    text[]      COLLATE "C" NOT NULL,
  aaguid        text        COLLATE "C" NOT NULL,
  name          text        NOT NULL CHECK (char_length(name) BETWEEN 1 AND 30),
  backed_up     boolean     NOT NULL,
  made_at       timestamptz NOT NULL,
  last_used_at  timestamptz,
  made_device   text        NOT NULL
);
CREATE INDEX staff_passkey_staff ON staff_passkey (staff_id);

ALTER TABLE login_log VALIDATE CONSTRAINT login_log_type_check;
