-- Wires in US dollars: what account holders announce, the slips they send with it, and what the bank says has come in.

-- A picture of a transfer's slip: drawn anew, sealed, shown to its owner and to staff alone.
CREATE TABLE slip (
  file_id     text        PRIMARY KEY,
  account_id  text        NOT NULL REFERENCES account,
  name        text        NOT NULL,
  body_enc    bytea       NOT NULL,
  created_at  timestamptz NOT NULL
);
CREATE INDEX slip_account ON slip (account_id, created_at);

CREATE TABLE forecast (
  topup_id          text        PRIMARY KEY,
  account_id        text        NOT NULL REFERENCES account,
  login_id          text        NOT NULL,
  -- What people say and write into the transfer.
  order_no          text        NOT NULL UNIQUE,
  status            text        NOT NULL CHECK (status IN ('SUBMITTED', 'REVIEWING', 'NEED_INFO', 'REJECTED', 'REVOKED', 'MATCHED',
                                                           'CREDITED', 'EXPIRED', 'REVERSED')),
  -- Counts what the account holder has sent in: 1, and one more with every resubmission.
  version           integer     NOT NULL DEFAULT 1,
  bank_id           text        NOT NULL,
  amount_cents      bigint      NOT NULL CHECK (amount_cents > 0),
  payer_name        text        NOT NULL,
  payer_bank        text        NOT NULL,
  payer_country     text        NOT NULL,
  payer_account_enc bytea       NOT NULL,
  payer_tail        text        NOT NULL,
  transfer_at       timestamptz NOT NULL,
  slips             text[]      NOT NULL CHECK (cardinality(slips) BETWEEN 1 AND 5),
  remark            text        NOT NULL DEFAULT '',
  -- Of staff: why it was sent back or turned down.
  reason            text        NOT NULL DEFAULT '',
  reviewer_id       text,
  line_id           text        UNIQUE,
  received_cents    bigint,
  fee_cents         bigint      NOT NULL DEFAULT 0,
  credit_cents      bigint,
  transfer_id       text        UNIQUE,
  expires_at        timestamptz NOT NULL,
  audited_at        timestamptz,
  credited_at       timestamptz,
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  CHECK ((status IN ('CREDITED', 'REVERSED')) = (transfer_id IS NOT NULL)),
  CHECK (transfer_id IS NULL OR (line_id IS NOT NULL AND credit_cents = received_cents - fee_cents))
);
CREATE INDEX forecast_account ON forecast (account_id, created_at DESC, topup_id DESC);
CREATE INDEX forecast_newest ON forecast (created_at DESC, topup_id DESC);
CREATE INDEX forecast_waiting ON forecast (updated_at) WHERE status IN ('SUBMITTED', 'REVIEWING');
CREATE INDEX forecast_deadline ON forecast (expires_at) WHERE status IN ('SUBMITTED', 'REVIEWING');

-- Everything that ever happened to a forecast, with what it said at the time.
CREATE TABLE forecast_step (
  topup_id    text        NOT NULL REFERENCES forecast,
  seq         integer     NOT NULL,
  version     integer     NOT NULL,
  status      text        NOT NULL,
  reason_cn   text        NOT NULL DEFAULT '',
  reason_en   text        NOT NULL DEFAULT '',
  by_kind     text        NOT NULL CHECK (by_kind IN ('HOLDER', 'STAFF', 'SYSTEM')),
  -- Of a version that was sent in: its fields, without the account number.
  said        jsonb,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (topup_id, seq)
);
CREATE TRIGGER forecast_step_only_grows BEFORE UPDATE OR DELETE ON forecast_step FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- A file of the bank, as it was taken in.
CREATE TABLE bank_statement (
  statement_id text        PRIMARY KEY,
  bank_id      text        NOT NULL,
  format       text        NOT NULL CHECK (format IN ('CSV', 'CAMT053')),
  file_name    text        NOT NULL,
  sha256       text        NOT NULL,
  staff_id     text        NOT NULL,
  lines        integer     NOT NULL,
  created_at   timestamptz NOT NULL
);
CREATE INDEX bank_statement_newest ON bank_statement (created_at DESC);

-- Money that came in at our bank. Its reference at the bank names it for good.
CREATE TABLE bank_line (
  line_id       text        PRIMARY KEY,
  statement_id  text        NOT NULL REFERENCES bank_statement,
  bank_id       text        NOT NULL,
  bank_ref      text        NOT NULL,
  value_date    date        NOT NULL,
  amount_cents  bigint      NOT NULL CHECK (amount_cents > 0),
  payer         text        NOT NULL,
  payer_account text        NOT NULL,
  details       text        NOT NULL,
  -- OPEN: fits a forecast, not yet in the books. SUSPENSE: ours to keep safe, nobody's yet (2030). MATCHED: two people are deciding.
  state         text        NOT NULL CHECK (state IN ('OPEN', 'SUSPENSE', 'MATCHED', 'CREDITED', 'RETURNED')),
  -- The forecast that it seems to be; a person decides.
  fits_topup_id text        REFERENCES forecast,
  suspense_id   text        UNIQUE,
  -- The transfer that gave it to somebody or back.
  transfer_id   text        UNIQUE,
  account_id    text,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  UNIQUE (bank_id, bank_ref),
  CHECK ((state IN ('CREDITED', 'RETURNED')) = (transfer_id IS NOT NULL)),
  CHECK (state <> 'SUSPENSE' OR suspense_id IS NOT NULL)
);
CREATE INDEX bank_line_newest ON bank_line (created_at DESC, line_id DESC);
CREATE INDEX bank_line_waiting ON bank_line (created_at) WHERE state IN ('OPEN', 'SUSPENSE');
ALTER TABLE forecast ADD FOREIGN KEY (line_id) REFERENCES bank_line;

UPDATE rail_config SET enabled = true WHERE rail = 'USD_WIRE';
