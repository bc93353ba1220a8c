-- What owners allow on cards. A document never changes: another one is another row, and a pointer moves.
CREATE TABLE control_doc (
  cell       smallint    NOT NULL,
  control_no bigint      NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id text        COLLATE "C" NOT NULL,
  doc        jsonb       NOT NULL,
  hash       bytea       NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (cell, control_no),
  UNIQUE (cell, account_id, hash),
  CHECK (cell = cell_of(account_id)),
  CHECK (octet_length(hash) = 32)
);
CREATE TRIGGER control_doc_only_grows BEFORE DELETE OR UPDATE ON control_doc FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE control_change (
  cell       smallint    NOT NULL,
  account_id text        COLLATE "C" NOT NULL,
  id         text        COLLATE "C" NOT NULL,
  scope      text        COLLATE "C" NOT NULL CHECK (scope = 'CARD'),
  scope_id   text        COLLATE "C" NOT NULL,
  before_no  bigint,
  after_no   bigint,
  login_id   text        COLLATE "C" NOT NULL,
  sub_uid    text        COLLATE "C",
  note       text        NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, id),
  CHECK (cell = cell_of(account_id))
);
CREATE INDEX control_change_of ON control_change (cell, account_id, scope_id, id);
CREATE TRIGGER control_change_only_grows BEFORE DELETE OR UPDATE ON control_change FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Servers of the version before this one know none of these columns: they leave counters as they are and write authorizations without a why.
ALTER TABLE card ADD COLUMN control_no bigint;
ALTER TABLE card_usage ADD COLUMN counters text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE auth ADD COLUMN why jsonb;

INSERT INTO role_permission (role_id, perm_id) VALUES ('rol_senior', 'card:control.view'), ('rol_senior', 'card:control');
