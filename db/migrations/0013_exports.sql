-- Full card numbers on their way to their owner: the encrypted file until it is fetched, once, or its time is over. Its password is
-- nowhere here.
CREATE TABLE full_export (
  link_hash   bytea       PRIMARY KEY,
  account_id  text        COLLATE "C" NOT NULL,
  login_id    text        COLLATE "C" NOT NULL,
  name        text        NOT NULL,
  file        bytea       NOT NULL,
  cards       integer     NOT NULL,
  expires_at  timestamptz NOT NULL,
  created_at  timestamptz NOT NULL
);
CREATE INDEX full_export_expires_at ON full_export (expires_at);
