-- Made by bin/schema from db/migrations/. To read, not to edit.

CREATE TABLE request_key (
  account_id text NOT NULL,
  route      text NOT NULL,
  request_no text NOT NULL,
  body_hash  bytea NOT NULL,
  answer     jsonb,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT request_key_pkey PRIMARY KEY (account_id, route, request_no)
);
CREATE INDEX request_key_expires_at ON request_key USING btree (expires_at);
