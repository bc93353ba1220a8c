-- Wrong tries at signing in, by name and by where they come from: what a stranger does elsewhere keeps nobody out.
CREATE TABLE sign_in_attempt (
  -- Password of an account holder, sign-in of staff, digits of an authenticator app.
  subject        text        NOT NULL,
  name_key       text        NOT NULL,
  origin         text        NOT NULL,
  network        text        NOT NULL,
  judging        integer     NOT NULL,
  judging_until  timestamptz NOT NULL,
  failures       integer     NOT NULL,
  failures_until timestamptz NOT NULL,
  blocked_until  timestamptz,
  last_at        timestamptz NOT NULL,
  PRIMARY KEY (subject, name_key, origin)
);
CREATE INDEX sign_in_attempt_network ON sign_in_attempt (network, last_at);
CREATE INDEX sign_in_attempt_last ON sign_in_attempt (last_at);

-- Browsers from which a login or one of the staff has signed in, by the hash of what the browser calls itself.
CREATE TABLE known_browser (
  owner_id     text        NOT NULL,
  browser_hash bytea       NOT NULL,
  last_at      timestamptz NOT NULL,
  PRIMARY KEY (owner_id, browser_hash)
);
CREATE INDEX known_browser_last ON known_browser (last_at);

-- A code is tried by whoever asked for it. Tries of others in the same network are counted apart; from elsewhere there are none.
ALTER TABLE sms_code
  ADD COLUMN requester_hash bytea,
  ADD COLUMN network        text,
  ADD COLUMN tries_nearby   integer NOT NULL DEFAULT 0;
