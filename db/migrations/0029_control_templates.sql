-- Templates for cards: what a new card is allowed, and what the form for opening is filled with.
CREATE TABLE control_template (
  cell           smallint    NOT NULL,
  account_id     text        COLLATE "C" NOT NULL,
  template_id    text        COLLATE "C" NOT NULL,
  name           text        NOT NULL CHECK (char_length(name) BETWEEN 1 AND 30),
  control_no     bigint,
  vid            text        COLLATE "C",
  amount_cents   bigint      CHECK (amount_cents > 0),
  gid            text        COLLATE "C",
  tag_ids        text[]      COLLATE "C" NOT NULL,
  remark_pattern text        NOT NULL CHECK (char_length(remark_pattern) <= 40),
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, template_id),
  CHECK (cell = cell_of(account_id))
);
CREATE UNIQUE INDEX control_template_name_taken ON control_template (cell, account_id, lower(name));
