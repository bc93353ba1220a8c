-- Views of lists that people saved for themselves.
CREATE TABLE list_view (
  login_id    text        COLLATE "C" NOT NULL,
  view_id     text        COLLATE "C" NOT NULL,
  list        text        NOT NULL,
  name        text        NOT NULL,
  query       text        NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (login_id, view_id),
  CONSTRAINT list_view_name UNIQUE (login_id, list, name)
);
