-- What an issuer charges us for, from a month on.
CREATE TABLE program_price (
  issuer_id  text        COLLATE "C" NOT NULL,
  kind       text        COLLATE "C" NOT NULL CHECK (kind IN ('PER_CARD', 'PER_ACTIVE_CARD', 'PER_AUTHORIZATION', 'FX', 'PER_DISPUTE', 'FIXED')),
  -- The first day of the month, in Shanghai.
  from_month date        NOT NULL CHECK (extract(day FROM from_month) = 1),
  -- In hundredths of a cent each; of FX, in basis points. 0: free from that month on.
  price      bigint      NOT NULL CHECK (price >= 0),
  set_by     text        COLLATE "C" NOT NULL,
  set_at     timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, kind, from_month)
);

-- The same from our own records, by month. Counted again for some days after its end, because messages come late.
CREATE TABLE program_usage (
  issuer_id      text        COLLATE "C" NOT NULL,
  month          date        NOT NULL CHECK (extract(day FROM month) = 1),
  cards_opened   integer     NOT NULL,
  -- With an approved authorization in the month.
  cards_used     integer     NOT NULL,
  -- Approved and declined.
  authorizations bigint      NOT NULL,
  -- Purchases in another currency than that of the card, in cents of the card.
  foreign_cents  bigint      NOT NULL,
  disputes       integer     NOT NULL,
  counted_at     timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, month)
);

-- An issuer's invoice of a month, as two people recorded it.
CREATE TABLE program_invoice (
  issuer_id     text        COLLATE "C" NOT NULL,
  month         date        NOT NULL CHECK (extract(day FROM month) = 1),
  invoice_no    text        COLLATE "C" NOT NULL,
  invoice_date  date        NOT NULL,
  total_cents   bigint      NOT NULL CHECK (total_cents >= 0),
  -- What 2120 had for cards of the month already: the rest was posted.
  accrued_cents bigint      NOT NULL,
  -- The settlement day that takes the rest.
  taken_on      date        NOT NULL,
  file_id       text        COLLATE "C" NOT NULL,
  reason        text        NOT NULL,
  maker_id      text        COLLATE "C" NOT NULL,
  checker_id    text        COLLATE "C" NOT NULL,
  approval_id   text        COLLATE "C" NOT NULL UNIQUE,
  -- NULL where nothing was left to post.
  transfer_id   text        COLLATE "C" UNIQUE,
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, month),
  CONSTRAINT program_invoice_no UNIQUE (issuer_id, invoice_no),
  CHECK ((transfer_id IS NULL) = (total_cents = accrued_cents))
);

-- Its lines, one for each kind, beside the count and the price that both people saw.
CREATE TABLE program_invoice_line (
  issuer_id    text    COLLATE "C" NOT NULL,
  month        date    NOT NULL,
  kind         text    COLLATE "C" NOT NULL,
  -- What is not on the invoice is 0.
  quantity     bigint  NOT NULL CHECK (quantity >= 0),
  amount_cents bigint  NOT NULL CHECK (amount_cents >= 0),
  counted      bigint  NOT NULL,
  -- NULL: none was agreed.
  price        bigint,
  PRIMARY KEY (issuer_id, month, kind),
  FOREIGN KEY (issuer_id, month) REFERENCES program_invoice (issuer_id, month)
);
