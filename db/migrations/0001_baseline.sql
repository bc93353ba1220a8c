-- The whole schema, as the first release installs it. Later files change it; nothing here is edited once it is signed (db/signed.txt).

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE SEQUENCE deposit_address_index AS integer;
-- The names of the events that tell consoles what changed. Not in order among servers.
CREATE SEQUENCE change_id;

-- What the files of db/migrations/ said when they were applied here. A database that other files of the same names made is refused.
CREATE TABLE migration_digest (
  name   text  COLLATE "C" PRIMARY KEY,
  sha256 bytea NOT NULL
);

-- The cell of an account: the first column of the keys of everything that belongs to it. As `cellOf` in server/core/database/cells.ts, and fixed for ever.
CREATE FUNCTION cell_of(account_id text) RETURNS smallint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (get_byte(sha256(account_id::bytea), 0) & 63)::smallint;

-- Makes the eight partitions of a large table, of eight cells each: auth_00_07, auth_08_15 … By range, because hashing the 64 cells again would fill them unevenly. Their keys are named
-- alike, because errors name them. A statement on a partition itself fires the triggers of that partition only, so each has those of its table.
CREATE FUNCTION make_cells(whole regclass, options text DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  cells text;
  part text;
  command text;
BEGIN
  FOR cell IN 0..63 BY 8 LOOP
    cells := format('_%s_%s', to_char(cell, 'FM00'), to_char(cell + 7, 'FM00'));
    part := whole || cells;
    EXECUTE format('CREATE TABLE %I PARTITION OF %s FOR VALUES FROM (%s) TO (%s)', part, whole, cell, cell + 8) || coalesce(' WITH (' || options || ')', '');
    FOR command IN
      SELECT regexp_replace(pg_get_triggerdef(oid), format(' ON (\w+\.)?%s ', whole), format(' ON %I ', part))
        FROM pg_trigger WHERE tgrelid = whole AND NOT tgisinternal
       UNION ALL
      SELECT format('ALTER INDEX %I RENAME TO %I', own.relname, key.relname || cells)
        FROM pg_index JOIN pg_class AS own ON own.oid = indexrelid
        JOIN pg_inherits ON inhrelid = indexrelid JOIN pg_class AS key ON key.oid = inhparent
       WHERE indrelid = part::regclass
    LOOP
      EXECUTE command;
    END LOOP;
  END LOOP;
END $$;

-- -------------------------------------------------------------------------------------------------
-- Records that age. Ids begin with the time they were made, so a range of ids is a month: each month is a partition, made ahead, and dropped whole when its
-- time is over (docs/operate/retention.md). Rows outside of all months wait in `…_rest` until their month is made.

-- What ages, and when.
CREATE TABLE retention (
  table_name text    COLLATE "C" PRIMARY KEY,
  key_column text    NOT NULL,
  id_prefix  text    NOT NULL,
  keep_days  integer NOT NULL CHECK (keep_days >= 31),
  -- Written to a file before it is dropped.
  archived   boolean NOT NULL,
  -- Columns that the file leaves out.
  without    text[]  NOT NULL DEFAULT '{}',
  -- A condition: while a row of a month meets it, the month stays.
  waits_for  text,
  why        text    NOT NULL
);
INSERT INTO retention (table_name, key_column, id_prefix, keep_days, archived, without, waits_for, why) VALUES
  ('webhook_inbox', 'inbox_id',  'evt', 90,  true,  '{}', $$state IN ('NEW', 'HELD')$$, 'Evidence of what the issuer told us; applied events are postings and transactions'),
  ('operate_log',   'id',        'opl', 730, true,  '{}', NULL, 'What the account’s people did'),
  ('card_log',      'id',        'clg', 730, true,  '{holders_enc}', NULL, 'What happened to a card; names and addresses are not archived'),
  ('login_log',     'id',        'lgl', 730, false, '{}', NULL, 'Sign-ins: addresses and devices are personal data'),
  ('notice',        'notice_id', 'ntp', 730, false, '{}', NULL, 'Personal notices; what they are about has its own records'),
  ('notice_read',   'notice_id', 'ntp', 730, false, '{}', NULL, 'Who read a personal notice');

-- Months that are gone.
CREATE TABLE aged_month (
  table_name text        COLLATE "C",
  month      date,
  dropped_at timestamptz,
  -- The ids of the month: from `first_id`, up to but not including `end_id`.
  first_id   text        COLLATE "C" NOT NULL,
  end_id     text        COLLATE "C" NOT NULL,
  -- Of the archive. NULL: none was made.
  file       text,
  row_count  bigint,
  bytes      bigint,
  sha256     bytea,
  PRIMARY KEY (table_name, month, dropped_at)
);

-- Whether the row of this id went with its month.
CREATE FUNCTION is_aged(of_table text, id text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM aged_month WHERE table_name = of_table AND id >= first_id AND id < end_id)
$$;

-- Sorts before every id of this kind that is made from then on. As `firstIdOf` in server/core/ids.ts.
CREATE FUNCTION first_id_of(prefix text, at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT prefix || '_' || string_agg(
           substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (floor(extract(epoch FROM at) * 1000)::bigint >> (5 * place) & 31)::integer, 1), '' ORDER BY place DESC)
    FROM generate_series(0, 9) AS place
$$;

-- When an id was made. As `timeOfId` in server/core/ids.ts.
CREATE FUNCTION time_of_id(id text) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT to_timestamp(sum((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(right(id, 26), 10 - place, 1)) - 1)::bigint << (5 * place)) / 1000)
    FROM generate_series(0, 9) AS place
$$;

-- Makes the months from this one to that of `upto`, and those of rows that wait in `…_rest`. Returns how many. Works with the owner's rights: a server owns no
-- table. It reads and writes as before meanwhile: a month is made beside its table and then attached. Ids that share six characters of their time were made
-- within eighteen minutes: their first and last moment stand for all of them, however many wait.
CREATE FUNCTION make_months(upto timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '500ms' AS $$
DECLARE
  kind retention;
  months timestamp[];
  begins timestamp;
  part text;
  rest text;
  low text;
  high text;
  waiting boolean;
  made integer := 0;
BEGIN
  IF upto > now() + interval '2 years' THEN
    RAISE EXCEPTION 'months are made two years ahead at most' USING ERRCODE = 'restrict_violation';
  END IF;
  PERFORM pg_advisory_xact_lock(5245244);
  FOR kind IN SELECT * FROM retention ORDER BY table_name LOOP
    rest := kind.table_name || '_rest';
    EXECUTE format('
      SELECT array_agg(month ORDER BY month)
        FROM (SELECT month
                FROM generate_series(date_trunc(''month'', now() AT TIME ZONE ''UTC''), $1 AT TIME ZONE ''UTC'', interval ''1 month'') AS month
               UNION
              SELECT date_trunc(''month'', at AT TIME ZONE ''UTC'')
                FROM (SELECT DISTINCT left(%1$I, length($3) + 7) AS quarter FROM %2$I WHERE %1$I ~ $2) AS waiting,
                     unnest(ARRAY[time_of_id(rpad(quarter, length($3) + 27, ''0'')), time_of_id(rpad(quarter, length($3) + 27, ''Z''))]) AS at
               WHERE at BETWEEN now() - interval ''20 years'' AND now() + interval ''2 years'') AS needed', kind.key_column, rest)
      INTO months USING upto, '^' || kind.id_prefix || '_[0-7][0-9A-HJKMNP-TV-Z]{25}$', kind.id_prefix;
    FOREACH begins IN ARRAY coalesce(months, '{}') LOOP
      part := kind.table_name || to_char(begins, '_YYYY_MM');
      CONTINUE WHEN to_regclass(part) IS NOT NULL;
      low := first_id_of(kind.id_prefix, begins AT TIME ZONE 'UTC');
      high := first_id_of(kind.id_prefix, (begins + interval '1 month') AT TIME ZONE 'UTC');
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part, kind.table_name);
      EXECUTE format('SELECT EXISTS (SELECT 1 FROM %1$I WHERE %2$I >= $1 AND %2$I < $2)', rest, kind.key_column) INTO waiting USING low, high;
      IF waiting THEN
        -- From one part of the table to another: nothing is deleted. The lock that this takes lets no row come between the two statements.
        EXECUTE format('ALTER TABLE %I DISABLE TRIGGER USER', rest);
        EXECUTE format('INSERT INTO %3$I SELECT * FROM %1$I WHERE %2$I >= $1 AND %2$I < $2', rest, kind.key_column, part) USING low, high;
        EXECUTE format('DELETE FROM %1$I WHERE %2$I >= $1 AND %2$I < $2', rest, kind.key_column) USING low, high;
        EXECUTE format('ALTER TABLE %I ENABLE TRIGGER USER', rest);
      END IF;
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', kind.table_name, part, low, high);
      made := made + 1;
    END LOOP;
  END LOOP;
  RETURN made;
END $$;

-- Drops a month whose time is over by the database's clock, and writes it down. `file`, `row_count`, `bytes` and `sha256` are those of its archive, where
-- `retention` asks for one. Waits for its lock only for a moment, because everybody who comes later waits behind it.
CREATE FUNCTION drop_month(of_table text, month date, file text, row_count bigint, bytes bigint, sha256 bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '200ms' AS $$
DECLARE
  kind retention;
  begins timestamp := date_trunc('month', month);
  ends timestamp := begins + interval '1 month';
  part text := of_table || to_char(begins, '_YYYY_MM');
  waiting boolean := false;
BEGIN
  SELECT * INTO kind FROM retention WHERE table_name = of_table;
  IF NOT FOUND OR NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass(quote_ident(part)) AND inhparent = to_regclass(quote_ident(of_table))) THEN
    RAISE EXCEPTION 'there is no month %', part USING ERRCODE = 'undefined_table';
  END IF;
  IF ends AT TIME ZONE 'UTC' + make_interval(days => kind.keep_days) > now() THEN
    RAISE EXCEPTION 'the time of % is not over', part USING ERRCODE = 'restrict_violation';
  END IF;
  IF kind.archived <> (num_nulls(file, row_count, bytes, sha256) = 0) THEN
    RAISE EXCEPTION '% is dropped % archive', part, CASE WHEN kind.archived THEN 'with an' ELSE 'without an' END USING ERRCODE = 'restrict_violation';
  END IF;
  IF kind.waits_for IS NOT NULL THEN
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I WHERE %s)', part, kind.waits_for) INTO waiting;
  END IF;
  IF waiting THEN
    RAISE EXCEPTION '% has rows that wait', part USING ERRCODE = 'restrict_violation';
  END IF;
  EXECUTE format('DROP TABLE %I', part);
  INSERT INTO aged_month (table_name, month, dropped_at, first_id, end_id, file, row_count, bytes, sha256)
  VALUES (of_table, begins, clock_timestamp(), first_id_of(kind.id_prefix, begins AT TIME ZONE 'UTC'), first_id_of(kind.id_prefix, ends AT TIME ZONE 'UTC'),
          file, row_count, bytes, sha256);
END $$;

-- Only for whom db/grants.ts names.
REVOKE EXECUTE ON FUNCTION make_months, drop_month FROM PUBLIC;

-- -------------------------------------------------------------------------------------------------
-- The answers of calls that must happen once, prices that were shown, and what servers tell one another.

CREATE TABLE request_key (
  cell       smallint,
  account_id text        COLLATE "C",
  route      text        COLLATE "C",
  request_no text        COLLATE "C",
  body_hash  bytea       NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  -- Sealed: a kept answer may show names and addresses. NULL while the first request is at work; its transaction holds the row.
  answer_enc bytea,
  PRIMARY KEY (cell, account_id, route, request_no),
  CHECK (cell = cell_of(account_id))
);
CREATE INDEX request_key_expires_at ON request_key (expires_at);

-- A price that was shown. Used at most once: `used_at` is set in the transaction that charges it.
CREATE TABLE quote (
  cell       smallint NOT NULL,
  quote_id   text        COLLATE "C" NOT NULL,
  account_id text        COLLATE "C" NOT NULL,
  scene      text        NOT NULL,
  -- What was priced: the action must ask for the same.
  input_hash bytea       NOT NULL,
  lines      jsonb       NOT NULL,
  total      bigint      NOT NULL CHECK (total >= 0),
  currency   text        NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at    timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (cell, quote_id),
  CHECK (cell = cell_of(account_id))
);
CREATE INDEX quote_expires_at ON quote (expires_at);

-- Counters of tries and of budgets, shared by all processes. `key` is a keyed hash where it names a person.
CREATE TABLE tally (
  subject    text        COLLATE "C",
  key        text        COLLATE "C",
  count      integer     NOT NULL,
  started_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (subject, key)
);
CREATE INDEX tally_expires_at ON tally (expires_at);

-- Calls that were given out to servers, by who makes them. A row lives for a minute and is rebuilt by the next call, so it needs no log:
-- a statement on it waits for no disk and no standby, and after a crash everybody begins anew.
CREATE UNLOGGED TABLE rate_limit (
  key     text        COLLATE "C" PRIMARY KEY,
  -- Can be above the limit: the last lease of a window is cut down to what was left.
  taken   integer     NOT NULL,
  ends_at timestamptz NOT NULL
);

-- Which job workers are alive. A worker writes its row every two seconds and holds a session lock while it lives, so that the jobs of
-- one that was killed are released within seconds, and those of one that is only slow are not.
CREATE TABLE job_worker (
  -- In graphile_worker: locked_by.
  pool_id  text        COLLATE "C" PRIMARY KEY,
  -- The second key of the advisory lock that its process holds.
  lock_key integer     NOT NULL,
  -- By the database's clock.
  seen_at  timestamptz NOT NULL
);

-- How long the decisions of each process took, since it was started: the desk's health page adds them up. Each process writes its own row again
-- within seconds, so the table needs no log.
CREATE UNLOGGED TABLE decision_figures (
  process    text        COLLATE "C" PRIMARY KEY,
  buckets    integer[]   NOT NULL,
  count      integer     NOT NULL,
  unanswered integer     NOT NULL,
  seen_at    timestamptz NOT NULL
);

-- How far the clock of a simulated world has been moved forward. All server processes follow it; where the outside is real there is no row.
CREATE TABLE simulated_clock (
  one       boolean DEFAULT true PRIMARY KEY CHECK (one),
  offset_ms bigint  NOT NULL CHECK (offset_ms >= 0)
);

CREATE TABLE demo_world (
  one         boolean     DEFAULT true PRIMARY KEY CHECK (one),
  began_at    timestamptz NOT NULL,
  -- NULL: the telling was cut short, and what stands here is half a world.
  finished_at timestamptz
);

-- -------------------------------------------------------------------------------------------------
-- The double-entry ledger: accounts, transfers, entries, holds. Amounts are whole minor units of the currency.
-- Only server/ledger/ writes here (the decision path through the statement that server/ledger/posting/decisionSql.ts spells).
-- All of a transfer is in the cell of its account, so the books of each cell balance for themselves.

-- An account is a code of the chart and an owner; the ledger knows no cards. `la_id` is small and fixed, because
-- rows are locked by it in the hot path. An account of the platform has a row in each cell that uses it: together they are the account.
CREATE TABLE ledger_account (
  la_id      bigint      GENERATED ALWAYS AS IDENTITY,
  cell       smallint    NOT NULL CHECK (cell >= 0 AND cell < 64),
  account_id text        COLLATE "C" NOT NULL,
  code       text        COLLATE "C" NOT NULL,
  owner      text        COLLATE "C" NOT NULL,
  currency   text        COLLATE "C" NOT NULL,
  scale      smallint    NOT NULL,
  normal     text        COLLATE "C" NOT NULL CHECK (normal IN ('D', 'C')),
  mode       text        COLLATE "C" NOT NULL CHECK (mode IN ('ROW', 'DEFERRED')),
  -- What `posted - held` may not go under; NULL where anything goes.
  floor      bigint,
  -- In the direction of `normal`. A DEFERRED account leaves all three at zero and is never locked: its entries are summed.
  posted     bigint      NOT NULL DEFAULT 0,
  held       bigint      NOT NULL DEFAULT 0,
  version    bigint      NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (cell, la_id),
  UNIQUE (cell, account_id, code, owner, currency),
  CONSTRAINT deferred_has_no_balance CHECK (mode = 'ROW' OR posted = 0 AND held = 0 AND version = 0),
  CONSTRAINT held_not_negative CHECK (held >= 0),
  CONSTRAINT wallet_not_negative CHECK (code <> '2010' OR (posted - held) >= 0)
) WITH (fillfactor = 60);

-- What is written stays. A mistake is corrected by another transfer.
CREATE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: the ledger is append-only', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER accounts_stay BEFORE DELETE OR TRUNCATE ON ledger_account
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

-- No constraint, which would hash the account whenever a balance changes.
CREATE FUNCTION ledger_refuse_cell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is not in cell %', NEW.account_id, NEW.cell USING ERRCODE = 'check_violation', CONSTRAINT = 'account_in_its_cell';
END $$;
CREATE TRIGGER accounts_in_their_cells BEFORE INSERT OR UPDATE OF cell, account_id ON ledger_account
  FOR EACH ROW WHEN (NEW.account_id <> 'platform' AND NEW.cell <> cell_of(NEW.account_id)) EXECUTE FUNCTION ledger_refuse_cell();

CREATE TABLE ledger_transfer (
  cell                 smallint    NOT NULL,
  transfer_id          text        COLLATE "C" NOT NULL,
  account_id           text        COLLATE "C" NOT NULL,
  kind                 text        COLLATE "C" NOT NULL,
  biz_type             text        COLLATE "C" NOT NULL,
  biz_id               text        COLLATE "C" NOT NULL,
  leg                  text        COLLATE "C" NOT NULL DEFAULT '',
  -- When it happened outside; `posted_at` is when we booked it, and statements follow that.
  effective_at         timestamptz NOT NULL,
  posted_at            timestamptz NOT NULL,
  actor                text,
  memo                 text,
  meta                 jsonb,
  -- [{hold, amount}]: what it took of which holds.
  resolves             jsonb,
  reverses_transfer_id text        COLLATE "C",
  PRIMARY KEY (cell, transfer_id),
  CONSTRAINT transfer_once UNIQUE (cell, account_id, kind, biz_type, biz_id, leg),
  CONSTRAINT transfer_in_its_cell CHECK (cell = cell_of(account_id))
) PARTITION BY RANGE (cell);

CREATE FUNCTION ledger_check_transfers() RETURNS trigger
LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  broken text;
BEGIN
  SELECT transfer_id INTO broken
    FROM written
   WHERE NOT EXISTS (SELECT FROM ledger_entry AS entry
                      WHERE (entry.cell, entry.transfer_id) = (written.cell, written.transfer_id) AND entry.n = 1)
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % has no entries', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_has_entries';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER transfers_have_entries AFTER INSERT ON ledger_transfer REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_check_transfers();
CREATE TRIGGER transfers_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_transfer
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE ledger_entry (
  cell            smallint    NOT NULL,
  n               smallint    NOT NULL,
  transfer_id     text        COLLATE "C" NOT NULL,
  account_id      text        COLLATE "C" NOT NULL,
  la_id           bigint      NOT NULL,
  side            text        COLLATE "C" NOT NULL CHECK (side IN ('D', 'C')),
  amount          bigint      NOT NULL CHECK (amount > 0),
  currency        text        COLLATE "C" NOT NULL,
  -- Of ROW accounts: the balance that this entry left, and its place in the account's history (1, 2, 3 …).
  balance_after   bigint,
  account_version bigint,
  posted_at       timestamptz NOT NULL,
  PRIMARY KEY (cell, transfer_id, n),
  CHECK ((balance_after IS NULL) = (account_version IS NULL))
) PARTITION BY RANGE (cell);
CREATE UNIQUE INDEX ledger_entry_history ON ledger_entry (cell, la_id, account_version) WHERE account_version IS NOT NULL;

-- Entries of one transfer come in one statement, numbered from 1 without a gap, and balance in every currency. They are in the cell of
-- the transfer and of their accounts, and all accounts with a balance are of the transfer's own tenant: money never crosses cells. So no
-- later statement can add to a transfer: number 1 is taken. One check a statement, not one a row. (Plans of functions are
-- kept: one made while the tables were small would read them whole for ever after, so all but looking up row by row is off.)
CREATE FUNCTION ledger_check_entries() RETURNS trigger
LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  broken text;
BEGIN
  SELECT transfer_id INTO broken
    FROM (SELECT transfer_id,
                 sum(CASE side WHEN 'D' THEN amount ELSE -amount END) AS difference,
                 count(*) AS entries
            FROM written
           GROUP BY cell, transfer_id, currency) AS sums
   WHERE difference <> 0
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % does not balance', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_balances';
  END IF;

  SELECT transfer_id INTO broken
    FROM written
   GROUP BY cell, transfer_id
  HAVING min(n) <> 1 OR max(n) <> count(*) OR count(*) < 2
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % is not written whole', broken USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_whole';
  END IF;

  -- In place of foreign keys, which would check row by row and share-lock the rows of the platform's busiest accounts.
  SELECT written.transfer_id INTO broken
    FROM written
    LEFT JOIN ledger_transfer AS transfer USING (cell, transfer_id)
    LEFT JOIN ledger_account AS account USING (cell, la_id)
   WHERE transfer.transfer_id IS NULL
      OR account.la_id IS NULL
      OR account.currency <> written.currency
      OR (account.mode = 'ROW') <> (written.account_version IS NOT NULL)
      OR (account.account_id <> transfer.account_id AND (account.mode = 'ROW' OR account.account_id <> 'platform'))
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % has an entry that fits no transfer or account', broken USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'entry_fits';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER entries_balance AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_check_entries();
CREATE TRIGGER entries_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

-- Money set aside without entries, except by authorizations, which are their own holds. amount = posted + released + remaining.
CREATE TABLE ledger_hold (
  cell       smallint    NOT NULL,
  hold_id    text        COLLATE "C" NOT NULL,
  account_id text        COLLATE "C" NOT NULL,
  la_id      bigint      NOT NULL,
  amount     bigint      NOT NULL CHECK (amount > 0),
  posted     bigint      NOT NULL DEFAULT 0 CHECK (posted >= 0),
  remaining  bigint      NOT NULL CHECK (remaining >= 0),
  state      text        COLLATE "C" NOT NULL CHECK (state IN ('OPEN', 'PARTIAL', 'POSTED', 'VOIDED')),
  biz_type   text        COLLATE "C" NOT NULL,
  biz_id     text        COLLATE "C" NOT NULL,
  -- Of a hold on a wallet: {kind of the transfer that will post it, and the rest of FlowMeta}, so that the statement can show it in flight.
  meta       jsonb,
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (cell, hold_id),
  CONSTRAINT hold_once UNIQUE (cell, account_id, biz_type, biz_id),
  CONSTRAINT hold_in_its_cell CHECK (cell = cell_of(account_id)),
  CONSTRAINT hold_not_over_resolved CHECK ((posted + remaining) <= amount),
  CONSTRAINT hold_open_while_something_remains CHECK ((state IN ('OPEN', 'PARTIAL')) = (remaining > 0))
) PARTITION BY RANGE (cell);
CREATE INDEX ledger_hold_in_flight ON ledger_hold (cell, la_id, hold_id) WHERE remaining > 0;
CREATE TRIGGER holds_stay BEFORE DELETE OR TRUNCATE ON ledger_hold
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

SELECT make_cells('ledger_transfer');
SELECT make_cells('ledger_entry');
SELECT make_cells('ledger_hold');

-- Up to where a proof found no break, so that the next one reads what is new (docs/decisions/0068-the-nightly-proof-reads-what-is-new.md). A row for each cell and
-- mark; a proof writes those of all cells.
CREATE TABLE ledger_checkpoint (
  cell          smallint NOT NULL,
  -- No transfer has this id: those that sort before it are part of the checkpoint.
  mark          text     COLLATE "C" NOT NULL,
  -- Since the mark before: how many, and the hash of all that they say.
  transfers     bigint   NOT NULL,
  entries       bigint   NOT NULL,
  books_hash    bytea    NOT NULL,
  -- Of the cell's rows of the two tables below.
  balances_hash bytea    NOT NULL,
  -- Of this row and the hash before it; signed with a key that is not in the database.
  hash          bytea    NOT NULL,
  signature     bytea    NOT NULL,
  PRIMARY KEY (cell, mark)
);
CREATE TRIGGER checkpoints_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_checkpoint
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

-- What the entries before the newest mark came to. An account without entries there has no row.
CREATE TABLE ledger_checkpoint_balance (
  cell    smallint NOT NULL,
  la_id   bigint   NOT NULL,
  debits  bigint   NOT NULL,
  credits bigint   NOT NULL,
  entries bigint   NOT NULL,
  -- Of ROW accounts, by the kinds that a statement shows as loads (credits less debits) and as spending (debits less credits).
  loaded  bigint   NOT NULL,
  spent   bigint   NOT NULL,
  PRIMARY KEY (cell, la_id)
) WITH (fillfactor = 80);

-- What transfers before the newest mark took of the holds that were still open. From a hold that is older than the mark and not here, nothing may be taken any more.
CREATE TABLE ledger_checkpoint_hold (
  cell    smallint NOT NULL,
  hold_id text     COLLATE "C" NOT NULL,
  taken   bigint   NOT NULL,
  PRIMARY KEY (cell, hold_id)
);

-- Proofs of the books: the nightly ones, and those that somebody asked for.
CREATE TABLE book_proof (
  proof_id   text        COLLATE "C" PRIMARY KEY,
  state      text        NOT NULL CHECK (state IN ('WAITING', 'HOLDS', 'BROKEN', 'FAILED')),
  -- WHOLE: read everything. NEW: what is new since the checkpoint. NULL: not decided yet.
  kind       text        CHECK (kind IN ('WHOLE', 'NEW')),
  -- How many entries it has read.
  entries    bigint,
  checks     integer,
  breaks     jsonb       NOT NULL DEFAULT '[]'::jsonb,
  asked_by   text        NOT NULL,
  created_at timestamptz NOT NULL,
  took_ms    integer,
  ended_at   timestamptz,
  -- The cover of client money per currency as a proof found it, with the rates that it used.
  cover      jsonb
);
CREATE INDEX book_proof_newest ON book_proof (created_at DESC);

-- -------------------------------------------------------------------------------------------------
-- The service’s own people: who they are, how they sign in, what two of them decide together, and the chain of what they did.
-- Nothing here is shared with the logins and sessions of account holders.

CREATE TABLE staff (
  staff_id      text        COLLATE "C" PRIMARY KEY,
  login_name    text        COLLATE "C" NOT NULL UNIQUE CHECK (login_name ~ '^[a-z][a-z0-9._-]{1,31}$'),
  name_cn       text        NOT NULL,
  name_en       text        NOT NULL,
  password_hash text        NOT NULL,
  -- The authenticator's secret, encrypted with a key that is not here.
  secret_enc    bytea       NOT NULL,
  -- The last time step of which a code was taken: a code is good once, and no older one after it.
  last_step     bigint      NOT NULL DEFAULT 0,
  roles         text[]      NOT NULL,
  disabled_at   timestamptz,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL
);

CREATE TABLE staff_session (
  session_id     text        COLLATE "C" PRIMARY KEY,
  staff_id       text        COLLATE "C" NOT NULL REFERENCES staff,
  token_hash     bytea       NOT NULL UNIQUE,
  expires_at     timestamptz NOT NULL,
  last_active_at timestamptz NOT NULL,
  ip             text        NOT NULL,
  device         text        NOT NULL,
  ended_at       timestamptz,
  ended_why      text        CHECK (ended_why IN ('signed_out', 'idle', 'replaced', 'disabled', 'roles')),
  created_at     timestamptz NOT NULL
);
CREATE INDEX staff_session_staff ON staff_session (staff_id, created_at) WHERE ended_at IS NULL;

-- What one person wants to do and another has to agree to. The payload never changes; its hash says so.
CREATE TABLE approval (
  approval_id  text        COLLATE "C" PRIMARY KEY,
  kind         text        COLLATE "C" NOT NULL,
  -- What it is done to, as people know it: an order number, a login name.
  target       text        NOT NULL,
  -- Whose account, if it is one's.
  account_id   text        COLLATE "C",
  amount_cents bigint,
  payload      jsonb       NOT NULL,
  -- What the checker is shown, frozen with it: a list of { label, before, after }.
  diff         jsonb       NOT NULL,
  hash         bytea       NOT NULL,
  reason       text        NOT NULL,
  -- While one waits for this, no other of its kind may be asked for: two changes of one thing would undo each other.
  only_one     text        COLLATE "C",
  maker_id     text        COLLATE "C" NOT NULL REFERENCES staff,
  -- How many others have to agree.
  needs        integer     NOT NULL DEFAULT 1 CHECK (needs >= 1 AND needs <= 3),
  state        text        NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'EXPIRED')),
  decided_why  text,
  decided_at   timestamptz,
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL
);
CREATE UNIQUE INDEX approval_only_one ON approval (kind, only_one) WHERE state = 'WAITING';
CREATE INDEX approval_maker ON approval (maker_id, created_at DESC);
CREATE INDEX approval_waiting ON approval (expires_at) WHERE state = 'WAITING';
CREATE INDEX approval_newest ON approval (created_at DESC, approval_id DESC);
CREATE INDEX approval_account ON approval (account_id, created_at DESC) WHERE account_id IS NOT NULL;

-- What is asked for stays as it was asked.
CREATE FUNCTION refuse_thawing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (OLD.kind, OLD.expires_at, OLD.target, OLD.account_id, OLD.amount_cents, OLD.payload, OLD.diff, OLD.hash, OLD.reason, OLD.only_one, OLD.maker_id, OLD.needs)
     IS DISTINCT FROM (NEW.kind, NEW.expires_at, NEW.target, NEW.account_id, NEW.amount_cents, NEW.payload, NEW.diff, NEW.hash, NEW.reason, NEW.only_one, NEW.maker_id, NEW.needs) THEN
    RAISE EXCEPTION 'an approval is frozen';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approval_frozen BEFORE DELETE OR UPDATE ON approval
  FOR EACH ROW EXECUTE FUNCTION refuse_thawing();

-- Who agreed to it, or turned it down. Each checker once.
CREATE TABLE approval_vote (
  approval_id text        COLLATE "C" REFERENCES approval,
  staff_id    text        COLLATE "C" REFERENCES staff,
  agreed      boolean     NOT NULL,
  reason      text        NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (approval_id, staff_id)
);

-- The rule that nobody checks what they made, where nothing can go around it.
CREATE FUNCTION refuse_own_vote() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM approval WHERE approval_id = NEW.approval_id AND maker_id = NEW.staff_id) THEN
    RAISE EXCEPTION 'the maker of an approval does not vote on it';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approval_vote_not_by_maker BEFORE INSERT ON approval_vote
  FOR EACH ROW EXECUTE FUNCTION refuse_own_vote();

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only added to', TG_TABLE_NAME;
END $$;
CREATE TRIGGER approval_vote_only_grows BEFORE DELETE OR UPDATE ON approval_vote
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE attachment (
  file_id     text        COLLATE "C" PRIMARY KEY,
  staff_id    text        COLLATE "C" NOT NULL REFERENCES staff,
  -- NULL: uploaded, and nothing has been asked with it yet. Such are gone after a day.
  approval_id text        COLLATE "C" REFERENCES approval,
  name        text        NOT NULL,
  body_enc    bytea       NOT NULL,
  created_at  timestamptz NOT NULL
);
CREATE INDEX attachment_approval ON attachment (approval_id);
CREATE INDEX attachment_unused ON attachment (created_at) WHERE approval_id IS NULL;
-- Once a checker may have seen it, it stays as it is.
CREATE TRIGGER attachment_frozen BEFORE DELETE OR UPDATE ON attachment
  FOR EACH ROW WHEN ((old.approval_id IS NOT NULL)) EXECUTE FUNCTION refuse_change();

-- The last row of each chain: locked by whoever adds one, and the witness that no row is missing at the end.
CREATE TABLE staff_chain (
  chain text   COLLATE "C" PRIMARY KEY,
  seq   bigint NOT NULL,
  hash  bytea  NOT NULL
);

-- What staff did. Each row carries the hash of the row before it in its chain.
CREATE TABLE staff_audit (
  chain      text        COLLATE "C",
  seq        bigint,
  id         text        COLLATE "C" NOT NULL UNIQUE,
  staff_id   text        COLLATE "C",
  staff_name text        NOT NULL,
  action     text        NOT NULL,
  target     text        NOT NULL,
  account_id text        COLLATE "C",
  content_cn text        NOT NULL,
  content_en text        NOT NULL,
  reason     text        NOT NULL DEFAULT '',
  before     jsonb,
  after      jsonb,
  ip         text        NOT NULL,
  device     text        NOT NULL,
  created_at timestamptz NOT NULL,
  prev_hash  bytea       NOT NULL,
  hash       bytea       NOT NULL,
  -- A hash can be made by whoever can write here; a signature only with the key, which is not in the database.
  signature  bytea       NOT NULL,
  PRIMARY KEY (chain, seq)
);
CREATE INDEX staff_audit_newest ON staff_audit (created_at DESC, id DESC);
CREATE INDEX staff_audit_account ON staff_audit (account_id, created_at DESC) WHERE account_id IS NOT NULL;
CREATE TRIGGER staff_audit_only_grows BEFORE DELETE OR UPDATE ON staff_audit
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- How much personal data one of the staff was shown in the clear on one day (days since 1970, Shanghai): it has a cap.
CREATE TABLE staff_reveal (
  staff_id text    COLLATE "C" REFERENCES staff,
  day      integer,
  kind     text    COLLATE "C",
  times    integer NOT NULL CHECK (times > 0),
  PRIMARY KEY (staff_id, day, kind)
);

-- What one of the staff viewed of an account, and when that was last written down: a reload a minute later writes nothing.
CREATE TABLE staff_view (
  cell        smallint,
  staff_id    text        COLLATE "C" REFERENCES staff,
  account_id  text        COLLATE "C",
  what        text        COLLATE "C",
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, staff_id, what),
  CHECK (cell = cell_of(account_id))
);

-- Conditions that somebody has to look at now. One open alarm for each kind and subject: what happens again is counted.
CREATE TABLE alarm (
  alarm_id  text        COLLATE "C" PRIMARY KEY,
  kind      text        COLLATE "C" NOT NULL,
  subject   text        COLLATE "C" NOT NULL,
  detail    jsonb       NOT NULL,
  times     integer     NOT NULL DEFAULT 1,
  raised_at timestamptz NOT NULL,
  last_at   timestamptz NOT NULL,
  closed_at timestamptz,
  -- NULL with closed_at set: the condition ended and the server closed it.
  closed_by text        COLLATE "C"
);
CREATE UNIQUE INDEX alarm_open ON alarm (kind, subject) WHERE closed_at IS NULL;
CREATE INDEX alarm_closed ON alarm (closed_at) WHERE closed_at IS NOT NULL;

-- -------------------------------------------------------------------------------------------------
-- Who people are, how they sign in, and how they prove it.

CREATE TABLE account (
  cell                smallint    NOT NULL,
  account_id          text        COLLATE "C" NOT NULL,
  -- Stands for the account in the largest tables.
  account_no          integer     GENERATED ALWAYS AS IDENTITY,
  -- The number that people see.
  user_no             text        COLLATE "C" NOT NULL,
  nickname            text        NOT NULL,
  status              text        NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'CLOSING', 'CLOSED', 'DEACTIVATED')),
  risk_state          text        NOT NULL DEFAULT 'NORMAL' CHECK (risk_state IN ('NORMAL', 'WARN', 'SHUTDOWN')),
  -- Owes money: nothing may be opened or loaded until it is covered.
  restricted          boolean     NOT NULL DEFAULT false,
  sub_switch          boolean     NOT NULL DEFAULT false,
  business            boolean     NOT NULL DEFAULT false,
  identity            text        NOT NULL DEFAULT 'NONE' CHECK (identity IN ('NONE', 'PENDING', 'PASSED', 'REJECTED')),
  identity_type       text        CHECK (identity_type IN ('PERSON', 'BUSINESS')),
  invite_code         text        COLLATE "C" NOT NULL CHECK (invite_code ~ '^\d{6}(\d{2})?$'),
  -- Who invited it; decided at sign-up and never again.
  referrer_account_id text        COLLATE "C",
  lang                text        NOT NULL DEFAULT 'cn' CHECK (lang IN ('cn', 'en')),
  time_zone           text        NOT NULL DEFAULT 'Asia/Shanghai',
  created_at          timestamptz NOT NULL,
  updated_at          timestamptz NOT NULL,
  -- Restricted by staff, apart from `restricted`, which debts set and lift by themselves.
  held                boolean     NOT NULL DEFAULT false,
  PRIMARY KEY (cell, account_id),
  UNIQUE (cell, account_no),
  CONSTRAINT account_in_its_cell CHECK (cell = cell_of(account_id))
);
CREATE INDEX account_referrer ON account (referrer_account_id, created_at) WHERE referrer_account_id IS NOT NULL;

-- How staff find an account by the number that people see, and a sign-up its inviter.
CREATE TABLE account_code (
  code       text     COLLATE "C",
  kind       text     COLLATE "C" CHECK (kind IN ('USER_NO', 'INVITE')),
  cell       smallint NOT NULL,
  account_id text     COLLATE "C" NOT NULL,
  PRIMARY KEY (code, kind)
);

CREATE TABLE login (
  cell            smallint    NOT NULL,
  login_id        text        COLLATE "C" NOT NULL,
  account_id      text        COLLATE "C" NOT NULL,
  kind            text        NOT NULL CHECK (kind IN ('PARENT', 'SUB')),
  -- Encrypted; the keyed hash finds it. Both are of the form with the area, +8613800000001.
  mobile_enc      bytea       NOT NULL,
  -- NULL: the person has been forgotten.
  mobile_hash     bytea,
  login_name      text        COLLATE "C",
  password_hash   text        NOT NULL,
  password_at     timestamptz NOT NULL,
  google_bound_at timestamptz,
  -- Money does not leave before this instant (after a change of password, mobile or authenticator).
  cooldown_until  timestamptz,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, login_id),
  FOREIGN KEY (cell, account_id) REFERENCES account
);

-- The directories of logins: who signs in says a mobile or a name, and not which account it is. Each is given to one login at a time.
CREATE TABLE login_by_mobile (
  mobile_hash bytea    PRIMARY KEY,
  cell        smallint NOT NULL,
  account_id  text     COLLATE "C" NOT NULL,
  login_id    text     COLLATE "C" NOT NULL
);
CREATE TABLE login_by_name (
  login_name text     COLLATE "C" PRIMARY KEY,
  cell       smallint NOT NULL,
  account_id text     COLLATE "C" NOT NULL,
  login_id   text     COLLATE "C" NOT NULL
);

-- One sign-in. Only hashes of its tokens are here; the tokens themselves name the cell.
CREATE TABLE session (
  cell                  smallint    NOT NULL,
  session_id            text        COLLATE "C" NOT NULL,
  login_id              text        COLLATE "C" NOT NULL,
  account_id            text        COLLATE "C" NOT NULL,
  access_hash           bytea       NOT NULL,
  access_expires_at     timestamptz NOT NULL,
  -- The access token before this one, good for the few seconds in which requests are under way.
  previous_access_hash  bytea,
  previous_access_until timestamptz,
  refresh_expires_at    timestamptz NOT NULL,
  last_active_at        timestamptz NOT NULL,
  ip                    text        COLLATE "C" NOT NULL,
  device                text        NOT NULL,
  revoked_at            timestamptz,
  revoked_why           text        CHECK (revoked_why IN ('signed_out', 'idle', 'replaced', 'reused', 'frozen', 'closed', 'password', 'mobile', 'google', 'elsewhere', 'staff')),
  created_at            timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, session_id),
  UNIQUE (cell, access_hash),
  UNIQUE (cell, previous_access_hash),
  FOREIGN KEY (cell, account_id, login_id) REFERENCES login
);
CREATE INDEX session_login ON session (login_id, created_at) WHERE revoked_at IS NULL;
-- Whether two accounts have been used from one device.
CREATE INDEX session_account ON session (account_id, ip);

-- Every refresh token of a session, so that one used twice is recognised however old it is.
CREATE TABLE refresh_token (
  cell       smallint    NOT NULL,
  token_hash bytea       NOT NULL,
  account_id text        COLLATE "C" NOT NULL,
  session_id text        COLLATE "C" NOT NULL,
  -- The pair that follows is derived from this token and this salt: a second tab gets the same pair for ten seconds.
  next_salt  bytea,
  used_at    timestamptz,
  used_by    text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (cell, token_hash),
  FOREIGN KEY (cell, account_id, session_id) REFERENCES session ON DELETE CASCADE
);
CREATE INDEX refresh_token_session ON refresh_token (session_id);

-- What a browser keeps in place of a password: good once, then it is the next one's turn.
CREATE TABLE remember_token (
  cell       smallint    NOT NULL,
  token_hash bytea       NOT NULL,
  family_id  text        COLLATE "C" NOT NULL,
  account_id text        COLLATE "C" NOT NULL,
  login_id   text        COLLATE "C" NOT NULL,
  device     text        NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at    timestamptz,
  revoked_at timestamptz,
  created_at timestamptz NOT NULL,
  -- P-256, SubjectPublicKeyInfo.
  public_key bytea       NOT NULL CHECK (octet_length(public_key) = 91),
  PRIMARY KEY (cell, token_hash),
  FOREIGN KEY (cell, account_id, login_id) REFERENCES login
);
CREATE INDEX remember_token_family ON remember_token (family_id);
CREATE INDEX remember_token_login ON remember_token (login_id);

-- Wrong tries at signing in, by name and by where they come from: what a stranger does elsewhere keeps nobody out.
CREATE TABLE sign_in_attempt (
  -- Password of an account holder, sign-in of staff, digits of an authenticator app.
  subject        text        COLLATE "C",
  name_key       text        COLLATE "C",
  origin         text        COLLATE "C",
  network        text        COLLATE "C" NOT NULL,
  judging        integer     NOT NULL,
  judging_until  timestamptz NOT NULL,
  failures       integer     NOT NULL,
  failures_until timestamptz NOT NULL,
  blocked_until  timestamptz,
  last_at        timestamptz NOT NULL,
  PRIMARY KEY (subject, name_key, origin)
);
CREATE INDEX sign_in_attempt_network ON sign_in_attempt (network, last_at);
CREATE INDEX sign_in_attempt_last ON sign_in_attempt (last_at);

-- Browsers from which a login has signed in, by the hash of what the browser calls itself.
CREATE TABLE known_browser (
  cell         smallint,
  account_id   text        COLLATE "C",
  login_id     text        COLLATE "C",
  browser_hash bytea,
  last_at      timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, login_id, browser_hash),
  FOREIGN KEY (cell, account_id, login_id) REFERENCES login
);
CREATE INDEX known_browser_last ON known_browser (last_at);

-- The same for staff.
CREATE TABLE staff_browser (
  staff_id     text        COLLATE "C",
  browser_hash bytea,
  last_at      timestamptz NOT NULL,
  PRIMARY KEY (staff_id, browser_hash)
);
CREATE INDEX staff_browser_last ON staff_browser (last_at);

-- Six digits by SMS. One live code for each purpose and target.
CREATE TABLE sms_code (
  code_id        text        COLLATE "C" PRIMARY KEY,
  purpose        text        COLLATE "C" NOT NULL,
  target_hash    bytea       NOT NULL,
  login_id       text        COLLATE "C",
  -- What the code is for, beyond its purpose: a code for one payment does not confirm another.
  payload_hash   bytea,
  code_hash      bytea       NOT NULL,
  tries          integer     NOT NULL DEFAULT 0,
  expires_at     timestamptz NOT NULL,
  used_at        timestamptz,
  created_at     timestamptz NOT NULL,
  -- A code is tried by whoever asked for it. Tries of others in the same network are counted apart; from elsewhere there are none.
  requester_hash bytea,
  network        text,
  tries_nearby   integer     NOT NULL DEFAULT 0
);
CREATE INDEX sms_code_target ON sms_code (target_hash, purpose, created_at DESC);
CREATE INDEX sms_code_expires_at ON sms_code (expires_at);

-- A proof that somebody did something extra (a captcha, a code), good once.
CREATE TABLE ticket (
  ticket_hash bytea       PRIMARY KEY,
  scene       text        NOT NULL,
  login_id    text        COLLATE "C",
  expires_at  timestamptz NOT NULL,
  used_at     timestamptz,
  created_at  timestamptz NOT NULL
);
CREATE INDEX ticket_expires_at ON ticket (expires_at);

CREATE TABLE captcha (
  captcha_key text        COLLATE "C" PRIMARY KEY,
  kind        text        NOT NULL CHECK (kind IN ('slide', 'text', 'work')),
  answer      text        NOT NULL,
  expires_at  timestamptz NOT NULL,
  used_at     timestamptz,
  created_at  timestamptz NOT NULL
);
CREATE INDEX captcha_expires_at ON captcha (expires_at);

-- The secret that an authenticator app shares with us, sealed. Until it is confirmed it has a deadline.
CREATE TABLE google_secret (
  cell          smallint    NOT NULL,
  account_id    text        COLLATE "C" NOT NULL,
  login_id      text        COLLATE "C" NOT NULL,
  secret_enc    bytea       NOT NULL,
  -- NULL: bound.
  pending_until timestamptz,
  -- The 30-second step of the last code that was taken: neither it nor one before it is taken again.
  last_step     bigint      NOT NULL DEFAULT 0,
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, login_id),
  FOREIGN KEY (cell, account_id, login_id) REFERENCES login
);

-- In place of a lost phone: each good once.
CREATE TABLE google_recovery (
  cell       smallint    NOT NULL,
  account_id text        COLLATE "C" NOT NULL,
  login_id   text        COLLATE "C" NOT NULL,
  code_hash  bytea       NOT NULL,
  used_at    timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, login_id, code_hash),
  FOREIGN KEY (cell, account_id, login_id) REFERENCES login
);

CREATE TABLE login_log (
  cell        smallint    NOT NULL,
  id          text        COLLATE "C" NOT NULL,
  -- '' with the login: somebody typed a name that nobody has.
  account_id  text        COLLATE "C" NOT NULL,
  login_id    text        COLLATE "C" NOT NULL,
  type        text        NOT NULL CHECK (type IN ('PWD', 'CODE', 'GOOGLE', 'REFRESH')),
  ip          text        NOT NULL,
  device      text        NOT NULL,
  result      text        NOT NULL CHECK (result IN ('OK', 'FAIL')),
  fail_reason text,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, id),
  CHECK (cell = cell_of(account_id))
) PARTITION BY RANGE (id);
CREATE TABLE login_log_rest PARTITION OF login_log DEFAULT;
CREATE INDEX login_log_login ON login_log (login_id, id DESC);

-- A picture or document that proves something: sealed, and shown to its owner and to staff alone.
CREATE TABLE identity_file (
  cell       smallint NOT NULL,
  file_id    text        COLLATE "C" NOT NULL,
  account_id text        COLLATE "C" NOT NULL,
  name       text        NOT NULL,
  mime       text        NOT NULL CHECK (mime IN ('image/jpeg', 'image/png')),
  body_enc   bytea       NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, file_id),
  FOREIGN KEY (cell, account_id) REFERENCES account
);
CREATE INDEX identity_file_account ON identity_file (account_id, created_at);

CREATE TABLE identity_order (
  cell        smallint NOT NULL,
  order_no    text        COLLATE "C" NOT NULL,
  account_id  text        COLLATE "C" NOT NULL,
  type        text        NOT NULL CHECK (type IN ('PERSON', 'BUSINESS')),
  -- Names, numbers and contact, sealed together.
  payload_enc bytea       NOT NULL,
  file_ids    text[]      NOT NULL,
  status      text        NOT NULL CHECK (status IN ('PENDING', 'REVIEWING', 'NEED_INFO', 'PASSED', 'REJECTED', 'EXPIRED')),
  reason      text        NOT NULL DEFAULT '',
  need_fields text[]      NOT NULL DEFAULT '{}',
  -- Who looked at it. A business needs two who are not the same.
  reviewers   text[]      NOT NULL DEFAULT '{}',
  audited_at  timestamptz,
  expires_at  timestamptz,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  -- When it was sent in last (a case that lacked something comes again), and who has it on the desk.
  sent_at     timestamptz NOT NULL,
  taken_by    text        COLLATE "C" REFERENCES staff,
  PRIMARY KEY (cell, account_id, order_no),
  FOREIGN KEY (cell, account_id) REFERENCES account
);
CREATE INDEX identity_order_account ON identity_order (account_id, created_at DESC);
-- Staff open a case by its number alone.
CREATE UNIQUE INDEX identity_order_no ON identity_order (cell, order_no);
CREATE UNIQUE INDEX identity_order_open ON identity_order (cell, account_id) WHERE status IN ('PENDING', 'REVIEWING', 'NEED_INFO');
CREATE INDEX identity_order_expires ON identity_order (expires_at) WHERE status = 'PASSED';
CREATE INDEX identity_order_waiting ON identity_order (sent_at) WHERE status IN ('PENDING', 'REVIEWING');

-- One of the staff sees the papers of one case in the clear until then, and has said why.
CREATE TABLE identity_look (
  cell       smallint NOT NULL,
  look_id    text        COLLATE "C" NOT NULL,
  account_id text        COLLATE "C" NOT NULL,
  order_no   text        COLLATE "C" NOT NULL,
  staff_id   text        COLLATE "C" NOT NULL REFERENCES staff,
  reason     text        NOT NULL,
  until      timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, look_id),
  CHECK (cell = cell_of(account_id))
);
CREATE TRIGGER identity_look_only_grows BEFORE DELETE OR UPDATE ON identity_look
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- -------------------------------------------------------------------------------------------------
-- Roles, and the sub-accounts that have them: seats that are paid for, budgets, and what a sub-account asks of its parent.

-- Roles. A system role belongs to no account and is everybody's.
CREATE TABLE role (
  role_id    text        COLLATE "C" PRIMARY KEY,
  account_id text        COLLATE "C",
  name       text        COLLATE "C" NOT NULL,
  remark     text        NOT NULL DEFAULT '',
  -- The key of the template in the contract.
  system     text        COLLATE "C" UNIQUE,
  version    integer     NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (account_id, name),
  CHECK ((account_id IS NULL) = (system IS NOT NULL))
);

CREATE TABLE role_permission (
  role_id text COLLATE "C" REFERENCES role ON DELETE CASCADE,
  -- A page id or an element key.
  perm_id text COLLATE "C",
  PRIMARY KEY (role_id, perm_id)
);

CREATE TABLE sub_account (
  cell          smallint NOT NULL,
  -- The number that people see, and that cards carry as their owner.
  sub_uid       text        COLLATE "C" NOT NULL,
  -- Stands for the sub-account in the largest tables.
  sub_no        integer     GENERATED ALWAYS AS IDENTITY,
  account_id    text        COLLATE "C" NOT NULL,
  login_id      text        COLLATE "C" NOT NULL,
  nickname      text        COLLATE "C" NOT NULL,
  role_id       text        COLLATE "C" NOT NULL REFERENCES role,
  -- What the role gives, written here whenever the role or its assignment changes: a request reads one row.
  granted_keys  text[]      NOT NULL DEFAULT '{}',
  granted_pages text[]      NOT NULL DEFAULT '{}',
  -- EXPIRED is not a status: it is expires_at having passed.
  status        text        NOT NULL DEFAULT 'NORMAL' CHECK (status IN ('NORMAL', 'FROZEN')),
  expires_at    timestamptz NOT NULL,
  free_seat     boolean     NOT NULL DEFAULT false,
  budget_cents  bigint      CHECK (budget_cents >= 0),
  budget_period text        CHECK (budget_period IN ('DAY', 'MONTH', 'TOTAL')),
  remark        text        NOT NULL DEFAULT '',
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  -- Given one by one, when asked for; they are the sub-account's until it gets another role.
  extra_keys    text[]      NOT NULL DEFAULT '{}',
  -- The days before its end on which its parent was told of it, and 0 when it ended.
  told_days     integer[]   NOT NULL DEFAULT '{}',
  -- Rises with every change of what a sub-account may do; the server says it with every answer, so that a console that is open hears of it.
  grant_version integer     NOT NULL DEFAULT 1,
  PRIMARY KEY (cell, account_id, sub_uid),
  UNIQUE (cell, sub_no),
  UNIQUE (cell, login_id),
  CONSTRAINT sub_account_name_taken UNIQUE (cell, account_id, nickname),
  FOREIGN KEY (cell, account_id, login_id) REFERENCES login
);
CREATE INDEX sub_account_ending ON sub_account (expires_at);

-- What was paid for how long a seat. The money waits in account 2220 and becomes income day by day, as plan_lot's in 2210.
CREATE TABLE seat_lot (
  cell             smallint NOT NULL,
  lot_id           text        COLLATE "C" NOT NULL,
  account_id       text        COLLATE "C" NOT NULL,
  sub_uid          text        COLLATE "C" NOT NULL,
  -- One payment may renew several.
  order_no         text        COLLATE "C" NOT NULL,
  paid_cents       bigint      NOT NULL CHECK (paid_cents >= 0),
  deferred_cents   bigint      NOT NULL,
  days             integer     NOT NULL CHECK (days > 0),
  starts_at        timestamptz NOT NULL,
  ends_at          timestamptz NOT NULL,
  recognised_cents bigint      NOT NULL DEFAULT 0,
  closed_at        timestamptz,
  created_at       timestamptz NOT NULL,
  PRIMARY KEY (cell, lot_id),
  FOREIGN KEY (cell, account_id, sub_uid) REFERENCES sub_account(cell, account_id, sub_uid),
  CHECK (deferred_cents >= paid_cents),
  CHECK (recognised_cents >= 0 AND recognised_cents <= deferred_cents),
  CHECK (ends_at > starts_at),
  FOREIGN KEY (cell, account_id) REFERENCES account
);
CREATE INDEX seat_lot_of_account ON seat_lot (account_id, starts_at);
CREATE INDEX seat_lot_running ON seat_lot (starts_at) WHERE recognised_cents < deferred_cents;

CREATE TABLE sub_ask (
  cell         smallint NOT NULL,
  ask_id       text        COLLATE "C" NOT NULL,
  account_id   text        COLLATE "C" NOT NULL,
  sub_uid      text        COLLATE "C" NOT NULL,
  kind         text        COLLATE "C" NOT NULL CHECK (kind IN ('BUDGET', 'RIGHT', 'FUNDS', 'RENEW')),
  -- Of BUDGET and FUNDS: how much more.
  amount_cents bigint      CHECK (amount_cents > 0),
  -- Of RIGHT: the element key.
  key          text        COLLATE "C",
  note         text        NOT NULL DEFAULT '',
  status       text        NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'GRANTED', 'DENIED')),
  answer       text        NOT NULL DEFAULT '',
  created_at   timestamptz NOT NULL,
  answered_at  timestamptz,
  PRIMARY KEY (cell, account_id, ask_id),
  FOREIGN KEY (cell, account_id, sub_uid) REFERENCES sub_account(cell, account_id, sub_uid),
  CHECK ((kind = 'RIGHT') = (key IS NOT NULL)),
  CHECK ((kind IN ('BUDGET', 'FUNDS')) = (amount_cents IS NOT NULL)),
  CHECK ((status = 'OPEN') = (answered_at IS NULL))
);
-- Asked twice before it is answered is one ask, as it was said last.
CREATE UNIQUE INDEX sub_ask_open ON sub_ask (cell, account_id, sub_uid, kind, COALESCE(key, '')) WHERE status = 'OPEN';
CREATE INDEX sub_ask_of_account ON sub_ask (account_id, ask_id DESC);

-- -------------------------------------------------------------------------------------------------
-- The record of what people did, and the chain over it.

CREATE TABLE operate_log (
  cell         smallint,
  account_id   text        COLLATE "C",
  id           text        COLLATE "C",
  -- NULL: the system itself.
  login_id     text        COLLATE "C",
  sub_uid      text        COLLATE "C",
  actor_name   text        NOT NULL,
  type         text        NOT NULL,
  target       text        NOT NULL,
  content_cn   text        NOT NULL,
  content_en   text        NOT NULL,
  before       jsonb,
  after        jsonb,
  amount_cents bigint,
  result       text        NOT NULL DEFAULT 'OK' CHECK (result IN ('OK', 'FAIL')),
  ip           text        NOT NULL,
  device       text        NOT NULL,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, id),
  CHECK (cell = cell_of(account_id))
) PARTITION BY RANGE (id);
CREATE TABLE operate_log_rest PARTITION OF operate_log DEFAULT;
CREATE INDEX operate_log_account ON operate_log (account_id, id DESC);
CREATE INDEX operate_log_sub ON operate_log (account_id, sub_uid, id DESC) WHERE sub_uid IS NOT NULL;
CREATE TRIGGER operate_log_only_grows BEFORE DELETE OR UPDATE ON operate_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Operations without a seal: written with the operation, deleted with its seal.
CREATE TABLE operate_unsealed (
  cell       smallint,
  account_id text     COLLATE "C",
  log_id     text     COLLATE "C",
  PRIMARY KEY (cell, account_id, log_id),
  CHECK (cell = cell_of(account_id))
);
CREATE INDEX operate_unsealed_next ON operate_unsealed (log_id);

-- The chain over the operation log of all accounts: each seal covers its row and the seal before it. Made behind the operations, so
-- that no operation waits for another's.
CREATE TABLE operate_seal (
  seq       bigint      PRIMARY KEY,
  log_id    text        COLLATE "C" NOT NULL UNIQUE,
  prev_hash bytea       NOT NULL,
  hash      bytea       NOT NULL,
  sealed_at timestamptz NOT NULL,
  signature bytea       NOT NULL
);
CREATE TRIGGER operate_seal_only_grows BEFORE DELETE OR UPDATE ON operate_seal
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- -------------------------------------------------------------------------------------------------
-- What staff do to accounts, and what accounts leave behind.

CREATE TABLE account_hold (
  cell       smallint NOT NULL,
  hold_id    text        COLLATE "C" NOT NULL,
  account_id text        COLLATE "C" NOT NULL,
  reason     text        NOT NULL,
  staff_id   text        COLLATE "C" NOT NULL REFERENCES staff,
  created_at timestamptz NOT NULL,
  lifted_at  timestamptz,
  lifted_by  text        COLLATE "C" REFERENCES staff,
  lifted_why text        NOT NULL DEFAULT '',
  PRIMARY KEY (cell, hold_id),
  CHECK ((lifted_at IS NULL) = (lifted_by IS NULL)),
  FOREIGN KEY (cell, account_id) REFERENCES account
);
CREATE UNIQUE INDEX account_hold_open ON account_hold (cell, account_id) WHERE lifted_at IS NULL;

-- Limits of one account in the place of everybody's. Rows are never changed: of those in force the newest holds, and one
-- without an amount is back to the standard.
CREATE TABLE account_limit (
  cell         smallint NOT NULL,
  seq          bigint      GENERATED ALWAYS AS IDENTITY,
  account_id   text        COLLATE "C" NOT NULL,
  key          text        COLLATE "C" NOT NULL CHECK (key IN ('topupPerDay', 'perLoad', 'yuanOnce')),
  amount_cents bigint      CHECK (amount_cents > 0),
  starts_at    timestamptz NOT NULL,
  ends_at      timestamptz,
  reason       text        NOT NULL,
  maker_id     text        COLLATE "C" NOT NULL REFERENCES staff,
  checker_id   text        COLLATE "C" NOT NULL REFERENCES staff,
  approval_id  text        COLLATE "C" NOT NULL REFERENCES approval,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (cell, seq),
  UNIQUE (cell, approval_id),
  CHECK (ends_at > starts_at),
  CHECK (checker_id <> maker_id),
  FOREIGN KEY (cell, account_id) REFERENCES account
);
CREATE INDEX account_limit_account ON account_limit (account_id, key, seq DESC);
CREATE TRIGGER account_limit_only_grows BEFORE DELETE OR UPDATE ON account_limit
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Money that staff put into a wallet or take out of it: AJ1, always by two people.
CREATE TABLE adjustment (
  cell            smallint NOT NULL,
  adjust_no       text        COLLATE "C" NOT NULL,
  account_id      text        COLLATE "C" NOT NULL,
  cause           text        NOT NULL,
  direction       text        NOT NULL CHECK (direction IN ('IN', 'OUT')),
  amount_cents    bigint      NOT NULL CHECK (amount_cents > 0),
  reason          text        NOT NULL,
  maker_id        text        COLLATE "C" NOT NULL REFERENCES staff,
  checker_id      text        COLLATE "C" NOT NULL REFERENCES staff,
  approval_id     text        COLLATE "C" NOT NULL REFERENCES approval,
  transfer_id     text        COLLATE "C" NOT NULL,
  created_at      timestamptz NOT NULL,
  -- A fee that staff give back: of which charge, and on which account of fees it was earned.
  fee_transfer_id text        COLLATE "C",
  fee_code        text        COLLATE "C",
  PRIMARY KEY (cell, adjust_no),
  UNIQUE (cell, approval_id),
  UNIQUE (cell, transfer_id),
  CHECK (checker_id <> maker_id),
  CHECK ((fee_transfer_id IS NULL) = (fee_code IS NULL)),
  FOREIGN KEY (cell, account_id) REFERENCES account
);
CREATE INDEX adjustment_account ON adjustment (account_id, created_at DESC);
CREATE INDEX adjustment_fee ON adjustment (fee_transfer_id) WHERE fee_transfer_id IS NOT NULL;
CREATE TRIGGER adjustment_only_grows BEFORE DELETE OR UPDATE ON adjustment
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- An account that is leaving. Its wallet's money waits as payable until staff have paid it out.
CREATE TABLE closing_case (
  cell          smallint NOT NULL,
  case_id       text        COLLATE "C" NOT NULL,
  account_id    text        COLLATE "C" NOT NULL,
  reason        text        NOT NULL,
  amount_cents  bigint      NOT NULL CHECK (amount_cents >= 0),
  bank_card_id  text        COLLATE "C",
  status        text        NOT NULL DEFAULT 'CLOSING' CHECK (status IN ('CLOSING', 'CLOSED')),
  paid_at       timestamptz,
  -- Names and numbers are forgotten after this instant, and not before the money is out.
  forget_at     timestamptz NOT NULL,
  forgotten_at  timestamptz,
  created_at    timestamptz NOT NULL,
  -- Since when money of an account that is leaving waits to be paid out: set with the first credit of 2410, empty when nothing waits.
  waiting_since timestamptz,
  PRIMARY KEY (cell, account_id, case_id),
  UNIQUE (cell, account_id),
  FOREIGN KEY (cell, account_id) REFERENCES account
);
-- Staff open a case by its id alone, and settle a payout by its number alone.
CREATE UNIQUE INDEX closing_case_id ON closing_case (cell, case_id);
CREATE INDEX closing_case_forget ON closing_case (forget_at) WHERE forgotten_at IS NULL;
CREATE INDEX closing_case_waiting ON closing_case (waiting_since) WHERE waiting_since IS NOT NULL;

-- A payout that two people decided. SENT: out of 2410, and its bank has not confirmed it. RETURNED: it came back, and waits again.
CREATE TABLE closing_payout (
  cell               smallint NOT NULL,
  payout_no          text        COLLATE "C" NOT NULL,
  case_id            text        COLLATE "C" NOT NULL,
  account_id         text        COLLATE "C" NOT NULL,
  target             text        NOT NULL CHECK (target IN ('CARD', 'BANK', 'SOURCE')),
  -- A payout card of the holder, a bank account that staff were given (sealed), or the top-up that the money came with.
  bank_card_id       text        COLLATE "C",
  payee_sealed       bytea,
  payee_text         text        NOT NULL,
  source_transfer_id text        COLLATE "C",
  amount_cents       bigint      NOT NULL CHECK (amount_cents > 0),
  -- What is to be sent, in the currency of the source: cents, fen, or millionths of a USDT.
  pay_units          bigint      NOT NULL CHECK (pay_units > 0),
  pay_currency       text        NOT NULL CHECK (pay_currency IN ('USD', 'CNY', 'USDT')),
  state              text        NOT NULL CHECK (state IN ('SENT', 'PAID', 'RETURNED')),
  reference          text        COLLATE "C",
  reason             text        NOT NULL,
  maker_id           text        COLLATE "C" NOT NULL,
  checker_id         text        COLLATE "C" NOT NULL,
  approval_id        text        COLLATE "C" NOT NULL,
  transfer_id        text        COLLATE "C" NOT NULL,
  return_transfer_id text        COLLATE "C",
  created_at         timestamptz NOT NULL,
  settled_at         timestamptz,
  PRIMARY KEY (cell, account_id, payout_no),
  UNIQUE (cell, approval_id),
  UNIQUE (cell, transfer_id),
  UNIQUE (cell, return_transfer_id),
  FOREIGN KEY (cell, account_id, case_id) REFERENCES closing_case(cell, account_id, case_id),
  CHECK ((target = 'CARD') = (bank_card_id IS NOT NULL)),
  CHECK ((target = 'BANK') = (payee_sealed IS NOT NULL)),
  CHECK ((target = 'SOURCE') = (source_transfer_id IS NOT NULL)),
  CHECK ((state = 'PAID') = (reference IS NOT NULL)),
  CHECK ((state = 'RETURNED') = (return_transfer_id IS NOT NULL))
);
CREATE UNIQUE INDEX closing_payout_no ON closing_payout (cell, payout_no);
CREATE INDEX closing_payout_sent ON closing_payout (created_at) WHERE state = 'SENT';
-- One payment of a bank, a provider or a chain is one payout.
CREATE UNIQUE INDEX closing_payout_reference ON closing_payout (cell, reference) WHERE reference IS NOT NULL;
CREATE INDEX closing_payout_source ON closing_payout (source_transfer_id) WHERE source_transfer_id IS NOT NULL;

-- -------------------------------------------------------------------------------------------------
-- Rate plans, coupons, and what staff change of the product. Nobody needs a row to be on BASIC.

CREATE TABLE plan (
  group_id           text    COLLATE "C" PRIMARY KEY,
  code               text    COLLATE "C" NOT NULL UNIQUE,
  name_cn            text    NOT NULL,
  name_en            text    NOT NULL,
  level              integer NOT NULL UNIQUE,
  price_month_cents  bigint  NOT NULL CHECK (price_month_cents >= 0),
  period_days        integer NOT NULL DEFAULT 30,
  purchase_mode      text    NOT NULL CHECK (purchase_mode IN ('NONE', 'SELF', 'CONTACT')),
  -- NULL: the list price of the range.
  open_fee_cents     bigint  CHECK (open_fee_cents >= 0),
  load_fee_bps       integer NOT NULL,
  topup_fee_off_bps  integer NOT NULL DEFAULT 0,
  max_cards          integer NOT NULL,
  batch_max          integer NOT NULL,
  free_seats         integer NOT NULL,
  max_seats          integer NOT NULL,
  seat_price_cents   bigint  NOT NULL,
  -- The most that one load may bring; by contract for the highest plans, so a large number there.
  per_load_max_cents bigint  NOT NULL,
  rebate_bonus_bps   integer NOT NULL DEFAULT 0,
  support_level      text    NOT NULL,
  version            integer NOT NULL DEFAULT 1
);

-- What a plan gave in each of its versions: who bought under one keeps it.
CREATE TABLE plan_terms (
  group_id           text    COLLATE "C",
  code               text    COLLATE "C" NOT NULL,
  name_cn            text    NOT NULL,
  name_en            text    NOT NULL,
  level              integer NOT NULL,
  price_month_cents  bigint  NOT NULL,
  period_days        integer NOT NULL,
  purchase_mode      text    NOT NULL,
  open_fee_cents     bigint,
  load_fee_bps       integer NOT NULL,
  topup_fee_off_bps  integer NOT NULL,
  max_cards          integer NOT NULL,
  batch_max          integer NOT NULL,
  free_seats         integer NOT NULL,
  max_seats          integer NOT NULL,
  seat_price_cents   bigint  NOT NULL,
  per_load_max_cents bigint  NOT NULL,
  rebate_bonus_bps   integer NOT NULL,
  support_level      text    NOT NULL,
  version            integer,
  PRIMARY KEY (group_id, version)
);

CREATE TABLE plan_subscription (
  cell            smallint NOT NULL,
  subscription_id text        COLLATE "C" NOT NULL,
  account_id      text        COLLATE "C" NOT NULL,
  group_id        text        COLLATE "C" NOT NULL REFERENCES plan,
  status          text        NOT NULL CHECK (status IN ('ACTIVE', 'EXPIRED', 'REPLACED')),
  source          text        NOT NULL CHECK (source IN ('BUY', 'GIFT', 'STAFF')),
  starts_at       timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL,
  created_at      timestamptz NOT NULL,
  -- The days before the end on which its owner was told of it, so that each is told once.
  told_days       integer[]   NOT NULL DEFAULT '{}',
  plan_version    integer     NOT NULL DEFAULT 1,
  PRIMARY KEY (cell, subscription_id),
  CHECK (expires_at > starts_at),
  FOREIGN KEY (cell, account_id) REFERENCES account
);
CREATE UNIQUE INDEX plan_subscription_one_active ON plan_subscription (cell, account_id) WHERE status = 'ACTIVE';
CREATE INDEX plan_subscription_ending ON plan_subscription (expires_at) WHERE status = 'ACTIVE';

-- What was paid for how long. The money waits in account 2210 and becomes income day by day.
CREATE TABLE plan_lot (
  cell             smallint NOT NULL,
  lot_id           text        COLLATE "C" NOT NULL,
  account_id       text        COLLATE "C" NOT NULL,
  group_id         text        COLLATE "C" NOT NULL REFERENCES plan,
  order_no         text        COLLATE "C" NOT NULL,
  -- Of the wallet's money and what earlier lots brought: what an upgrade gives back is a share of it.
  paid_cents       bigint      NOT NULL CHECK (paid_cents >= 0),
  -- What was put into 2210 for it: with a coupon more than was paid.
  deferred_cents   bigint      NOT NULL,
  days             integer     NOT NULL CHECK (days > 0),
  starts_at        timestamptz NOT NULL,
  ends_at          timestamptz NOT NULL,
  recognised_cents bigint      NOT NULL DEFAULT 0,
  -- Given up for a higher plan before its end.
  closed_at        timestamptz,
  created_at       timestamptz NOT NULL,
  plan_version     integer     NOT NULL DEFAULT 1,
  PRIMARY KEY (cell, lot_id),
  CHECK (deferred_cents >= paid_cents),
  CHECK (recognised_cents >= 0 AND recognised_cents <= deferred_cents),
  CHECK (ends_at > starts_at),
  FOREIGN KEY (cell, account_id) REFERENCES account
);
CREATE INDEX plan_lot_of_account ON plan_lot (account_id, starts_at);
CREATE INDEX plan_lot_running ON plan_lot (starts_at) WHERE recognised_cents < deferred_cents;

CREATE TABLE plan_order (
  cell             smallint,
  account_id       text        COLLATE "C",
  order_no         text        COLLATE "C",
  action           text        NOT NULL CHECK (action IN ('BUY', 'STACK', 'UPGRADE')),
  group_id         text        COLLATE "C" NOT NULL REFERENCES plan,
  months           integer     NOT NULL,
  days             integer     NOT NULL,
  list_cents       bigint      NOT NULL,
  credit_cents     bigint      NOT NULL,
  coupon_id        text        COLLATE "C",
  coupon_off_cents bigint      NOT NULL,
  paid_cents       bigint      NOT NULL,
  login_id         text        COLLATE "C" NOT NULL,
  transfer_id      text        COLLATE "C",
  created_at       timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, order_no),
  FOREIGN KEY (cell, account_id) REFERENCES account
);

CREATE TABLE coupon_template (
  template_id      text        COLLATE "C" PRIMARY KEY,
  name_cn          text        NOT NULL,
  name_en          text        NOT NULL,
  type             text        NOT NULL CHECK (type IN ('OPEN_OFF', 'OPEN_FREE', 'LOAD_OFF', 'PLAN_OFF', 'PLAN_DAYS')),
  -- Cents; of LOAD_OFF basis points off the service fee; of PLAN_DAYS days; of OPEN_FREE nothing.
  value            bigint      NOT NULL CHECK (value >= 0),
  min_amount_cents bigint      NOT NULL DEFAULT 0,
  -- Empty: all of them.
  vids             text[]      NOT NULL DEFAULT '{}',
  group_ids        text[]      NOT NULL DEFAULT '{}',
  valid_days       integer     NOT NULL CHECK (valid_days > 0),
  -- How many may be given out.
  budget           integer     NOT NULL CHECK (budget > 0),
  status           text        NOT NULL DEFAULT 'ON' CHECK (status IN ('ON', 'OFF')),
  created_at       timestamptz NOT NULL,
  made_by          text        COLLATE "C" REFERENCES staff
);

CREATE TABLE coupon (
  cell        smallint,
  account_id  text        COLLATE "C",
  coupon_id   text        COLLATE "C",
  template_id text        COLLATE "C" NOT NULL REFERENCES coupon_template,
  -- LOCKED: taken by an order that is not finished. One that ran out is UNUSED with a past end.
  status      text        NOT NULL CHECK (status IN ('UNUSED', 'LOCKED', 'USED', 'REVOKED')),
  starts_at   timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  -- What took it, and when.
  biz_no      text        COLLATE "C",
  off_cents   bigint,
  used_at     timestamptz,
  created_at  timestamptz NOT NULL,
  given_by    text        COLLATE "C" REFERENCES staff,
  given_why   text        NOT NULL DEFAULT '',
  PRIMARY KEY (cell, account_id, coupon_id),
  CHECK ((status IN ('LOCKED', 'USED')) = (biz_no IS NOT NULL)),
  FOREIGN KEY (cell, account_id) REFERENCES account
);
CREATE INDEX coupon_by_order ON coupon (account_id, biz_no) WHERE biz_no IS NOT NULL;
CREATE INDEX coupon_of_template ON coupon (template_id);

-- Goes up with every change, so that whoever keeps the catalogue in memory notices.
CREATE TABLE product_desk (
  one     boolean DEFAULT true PRIMARY KEY CHECK (one),
  version bigint  NOT NULL DEFAULT 1
);

CREATE TABLE product_change (
  change_id     text        COLLATE "C" PRIMARY KEY,
  kind          text        COLLATE "C" NOT NULL CHECK (kind IN ('RANGE', 'PRICE', 'PLAN')),
  -- The range's vid or the plan's group_id.
  target        text        COLLATE "C" NOT NULL,
  -- Of a price: whose exception it is. NULL: the list price.
  account_id    text        COLLATE "C",
  -- Only what changes, as it was and as it will be.
  before        jsonb       NOT NULL,
  after         jsonb       NOT NULL,
  effective_at  timestamptz NOT NULL,
  state         text        NOT NULL CHECK (state IN ('SCHEDULED', 'IN_FORCE', 'WITHDRAWN')),
  reason        text        NOT NULL,
  made_by       text        COLLATE "C" NOT NULL REFERENCES staff,
  -- NULL: what one person may change alone.
  checked_by    text        COLLATE "C" REFERENCES staff,
  withdrawn_by  text        COLLATE "C" REFERENCES staff,
  withdrawn_why text,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  CHECK (checked_by <> made_by),
  CHECK ((state = 'WITHDRAWN') = (withdrawn_by IS NOT NULL))
);
-- Two that wait for one thing would undo each other: the later one knows nothing of the earlier.
CREATE UNIQUE INDEX product_change_one_waits ON product_change (kind, target, account_id) NULLS NOT DISTINCT WHERE state = 'SCHEDULED';
CREATE INDEX product_change_of_target ON product_change (target, created_at DESC);
CREATE INDEX product_change_due ON product_change (effective_at) WHERE state = 'SCHEDULED';

-- -------------------------------------------------------------------------------------------------
-- Cards: ranges and their prices, cards, orders and batches, groups and tags.

-- A card segment: what the issuer calls a programme, and the limits under which we sell it.
CREATE TABLE card_range (
  vid                text     COLLATE "C" PRIMARY KEY,
  issuer_id          text     COLLATE "C" NOT NULL,
  program_ref        text     COLLATE "C" NOT NULL,
  bin                text     NOT NULL CHECK (bin ~ '^\d{6,8}$'),
  network            text     NOT NULL CHECK (network IN ('VISA', 'MASTERCARD')),
  country            text     NOT NULL,
  currency           text     NOT NULL,
  billing_country    text     NOT NULL,
  -- VERIFIED: only the account's own verified people may be holders; FREE: the form may make one up.
  holder_mode        text     NOT NULL CHECK (holder_mode IN ('FREE', 'VERIFIED')),
  three_ds           boolean  NOT NULL,
  -- Is a ZIP code that the merchant gives compared with the billing address?
  avs                text     NOT NULL CHECK (avs IN ('OFF', 'IF_GIVEN')),
  edit_address       boolean  NOT NULL,
  min_open_cents     bigint   NOT NULL,
  max_open_cents     bigint   NOT NULL,
  min_load_cents     bigint   NOT NULL,
  per_load_max_cents bigint   NOT NULL,
  max_balance_cents  bigint   NOT NULL,
  stock              integer,
  issuer_cost_cents  bigint   NOT NULL DEFAULT 0,
  status             text     NOT NULL CHECK (status IN ('ON', 'OFF', 'SOLD_OUT')),
  tags               text[]   NOT NULL,
  scene_cn           text[]   NOT NULL,
  scene_en           text[]   NOT NULL,
  desc_cn            text     NOT NULL,
  desc_en            text     NOT NULL,
  sort               smallint NOT NULL,
  version            integer  NOT NULL DEFAULT 1,
  UNIQUE (issuer_id, program_ref)
);

-- What a segment costs: its list price (no account), and exceptions made for one account. Between the two stands what
-- the account's plan says. The nearer wins, figure by figure: NULL says nothing.
CREATE TABLE range_price (
  vid                    text        COLLATE "C" NOT NULL REFERENCES card_range,
  account_id             text        COLLATE "C",
  open_fee_cents         bigint,
  load_fee_bps           integer,
  load_fee_min_cents     bigint,
  cross_border_bps       integer,
  cross_border_min_cents bigint,
  decline_fee_cents      bigint,
  free_declines          integer,
  month_fee_cents        bigint,
  unload_fee_cents       bigint,
  effective_from         timestamptz NOT NULL,
  change_id              text        COLLATE "C" REFERENCES product_change,
  UNIQUE NULLS NOT DISTINCT (vid, account_id, effective_from)
);

CREATE TABLE card_group (
  cell       smallint,
  account_id text        COLLATE "C",
  gid        text        COLLATE "C",
  name       text        NOT NULL CHECK (char_length(name) >= 1 AND char_length(name) <= 20),
  remark     text        NOT NULL DEFAULT '',
  pinned     boolean     NOT NULL DEFAULT false,
  -- Among the pinned and among the others: the smallest first.
  sort       integer     NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, gid),
  CHECK (cell = cell_of(account_id))
);
-- "FB" and "fb" would be one group to whoever reads them.
CREATE UNIQUE INDEX card_group_name_taken ON card_group (cell, account_id, lower(name));

-- The sub-accounts that see a group. Their cards in it are theirs with or without this.
CREATE TABLE card_group_share (
  cell       smallint,
  account_id text COLLATE "C",
  gid        text COLLATE "C",
  sub_uid    text COLLATE "C",
  PRIMARY KEY (cell, account_id, gid, sub_uid),
  FOREIGN KEY (cell, account_id, gid) REFERENCES card_group(cell, account_id, gid) ON DELETE CASCADE
);
CREATE INDEX card_group_share_by_sub ON card_group_share (account_id, sub_uid);

CREATE TABLE card (
  cell          smallint,
  account_id    text        COLLATE "C",
  card_id       text        COLLATE "C",
  card_seq_no   text        COLLATE "C" NOT NULL,
  vid           text        COLLATE "C" NOT NULL REFERENCES card_range,
  bin           text        NOT NULL,
  network       text        NOT NULL,
  last4         text        COLLATE "C",
  exp_month     smallint,
  exp_year      smallint,
  -- The end of the month of expiry.
  expires_at    timestamptz,
  country       text        NOT NULL,
  status        text        COLLATE "C" NOT NULL CHECK (status IN ('PENDING', 'ACTIVE', 'CLOSING', 'CLOSED', 'EXPIRED', 'FAILED')),
  -- 1 USER, 2 RISK, 4 STAFF, 8 ISSUER, 16 ACCOUNT, 32 SUB (contract/cards/states.ts).
  blocks        integer     NOT NULL DEFAULT 0 CHECK (blocks >= 0 AND blocks <= 63),
  -- What people see, so that a list can be filtered and counted by it.
  shown_status  text        COLLATE "C" NOT NULL GENERATED ALWAYS AS (CASE WHEN status <> 'ACTIVE' THEN status WHEN (blocks & 2) <> 0 THEN 'RISK_FROZEN' WHEN blocks <> 0 THEN 'FROZEN' ELSE 'ACTIVE' END) STORED,
  issuer_id     text        COLLATE "C" NOT NULL,
  issuer_ref    text        COLLATE "C",
  -- When the issuer’s state that was applied last happened: news of before it is out of date.
  issuer_state_at timestamptz,
  -- The sub-account whose card it is; NULL for the parent's own.
  owner_sub_uid text        COLLATE "C",
  gid           text        COLLATE "C",
  remark        text        NOT NULL DEFAULT '',
  open_order_no text        COLLATE "C" NOT NULL,
  -- The card's account in the ledger (ledger_account.la_id).
  la_id         bigint      NOT NULL,
  -- Loaded and spent over its life: projections of the card's entries, rebuilt and compared by the proof.
  deposit_cents bigint      NOT NULL DEFAULT 0,
  consume_cents bigint      NOT NULL DEFAULT 0,
  opened_at     timestamptz,
  closed_at     timestamptz,
  -- Counts every change, so that the issuer is told the latest state and nothing older.
  version       integer     NOT NULL DEFAULT 1,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  -- First name, last name, street, city, state and zip code, as one list.
  holder_enc    bytea       NOT NULL,
  -- Keyed hashes of the beginnings of the names, to find them again.
  holder_marks  integer[]   NOT NULL,
  -- Keyed hash of the first five signs of the zip code, with which merchants' are compared.
  zip_hash      bytea       NOT NULL,
  PRIMARY KEY (cell, account_id, card_id),
  UNIQUE (cell, la_id),
  CONSTRAINT card_seq_no_taken UNIQUE (cell, account_id, card_seq_no),
  CHECK (cell = cell_of(account_id)),
  CONSTRAINT card_in_group FOREIGN KEY (cell, account_id, gid) REFERENCES card_group(cell, account_id, gid),
  CONSTRAINT card_made CHECK ((status IN ('PENDING', 'FAILED')) OR issuer_ref IS NOT NULL AND last4 IS NOT NULL AND expires_at IS NOT NULL)
) WITH (fillfactor = 80);
CREATE INDEX card_newest ON card (account_id, created_at DESC, card_id DESC);
CREATE INDEX card_newest_of_sub ON card (account_id, owner_sub_uid, created_at DESC, card_id DESC);
CREATE INDEX card_by_status ON card (account_id, shown_status, created_at DESC);
CREATE INDEX card_by_last4 ON card (account_id, last4);
CREATE INDEX card_by_gid ON card (account_id, gid) WHERE gid IS NOT NULL;
CREATE INDEX card_by_vid ON card (account_id, vid);
CREATE INDEX card_to_expire ON card (status, expires_at) WHERE status IN ('ACTIVE', 'EXPIRED');

-- How the issuer's events find their card: the issuer's names, each of one card, whatever its account.
CREATE TABLE card_issuer_ref (
  issuer_ref text     COLLATE "C",
  issuer_id  text     COLLATE "C",
  cell       smallint NOT NULL,
  account_id text     COLLATE "C" NOT NULL,
  card_id    text     COLLATE "C" NOT NULL,
  PRIMARY KEY (issuer_ref, issuer_id)
);

-- How a charge finds its card. Number and security code are never stored: these are keyed hashes, and the key is not in
-- the database. One narrow row, read in every decision.
CREATE TABLE card_number (
  pan_hmac   bytea    PRIMARY KEY,
  -- Where the card lies, and its money.
  cell       smallint NOT NULL,
  la_id      bigint   NOT NULL,
  account_id text     COLLATE "C" NOT NULL,
  card_id    text     COLLATE "C" NOT NULL,
  -- A security code has a thousand values: whoever had the key of the hashes and a card's number tried them all. So the value
  -- that a payment is compared with is sealed too (AES-256-GCM, bound to its card), with the other key.
  cvc_enc    bytea NOT NULL
);

CREATE TABLE card_batch (
  cell        smallint,
  account_id  text        COLLATE "C",
  -- For people to say on the telephone: B and eleven digits.
  batch_no    text        COLLATE "C",
  kind        text        NOT NULL CHECK (kind IN ('OPEN', 'LOAD', 'DELETE')),
  -- Who asked for it, as the operation log names them: its rows are done when nobody is asking any more.
  login_id    text        COLLATE "C" NOT NULL,
  sub_uid     text        COLLATE "C",
  by_name     text        NOT NULL,
  by_ip       text        NOT NULL,
  by_device   text        NOT NULL,
  -- The batch whose failed rows this one tries again.
  retry_of    text        COLLATE "C",
  -- DONE: all rows succeeded; PARTIAL: some; FAILED: none. In the transaction of the last row.
  status      text        NOT NULL CHECK (status IN ('RUNNING', 'DONE', 'PARTIAL', 'FAILED')),
  total       integer     NOT NULL CHECK (total > 0),
  -- What was set aside when it began.
  cost_cents  bigint      NOT NULL CHECK (cost_cents >= 0),
  created_at  timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (cell, account_id, batch_no),
  CHECK ((finished_at IS NULL) = (status = 'RUNNING')),
  CHECK (cell = cell_of(account_id))
);
CREATE INDEX card_batch_newest ON card_batch (account_id, created_at DESC, batch_no DESC);

CREATE TABLE card_order (
  cell             smallint,
  account_id       text        COLLATE "C",
  order_no         text        COLLATE "C",
  kind             text        COLLATE "C" NOT NULL CHECK (kind IN ('OPEN', 'LOAD', 'UNLOAD', 'CLOSE')),
  card_id          text        COLLATE "C" NOT NULL,
  login_id         text        COLLATE "C" NOT NULL,
  sub_uid          text        COLLATE "C",
  quote_id         text        COLLATE "C",
  amount_cents     bigint      NOT NULL CHECK (amount_cents >= 0),
  open_fee_cents   bigint      NOT NULL DEFAULT 0 CHECK (open_fee_cents >= 0),
  fee_cents        bigint      NOT NULL DEFAULT 0 CHECK (fee_cents >= 0),
  coupon_off_cents bigint      NOT NULL DEFAULT 0 CHECK (coupon_off_cents >= 0),
  total_cents      bigint      NOT NULL CHECK (total_cents >= 0),
  -- HELD: the money is set aside, the issuer not yet asked. SENT: asked, no answer yet. UNKNOWN: asked, and the answer was lost.
  status           text        COLLATE "C" NOT NULL CHECK (status IN ('HELD', 'SENT', 'UNKNOWN', 'SUCCESS', 'FAILED')),
  hold_id          text        COLLATE "C",
  transfer_id      text        COLLATE "C",
  tries            integer     NOT NULL DEFAULT 0,
  error            text,
  -- When to ask the issuer next; NULL when nothing is open.
  ask_at           timestamptz,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  batch_no         text        COLLATE "C",
  row_no           integer,
  -- The batch in which this failed row was tried again: it can be once.
  retried_in       text        COLLATE "C",
  PRIMARY KEY (cell, account_id, order_no),
  FOREIGN KEY (cell, account_id, batch_no) REFERENCES card_batch(cell, account_id, batch_no),
  FOREIGN KEY (cell, account_id, card_id) REFERENCES card(cell, account_id, card_id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT order_held CHECK (kind <> 'OPEN' OR hold_id IS NOT NULL),
  CONSTRAINT order_row CHECK ((batch_no IS NULL) = (row_no IS NULL))
);
CREATE UNIQUE INDEX card_order_no ON card_order (cell, order_no);
CREATE INDEX card_order_by_card ON card_order (account_id, card_id, created_at DESC);
CREATE INDEX card_order_to_ask ON card_order (ask_at) WHERE ask_at IS NOT NULL;
-- The key under which a row happens once.
CREATE UNIQUE INDEX card_order_by_batch ON card_order (cell, account_id, batch_no, row_no) WHERE batch_no IS NOT NULL;
-- A sub-account's budget is summed over its orders of a day, a month or ever.
CREATE INDEX card_order_of_sub ON card_order (account_id, sub_uid, created_at) INCLUDE (kind, status, total_cents, amount_cents, fee_cents) WHERE sub_uid IS NOT NULL;

CREATE TABLE card_import (
  cell       smallint,
  account_id text        COLLATE "C",
  batch_no   text        COLLATE "C",
  file_name  text        NOT NULL,
  -- Of the file as it was sent: the same one again is worth a warning.
  sha256     text        COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  -- The rows of the file: [{row, cells}], the cells in the order of the template's columns.
  lines_enc  bytea       NOT NULL,
  PRIMARY KEY (cell, account_id, batch_no),
  FOREIGN KEY (cell, account_id, batch_no) REFERENCES card_batch(cell, account_id, batch_no)
);
CREATE INDEX card_import_by_file ON card_import (account_id, sha256, created_at DESC);

CREATE TABLE card_log (
  cell         smallint,
  account_id   text        COLLATE "C",
  id           text        COLLATE "C",
  card_id      text        COLLATE "C" NOT NULL,
  type         text        NOT NULL,
  -- NULL: the system.
  login_id     text        COLLATE "C",
  sub_uid      text        COLLATE "C",
  before       text,
  after        text,
  amount_cents bigint,
  remark       text        NOT NULL DEFAULT '',
  result       text        NOT NULL,
  created_at   timestamptz NOT NULL,
  -- What a change of the holder said before and after.
  holders_enc  bytea,
  PRIMARY KEY (cell, account_id, id),
  CHECK (cell = cell_of(account_id))
) PARTITION BY RANGE (id);
CREATE TABLE card_log_rest PARTITION OF card_log DEFAULT;
CREATE INDEX card_log_by_card ON card_log (account_id, card_id, id DESC);

-- A new holder or billing address for a card. The card keeps the old one until the issuer has taken the new one:
-- merchants' zip codes are compared with what the issuer has.
CREATE TABLE card_holder_change (
  cell       smallint,
  account_id text        COLLATE "C",
  change_id  text        COLLATE "C",
  card_id    text        COLLATE "C" NOT NULL,
  login_id   text        COLLATE "C" NOT NULL,
  sub_uid    text        COLLATE "C",
  country    text        NOT NULL,
  -- UNKNOWN: asked, and the answer was lost. It is asked again, and is never taken for a no.
  status     text        COLLATE "C" NOT NULL CHECK (status IN ('SENT', 'UNKNOWN', 'DONE', 'REFUSED')),
  tries      integer     NOT NULL DEFAULT 0,
  error      text,
  ask_at     timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  holder_enc bytea       NOT NULL,
  PRIMARY KEY (cell, account_id, change_id),
  FOREIGN KEY (cell, account_id, card_id) REFERENCES card(cell, account_id, card_id)
);
CREATE INDEX card_holder_change_by_card ON card_holder_change (account_id, card_id, created_at DESC);
-- One at a time, or an answer that comes late would undo a newer wish.
CREATE UNIQUE INDEX card_holder_change_open ON card_holder_change (cell, account_id, card_id) WHERE status IN ('SENT', 'UNKNOWN');
CREATE INDEX card_holder_change_to_ask ON card_holder_change (ask_at) WHERE ask_at IS NOT NULL;

CREATE TABLE tag (
  cell       smallint,
  account_id text        COLLATE "C",
  tag_id     text        COLLATE "C",
  name       text        NOT NULL CHECK (char_length(name) >= 1 AND char_length(name) <= 16),
  color      text        NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, tag_id),
  CHECK (cell = cell_of(account_id))
);
CREATE UNIQUE INDEX tag_name_taken ON tag (cell, account_id, lower(name));

CREATE TABLE card_tag (
  cell       smallint,
  account_id text COLLATE "C",
  card_id    text COLLATE "C",
  tag_id     text COLLATE "C",
  PRIMARY KEY (cell, account_id, card_id, tag_id),
  FOREIGN KEY (cell, account_id, card_id) REFERENCES card(cell, account_id, card_id),
  FOREIGN KEY (cell, account_id, tag_id) REFERENCES tag(cell, account_id, tag_id) ON DELETE CASCADE
);
CREATE INDEX card_tag_by_tag ON card_tag (account_id, tag_id, card_id);

-- When a login was last shown card numbers: the limit holds for any hour, not for each hour of the clock, around whose end twice as many could be seen.
CREATE TABLE card_reveals (
  cell       smallint NOT NULL,
  account_id text          COLLATE "C" NOT NULL,
  login_id   text          COLLATE "C" NOT NULL,
  shown_at   timestamptz[] NOT NULL,
  PRIMARY KEY (cell, account_id, login_id),
  CHECK (cell = cell_of(account_id))
);

-- Full card numbers on their way to their owner: the encrypted file until it is fetched, once, or its time is over. Its password is
-- nowhere here.
CREATE TABLE full_export (
  cell       smallint NOT NULL,
  link_hash  bytea       NOT NULL,
  account_id text        COLLATE "C" NOT NULL,
  login_id   text        COLLATE "C" NOT NULL,
  name       text        NOT NULL,
  file       bytea       NOT NULL,
  cards      integer     NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (cell, link_hash),
  CHECK (cell = cell_of(account_id))
);
CREATE INDEX full_export_expires_at ON full_export (expires_at);

-- What cards have, for lists and sums: the ledger's figures under the names that cards use.
CREATE VIEW card_balance AS
  SELECT cell, la_id, posted AS balance_cents, held AS pending_cents, posted - held AS available_cents
    FROM ledger_account
   WHERE code = '2020';

-- -------------------------------------------------------------------------------------------------
-- What cards did at merchants. `auth` and `card_usage` are the hot tables: each authorization is one row of the first
-- and one update of the second, so an index more on them is paid for by every purchase.

-- Merchants as the network names them. Written the first time that one is seen, then only read.
CREATE TABLE merchant (
  merchant_no integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ref         text        COLLATE "C" NOT NULL,
  name        text        COLLATE "C" NOT NULL,
  mcc         text        COLLATE "C" NOT NULL,
  country     text        COLLATE "C" NOT NULL,
  -- What a search looks into: the name, and the descriptor as far as it is the same in every purchase.
  words       text        COLLATE "C" NOT NULL,
  created_at  timestamptz NOT NULL,
  UNIQUE (ref, name, mcc, country, words)
);
-- Small, because merchants are far fewer than purchases; the tenant is in auth_by_merchant.
CREATE INDEX merchant_words ON merchant USING gin (words gin_trgm_ops);

-- One row for each authorization, and its own hold. Narrow, because it is most of all data: ids are numbers (the account's, the card's ledger account, eight bytes for the authorization, which
-- are `atx_…` outside), and columns stand by their width, so that nothing is lost to alignment.
CREATE TABLE auth (
  -- Milliseconds since 2020 and 22 bits that count: in the order of time.
  auth_id           bigint      NOT NULL,
  la_id             bigint      NOT NULL,
  -- Keyed hash of the issuer and its name for the request, which stands below.
  ref_hash          bigint      NOT NULL,
  -- What the first answer approved; it is given again to whoever asks again.
  answered_cents    bigint      NOT NULL,
  -- What was asked for in all (increments added, reversals taken off), in cents of the card.
  amount_cents      bigint      NOT NULL,
  merchant_amount   bigint      NOT NULL,
  -- The fee that is held with it, and everything that is still held: an authorization is its own hold.
  fee_cents         bigint      NOT NULL DEFAULT 0,
  held_cents        bigint      NOT NULL DEFAULT 0,
  -- Everything that was ever held for it: what is still held, was cleared, or was let go.
  placed_cents      bigint      NOT NULL DEFAULT 0,
  cleared_cents     bigint      NOT NULL DEFAULT 0,
  -- The cross-border fee is on the sum of what an authorization's clearings have taken, so each takes what is missing of it.
  fee_taken_cents   bigint      NOT NULL DEFAULT 0,
  occurred_at       timestamptz NOT NULL,
  expires_at        timestamptz,
  -- What it counts in its card's day amount, and on which day. NULL: what was approved first, on the day of its id.
  usage_cents       bigint,
  usage_day         integer,
  account_no        integer     NOT NULL,
  merchant_no       integer     NOT NULL,
  -- The sub-account that had the card then.
  owner_sub_no      integer,
  cell              smallint    NOT NULL,
  counted           boolean     NOT NULL DEFAULT false,
  status            text        COLLATE "C" NOT NULL CHECK (status IN ('PENDING', 'PARTIAL', 'COMPLETE', 'REVERSED', 'EXPIRED', 'DECLINED')),
  reason            text        COLLATE "C",
  iso_code          text        COLLATE "C" NOT NULL,
  three_ds          text        COLLATE "C",
  pos               text        COLLATE "C" NOT NULL,
  issuer_id         text        COLLATE "C" NOT NULL,
  issuer_ref        text        COLLATE "C" NOT NULL,
  merchant_currency text        COLLATE "C" NOT NULL,
  rate              text        COLLATE "C",
  descriptor        text        NOT NULL,
  PRIMARY KEY (cell, account_no, auth_id),
  CONSTRAINT auth_once UNIQUE (cell, ref_hash)
) PARTITION BY RANGE (cell);
CREATE INDEX auth_by_card ON auth (cell, la_id, auth_id);
-- Equal keys share one entry, so it costs a row a few bytes. A frequent merchant is found by walking back from the newest; this is for the others.
CREATE INDEX auth_by_merchant ON auth (cell, account_no, merchant_no);
-- Only while its money is held: what the sweep of deadlines walks.
CREATE INDEX auth_held ON auth (expires_at) WHERE status IN ('PENDING', 'PARTIAL');
CREATE INDEX auth_declined ON auth (cell, account_no, auth_id) WHERE status = 'DECLINED';
-- The rare ways to end, for the filter by status. No purchase begins in one of them, so a decision does not write here.
CREATE INDEX auth_ended ON auth (cell, account_no, auth_id) WHERE status IN ('PARTIAL', 'REVERSED', 'EXPIRED');
-- Days are counted over all accounts, which no other index serves. Block ranges cost a purchase next to nothing.
CREATE INDEX auth_by_time ON auth USING brin (occurred_at);
SELECT make_cells('auth', 'fillfactor = 90');

-- The id of an authorization as everybody outside of the table knows it: a ULID of its time and its count. As `authIdText` in server/trades/authId.ts.
CREATE FUNCTION auth_text(auth_id bigint) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN 'atx_'
      || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((((auth_id >> 22) + 1577836800000) >> 45) & 31)::integer + 1, 1)
      || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((((auth_id >> 22) + 1577836800000) >> 40) & 31)::integer + 1, 1)
      || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((((auth_id >> 22) + 1577836800000) >> 35) & 31)::integer + 1, 1)
      || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((((auth_id >> 22) + 1577836800000) >> 30) & 31)::integer + 1, 1)
      || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((((auth_id >> 22) + 1577836800000) >> 25) & 31)::integer + 1, 1)
      || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((((auth_id >> 22) + 1577836800000) >> 20) & 31)::integer + 1, 1)
      || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((((auth_id >> 22) + 1577836800000) >> 15) & 31)::integer + 1, 1)
      || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((((auth_id >> 22) + 1577836800000) >> 10) & 31)::integer + 1, 1)
      || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((((auth_id >> 22) + 1577836800000) >> 5) & 31)::integer + 1, 1)
      || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((((auth_id >> 22) + 1577836800000) >> 0) & 31)::integer + 1, 1)
      || '00000000000'
      || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (((auth_id & 4194303) >> 20) & 31)::integer + 1, 1)
      || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (((auth_id & 4194303) >> 15) & 31)::integer + 1, 1)
      || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (((auth_id & 4194303) >> 10) & 31)::integer + 1, 1)
      || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (((auth_id & 4194303) >> 5) & 31)::integer + 1, 1)
      || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (((auth_id & 4194303) >> 0) & 31)::integer + 1, 1);

-- The number of such a text; no authorization has that of another text. As `authKey` in server/trades/authId.ts.
CREATE FUNCTION auth_number(auth_text text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (((((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(auth_text, 5, 1)) - 1)::bigint << 45)
         | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(auth_text, 6, 1)) - 1)::bigint << 40)
         | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(auth_text, 7, 1)) - 1)::bigint << 35)
         | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(auth_text, 8, 1)) - 1)::bigint << 30)
         | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(auth_text, 9, 1)) - 1)::bigint << 25)
         | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(auth_text, 10, 1)) - 1)::bigint << 20)
         | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(auth_text, 11, 1)) - 1)::bigint << 15)
         | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(auth_text, 12, 1)) - 1)::bigint << 10)
         | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(auth_text, 13, 1)) - 1)::bigint << 5)
         | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(auth_text, 14, 1)) - 1)::bigint << 0)) - 1577836800000) << 22)
       | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(auth_text, 26, 1)) - 1)::bigint << 20)
       | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(auth_text, 27, 1)) - 1)::bigint << 15)
       | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(auth_text, 28, 1)) - 1)::bigint << 10)
       | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(auth_text, 29, 1)) - 1)::bigint << 5)
       | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(auth_text, 30, 1)) - 1)::bigint << 0);

-- What the rules remember of one card, and its part of the decline rate. The decision path alone writes here.
-- Instants are epoch milliseconds, as the rules calculate with them.
CREATE TABLE card_usage (
  cell            smallint NOT NULL,
  la_id           bigint   NOT NULL,
  -- Wrong security codes within 24 hours of the first; the third blocks the card until `blocked_until`.
  wrong_cvc       smallint NOT NULL,
  wrong_cvc_since bigint   NOT NULL,
  blocked_until   bigint   NOT NULL,
  -- Declines for want of money within 24 hours of the first.
  short           smallint NOT NULL,
  short_since     bigint   NOT NULL,
  -- Approvals of the running hour and the amount of the running day.
  hour            bigint   NOT NULL,
  hour_count      integer  NOT NULL,
  day             bigint   NOT NULL,
  day_cents       bigint   NOT NULL,
  -- The day (Asia/Shanghai, counted from 1970) that the two counters are of; older days are in card_day.
  rate_day        integer  NOT NULL,
  approved        integer  NOT NULL,
  declined        integer  NOT NULL,
  -- The last few approvals, in a ring of slots: what a duplicate is a duplicate of. The last column, beside the figures that change with it.
  recent          bytea    NOT NULL,
  PRIMARY KEY (cell, la_id)
) WITH (fillfactor = 50);

-- News of an authorization that we have not seen yet. When it comes it gets no hold.
CREATE TABLE auth_awaited (
  cell          smallint    NOT NULL,
  issuer_ref    text        COLLATE "C",
  issuer_id     text        COLLATE "C",
  reversed      boolean     NOT NULL,
  -- Settled for it so far.
  cleared_cents bigint      NOT NULL,
  created_at    timestamptz NOT NULL,
  -- Word of an authorization that has not come is word about one card: another card's authorization of that name is not meant.
  card_id       text        COLLATE "C",
  fee_cents     bigint      NOT NULL DEFAULT 0,
  PRIMARY KEY (cell, issuer_ref, issuer_id, card_id)
);

-- What happened to an authorization after it was approved. An increment is found again by the network's own name for it.
CREATE TABLE auth_event (
  cell         smallint    NOT NULL,
  account_id   text        COLLATE "C",
  event_id     text        COLLATE "C",
  auth_id      text        COLLATE "C",
  kind         text        COLLATE "C" NOT NULL CHECK (kind IN ('INCREMENT', 'REVERSAL', 'EXPIRY')),
  -- What it added to (or, for reversals and expiries, took from) what is held, and the answer that it got.
  amount_cents bigint      NOT NULL,
  fee_cents    bigint      NOT NULL DEFAULT 0,
  reason       text        COLLATE "C",
  iso_code     text        COLLATE "C",
  issuer_id    text        COLLATE "C" NOT NULL,
  ref          text        COLLATE "C" NOT NULL,
  -- An increment that was undone because its answer came too late.
  undone       boolean     NOT NULL DEFAULT false,
  occurred_at  timestamptz NOT NULL,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, auth_id, event_id),
  CONSTRAINT auth_event_once UNIQUE (cell, ref, issuer_id, kind),
  CHECK (cell = cell_of(account_id))
);

-- What settled. `amount_cents` as the card's balance feels it: purchases are negative, refunds positive.
CREATE TABLE trade (
  cell              smallint    NOT NULL,
  account_id        text        COLLATE "C",
  trade_id          text        COLLATE "C",
  card_id           text        COLLATE "C" NOT NULL,
  owner_sub_uid     text        COLLATE "C",
  auth_id           text        COLLATE "C",
  -- Kept until the authorization that it names arrives.
  awaited_ref       text        COLLATE "C",
  issuer_id         text        COLLATE "C" NOT NULL,
  clearing_ref      text        COLLATE "C" NOT NULL,
  type              text        COLLATE "C" NOT NULL CHECK (type IN ('PURCHASE', 'REFUND', 'FEE', 'FORCED', 'REVERSAL', 'CHARGEBACK', 'CHARGEBACK_REVERSAL', 'ADJUST')),
  status            text        COLLATE "C" NOT NULL CHECK (status IN ('POSTED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED', 'DISPUTED', 'UNDER_REVIEW')),
  merchant_no       integer     NOT NULL,
  descriptor        text        NOT NULL,
  amount_cents      bigint      NOT NULL,
  cross_fee_cents   bigint      NOT NULL DEFAULT 0,
  refunded_cents    bigint      NOT NULL DEFAULT 0,
  merchant_amount   bigint      NOT NULL,
  merchant_currency text        COLLATE "C" NOT NULL,
  rate              text        COLLATE "C",
  biz_code          smallint,
  arn               text        COLLATE "C",
  occurred_at       timestamptz NOT NULL,
  posted_at         timestamptz NOT NULL,
  -- The row that this one takes back.
  reverses_trade_id text        COLLATE "C",
  -- The purchase that a refund gives back, and the part of the refund that no purchase explains.
  refunds_trade_id  text        COLLATE "C",
  excess_cents      bigint      NOT NULL DEFAULT 0,
  PRIMARY KEY (cell, account_id, trade_id) INCLUDE (owner_sub_uid),
  CONSTRAINT trade_once UNIQUE (cell, clearing_ref, issuer_id),
  CONSTRAINT trade_reversal_names_its_trade CHECK ((type = 'REVERSAL') = (reverses_trade_id IS NOT NULL)),
  CHECK (cell = cell_of(account_id))
) PARTITION BY RANGE (cell);
CREATE INDEX trade_by_card ON trade (cell, card_id, trade_id);
CREATE INDEX trade_by_auth ON trade (cell, account_id, auth_id);
CREATE INDEX trade_by_merchant ON trade (cell, account_id, merchant_no);
CREATE INDEX trade_awaiting ON trade (cell, awaited_ref) WHERE awaited_ref IS NOT NULL;
-- What was settled on one day, of all accounts: rows stand nearly in the order of time, so a few pages of an index are enough.
CREATE INDEX trade_by_day ON trade USING brin (occurred_at);
-- A trade is reversed once.
CREATE UNIQUE INDEX trade_reversed_once ON trade (cell, account_id, reverses_trade_id) WHERE reverses_trade_id IS NOT NULL;
-- What no purchase explains, added up before another refund of the kind is spendable.
CREATE INDEX trade_excess ON trade (cell, account_id, trade_id) WHERE excess_cents > 0;
SELECT make_cells('trade', 'fillfactor = 100');

-- A refund that waits for staff: booked, and held where it was booked to.
CREATE TABLE refund_review (
  cell       smallint    NOT NULL,
  account_id text        COLLATE "C",
  trade_id   text        COLLATE "C",
  card_id    text        COLLATE "C" NOT NULL,
  hold_id    text        COLLATE "C" NOT NULL,
  held_cents bigint      NOT NULL,
  -- OPEN: waits. CLAIMED: an approval decides. RELEASED: the customer has it. RETURNED: staff sent it back to the merchant.
  -- REVERSED: the merchant took it back first.
  state      text        COLLATE "C" NOT NULL CHECK (state IN ('OPEN', 'CLAIMED', 'RELEASED', 'RETURNED', 'REVERSED')),
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by text,
  PRIMARY KEY (cell, account_id, trade_id),
  CHECK (cell = cell_of(account_id))
);
-- The desk knows the refund, and finds whose it is.
CREATE INDEX refund_review_by_trade ON refund_review (trade_id);
CREATE INDEX refund_review_waiting ON refund_review (created_at) WHERE state IN ('OPEN', 'CLAIMED');

-- The names of all events that an issuer told us. Never forgotten: an event that is repeated years later is not applied again.
CREATE TABLE issuer_event (
  event_id  text COLLATE "C",
  issuer_id text COLLATE "C",
  inbox_id  text COLLATE "C" NOT NULL,
  PRIMARY KEY (event_id, issuer_id)
);

-- What it told us, applied or not.
CREATE TABLE webhook_inbox (
  inbox_id    text        COLLATE "C" PRIMARY KEY,
  issuer_id   text        COLLATE "C" NOT NULL,
  event_id    text        COLLATE "C" NOT NULL,
  type        text        COLLATE "C" NOT NULL,
  card_ref    text        COLLATE "C" NOT NULL,
  body        jsonb       NOT NULL,
  state       text        COLLATE "C" NOT NULL CHECK (state IN ('NEW', 'DONE', 'HELD', 'DISMISSED')),
  error       text,
  received_at timestamptz NOT NULL,
  applied_at  timestamptz,
  -- HELD: not applied, waits at the desk. DISMISSED: closed by staff without posting.
  reason      text        COLLATE "C",
  -- What we have beside what the event says, for whoever decides.
  facts       jsonb,
  held_at     timestamptz,
  -- An approval decides about it.
  claimed     boolean     NOT NULL DEFAULT false
) PARTITION BY RANGE (inbox_id);
CREATE TABLE webhook_inbox_rest PARTITION OF webhook_inbox DEFAULT;
CREATE INDEX webhook_inbox_new ON webhook_inbox (card_ref, received_at) WHERE state = 'NEW';
CREATE INDEX webhook_inbox_held ON webhook_inbox (held_at) WHERE state IN ('HELD', 'DISMISSED');

-- How far we have read in an issuer's own list of events.
CREATE TABLE issuer_cursor (
  issuer_id  text        COLLATE "C" PRIMARY KEY,
  cursor     text        NOT NULL,
  updated_at timestamptz NOT NULL
);

-- Approvals and counted declines of a card on a day that is over for it. The rate is their sum over the window.
CREATE TABLE card_day (
  cell       smallint,
  account_id text     COLLATE "C",
  day        integer,
  card_id    text     COLLATE "C",
  approved   integer  NOT NULL,
  declined   integer  NOT NULL,
  PRIMARY KEY (cell, account_id, day, card_id),
  CHECK (cell = cell_of(account_id))
);

-- What cards spent, by the day of the posting in Asia/Shanghai and by who had the card then: the one source of every
-- figure called "spent". The proof compares it with the entries.
CREATE TABLE spend_day (
  cell          smallint,
  account_id    text     COLLATE "C",
  -- Days since 1970-01-01, as in card_day; 0 holds the sum of all days.
  day           integer,
  -- The sub-account that had the card, as the posting says; empty for the account's own cards.
  owner_sub_uid text     COLLATE "C",
  -- One of eight rows that add up, chosen by the card, so that an account's cards seldom wait for each other's row.
  part          smallint,
  spent_cents   bigint   NOT NULL,
  PRIMARY KEY (cell, account_id, day, owner_sub_uid, part),
  CHECK (cell = cell_of(account_id))
) WITH (fillfactor = 60);
CREATE INDEX spend_day_of_sub ON spend_day (account_id, owner_sub_uid, day);

-- Attempts of a day (Asia/Shanghai, counted from 1970) at a merchant by range, over all accounts. Only what says something
-- about range and merchant: a card without money is not the merchant's no.
CREATE TABLE merchant_day (
  day         integer,
  merchant_no integer,
  vid         text    COLLATE "C",
  attempts    integer NOT NULL,
  approved    integer NOT NULL,
  -- Of the attempts, those with a 3-D challenge.
  challenged  integer NOT NULL,
  PRIMARY KEY (day, merchant_no, vid)
);

-- How a range does at a merchant: the sum of its days, made anew every hour.
CREATE TABLE range_grade (
  name           text        COLLATE "C",
  mcc            text        COLLATE "C",
  country        text        COLLATE "C",
  vid            text        COLLATE "C" REFERENCES card_range,
  sample         integer     NOT NULL,
  approved       integer     NOT NULL,
  challenged     integer     NOT NULL,
  last30         integer     NOT NULL,
  -- Staff may say otherwise; what is computed does not touch it.
  override_grade text        COLLATE "C" CHECK (override_grade IN ('A', 'B', 'C', 'D', 'NA')),
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (name, mcc, country, vid)
);

-- A code that the issuer made for a purchase. It is shown for an hour, and its row is deleted then.
CREATE TABLE three_d_code (
  cell          smallint    NOT NULL,
  account_id    text        COLLATE "C",
  code_id       text        COLLATE "C",
  card_id       text        COLLATE "C" NOT NULL,
  -- The sub-account that had the card then.
  owner_sub_uid text        COLLATE "C",
  issuer_id     text        COLLATE "C" NOT NULL,
  challenge_ref text        COLLATE "C" NOT NULL,
  merchant_name text        NOT NULL,
  amount_cents  bigint      NOT NULL,
  -- AES-256-GCM under the field key, bound to the challenge.
  code_sealed   bytea       NOT NULL,
  -- When the challenge was finished, and how.
  finished_at   timestamptz,
  result        text        COLLATE "C" CHECK (result IN ('PASSED', 'FAILED', 'EXPIRED')),
  issued_at     timestamptz NOT NULL,
  expires_at    timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, code_id),
  CONSTRAINT three_d_code_once UNIQUE (cell, challenge_ref, issuer_id),
  CHECK ((finished_at IS NULL) = (result IS NULL)),
  CHECK (cell = cell_of(account_id))
);
CREATE INDEX three_d_code_by_card ON three_d_code (cell, card_id, issued_at);
-- What the sweep deletes.
CREATE INDEX three_d_code_by_age ON three_d_code (issued_at);

-- Which login has been shown which code: the log says each once, however often a page that lives asks for it.
CREATE TABLE three_d_seen (
  cell       smallint NOT NULL,
  account_id text     COLLATE "C",
  code_id    text     COLLATE "C",
  login_id   text     COLLATE "C",
  PRIMARY KEY (cell, account_id, code_id, login_id),
  FOREIGN KEY (cell, account_id, code_id) REFERENCES three_d_code(cell, account_id, code_id) ON DELETE CASCADE
);

-- How far up an account is. One row, locked by whoever weighs its declines, so that two who weigh at once tell once.
CREATE TABLE decline_watch (
  cell            smallint    NOT NULL,
  account_id      text        COLLATE "C",
  rung            text        COLLATE "C" NOT NULL CHECK (rung IN ('FINE', 'WARN', 'URGENT', 'STOP')),
  since           timestamptz NOT NULL,
  -- The day (Asia/Shanghai, counted from 1970) from which on attempts weigh: that of the last restoration. What stood
  -- on that day's counters when the account was restored does not.
  from_day        integer     NOT NULL DEFAULT 0,
  past_approved   integer     NOT NULL DEFAULT 0,
  past_declined   integer     NOT NULL DEFAULT 0,
  probation_until timestamptz,
  -- A rate that goes up and down around a rung is told of once a day.
  told_warn_at    timestamptz,
  told_urgent_at  timestamptz,
  PRIMARY KEY (cell, account_id),
  CHECK (cell = cell_of(account_id))
);

-- Every time that all cards of an account were stopped: the figures by which, and who let them go again.
CREATE TABLE decline_shutdown (
  cell           smallint    NOT NULL,
  account_id     text        COLLATE "C",
  shutdown_id    text        COLLATE "C",
  attempts       integer     NOT NULL,
  declined       integer     NOT NULL,
  stop_above_bps integer     NOT NULL,
  window_from    integer     NOT NULL,
  -- Cards stopped by it, and the counted declines of the window by reason.
  cards          integer     NOT NULL,
  reasons        jsonb       NOT NULL,
  stopped_at     timestamptz NOT NULL,
  restored_at    timestamptz,
  restored_by    text,
  note           text,
  -- Who stopped an account by hand, and why; empty where the decline rate did.
  stopped_by     text,
  why            text,
  PRIMARY KEY (cell, account_id, shutdown_id),
  CHECK (cell = cell_of(account_id))
);
CREATE UNIQUE INDEX decline_shutdown_open ON decline_shutdown (cell, account_id) WHERE restored_at IS NULL;

-- -------------------------------------------------------------------------------------------------
-- The staff’s risk desk: the rules of the decision path in versions, lists of merchants, the switch that stops every decision, back-tests.

-- One row. `version` counts every change of what decisions go by, so that a process sees by one number that it must read again.
CREATE TABLE risk_desk (
  one         boolean     DEFAULT true PRIMARY KEY CHECK (one),
  version     bigint      NOT NULL DEFAULT 0,
  halted      boolean     NOT NULL DEFAULT false,
  halt_reason text,
  halted_by   text,
  halted_at   timestamptz
);

-- Rules that staff may change, as whole sets: what is live is one of them, never a mixture.
CREATE TABLE rule_set (
  rules_id     text        COLLATE "C" PRIMARY KEY,
  number       integer     NOT NULL UNIQUE,
  state        text        COLLATE "C" NOT NULL CHECK (state IN ('DRAFT', 'SHADOW', 'LIVE', 'RETIRED', 'DISCARDED')),
  document     jsonb       NOT NULL,
  note         text        NOT NULL,
  made_by      text,
  made_by_name text        NOT NULL,
  -- The set that was live before it: where a roll-back leads.
  follows      text        COLLATE "C" REFERENCES rule_set,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  -- Since when it runs beside the live one; stays when that ends, and is forgotten when the draft changes.
  shadow_at    timestamptz,
  live_at      timestamptz,
  retired_at   timestamptz
);
CREATE UNIQUE INDEX rule_set_live ON rule_set (state) WHERE state = 'LIVE';
CREATE UNIQUE INDEX rule_set_shadow ON rule_set (state) WHERE state = 'SHADOW';

-- What a set in shadow would have done, added to by every process every second. `rule` -1: of the set's limits.
CREATE TABLE rule_shadow (
  rules_id      text   COLLATE "C" PRIMARY KEY REFERENCES rule_set ON DELETE CASCADE,
  judged        bigint NOT NULL,
  stopped       bigint NOT NULL,
  stopped_cents bigint NOT NULL,
  passed        bigint NOT NULL
);

CREATE TABLE rule_shadow_hit (
  rules_id text     COLLATE "C" REFERENCES rule_set ON DELETE CASCADE,
  rule     smallint,
  hits     bigint   NOT NULL,
  PRIMARY KEY (rules_id, rule)
);

-- Blocked and allowed by hand, whatever set is live.
CREATE TABLE risk_list (
  entry_id   text        COLLATE "C" PRIMARY KEY,
  kind       text        COLLATE "C" NOT NULL CHECK (kind IN ('MERCHANT', 'MCC', 'COUNTRY')),
  value      text        COLLATE "C" NOT NULL,
  effect     text        NOT NULL CHECK (effect IN ('BLOCK', 'ALLOW')),
  reason     text        NOT NULL,
  made_by    text        NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at   timestamptz,
  ended_by   text
);
CREATE UNIQUE INDEX risk_list_once ON risk_list (kind, value) WHERE ended_at IS NULL;

-- A set of rules over what was decided already. Walked card by card, so that what is remembered is of one card.
CREATE TABLE back_test (
  back_test_id  text        COLLATE "C" PRIMARY KEY,
  rules_id      text        COLLATE "C" NOT NULL REFERENCES rule_set,
  document      jsonb       NOT NULL,
  from_at       timestamptz NOT NULL,
  to_at         timestamptz NOT NULL,
  state         text        NOT NULL CHECK (state IN ('WAITING', 'RUNNING', 'DONE', 'CANCELLED')),
  total         bigint,
  done          bigint      NOT NULL DEFAULT 0,
  -- The last authorization that was looked at, and what its card has used until then.
  at_cell       smallint    NOT NULL DEFAULT -1,
  at_la_id      bigint      NOT NULL DEFAULT 0,
  at_auth       text        COLLATE "C" NOT NULL DEFAULT '',
  carried       jsonb,
  stopped       bigint      NOT NULL DEFAULT 0,
  stopped_cents bigint      NOT NULL DEFAULT 0,
  cards         bigint      NOT NULL DEFAULT 0,
  passed        bigint      NOT NULL DEFAULT 0,
  by_rule       jsonb       NOT NULL DEFAULT '{}'::jsonb,
  made_by_name  text        NOT NULL,
  created_at    timestamptz NOT NULL,
  started_at    timestamptz,
  ended_at      timestamptz
);
CREATE INDEX back_test_of_rules ON back_test (rules_id, created_at DESC);

CREATE TABLE back_test_account (
  back_test_id  text   COLLATE "C" REFERENCES back_test ON DELETE CASCADE,
  account_id    text   COLLATE "C",
  cards         bigint NOT NULL,
  stopped       bigint NOT NULL,
  stopped_cents bigint NOT NULL,
  PRIMARY KEY (back_test_id, account_id)
);

-- -------------------------------------------------------------------------------------------------
-- Rails: their terms, the rate between yuan and dollars, and what payment providers told us and were really paid.

-- Staff edit it (four eyes, with the staff's desk). What the server enforces above `display_max` of the texts is the largest of them.
CREATE TABLE rail_config (
  rail          text        COLLATE "C" PRIMARY KEY CHECK (rail IN ('ONLINE_WECHAT', 'ONLINE_ALIPAY', 'UNIONPAY', 'USDT_TRC20', 'USD_WIRE')),
  enabled       boolean     NOT NULL,
  pay_unit      text        NOT NULL CHECK (pay_unit IN ('CNY', 'USDT', 'USD')),
  -- Hundredths of the pay currency, before the fee.
  min_units     bigint      NOT NULL CHECK (min_units > 0),
  fee_bps       integer     NOT NULL CHECK (fee_bps >= 0 AND fee_bps <= 2000),
  fee_fixed     bigint      NOT NULL CHECK (fee_fixed >= 0),
  quote_for_s   integer     NOT NULL CHECK (quote_for_s > 0),
  valid_for_s   integer     NOT NULL CHECK (valid_for_s > 0),
  -- Only accounts of businesses may use it (spec §9).
  business      boolean     NOT NULL,
  -- The picture of the banks' limits that staff put up.
  limit_file_id text        COLLATE "C",
  version       integer     NOT NULL DEFAULT 1,
  updated_by    text        NOT NULL,
  updated_at    timestamptz NOT NULL
);

CREATE TABLE rail_text (
  rail        text   COLLATE "C" REFERENCES rail_config,
  lang        text   COLLATE "C" CHECK (lang IN ('cn', 'en')),
  -- Above this the text sends people to customer service; NULL where no text names a figure.
  display_max bigint CHECK (display_max > 0),
  arrival     text   NOT NULL,
  -- One sentence a line. {min} and {max} are put in from the columns, so that a text never lags behind them.
  notes       text   NOT NULL,
  PRIMARY KEY (rail, lang)
);

-- The banks' limits as a picture, drawn anew. For everybody who is signed in.
CREATE TABLE rail_picture (
  file_id    text        COLLATE "C" PRIMARY KEY,
  body       bytea       NOT NULL,
  staff_id   text        COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL
);

-- Every change of a rail: what it was, what it became, who asked, who agreed and why. What is planned stands here before it is so.
CREATE TABLE rail_change (
  change_id    text        COLLATE "C" PRIMARY KEY,
  rail         text        COLLATE "C" NOT NULL REFERENCES rail_config,
  state        text        NOT NULL CHECK (state IN ('PLANNED', 'DONE', 'CANCELLED')),
  -- The version of the rail that it made.
  version      integer,
  before       jsonb       NOT NULL,
  after        jsonb       NOT NULL,
  reason       text        NOT NULL,
  maker_id     text        COLLATE "C" NOT NULL,
  -- NULL: words and a stop take one person.
  checker_id   text        COLLATE "C",
  effective_at timestamptz NOT NULL,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  CHECK ((state = 'DONE') = (version IS NOT NULL))
);
CREATE INDEX rail_change_newest ON rail_change (rail, created_at DESC, change_id DESC);
CREATE INDEX rail_change_planned ON rail_change (effective_at) WHERE state = 'PLANNED';

-- What the banks allow at a time and a day, for the page of the UnionPay rail. In yuan cents.
CREATE TABLE bank_limit (
  bank_code   text        COLLATE "C" PRIMARY KEY,
  name_cn     text        NOT NULL,
  name_en     text        NOT NULL,
  per_payment bigint      NOT NULL CHECK (per_payment > 0),
  per_day     bigint      NOT NULL,
  updated_at  timestamptz NOT NULL,
  CHECK (per_day >= per_payment)
);

-- Rates, one row for each time one was set; the newest rules. Millionths of the currency for one US dollar.
CREATE TABLE fx_rate (
  rate_id      text        COLLATE "C" PRIMARY KEY,
  currency     text        COLLATE "C" NOT NULL CHECK (currency = 'CNY'),
  mid_micros   bigint      NOT NULL CHECK (mid_micros > 0),
  -- What a customer's rate is above it.
  spread_bps   integer     NOT NULL CHECK (spread_bps >= 0 AND spread_bps <= 1000),
  source       text        NOT NULL CHECK (source IN ('FEED', 'STAFF')),
  set_by       text        NOT NULL,
  effective_at timestamptz NOT NULL,
  created_at   timestamptz NOT NULL
);
CREATE INDEX fx_rate_newest ON fx_rate (currency, effective_at DESC, rate_id DESC);

-- What a provider told us, as it came, once. Never the ground for a credit: it only makes us ask.
CREATE TABLE provider_event (
  provider    text        COLLATE "C" CHECK (provider IN ('WECHAT', 'ALIPAY', 'UNIONPAY')),
  event_id    text        COLLATE "C",
  type        text        NOT NULL,
  order_no    text        COLLATE "C" NOT NULL,
  body        jsonb       NOT NULL,
  received_at timestamptz NOT NULL,
  -- The provider has been asked since, and what it said was acted on.
  applied_at  timestamptz,
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX provider_event_waiting ON provider_event (received_at) WHERE applied_at IS NULL;
CREATE INDEX provider_event_order ON provider_event (order_no);

-- What a provider was really paid, from its answers to our questions. (provider, payment_ref) names a payment for good.
CREATE TABLE provider_payment (
  provider       text        COLLATE "C" CHECK (provider IN ('WECHAT', 'ALIPAY', 'UNIONPAY')),
  payment_ref    text        COLLATE "C",
  rail           text        NOT NULL,
  -- As the provider says; it may name none of ours.
  order_no       text        COLLATE "C" NOT NULL,
  account_id     text        COLLATE "C",
  amount_units   bigint      NOT NULL CHECK (amount_units > 0),
  currency       text        NOT NULL,
  paid_at        timestamptz NOT NULL,
  -- NULL until decided; a decision is final.
  outcome        text        CHECK (outcome IN ('CREDITED', 'SUSPENSE')),
  outcome_reason text,
  transfer_id    text        COLLATE "C" UNIQUE,
  decided_at     timestamptz,
  -- Taken back by the payer's side after it had been paid.
  reversed_at    timestamptz,
  reversal_id    text        COLLATE "C" UNIQUE,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (provider, payment_ref),
  CHECK ((outcome IS NOT NULL) = (transfer_id IS NOT NULL)),
  CHECK (outcome IS DISTINCT FROM 'CREDITED' OR account_id IS NOT NULL)
);
CREATE INDEX provider_payment_order ON provider_payment (order_no);
CREATE INDEX provider_payment_day ON provider_payment (provider, paid_at);
CREATE INDEX provider_payment_open ON provider_payment (created_at) WHERE outcome IS NULL;

-- The provider's own list of a day: when it was last read through.
CREATE TABLE provider_day (
  provider text        COLLATE "C",
  day      date,
  payments integer     NOT NULL,
  units    bigint      NOT NULL,
  read_at  timestamptz NOT NULL,
  PRIMARY KEY (provider, day)
);

-- Where two sides told two stories. MENDED: by what was done about it at once, or by a person.
CREATE TABLE rail_break (
  break_id   text        COLLATE "C" PRIMARY KEY,
  rail       text        COLLATE "C" NOT NULL,
  kind       text        COLLATE "C" NOT NULL CHECK (kind IN ('LOST_NOTICE', 'UNKNOWN_ORDER', 'AMOUNT_DIFFERS', 'CARD_DIFFERS', 'CURRENCY_DIFFERS', 'NOT_AT_PROVIDER', 'CONTRADICTION', 'RATE_MOVED', 'UNKNOWN_CARD', 'FAILED_BUT_OPEN', 'MISSING_AT_ISSUER')),
  ref        text        COLLATE "C" NOT NULL,
  order_no   text        COLLATE "C",
  detail     jsonb       NOT NULL,
  state      text        NOT NULL CHECK (state IN ('OPEN', 'MENDED')),
  found_at   timestamptz NOT NULL,
  mended_at  timestamptz,
  mended_by  text,
  mended_why text,
  UNIQUE (rail, kind, ref),
  CHECK ((state = 'MENDED') = (mended_at IS NOT NULL))
);
CREATE INDEX rail_break_open ON rail_break (found_at) WHERE state = 'OPEN';
CREATE INDEX rail_break_newest ON rail_break (found_at DESC, break_id DESC);

-- The provider's list of a day, read against the books.
CREATE TABLE recon_run (
  run_id      text        COLLATE "C" PRIMARY KEY,
  provider    text        COLLATE "C" NOT NULL CHECK (provider IN ('WECHAT', 'ALIPAY', 'UNIONPAY', 'ISSUER')),
  day         date        NOT NULL,
  state       text        NOT NULL CHECK (state IN ('WAITING', 'DONE', 'FAILED')),
  -- NULL: by the clock.
  staff_id    text        COLLATE "C",
  payments    integer,
  units       bigint,
  -- Differences that this run was the first to find.
  breaks      integer,
  created_at  timestamptz NOT NULL,
  finished_at timestamptz,
  CHECK ((state = 'WAITING') = (finished_at IS NULL))
);
CREATE INDEX recon_run_newest ON recon_run (created_at DESC, run_id DESC);
CREATE UNIQUE INDEX recon_run_one ON recon_run (provider, day) WHERE state = 'WAITING';

-- -------------------------------------------------------------------------------------------------
-- Money in: orders, the addresses that money is sent to, what was seen on the chain, wires, and what belongs to nobody yet.

CREATE TABLE recharge_order (
  cell           smallint,
  account_id     text        COLLATE "C",
  order_no       text        COLLATE "C",
  login_id       text        COLLATE "C" NOT NULL,
  rail           text        NOT NULL CHECK (rail IN ('ONLINE_WECHAT', 'ONLINE_ALIPAY', 'UNIONPAY', 'USDT_TRC20', 'USD_WIRE')),
  quote_id       text        COLLATE "C" NOT NULL,
  status         text        NOT NULL CHECK (status IN ('WAIT_PAY', 'WAIT_CODE', 'PAYING', 'DETECTED', 'CONFIRMED', 'SUCCESS', 'FAILED', 'EXPIRED', 'MISMATCH', 'REVERSED')),
  pay_currency   text        NOT NULL,
  -- In the smallest unit of the pay currency: cents, or millionths of a USDT.
  pay_units      bigint      NOT NULL CHECK (pay_units > 0),
  received_units bigint      NOT NULL DEFAULT 0 CHECK (received_units >= 0),
  -- Worth of the amount in US cents before the fee: what the limit of a day counts.
  value_cents    bigint      NOT NULL CHECK (value_cents > 0),
  fee_bps        integer     NOT NULL,
  fee_cents      bigint      NOT NULL CHECK (fee_cents >= 0),
  credit_cents   bigint      NOT NULL CHECK (credit_cents >= 0),
  rate           text        NOT NULL,
  address        text        COLLATE "C",
  tx_hash        text        COLLATE "C",
  confirmations  integer     NOT NULL DEFAULT 0,
  fail_reason    text,
  expires_at     timestamptz NOT NULL,
  -- "Check now" looks at the chain at most every ten seconds.
  looked_at      timestamptz,
  paid_at        timestamptz,
  credited_at    timestamptz,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  -- Hundredths of the pay currency are in fee_cents where that is not dollars.
  mid            text,
  request_no     text        COLLATE "C",
  provider       text        CHECK (provider IN ('WECHAT', 'ALIPAY', 'UNIONPAY')),
  -- The provider has been asked to make its side of the order, and this is what it calls it.
  provider_ref   text        COLLATE "C",
  qr_content     text,
  -- Of a bank card nothing but these is ever kept.
  card_token     text,
  card_mask      text,
  card_bank      text,
  code_tries     integer     NOT NULL DEFAULT 0,
  -- When the provider is asked next; NULL: no more (the list of the day still finds what comes).
  next_query_at  timestamptz,
  PRIMARY KEY (cell, account_id, order_no),
  UNIQUE (cell, account_id, quote_id),
  CHECK (cell = cell_of(account_id))
);
CREATE INDEX recharge_order_newest ON recharge_order (account_id, created_at DESC);
-- To whom a transfer belongs: the order that had the address at the time.
CREATE INDEX recharge_order_address ON recharge_order (address, created_at DESC);
CREATE INDEX recharge_order_deadline ON recharge_order (expires_at) WHERE status IN ('WAIT_PAY', 'WAIT_CODE', 'PAYING');
CREATE UNIQUE INDEX recharge_order_request ON recharge_order (cell, account_id, request_no) WHERE request_no IS NOT NULL;
CREATE INDEX recharge_order_query ON recharge_order (next_query_at) WHERE next_query_at IS NOT NULL;
CREATE INDEX recharge_order_desk ON recharge_order (created_at DESC, order_no DESC);
CREATE INDEX recharge_order_hash ON recharge_order (tx_hash) WHERE tx_hash IS NOT NULL;

-- How an order is found that a provider or a member of staff names by its number alone.
CREATE TABLE recharge_order_no (
  order_no   text     COLLATE "C" PRIMARY KEY,
  cell       smallint NOT NULL,
  account_id text     COLLATE "C" NOT NULL
);

CREATE TABLE deposit_address (
  cell         smallint,
  -- An address never changes hands: money that comes much later must still find its owner.
  account_id   text        COLLATE "C",
  address      text        COLLATE "C",
  network      text        COLLATE "C" NOT NULL CHECK (network = 'TRC20'),
  -- Where the private key is found again: the child of the watch-only key whose child 0 has this address.
  key_mark     text        COLLATE "C" NOT NULL,
  hd_index     integer     NOT NULL,
  order_no     text        COLLATE "C" NOT NULL,
  status       text        NOT NULL CHECK (status IN ('ASSIGNED', 'COOLING', 'FREE', 'RETIRED')),
  -- When the next status begins: ASSIGNED until the order ends, COOLING for a day after.
  until        timestamptz NOT NULL,
  -- Who looks at the chain next takes the address by moving this on; that is the only lock between watchers.
  next_look_at timestamptz NOT NULL,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, address),
  CHECK (cell = cell_of(account_id))
);
CREATE INDEX deposit_address_due ON deposit_address (next_look_at) WHERE status <> 'RETIRED';
CREATE INDEX deposit_address_reusable ON deposit_address (account_id, until) WHERE status = 'FREE';

-- The account of each address: an address that was given to one is refused to another, even if a restored backup counts its index again.
CREATE TABLE deposit_address_owner (
  address    text     COLLATE "C" PRIMARY KEY,
  cell       smallint NOT NULL,
  account_id text     COLLATE "C" NOT NULL
);

CREATE TABLE chain_transfer (
  tx_hash        text          COLLATE "C",
  log_index      integer,
  block_no       bigint        NOT NULL,
  block_time     timestamptz   NOT NULL,
  to_address     text          COLLATE "C" NOT NULL,
  from_address   text          NOT NULL,
  contract       text          NOT NULL,
  -- A foreign token may claim any 256-bit number.
  units          numeric(78,0) NOT NULL CHECK (units >= 0::numeric),
  confirmations  integer       NOT NULL,
  state          text          NOT NULL CHECK (state IN ('SEEN', 'CONFIRMED', 'ORPHANED')),
  -- NULL until decided; a decision is final.
  outcome        text          CHECK (outcome IN ('CREDITED', 'SUSPENSE', 'WRONG_TOKEN', 'DUST', 'FAILED')),
  outcome_reason text,
  account_id     text          COLLATE "C",
  order_no       text          COLLATE "C",
  -- The ledger's transfer: there is one exactly where money was credited or put in suspense.
  transfer_id    text          COLLATE "C" UNIQUE,
  decided_at     timestamptz,
  created_at     timestamptz   NOT NULL,
  updated_at     timestamptz   NOT NULL,
  PRIMARY KEY (tx_hash, log_index),
  CHECK ((outcome IN ('CREDITED', 'SUSPENSE')) = (transfer_id IS NOT NULL) OR outcome IS NULL),
  CHECK (outcome IS NULL OR decided_at IS NOT NULL),
  CHECK (outcome <> 'CREDITED' OR state = 'CONFIRMED' AND order_no IS NOT NULL)
);
CREATE INDEX chain_transfer_open ON chain_transfer (to_address) WHERE outcome IS NULL;
CREATE INDEX chain_transfer_order ON chain_transfer (order_no) WHERE order_no IS NOT NULL;
CREATE INDEX chain_transfer_decided ON chain_transfer (decided_at);

-- A picture of a transfer's slip: drawn anew, sealed, shown to its owner and to staff alone.
CREATE TABLE slip (
  cell       smallint    NOT NULL,
  file_id    text        COLLATE "C" NOT NULL,
  account_id text        COLLATE "C" NOT NULL,
  name       text        NOT NULL,
  body_enc   bytea       NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, file_id),
  FOREIGN KEY (cell, account_id) REFERENCES account
);
CREATE INDEX slip_account ON slip (account_id, created_at);

-- A file of the bank, as it was taken in.
CREATE TABLE bank_statement (
  statement_id text        COLLATE "C" PRIMARY KEY,
  bank_id      text        COLLATE "C" NOT NULL,
  format       text        NOT NULL CHECK (format IN ('CSV', 'CAMT053')),
  file_name    text        NOT NULL,
  sha256       text        NOT NULL,
  staff_id     text        COLLATE "C" NOT NULL,
  lines        integer     NOT NULL,
  created_at   timestamptz NOT NULL
);
CREATE INDEX bank_statement_newest ON bank_statement (created_at DESC);

-- Money of rails that came to our own hands, as two people recorded it: an acquirer paid out, a currency was sold for dollars, USDT were swept.
CREATE TABLE treasury_move (
  move_no      text        COLLATE "C" PRIMARY KEY,
  move         text        COLLATE "C" NOT NULL CHECK (move IN ('SETTLEMENT', 'SALE', 'SWEEP')),
  -- The acquirer, the currency sold, or the rail.
  source       text        COLLATE "C" NOT NULL,
  -- Of a sale: where the dollars arrived.
  bank_id      text        COLLATE "C",
  -- In capitals; a transaction hash in small letters.
  reference    text        COLLATE "C" NOT NULL,
  value_date   date        NOT NULL,
  sent_units   bigint      NOT NULL CHECK (sent_units > 0),
  got_units    bigint      NOT NULL CHECK (got_units >= 0),
  -- The acquirer's fee in fen, the network's in cents, or the loss of a sale in cents; a gain is below zero.
  cost_units   bigint      NOT NULL,
  reason       text        NOT NULL,
  maker_id     text        COLLATE "C" NOT NULL,
  checker_id   text        COLLATE "C" NOT NULL,
  approval_id  text        COLLATE "C" NOT NULL UNIQUE,
  transfer_id  text        COLLATE "C" NOT NULL UNIQUE,
  created_at   timestamptz NOT NULL,
  -- One payment of a bank, or one transaction of the chain, is recorded once.
  CONSTRAINT treasury_move_reference UNIQUE (move, reference),
  CHECK ((move = 'SALE') = (bank_id IS NOT NULL))
);
CREATE INDEX treasury_move_newest ON treasury_move (created_at DESC, move_no DESC);

-- Money that came in at our bank. Its reference at the bank names it for good.
CREATE TABLE bank_line (
  line_id       text        COLLATE "C" PRIMARY KEY,
  statement_id  text        COLLATE "C" NOT NULL REFERENCES bank_statement,
  bank_id       text        COLLATE "C" NOT NULL,
  bank_ref      text        COLLATE "C" NOT NULL,
  value_date    date        NOT NULL,
  amount_cents  bigint      NOT NULL CHECK (amount_cents > 0),
  -- OPEN: fits a forecast, not yet in the books. SUSPENSE: ours to keep safe, nobody's yet (2030). MATCHED: two people are deciding.
  -- OWN: dollars of a sale that the treasury has recorded.
  state         text        NOT NULL CHECK (state IN ('OPEN', 'SUSPENSE', 'MATCHED', 'CREDITED', 'RETURNED', 'OWN')),
  -- The forecast that it seems to be; a person decides.
  fits_account_id text      COLLATE "C",
  fits_topup_id text        COLLATE "C",
  suspense_id   text        COLLATE "C" UNIQUE,
  -- The transfer that gave it to somebody or back.
  transfer_id   text        COLLATE "C" UNIQUE,
  account_id    text        COLLATE "C",
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  -- Payer, account and details, as one list.
  payer_enc     bytea       NOT NULL,
  -- Keyed hashes of the beginnings of the words of payer and details, to find them again.
  payer_marks   integer[]   NOT NULL,
  UNIQUE (bank_id, bank_ref),
  CHECK ((fits_account_id IS NULL) = (fits_topup_id IS NULL)),
  CHECK ((state IN ('CREDITED', 'RETURNED', 'OWN')) = (transfer_id IS NOT NULL)),
  CHECK (state <> 'SUSPENSE' OR suspense_id IS NOT NULL)
);
CREATE INDEX bank_line_newest ON bank_line (created_at DESC, line_id DESC);
CREATE INDEX bank_line_waiting ON bank_line (created_at) WHERE state IN ('OPEN', 'SUSPENSE');
CREATE INDEX bank_line_credited ON bank_line (account_id, updated_at) WHERE state = 'CREDITED';

CREATE TABLE forecast (
  cell              smallint    NOT NULL,
  topup_id          text        COLLATE "C" NOT NULL,
  account_id        text        COLLATE "C" NOT NULL,
  login_id          text        COLLATE "C" NOT NULL,
  -- What people say and write into the transfer.
  order_no          text        COLLATE "C" NOT NULL,
  status            text        NOT NULL CHECK (status IN ('SUBMITTED', 'REVIEWING', 'NEED_INFO', 'REJECTED', 'REVOKED', 'MATCHED', 'CREDITED', 'EXPIRED', 'REVERSED')),
  -- Counts what the account holder has sent in: 1, and one more with every resubmission.
  version           integer     NOT NULL DEFAULT 1,
  bank_id           text        COLLATE "C" NOT NULL,
  amount_cents      bigint      NOT NULL CHECK (amount_cents > 0),
  payer_country     text        NOT NULL,
  payer_account_enc bytea       NOT NULL,
  payer_tail        text        NOT NULL,
  transfer_at       timestamptz NOT NULL,
  slips             text[]      NOT NULL CHECK (cardinality(slips) >= 1 AND cardinality(slips) <= 5),
  remark            text        NOT NULL DEFAULT '',
  -- Of staff: why it was sent back or turned down.
  reason            text        NOT NULL DEFAULT '',
  reviewer_id       text        COLLATE "C",
  -- A line of the bank, which lies beside the cells.
  line_id           text        COLLATE "C",
  received_cents    bigint,
  fee_cents         bigint      NOT NULL DEFAULT 0,
  credit_cents      bigint,
  transfer_id       text        COLLATE "C",
  expires_at        timestamptz NOT NULL,
  audited_at        timestamptz,
  credited_at       timestamptz,
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  -- Name and bank, as one list; the account has a column of its own.
  payer_enc         bytea       NOT NULL,
  -- Keyed hashes of the beginnings of the name's words, to find them again.
  payer_marks       integer[]   NOT NULL,
  PRIMARY KEY (cell, account_id, topup_id),
  UNIQUE (cell, order_no),
  UNIQUE (cell, line_id),
  UNIQUE (cell, transfer_id),
  CHECK ((status IN ('CREDITED', 'REVERSED')) = (transfer_id IS NOT NULL)),
  CHECK (transfer_id IS NULL OR line_id IS NOT NULL AND credit_cents = (received_cents - fee_cents)),
  FOREIGN KEY (cell, account_id) REFERENCES account
);
-- Staff open one by its id alone.
CREATE UNIQUE INDEX forecast_id ON forecast (cell, topup_id);
CREATE INDEX forecast_account ON forecast (account_id, created_at DESC, topup_id DESC);
CREATE INDEX forecast_newest ON forecast (created_at DESC, topup_id DESC);
CREATE INDEX forecast_waiting ON forecast (updated_at) WHERE status IN ('SUBMITTED', 'REVIEWING');
CREATE INDEX forecast_deadline ON forecast (expires_at) WHERE status IN ('SUBMITTED', 'REVIEWING');

-- Everything that ever happened to a forecast, with what it said at the time.
CREATE TABLE forecast_step (
  cell       smallint    NOT NULL,
  account_id text        COLLATE "C" NOT NULL,
  topup_id   text        COLLATE "C" NOT NULL,
  seq        integer     NOT NULL,
  version    integer     NOT NULL,
  status     text        NOT NULL,
  reason_cn  text        NOT NULL DEFAULT '',
  reason_en  text        NOT NULL DEFAULT '',
  by_kind    text        NOT NULL CHECK (by_kind IN ('HOLDER', 'STAFF', 'SYSTEM')),
  created_at timestamptz NOT NULL,
  -- Of a version that was sent in: its fields, without the account number.
  said_enc   bytea,
  -- The slips of that version (slip.file_id): they stay, whatever a later version shows.
  slips      text[]      NOT NULL DEFAULT '{}',
  PRIMARY KEY (cell, account_id, topup_id, seq),
  FOREIGN KEY (cell, account_id, topup_id) REFERENCES forecast (cell, account_id, topup_id)
);
CREATE TRIGGER forecast_step_only_grows BEFORE DELETE OR UPDATE ON forecast_step
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What came in on a rail and could not be credited (TU5): ours to keep safe until two people say whose it is. Wires have bank_line.
CREATE TABLE suspense (
  suspense_id  text        COLLATE "C" PRIMARY KEY,
  source       text        COLLATE "C" NOT NULL CHECK (source IN ('PROVIDER', 'CHAIN')),
  -- As the ledger names it: `WECHAT:pay_1`, `<hash>:0`.
  biz_id       text        COLLATE "C" NOT NULL,
  rail         text        NOT NULL,
  currency     text        NOT NULL CHECK (currency IN ('CNY', 'USDT')),
  -- In the smallest unit: fen, or millionths of a USDT.
  units        bigint      NOT NULL CHECK (units > 0),
  reason       text        NOT NULL,
  -- The order and account that it seemed to be for; NULL where there is none of ours.
  order_no     text        COLLATE "C",
  account_id   text        COLLATE "C",
  received_at  timestamptz NOT NULL,
  -- CLAIMED: two people are deciding. REVERSED: credited, and then taken back by the payer's side.
  state        text        NOT NULL DEFAULT 'OPEN' CHECK (state IN ('WAITING', 'OPEN', 'CLAIMED', 'CREDITED', 'RETURNED', 'REVERSED')),
  in_id        text        COLLATE "C" NOT NULL UNIQUE,
  -- The transfer that gave it to somebody or back.
  out_id       text        COLLATE "C" UNIQUE,
  to_account   text        COLLATE "C",
  to_order     text        COLLATE "C",
  credit_cents bigint,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  -- What a receipt came to when it was credited, in US cents before fees: the identity limit of a day counts it.
  value_cents  bigint      CHECK (value_cents >= 0),
  UNIQUE (source, biz_id),
  CHECK ((state IN ('CREDITED', 'RETURNED', 'REVERSED')) = (out_id IS NOT NULL)),
  CHECK ((state NOT IN ('CREDITED', 'REVERSED')) OR to_account IS NOT NULL AND credit_cents IS NOT NULL)
);
CREATE INDEX suspense_newest ON suspense (created_at DESC, suspense_id DESC);
CREATE INDEX suspense_waiting ON suspense (created_at) WHERE state IN ('OPEN', 'CLAIMED');
CREATE INDEX suspense_order ON suspense (to_order) WHERE to_order IS NOT NULL;
-- What an account was given on one day counts towards its identity limit.
CREATE INDEX suspense_credited ON suspense (to_account, updated_at) WHERE to_order IS NULL AND state = 'CREDITED';
CREATE INDEX suspense_parts ON suspense (order_no) WHERE state IN ('WAITING', 'OPEN');

-- -------------------------------------------------------------------------------------------------
-- Referrals: commission for the fees of invited accounts, payout cards, and withdrawals of commission.

CREATE TABLE commission (
  cell               smallint    NOT NULL,
  commission_id      text        COLLATE "C" NOT NULL,
  -- The inviter, whose money it is; the invited account, whose fee it comes from.
  account_id         text        COLLATE "C" NOT NULL,
  invitee_account_id text        COLLATE "C" NOT NULL,
  -- The fee: what it was for, and the order that it was paid with.
  biz_type           text        COLLATE "C" NOT NULL CHECK (biz_type IN ('OPEN', 'LOAD', 'PLAN')),
  biz_id             text        COLLATE "C" NOT NULL,
  base_cents         bigint      NOT NULL CHECK (base_cents > 0),
  rate_bps           integer     NOT NULL CHECK (rate_bps > 0),
  amount_cents       bigint      NOT NULL CHECK (amount_cents > 0),
  state              text        NOT NULL CHECK (state IN ('PENDING', 'AVAILABLE', 'CLAWED_BACK')),
  -- What was taken out of it while it was pending: taken back, or used for what an older one owed.
  taken_cents        bigint      NOT NULL DEFAULT 0 CHECK (taken_cents >= 0),
  -- What of it became available, and what was taken back after that.
  matured_cents      bigint      NOT NULL DEFAULT 0 CHECK (matured_cents >= 0),
  taken_later_cents  bigint      NOT NULL DEFAULT 0 CHECK (taken_later_cents >= 0),
  -- What should have been taken back when nothing was left: comes off the next commission.
  owed_cents         bigint      NOT NULL DEFAULT 0 CHECK (owed_cents >= 0),
  mature_at          timestamptz NOT NULL,
  matured_at         timestamptz,
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, commission_id),
  -- An invited account has one inviter for ever, so a fee earns commission once.
  CONSTRAINT commission_once UNIQUE (cell, account_id, invitee_account_id, biz_type, biz_id),
  CHECK (taken_cents <= amount_cents),
  FOREIGN KEY (cell, account_id) REFERENCES account
);
CREATE INDEX commission_due ON commission (mature_at) WHERE state = 'PENDING';
CREATE INDEX commission_owing ON commission (account_id, commission_id) WHERE owed_cents > 0;

-- One taking back, under the key that it happens once by.
CREATE TABLE commission_claw (
  cell          smallint    NOT NULL,
  account_id    text        COLLATE "C" NOT NULL,
  commission_id text        COLLATE "C" NOT NULL,
  ref           text        COLLATE "C" NOT NULL,
  why           text        NOT NULL CHECK (why IN ('REFUND', 'FRAUD')),
  amount_cents  bigint      NOT NULL CHECK (amount_cents > 0),
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, commission_id, ref),
  FOREIGN KEY (cell, account_id, commission_id) REFERENCES commission (cell, account_id, commission_id)
);

-- Inviter and invited are the same person or sit at the same device: from then on nothing is earned.
CREATE TABLE referral_ring (
  cell               smallint,
  account_id         text        COLLATE "C",
  invitee_account_id text        COLLATE "C",
  why                text        NOT NULL CHECK (why IN ('IDENTITY', 'DEVICE', 'PAYOUT_CARD', 'STAFF')),
  created_at         timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, invitee_account_id),
  FOREIGN KEY (cell, account_id) REFERENCES account
);

-- The inviter's commission line by line; each line with what it left pending and available.
CREATE TABLE rebate_flow (
  cell            smallint    NOT NULL,
  flow_id         text        COLLATE "C" NOT NULL,
  account_id      text        COLLATE "C" NOT NULL,
  type            text        NOT NULL CHECK (type IN ('ACCRUE', 'MATURE', 'CLAWBACK', 'WITHDRAW', 'RETURN')),
  commission_id   text        COLLATE "C",
  withdrawal_no   text        COLLATE "C",
  amount_cents    bigint      NOT NULL CHECK (amount_cents <> 0),
  pending_after   bigint      NOT NULL CHECK (pending_after >= 0),
  available_after bigint      NOT NULL CHECK (available_after >= 0),
  transfer_id     text        COLLATE "C" NOT NULL,
  created_at      timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, flow_id),
  FOREIGN KEY (cell, account_id) REFERENCES account,
  FOREIGN KEY (cell, account_id, commission_id) REFERENCES commission (cell, account_id, commission_id)
);

-- A bank card that commission is paid to. Number, name and mobile are sealed; the keyed hash finds the same card again.
CREATE TABLE payout_card (
  cell         smallint    NOT NULL,
  bank_card_id text        COLLATE "C" NOT NULL,
  account_id   text        COLLATE "C" NOT NULL,
  bank_code    text        COLLATE "C" NOT NULL,
  bank_name    text        NOT NULL,
  no_hash      bytea       NOT NULL,
  -- { no, holder, mobile }
  sealed       bytea       NOT NULL,
  tail         text        NOT NULL CHECK (tail ~ '^\d{4}$'),
  branch       text        NOT NULL DEFAULT '',
  is_default   boolean     NOT NULL DEFAULT false,
  -- Nothing is paid to it before.
  usable_at    timestamptz NOT NULL,
  removed_at   timestamptz,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, bank_card_id),
  FOREIGN KEY (cell, account_id) REFERENCES account
);
CREATE UNIQUE INDEX payout_card_once ON payout_card (cell, account_id, no_hash) WHERE removed_at IS NULL;

CREATE TABLE rebate_withdrawal (
  cell          smallint    NOT NULL,
  withdrawal_no text        COLLATE "C" NOT NULL,
  account_id    text        COLLATE "C" NOT NULL,
  login_id      text        COLLATE "C" NOT NULL,
  target        text        NOT NULL CHECK (target IN ('WALLET', 'BANK')),
  amount_cents  bigint      NOT NULL CHECK (amount_cents > 0),
  fee_cents     bigint      NOT NULL DEFAULT 0 CHECK (fee_cents >= 0),
  -- Cents of USD for the wallet, fen for a bank card.
  receive_cents bigint      NOT NULL CHECK (receive_cents > 0),
  receive_unit  text        NOT NULL CHECK (receive_unit IN ('USD', 'CNY')),
  -- Of a bank withdrawal: fen for a dollar as quoted, and the mid rate in millionths behind it.
  rate_fen      integer,
  mid_micros    bigint,
  bank_card_id  text        COLLATE "C",
  status        text        NOT NULL CHECK (status IN ('REVIEWING', 'APPROVED', 'PAYING', 'PAID', 'DONE', 'REJECTED', 'FAILED')),
  reason        text        NOT NULL DEFAULT '',
  -- The bank that paid, and its number for the payment.
  bank          text        COLLATE "C",
  bank_ref      text        COLLATE "C",
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  paid_at       timestamptz,
  PRIMARY KEY (cell, account_id, withdrawal_no),
  FOREIGN KEY (cell, account_id) REFERENCES account,
  FOREIGN KEY (cell, account_id, bank_card_id) REFERENCES payout_card (cell, account_id, bank_card_id),
  CHECK ((target = 'BANK') = (bank_card_id IS NOT NULL AND rate_fen IS NOT NULL AND mid_micros IS NOT NULL)),
  CHECK (target = 'BANK' OR status = 'DONE')
);
-- People open one by its number alone.
CREATE UNIQUE INDEX rebate_withdrawal_no ON rebate_withdrawal (cell, withdrawal_no);
CREATE INDEX rebate_withdrawal_open ON rebate_withdrawal (created_at) WHERE status IN ('REVIEWING', 'APPROVED', 'PAYING');
CREATE UNIQUE INDEX rebate_withdrawal_bank_ref ON rebate_withdrawal (cell, bank, bank_ref) WHERE bank_ref IS NOT NULL;

-- When a withdrawal came to which state.
CREATE TABLE rebate_withdrawal_step (
  cell          smallint    NOT NULL,
  account_id    text        COLLATE "C" NOT NULL,
  withdrawal_no text        COLLATE "C" NOT NULL,
  status        text        COLLATE "C" NOT NULL,
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, withdrawal_no, status),
  FOREIGN KEY (cell, account_id, withdrawal_no) REFERENCES rebate_withdrawal (cell, account_id, withdrawal_no)
);

-- -------------------------------------------------------------------------------------------------
-- What people are told and how they want to be told; `*_html` has been made safe before it is stored. Views of lists.

-- Personal notices. login_id NULL: for the parent login of the account.
CREATE TABLE notice (
  cell       smallint,
  account_id text        COLLATE "C",
  notice_id  text        COLLATE "C" CHECK (starts_with(notice_id, 'ntp_')),
  login_id   text        COLLATE "C",
  event      text        NOT NULL,
  biz_type   text        NOT NULL,
  biz_id     text        COLLATE "C" NOT NULL,
  level      text        NOT NULL CHECK (level IN ('INFO', 'WARN', 'URGENT')),
  title_cn   text        NOT NULL,
  title_en   text        NOT NULL,
  html_cn    text        NOT NULL,
  html_en    text        NOT NULL,
  starts_at  timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  -- Its reader has to confirm it.
  must_read  boolean     NOT NULL,
  PRIMARY KEY (cell, account_id, notice_id),
  CHECK (cell = cell_of(account_id))
) PARTITION BY RANGE (notice_id);
CREATE TABLE notice_rest PARTITION OF notice DEFAULT;
CREATE INDEX notice_newest ON notice (account_id, starts_at DESC, notice_id DESC);

-- Notices for many readers.
CREATE TABLE public_notice (
  notice_id    text        COLLATE "C" PRIMARY KEY CHECK (starts_with(notice_id, 'ntc_')),
  kind         text        COLLATE "C" NOT NULL CHECK (kind IN ('CAROUSEL', 'BANNER', 'PAGE', 'MUST_READ')),
  level        text        NOT NULL DEFAULT 'INFO' CHECK (level IN ('INFO', 'WARN', 'URGENT')),
  audience     text        NOT NULL DEFAULT 'ALL' CHECK (audience IN ('ALL', 'PARENT', 'SUB', 'PLAN', 'ACCOUNT')),
  title_cn     text        NOT NULL,
  title_en     text        NOT NULL,
  html_cn      text        NOT NULL,
  html_en      text        NOT NULL,
  starts_at    timestamptz NOT NULL,
  ends_at      timestamptz,
  status       text        NOT NULL DEFAULT 'PUBLISHED' CHECK (status IN ('DRAFT', 'SCHEDULED', 'PUBLISHED', 'WITHDRAWN')),
  created_at   timestamptz NOT NULL,
  -- For the holders of some plans, or for some accounts: `audience_ids` are plan ids or account ids.
  audience_ids text[]      NOT NULL DEFAULT '{}',
  -- The staff person's name; NULL where the service itself told it.
  made_by      text,
  withdrawn_at timestamptz
);
CREATE INDEX public_notice_newest ON public_notice (kind, starts_at DESC);

-- Which logins have read which notices, public and personal ones. Only the rows of personal notices age.
CREATE TABLE notice_read (
  cell       smallint,
  account_id text        COLLATE "C",
  login_id   text        COLLATE "C",
  notice_id  text        COLLATE "C",
  read_at    timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, login_id, notice_id),
  FOREIGN KEY (cell, account_id, login_id) REFERENCES login
) PARTITION BY RANGE (notice_id);
CREATE TABLE notice_read_public PARTITION OF notice_read FOR VALUES FROM ('ntc_') TO ('ntc`');
CREATE TABLE notice_read_rest PARTITION OF notice_read DEFAULT;
CREATE INDEX notice_read_notice ON notice_read (notice_id);

-- One row for each piece of content of which there is one: the contact dialog.
CREATE TABLE content (
  name       text        COLLATE "C" PRIMARY KEY CHECK (name = 'contact'),
  value      jsonb       NOT NULL,
  made_by    text        NOT NULL,
  updated_at timestamptz NOT NULL
);

-- Terms, privacy, service rules. A version that was published never changes.
CREATE TABLE agreement (
  agreement_id text        COLLATE "C" PRIMARY KEY,
  kind         text        COLLATE "C" NOT NULL CHECK (kind IN ('TERMS', 'PRIVACY', 'SERVICE')),
  version      integer     NOT NULL CHECK (version > 0),
  title_cn     text        NOT NULL,
  title_en     text        NOT NULL,
  html_cn      text        NOT NULL,
  html_en      text        NOT NULL,
  -- Whoever has agreed to an older one has to agree again.
  must_accept  boolean     NOT NULL DEFAULT false,
  effective_at timestamptz NOT NULL,
  status       text        NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'PUBLISHED')),
  made_by      text        NOT NULL,
  created_at   timestamptz NOT NULL,
  UNIQUE (kind, version)
);

CREATE TABLE agreement_accepted (
  cell         smallint,
  account_id   text        COLLATE "C",
  login_id     text        COLLATE "C",
  agreement_id text        COLLATE "C" REFERENCES agreement,
  ip           text        NOT NULL,
  accepted_at  timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, login_id, agreement_id),
  FOREIGN KEY (cell, account_id, login_id) REFERENCES login
);

-- How one login wants to be told, and what it has been shown. No row: as at first.
CREATE TABLE notification_setting (
  cell              smallint,
  account_id        text        COLLATE "C",
  login_id          text        COLLATE "C",
  -- The address that was proven, and the one that waits for its code; both encrypted.
  email_enc         bytea,
  pending_enc       bytea,
  code_hash         bytea,
  code_tries        integer     NOT NULL DEFAULT 0,
  code_expires_at   timestamptz,
  -- EACH: news by itself. DAILY: what is not urgent in one message a day.
  digest            text        NOT NULL DEFAULT 'EACH' CHECK (digest IN ('EACH', 'DAILY')),
  -- What differs from the table of events: { "topup_credited": { "sms": true } }.
  chosen            jsonb       NOT NULL DEFAULT '{}'::jsonb,
  -- NULL: the mark of lists stands at its first value, and nobody is told.
  low_balance_cents bigint      CHECK (low_balance_cents >= 1 AND low_balance_cents <= 1000000),
  guide_done_at     timestamptz,
  updated_at        timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, login_id),
  FOREIGN KEY (cell, account_id, login_id) REFERENCES login
);
CREATE INDEX notification_setting_low ON notification_setting (account_id) WHERE low_balance_cents IS NOT NULL;

-- Mail that waits for the digest of the day. No reference to `notice`: PostgreSQL drops no month that a reference points to.
CREATE TABLE mail_waiting (
  cell       smallint,
  account_id text        COLLATE "C",
  login_id   text        COLLATE "C",
  notice_id  text        COLLATE "C",
  created_at timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, login_id, notice_id),
  FOREIGN KEY (cell, account_id, login_id) REFERENCES login
);

-- Cards of which it was told that little is left on them; gone when there is more again, so that it is told again.
CREATE TABLE low_balance_told (
  cell       smallint,
  account_id text        COLLATE "C",
  card_id    text        COLLATE "C",
  told_at    timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, card_id),
  FOREIGN KEY (cell, account_id) REFERENCES account
);

-- Views of lists that people saved for themselves.
CREATE TABLE list_view (
  cell       smallint,
  account_id text        COLLATE "C",
  login_id   text        COLLATE "C",
  view_id    text        COLLATE "C",
  list       text        COLLATE "C" NOT NULL,
  name       text        COLLATE "C" NOT NULL,
  query      text        NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (cell, account_id, login_id, view_id),
  CONSTRAINT list_view_name UNIQUE (cell, account_id, login_id, list, name),
  FOREIGN KEY (cell, account_id, login_id) REFERENCES login
);

-- -------------------------------------------------------------------------------------------------
-- What every installation starts with.

INSERT INTO role (role_id, name, system, created_at, updated_at) VALUES
  ('rol_viewer',   '只读',     'viewer',   '2026-01-01', '2026-01-01'),
  ('rol_operator', '操作员',   'operator', '2026-01-01', '2026-01-01'),
  ('rol_senior',   '高级操作员', 'senior', '2026-01-01', '2026-01-01'),
  ('rol_finance',  '财务',     'finance',  '2026-01-01', '2026-01-01');

INSERT INTO role_permission (role_id, perm_id)
SELECT role_id, unnest(keys)
  FROM (VALUES
    ('rol_viewer',   ARRAY['card:view', 'trade:view', 'flow:view']),
    ('rol_operator', ARRAY['card:view', 'trade:view', 'flow:view', 'card:open', 'card:recharge', 'card:freeze', 'card:otp', 'card:tag',
                           'card:grade']),
    ('rol_senior',   ARRAY['card:view', 'trade:view', 'flow:view', 'card:open', 'card:recharge', 'card:freeze', 'card:otp', 'card:tag',
                           'card:grade', 'card:batchOpen', 'card:import', 'card:batchRecharge', 'card:reduce', 'card:delete', 'card:reveal',
                           'card:editAddress', 'card:export']),
    ('rol_finance',  ARRAY['wallet:view', 'flow:view', 'flow:export', 'trade:view', 'trade:export', 'card:view'])
  ) AS template (role_id, keys);

INSERT INTO plan (group_id, code, name_cn, name_en, level, price_month_cents, purchase_mode, open_fee_cents, load_fee_bps,
                  max_cards, batch_max, free_seats, max_seats, seat_price_cents, per_load_max_cents, rebate_bonus_bps, support_level) VALUES
  ('pln_basic',      'BASIC',      '基础版', 'Basic',      0,     0, 'NONE',    NULL, 300,    20,   5,  0,   0,    0,   100000,   0, 'standard'),
  ('pln_standard',   'STANDARD',   '标准版', 'Standard',   1,  2900, 'SELF',     300, 250,   100,  20,  1,   5, 1000,   100000,   0, 'standard'),
  ('pln_pro',        'PRO',        '专业版', 'Pro',        2,  9900, 'SELF',     200, 200,   500,  50,  3,  20,  800,   100000,   0, 'priority'),
  ('pln_enterprise', 'ENTERPRISE', '企业版', 'Enterprise', 3, 39900, 'CONTACT',  100, 150,  5000, 200, 10, 100,  500, 10000000, 200, 'dedicated'),
  ('pln_partner',    'PARTNER',    '合伙人', 'Partner',    4, 99900, 'CONTACT',   50, 100, 20000, 200, 30, 300,  500, 10000000, 500, 'dedicated');
INSERT INTO plan_terms SELECT * FROM plan;

INSERT INTO card_range (vid, issuer_id, program_ref, bin, network, country, currency, billing_country, holder_mode, three_ds, avs, edit_address,
                        min_open_cents, max_open_cents, min_load_cents, per_load_max_cents, max_balance_cents, stock, issuer_cost_cents,
                        status, tags, scene_cn, scene_en, desc_cn, desc_en, sort)
SELECT vid, 'simulated', program_ref, bin, network, country, 'USD', country, 'FREE', three_ds, avs, true,
       200, 100000, 100, 100000, 1000000, NULL, issuer_cost_cents,
       'ON', tags, scene_cn, scene_en, desc_cn, desc_en, sort
  FROM (VALUES
    ('VISA-US-1', 'prg_visa_us_1', '40000012', 'VISA', 'US', true, 'IF_GIVEN', 0, '{3DS,HOT}'::text[], '{广告投放,独立站收单,软件订阅}'::text[],
     '{Advertising,Shops,Software}'::text[], '<p>美国 VISA 卡，支持 3D 验证，适合广告投放与软件订阅。</p>',
     '<p>US Visa with 3-D Secure, made for advertising and software.</p>', 1),
    ('VISA-US-2', 'prg_visa_us_2', '42424200', 'VISA', 'US', false, 'IF_GIVEN', 0, '{}', '{广告投放,电商采购}',
     '{Advertising,Purchasing}', '<p>美国 VISA 卡，无 3D 验证，扣款更顺畅。</p>',
     '<p>US Visa without 3-D Secure: fewer interruptions.</p>', 2),
    ('MASTERCARD-US-1', 'prg_mastercard_us_1', '52008282', 'MASTERCARD', 'US', true, 'IF_GIVEN', 0, '{3DS}', '{电商采购,差旅}',
     '{Purchasing,Travel}', '<p>美国 MASTERCARD 卡，支持 3D 验证。</p>', '<p>US Mastercard with 3-D Secure.</p>', 3),
    ('MASTERCARD-US-2', 'prg_mastercard_us_2', '22230000', 'MASTERCARD', 'US', false, 'IF_GIVEN', 0, '{}', '{广告投放,云服务}',
     '{Advertising,Cloud}', '<p>美国 MASTERCARD 卡，适合云服务扣款。</p>', '<p>US Mastercard, good for cloud services.</p>', 4),
    ('MASTERCARD-GB-1', 'prg_mastercard_gb_1', '55555500', 'MASTERCARD', 'GB', true, 'IF_GIVEN', 15, '{3DS}', '{欧洲电商,差旅}',
     '{European shops,Travel}', '<p>英国 MASTERCARD 卡，欧洲商户通过率更高。</p>', '<p>UK Mastercard: better accepted by European merchants.</p>', 5),
    ('VISA-HK-1', 'prg_visa_hk_1', '41111100', 'VISA', 'HK', true, 'OFF', 15, '{3DS}', '{亚洲电商,广告投放}',
     '{Asian shops,Advertising}', '<p>香港 VISA 卡，适合亚洲商户，不校验邮编。</p>', '<p>Hong Kong Visa for Asian merchants. ZIP code isn’t checked.</p>', 6)
  ) AS made (vid, program_ref, bin, network, country, three_ds, avs, issuer_cost_cents, tags, scene_cn, scene_en, desc_cn, desc_en, sort);

-- List prices. What a plan pays is written in the plan.
INSERT INTO range_price (vid, open_fee_cents, load_fee_bps, load_fee_min_cents, cross_border_bps, cross_border_min_cents,
                         decline_fee_cents, free_declines, month_fee_cents, unload_fee_cents, effective_from)
SELECT vid, 500, 300, 0, 150, 30, 0, 5, 0, 0, '2020-01-01' FROM card_range;

INSERT INTO staff_chain (chain, seq, hash) VALUES
  ('desk', 0, decode(repeat('00', 32), 'hex')),
  ('door', 0, decode(repeat('00', 32), 'hex'));

INSERT INTO rail_config (rail, enabled, pay_unit, min_units, fee_bps, fee_fixed, quote_for_s, valid_for_s, business, updated_by, updated_at) VALUES
  ('USDT_TRC20',    true,  'USDT', 11000, 200, 0, 300, 3600,    false, 'seed', '2026-01-01'),
  ('ONLINE_WECHAT', true,  'CNY',  50000, 100, 0, 900, 900,     false, 'seed', '2026-01-01'),
  ('ONLINE_ALIPAY', true,  'CNY',  50000, 100, 0, 900, 900,     false, 'seed', '2026-01-01'),
  ('UNIONPAY',      true,  'CNY',  50000, 80,  0, 900, 900,     false, 'seed', '2026-01-01'),
  ('USD_WIRE',      true,  'USD',  10000, 0,   0, 300, 1296000, true,  'seed', '2026-01-01');

INSERT INTO rail_text (rail, lang, display_max, arrival, notes) VALUES
  ('USDT_TRC20', 'cn', NULL, '约 1–5 分钟到账，超过 30 分钟请联系客服',
   E'仅支持 TRC20 网络的 USDT，其他网络或代币无法入账\n最低充值 {min} USDT，手续费 {fee}\n收款地址 1 小时内有效，请勿重复使用'),
  ('USDT_TRC20', 'en', NULL, 'About 1 to 5 minutes. Contact customer service after 30 minutes',
   E'Send only USDT on the TRC20 network. Other networks and tokens can’t be credited\nMinimum {min} USDT, fee {fee}\nThe address is valid for 1 hour. Don’t reuse it'),
  ('ONLINE_WECHAT', 'cn', 1600000, '即时到账', E'单笔最低 {min} 元\n单笔超过 {max} 元请联系客服充值'),
  ('ONLINE_WECHAT', 'en', 1000000, 'Instant', E'Minimum {min} CNY per payment\nFor more than {max} CNY per payment, contact customer service'),
  ('ONLINE_ALIPAY', 'cn', 1600000, '即时到账', E'单笔最低 {min} 元\n单笔超过 {max} 元请联系客服充值'),
  ('ONLINE_ALIPAY', 'en', 1000000, 'Instant', E'Minimum {min} CNY per payment\nFor more than {max} CNY per payment, contact customer service'),
  ('UNIONPAY', 'cn', 1000000, '即时到账', E'单笔最低 {min} 元\n单笔超过 {max} 元请联系客服充值\n需由银行短信验证码确认'),
  ('UNIONPAY', 'en', 300000, 'Instant', E'Minimum {min} CNY per payment\nFor more than {max} CNY per payment, contact customer service\nYour bank confirms the payment with an SMS code'),
  ('USD_WIRE', 'cn', NULL, '1–2 个工作日', E'仅限企业账户，最低 {min} 美元'),
  ('USD_WIRE', 'en', NULL, '1 to 2 business days', E'Business accounts only, minimum {min} USD');

INSERT INTO bank_limit (bank_code, name_cn, name_en, per_payment, per_day, updated_at) VALUES
  ('ICBC', '工商银行', 'Industrial and Commercial Bank of China', 1000000, 5000000, '2026-01-01'),
  ('ABC', '农业银行', 'Agricultural Bank of China', 1000000, 2000000, '2026-01-01'),
  ('BOC', '中国银行', 'Bank of China', 1000000, 5000000, '2026-01-01'),
  ('CCB', '建设银行', 'China Construction Bank', 1000000, 5000000, '2026-01-01'),
  ('BOCOM', '交通银行', 'Bank of Communications', 1000000, 2000000, '2026-01-01'),
  ('CMB', '招商银行', 'China Merchants Bank', 1000000, 5000000, '2026-01-01'),
  ('PSBC', '邮储银行', 'Postal Savings Bank of China', 500000, 500000, '2026-01-01');

INSERT INTO fx_rate (rate_id, currency, mid_micros, spread_bps, source, set_by, effective_at, created_at)
VALUES ('fxr_00000000000000000000000000', 'CNY', 7200000, 110, 'FEED', 'seed', '2026-01-01', '2026-01-01');

INSERT INTO risk_desk DEFAULT VALUES;

-- The house's own limits (server/trades/decide/limits.ts), unchanged.
INSERT INTO rule_set (rules_id, number, state, document, note, made_by_name, created_at, updated_at, live_at)
VALUES ('rul_00000000000000000000000001', 1, 'LIVE', '{"limits": {}, "rules": []}', 'house limits', 'Kaika', '2026-01-01', '2026-01-01', '2026-01-01');

INSERT INTO product_desk DEFAULT VALUES;

