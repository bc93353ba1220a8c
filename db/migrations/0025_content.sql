-- What staff tell people, and how people want to be told.

-- For the holders of some plans, or for some accounts: `audience_ids` are plan ids or account ids.
ALTER TABLE notice
  DROP CONSTRAINT notice_audience_check,
  ADD CONSTRAINT notice_audience_check CHECK (audience IN ('ALL', 'PARENT', 'SUB', 'PLAN', 'ACCOUNT')),
  ADD COLUMN audience_ids text[] NOT NULL DEFAULT '{}',
  -- The staff person's name; NULL where the service itself told it.
  ADD COLUMN made_by text,
  ADD COLUMN withdrawn_at timestamptz;
CREATE INDEX notice_read_notice ON notice_read (notice_id);

-- One row for each piece of content of which there is one: the contact dialog.
CREATE TABLE content (
  name       text        PRIMARY KEY CHECK (name IN ('contact')),
  value      jsonb       NOT NULL,
  made_by    text        NOT NULL,
  updated_at timestamptz NOT NULL
);

-- Terms, privacy, service rules. A version that was published never changes.
CREATE TABLE agreement (
  agreement_id text        PRIMARY KEY,
  kind         text        NOT NULL CHECK (kind IN ('TERMS', 'PRIVACY', 'SERVICE')),
  version      integer     NOT NULL CHECK (version > 0),
  title_cn     text        NOT NULL,
  title_en     text        NOT NULL,
  html_cn      text        NOT NULL,
  html_en      text        NOT NULL,
  -- Whoever has agreed to an older one has to agree again.
  must_accept  boolean     NOT NULL DEFAULT false,
  effective_at timestamptz NOT NULL,
  status       text        NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'PUBLISHED')),
  made_by      text        NOT NULL,
  created_at   timestamptz NOT NULL,
  UNIQUE (kind, version)
);
CREATE TABLE agreement_accepted (
  login_id     text        NOT NULL REFERENCES login,
  agreement_id text        NOT NULL REFERENCES agreement,
  ip           text        NOT NULL,
  accepted_at  timestamptz NOT NULL,
  PRIMARY KEY (login_id, agreement_id)
);

-- How one login wants to be told, and what it has been shown. No row: as at first.
CREATE TABLE notification_setting (
  login_id          text        PRIMARY KEY REFERENCES login,
  account_id        text        NOT NULL REFERENCES account,
  -- The address that was proven, and the one that waits for its code; both encrypted.
  email_enc         bytea,
  pending_enc       bytea,
  code_hash         bytea,
  code_tries        integer     NOT NULL DEFAULT 0,
  code_expires_at   timestamptz,
  -- EACH: news by itself. DAILY: what is not urgent in one message a day.
  digest            text        NOT NULL DEFAULT 'EACH' CHECK (digest IN ('EACH', 'DAILY')),
  -- What differs from the table of events: { "topup_credited": { "sms": true } }.
  chosen            jsonb       NOT NULL DEFAULT '{}',
  -- NULL: the mark of lists stands at its first value, and nobody is told.
  low_balance_cents bigint      CHECK (low_balance_cents BETWEEN 1 AND 1000000),
  guide_done_at     timestamptz,
  updated_at        timestamptz NOT NULL
);
CREATE INDEX notification_setting_low ON notification_setting (account_id) WHERE low_balance_cents IS NOT NULL;

-- Mail that waits for the digest of the day.
CREATE TABLE mail_waiting (
  login_id   text        NOT NULL REFERENCES login,
  notice_id  text        NOT NULL REFERENCES notice,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (login_id, notice_id)
);

-- Cards of which it was told that little is left on them; gone when there is more again, so that it is told again.
CREATE TABLE low_balance_told (
  account_id text        NOT NULL REFERENCES account,
  card_id    text        NOT NULL,
  told_at    timestamptz NOT NULL,
  PRIMARY KEY (account_id, card_id)
);
