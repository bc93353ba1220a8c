-- Card groups and tags: how people keep hundreds of cards apart.

CREATE TABLE card_group (
  account_id text        COLLATE "C" NOT NULL,
  gid        text        COLLATE "C" NOT NULL,
  name       text        NOT NULL CHECK (char_length(name) BETWEEN 1 AND 20),
  remark     text        NOT NULL DEFAULT '',
  pinned     boolean     NOT NULL DEFAULT false,
  -- Among the pinned and among the others: the smallest first.
  sort       integer     NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, gid)
);
-- "FB" and "fb" would be one group to whoever reads them.
CREATE UNIQUE INDEX card_group_name_taken ON card_group (account_id, lower(name));

-- The sub-accounts that see a group. Their cards in it are theirs with or without this.
CREATE TABLE card_group_share (
  account_id text COLLATE "C" NOT NULL,
  gid        text COLLATE "C" NOT NULL,
  sub_uid    text COLLATE "C" NOT NULL,
  PRIMARY KEY (account_id, gid, sub_uid),
  FOREIGN KEY (account_id, gid) REFERENCES card_group ON DELETE CASCADE
);
CREATE INDEX card_group_share_by_sub ON card_group_share (account_id, sub_uid);

-- A card is in a group that is there, or in none: a group that still has a card cannot go.
ALTER TABLE card ADD CONSTRAINT card_in_group FOREIGN KEY (account_id, gid) REFERENCES card_group;

CREATE TABLE tag (
  account_id text        COLLATE "C" NOT NULL,
  tag_id     text        COLLATE "C" NOT NULL,
  name       text        NOT NULL CHECK (char_length(name) BETWEEN 1 AND 16),
  color      text        NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, tag_id)
);
CREATE UNIQUE INDEX tag_name_taken ON tag (account_id, lower(name));

CREATE TABLE card_tag (
  account_id text COLLATE "C" NOT NULL,
  card_id    text COLLATE "C" NOT NULL,
  tag_id     text COLLATE "C" NOT NULL,
  PRIMARY KEY (account_id, card_id, tag_id),
  FOREIGN KEY (account_id, card_id) REFERENCES card,
  FOREIGN KEY (account_id, tag_id) REFERENCES tag ON DELETE CASCADE
);
CREATE INDEX card_tag_by_tag ON card_tag (account_id, tag_id, card_id);
