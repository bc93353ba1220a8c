-- What belongs to no module: the answers of calls that must happen once.

CREATE TABLE request_key (
  account_id  text        NOT NULL,
  route       text        NOT NULL,
  request_no  text        NOT NULL,
  body_hash   bytea       NOT NULL,
  -- NULL while the first request is at work; its transaction holds the row.
  answer      jsonb,
  expires_at  timestamptz NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (account_id, route, request_no)
);

CREATE INDEX request_key_expires_at ON request_key (expires_at);
