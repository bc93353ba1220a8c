-- Browsers that show notifications of a login (Web Push): where their push service is, and the keys that only they can open a message with.
CREATE TABLE push_device (
  cell          smallint    NOT NULL,
  account_id    text        COLLATE "C" NOT NULL,
  device_id     text        COLLATE "C" NOT NULL,
  login_id      text        COLLATE "C" NOT NULL,
  -- The last session of its owner on it. It ends with that.
  session_id    text        COLLATE "C" NOT NULL,
  endpoint_hash bytea       NOT NULL CHECK (octet_length(endpoint_hash) = 32),
  -- The address at the push service and the two keys of the browser, sealed.
  target_enc    bytea       NOT NULL,
  kinds         text[]      COLLATE "C" NOT NULL CHECK (kinds <@ ARRAY['CODES', 'DECLINES', 'REQUESTS']),
  show_code     boolean     NOT NULL,
  lang          text        COLLATE "C" NOT NULL CHECK (lang IN ('cn', 'en')),
  made_device   text        NOT NULL,
  made_at       timestamptz NOT NULL,
  -- When the console was last open on it, signed in.
  seen_at       timestamptz NOT NULL,
  -- When its push service last took a message.
  reached_at    timestamptz,
  PRIMARY KEY (cell, account_id, device_id),
  UNIQUE (cell, account_id, endpoint_hash),
  FOREIGN KEY (cell, account_id, login_id) REFERENCES login,
  CHECK (cell = cell_of(account_id))
);
CREATE INDEX push_device_login ON push_device (cell, account_id, login_id);
CREATE INDEX push_device_seen_at ON push_device (seen_at);
