-- What people are told. Titles and messages stand in both languages; `*_html` has been made safe before it is stored.

CREATE TABLE notice (
  notice_id   text        PRIMARY KEY,
  kind        text        NOT NULL CHECK (kind IN ('CAROUSEL', 'BANNER', 'PAGE', 'MUST_READ', 'PERSONAL')),
  -- PERSONAL: whom it is for. login_id NULL: the parent login of the account.
  account_id  text        REFERENCES account,
  login_id    text        REFERENCES login,
  event       text,
  biz_type    text        NOT NULL DEFAULT '',
  biz_id      text        NOT NULL DEFAULT '',
  level       text        NOT NULL DEFAULT 'INFO' CHECK (level IN ('INFO', 'WARN', 'URGENT')),
  audience    text        NOT NULL DEFAULT 'ALL' CHECK (audience IN ('ALL', 'PARENT', 'SUB')),
  title_cn    text        NOT NULL,
  title_en    text        NOT NULL,
  html_cn     text        NOT NULL,
  html_en     text        NOT NULL,
  starts_at   timestamptz NOT NULL,
  ends_at     timestamptz,
  status      text        NOT NULL DEFAULT 'PUBLISHED' CHECK (status IN ('DRAFT', 'SCHEDULED', 'PUBLISHED', 'WITHDRAWN')),
  created_at  timestamptz NOT NULL,
  CHECK ((kind = 'PERSONAL') = (account_id IS NOT NULL))
);
CREATE INDEX notice_general ON notice (kind, starts_at DESC) WHERE account_id IS NULL;
CREATE INDEX notice_personal ON notice (account_id, created_at DESC) WHERE account_id IS NOT NULL;

CREATE TABLE notice_read (
  notice_id  text        NOT NULL REFERENCES notice,
  login_id   text        NOT NULL REFERENCES login,
  read_at    timestamptz NOT NULL,
  PRIMARY KEY (login_id, notice_id)
);
