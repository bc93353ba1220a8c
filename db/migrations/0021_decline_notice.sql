-- Which declines have been told to whom: of a card, while one sub-account had it (0: the account itself), all up to `auth_id`, last at `told_at`. Nothing that decides writes here; a
-- sweep does, after the decisions.
CREATE TABLE decline_notice (
  cell         smallint    NOT NULL,
  account_id   text        COLLATE "C" NOT NULL,
  la_id        bigint      NOT NULL,
  owner_sub_no integer     NOT NULL,
  auth_id      bigint      NOT NULL,
  told_at      timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, la_id, owner_sub_no),
  CHECK (cell = cell_of(account_id))
);

-- The sweep looks at declines from this one on: those before it were told, or happened before the first sweep and are not told at all.
CREATE TABLE decline_notice_mark (
  one     boolean PRIMARY KEY DEFAULT true CHECK (one),
  auth_id bigint  NOT NULL
);
