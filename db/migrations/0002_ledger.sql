-- The double-entry ledger: accounts, transfers, entries, holds. Amounts are whole minor units of the currency.
-- Only server/ledger/ writes here (the decision path through the statement that server/ledger/decisionSql.ts spells).

-- An account is a code of the chart and an owner; the ledger knows no cards. `la_id` is small and fixed, because
-- rows are locked by it in the hot path.
CREATE TABLE ledger_account (
  la_id       bigint   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id  text     COLLATE "C" NOT NULL,
  code        text     COLLATE "C" NOT NULL,
  owner       text     COLLATE "C" NOT NULL,
  currency    text     COLLATE "C" NOT NULL,
  scale       smallint NOT NULL,
  normal      text     COLLATE "C" NOT NULL CHECK (normal IN ('D', 'C')),
  mode        text     COLLATE "C" NOT NULL CHECK (mode IN ('ROW', 'DEFERRED')),
  -- What `posted - held` may not go under; NULL where anything goes.
  floor       bigint,
  -- In the direction of `normal`. A DEFERRED account leaves all three at zero and is never locked: its entries are summed.
  posted      bigint   NOT NULL DEFAULT 0,
  held        bigint   NOT NULL DEFAULT 0,
  version     bigint   NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL,
  UNIQUE (account_id, code, owner, currency),
  CONSTRAINT held_not_negative CHECK (held >= 0),
  CONSTRAINT wallet_not_negative CHECK (code <> '2010' OR posted - held >= 0),
  CONSTRAINT deferred_has_no_balance CHECK (mode = 'ROW' OR (posted = 0 AND held = 0 AND version = 0))
) WITH (fillfactor = 60); -- room for HOT updates: no index has a column that changes

CREATE TABLE ledger_transfer (
  transfer_id          text COLLATE "C" PRIMARY KEY,
  account_id           text COLLATE "C" NOT NULL,
  kind                 text COLLATE "C" NOT NULL,
  biz_type             text COLLATE "C" NOT NULL,
  biz_id               text COLLATE "C" NOT NULL,
  leg                  text COLLATE "C" NOT NULL DEFAULT '',
  -- When it happened outside; `posted_at` is when we booked it, and statements follow that.
  effective_at         timestamptz NOT NULL,
  posted_at            timestamptz NOT NULL,
  actor                text,
  memo                 text,
  meta                 jsonb,
  -- [{hold, amount}]: what it took of which holds.
  resolves             jsonb,
  reverses_transfer_id text COLLATE "C",
  CONSTRAINT transfer_once UNIQUE (account_id, kind, biz_type, biz_id, leg)
);

CREATE TABLE ledger_entry (
  transfer_id     text     COLLATE "C" NOT NULL,
  n               smallint NOT NULL,
  account_id      text     COLLATE "C" NOT NULL,
  la_id           bigint   NOT NULL,
  side            text     COLLATE "C" NOT NULL CHECK (side IN ('D', 'C')),
  amount          bigint   NOT NULL CHECK (amount > 0),
  currency        text     COLLATE "C" NOT NULL,
  -- Of ROW accounts: the balance that this entry left, and its place in the account's history (1, 2, 3 …).
  balance_after   bigint,
  account_version bigint,
  posted_at       timestamptz NOT NULL,
  PRIMARY KEY (transfer_id, n),
  CHECK ((balance_after IS NULL) = (account_version IS NULL))
);
CREATE UNIQUE INDEX ledger_entry_history ON ledger_entry (la_id, account_version) WHERE account_version IS NOT NULL;

-- Money set aside without entries. amount = posted + released + remaining.
CREATE TABLE ledger_hold (
  hold_id    text   COLLATE "C" PRIMARY KEY,
  account_id text   COLLATE "C" NOT NULL,
  la_id      bigint NOT NULL,
  amount     bigint NOT NULL CHECK (amount > 0),
  posted     bigint NOT NULL DEFAULT 0 CHECK (posted >= 0),
  remaining  bigint NOT NULL CHECK (remaining >= 0),
  state      text   COLLATE "C" NOT NULL CHECK (state IN ('OPEN', 'PARTIAL', 'POSTED', 'VOIDED', 'EXPIRED')),
  biz_type   text   COLLATE "C" NOT NULL,
  biz_id     text   COLLATE "C" NOT NULL,
  -- Of a hold on a wallet: {kind of the transfer that will post it, and the rest of FlowMeta}, so that the statement can show it in flight.
  meta       jsonb,
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT hold_once UNIQUE (account_id, biz_type, biz_id),
  CONSTRAINT hold_not_over_resolved CHECK (posted + remaining <= amount),
  CONSTRAINT hold_open_while_something_remains CHECK ((state IN ('OPEN', 'PARTIAL')) = (remaining > 0))
);
CREATE INDEX ledger_hold_in_flight ON ledger_hold (la_id, hold_id) WHERE remaining > 0;

-- Entries of one transfer come in one statement, numbered from 1 without a gap, and balance in every currency. So no
-- later statement can add to a transfer: number 1 is taken. One check a statement, not one a row. (Plans of functions are
-- kept: one made while the tables were small would read them whole for ever after, so scans are off.)
CREATE FUNCTION ledger_check_entries() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  broken text;
BEGIN
  SELECT transfer_id INTO broken
    FROM (SELECT transfer_id,
                 sum(CASE side WHEN 'D' THEN amount ELSE -amount END) AS difference,
                 count(*) AS entries
            FROM written
           GROUP BY transfer_id, currency) AS sums
   WHERE difference <> 0
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % does not balance', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_balances';
  END IF;

  SELECT transfer_id INTO broken
    FROM written
   GROUP BY transfer_id
  HAVING min(n) <> 1 OR max(n) <> count(*) OR count(*) < 2
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % is not written whole', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_whole';
  END IF;

  -- In place of foreign keys, which would check row by row and share-lock the rows of the platform's busiest accounts.
  SELECT written.transfer_id INTO broken
    FROM written
    LEFT JOIN ledger_transfer AS transfer USING (transfer_id)
    LEFT JOIN ledger_account AS account USING (la_id)
   WHERE transfer.transfer_id IS NULL
      OR account.la_id IS NULL
      OR account.currency <> written.currency
      OR (account.mode = 'ROW') <> (written.account_version IS NOT NULL)
      OR (account.mode = 'ROW' AND account.account_id <> transfer.account_id)
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % has an entry that fits no transfer or account', broken USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'entry_fits';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER entries_balance AFTER INSERT ON ledger_entry
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION ledger_check_entries();

CREATE FUNCTION ledger_check_transfers() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  broken text;
BEGIN
  SELECT transfer_id INTO broken
    FROM written
   WHERE NOT EXISTS (SELECT FROM ledger_entry AS entry WHERE entry.transfer_id = written.transfer_id AND entry.n = 1)
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % has no entries', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_has_entries';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER transfers_have_entries AFTER INSERT ON ledger_transfer
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION ledger_check_transfers();

-- What is written stays. A mistake is corrected by another transfer.
CREATE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: the ledger is append-only', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER transfers_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transfer
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER accounts_stay BEFORE DELETE OR TRUNCATE ON ledger_account
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER holds_stay BEFORE DELETE OR TRUNCATE ON ledger_hold
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
