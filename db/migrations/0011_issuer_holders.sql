-- People whom an issuer keeps apart from their cards: its reference for a holder with an address, so that their next card belongs to the same one.
CREATE TABLE issuer_holder (
  cell        smallint    NOT NULL CHECK (cell = cell_of(account_id)),
  account_id  text        COLLATE "C" NOT NULL,
  issuer_id   text        COLLATE "C" NOT NULL,
  -- Keyed, of name and address together.
  holder_hash bytea       NOT NULL,
  issuer_ref  text        COLLATE "C" NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, issuer_id, holder_hash)
);
