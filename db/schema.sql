-- Made by bin/schema from db/migrations/. To read, not to edit.

CREATE EXTENSION pg_trgm;

CREATE SEQUENCE change_id START 1 INCREMENT 1;

CREATE SEQUENCE deposit_address_index START 1 INCREMENT 1;

CREATE OR REPLACE FUNCTION public.auth_number(auth_text text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (((((((((((((((((((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, substr(auth_text, 5, 1)) - 1))::bigint << 45) | (((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, substr(auth_text, 6, 1)) - 1))::bigint << 40)) | (((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, substr(auth_text, 7, 1)) - 1))::bigint << 35)) | (((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, substr(auth_text, 8, 1)) - 1))::bigint << 30)) | (((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, substr(auth_text, 9, 1)) - 1))::bigint << 25)) | (((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, substr(auth_text, 10, 1)) - 1))::bigint << 20)) | (((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, substr(auth_text, 11, 1)) - 1))::bigint << 15)) | (((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, substr(auth_text, 12, 1)) - 1))::bigint << 10)) | (((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, substr(auth_text, 13, 1)) - 1))::bigint << 5)) | (((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, substr(auth_text, 14, 1)) - 1))::bigint << 0)) - '1577836800000'::bigint) << 22) | (((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, substr(auth_text, 26, 1)) - 1))::bigint << 20)) | (((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, substr(auth_text, 27, 1)) - 1))::bigint << 15)) | (((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, substr(auth_text, 28, 1)) - 1))::bigint << 10)) | (((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, substr(auth_text, 29, 1)) - 1))::bigint << 5)) | (((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, substr(auth_text, 30, 1)) - 1))::bigint << 0));

CREATE OR REPLACE FUNCTION public.auth_text(auth_id bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (((((((((((((((('atx_'::text || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, ((((((auth_id >> 22) + '1577836800000'::bigint) >> 45) & (31)::bigint))::integer + 1), 1)) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, ((((((auth_id >> 22) + '1577836800000'::bigint) >> 40) & (31)::bigint))::integer + 1), 1)) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, ((((((auth_id >> 22) + '1577836800000'::bigint) >> 35) & (31)::bigint))::integer + 1), 1)) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, ((((((auth_id >> 22) + '1577836800000'::bigint) >> 30) & (31)::bigint))::integer + 1), 1)) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, ((((((auth_id >> 22) + '1577836800000'::bigint) >> 25) & (31)::bigint))::integer + 1), 1)) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, ((((((auth_id >> 22) + '1577836800000'::bigint) >> 20) & (31)::bigint))::integer + 1), 1)) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, ((((((auth_id >> 22) + '1577836800000'::bigint) >> 15) & (31)::bigint))::integer + 1), 1)) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, ((((((auth_id >> 22) + '1577836800000'::bigint) >> 10) & (31)::bigint))::integer + 1), 1)) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, ((((((auth_id >> 22) + '1577836800000'::bigint) >> 5) & (31)::bigint))::integer + 1), 1)) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, ((((((auth_id >> 22) + '1577836800000'::bigint) >> 0) & (31)::bigint))::integer + 1), 1)) || '00000000000'::text) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, (((((auth_id & (4194303)::bigint) >> 20) & (31)::bigint))::integer + 1), 1)) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, (((((auth_id & (4194303)::bigint) >> 15) & (31)::bigint))::integer + 1), 1)) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, (((((auth_id & (4194303)::bigint) >> 10) & (31)::bigint))::integer + 1), 1)) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, (((((auth_id & (4194303)::bigint) >> 5) & (31)::bigint))::integer + 1), 1)) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ'::text, (((((auth_id & (4194303)::bigint) >> 0) & (31)::bigint))::integer + 1), 1));

CREATE OR REPLACE FUNCTION public.cell_of(account_id text)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((get_byte(sha256((account_id)::bytea), 0) & 63))::smallint;

CREATE OR REPLACE FUNCTION public.drop_month(of_table text, month date, file text, row_count bigint, bytes bigint, sha256 bytea)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '200ms'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.first_id_of(prefix text, at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT prefix || '_' || string_agg(
           substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (floor(extract(epoch FROM at) * 1000)::bigint >> (5 * place) & 31)::integer, 1), '' ORDER BY place DESC)
    FROM generate_series(0, 9) AS place
$function$;

CREATE OR REPLACE FUNCTION public.is_aged(of_table text, id text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (SELECT FROM aged_month WHERE table_name = of_table AND id >= first_id AND id < end_id)
$function$;

CREATE OR REPLACE FUNCTION public.ledger_check_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_check_transfers()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_refuse_cell()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is not in cell %', NEW.account_id, NEW.cell USING ERRCODE = 'check_violation', CONSTRAINT = 'account_in_its_cell';
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% of % is refused: the ledger is append-only', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $function$;

CREATE OR REPLACE FUNCTION public.make_cells(whole regclass, options text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.make_months(upto timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '500ms'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD IS DISTINCT FROM NEW AND NOT EXISTS (
    SELECT FROM jsonb_each_text(to_jsonb(OLD)) AS old_column (name, was)
      JOIN jsonb_each_text(to_jsonb(NEW)) AS new_column (name, becomes) USING (name)
     WHERE was IS DISTINCT FROM becomes
       AND (name NOT LIKE '%\_enc' OR length(was) IS DISTINCT FROM length(becomes) OR left(was, 4) = left(becomes, 4))) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is only added to', TG_TABLE_NAME;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_own_vote()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM approval WHERE approval_id = NEW.approval_id AND maker_id = NEW.staff_id) THEN
    RAISE EXCEPTION 'the maker of an approval does not vote on it';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_thawing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' OR (OLD.kind, OLD.expires_at, OLD.target, OLD.account_id, OLD.amount_cents, OLD.payload, OLD.diff, OLD.hash, OLD.reason, OLD.only_one, OLD.maker_id, OLD.needs)
     IS DISTINCT FROM (NEW.kind, NEW.expires_at, NEW.target, NEW.account_id, NEW.amount_cents, NEW.payload, NEW.diff, NEW.hash, NEW.reason, NEW.only_one, NEW.maker_id, NEW.needs) THEN
    RAISE EXCEPTION 'an approval is frozen';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.time_of_id(id text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT to_timestamp(sum((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(right(id, 26), 10 - place, 1)) - 1)::bigint << (5 * place)) / 1000)
    FROM generate_series(0, 9) AS place
$function$;

CREATE TABLE account (
  cell                smallint NOT NULL,
  account_id          text COLLATE "C" NOT NULL,
  account_no          integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_no             text COLLATE "C" NOT NULL,
  nickname            text NOT NULL,
  status              text NOT NULL DEFAULT 'ACTIVE'::text,
  risk_state          text NOT NULL DEFAULT 'NORMAL'::text,
  restricted          boolean NOT NULL DEFAULT false,
  sub_switch          boolean NOT NULL DEFAULT false,
  business            boolean NOT NULL DEFAULT false,
  identity            text NOT NULL DEFAULT 'NONE'::text,
  identity_type       text,
  invite_code         text COLLATE "C" NOT NULL,
  referrer_account_id text COLLATE "C",
  lang                text NOT NULL DEFAULT 'cn'::text,
  time_zone           text NOT NULL DEFAULT 'Asia/Shanghai'::text,
  created_at          timestamp with time zone NOT NULL,
  updated_at          timestamp with time zone NOT NULL,
  held                boolean NOT NULL DEFAULT false,
  frozen              boolean NOT NULL DEFAULT false,
  has_controls        boolean NOT NULL DEFAULT false,
  CONSTRAINT account_pkey PRIMARY KEY (cell, account_id),
  CONSTRAINT account_cell_account_no_key UNIQUE (cell, account_no),
  CONSTRAINT account_identity_check CHECK ((identity = ANY (ARRAY['NONE'::text, 'PENDING'::text, 'PASSED'::text, 'REJECTED'::text]))),
  CONSTRAINT account_identity_type_check CHECK ((identity_type = ANY (ARRAY['PERSON'::text, 'BUSINESS'::text]))),
  CONSTRAINT account_in_its_cell CHECK ((cell = cell_of(account_id))),
  CONSTRAINT account_invite_code_check CHECK ((invite_code ~ '^\d{6}(\d{2})?$'::text)),
  CONSTRAINT account_lang_check CHECK ((lang = ANY (ARRAY['cn'::text, 'en'::text]))),
  CONSTRAINT account_risk_state_check CHECK ((risk_state = ANY (ARRAY['NORMAL'::text, 'WARN'::text, 'SHUTDOWN'::text]))),
  CONSTRAINT account_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'CLOSING'::text, 'CLOSED'::text, 'DEACTIVATED'::text])))
);
CREATE INDEX account_newest ON account USING btree (created_at, account_id);
CREATE INDEX account_referrer ON account USING btree (referrer_account_id, created_at) WHERE (referrer_account_id IS NOT NULL);
CREATE INDEX account_watched ON account USING btree (created_at, account_id) WHERE (held OR frozen OR restricted OR (risk_state <> 'NORMAL'::text) OR (status <> 'ACTIVE'::text));

CREATE TABLE account_code (
  code       text COLLATE "C" NOT NULL,
  kind       text COLLATE "C" NOT NULL,
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  CONSTRAINT account_code_pkey PRIMARY KEY (code, kind),
  CONSTRAINT account_code_kind_check CHECK ((kind = ANY (ARRAY['USER_NO'::text, 'INVITE'::text])))
);

CREATE TABLE account_hold (
  cell       smallint NOT NULL,
  hold_id    text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  reason     text NOT NULL,
  staff_id   text COLLATE "C" NOT NULL,
  created_at timestamp with time zone NOT NULL,
  lifted_at  timestamp with time zone,
  lifted_by  text COLLATE "C",
  lifted_why text NOT NULL DEFAULT ''::text,
  CONSTRAINT account_hold_pkey PRIMARY KEY (cell, hold_id),
  CONSTRAINT account_hold_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id),
  CONSTRAINT account_hold_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES staff(staff_id),
  CONSTRAINT account_hold_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id),
  CONSTRAINT account_hold_check CHECK (((lifted_at IS NULL) = (lifted_by IS NULL)))
);
CREATE UNIQUE INDEX account_hold_open ON account_hold USING btree (cell, account_id) WHERE (lifted_at IS NULL);

CREATE TABLE account_limit (
  cell         smallint NOT NULL,
  seq          bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id   text COLLATE "C" NOT NULL,
  key          text COLLATE "C" NOT NULL,
  amount_cents bigint,
  starts_at    timestamp with time zone NOT NULL,
  ends_at      timestamp with time zone,
  reason       text NOT NULL,
  maker_id     text COLLATE "C" NOT NULL,
  checker_id   text COLLATE "C" NOT NULL,
  approval_id  text COLLATE "C" NOT NULL,
  created_at   timestamp with time zone NOT NULL,
  CONSTRAINT account_limit_pkey PRIMARY KEY (cell, seq),
  CONSTRAINT account_limit_cell_approval_id_key UNIQUE (cell, approval_id),
  CONSTRAINT account_limit_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  CONSTRAINT account_limit_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id),
  CONSTRAINT account_limit_checker_id_fkey FOREIGN KEY (checker_id) REFERENCES staff(staff_id),
  CONSTRAINT account_limit_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES staff(staff_id),
  CONSTRAINT account_limit_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT account_limit_check CHECK ((ends_at > starts_at)),
  CONSTRAINT account_limit_check1 CHECK ((checker_id <> maker_id)),
  CONSTRAINT account_limit_key_check CHECK ((key = ANY (ARRAY['topupPerDay'::text, 'perLoad'::text, 'yuanOnce'::text])))
);
CREATE INDEX account_limit_account ON account_limit USING btree (account_id, key, seq DESC);
CREATE TRIGGER account_limit_only_grows BEFORE DELETE OR UPDATE ON account_limit FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE adjustment (
  cell            smallint NOT NULL,
  adjust_no       text COLLATE "C" NOT NULL,
  account_id      text COLLATE "C" NOT NULL,
  cause           text NOT NULL,
  direction       text NOT NULL,
  amount_cents    bigint NOT NULL,
  reason          text NOT NULL,
  maker_id        text COLLATE "C" NOT NULL,
  checker_id      text COLLATE "C" NOT NULL,
  approval_id     text COLLATE "C" NOT NULL,
  transfer_id     text COLLATE "C" NOT NULL,
  created_at      timestamp with time zone NOT NULL,
  fee_transfer_id text COLLATE "C",
  fee_code        text COLLATE "C",
  CONSTRAINT adjustment_pkey PRIMARY KEY (cell, adjust_no),
  CONSTRAINT adjustment_cell_approval_id_key UNIQUE (cell, approval_id),
  CONSTRAINT adjustment_cell_transfer_id_key UNIQUE (cell, transfer_id),
  CONSTRAINT adjustment_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  CONSTRAINT adjustment_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id),
  CONSTRAINT adjustment_checker_id_fkey FOREIGN KEY (checker_id) REFERENCES staff(staff_id),
  CONSTRAINT adjustment_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES staff(staff_id),
  CONSTRAINT adjustment_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT adjustment_check CHECK ((checker_id <> maker_id)),
  CONSTRAINT adjustment_check1 CHECK (((fee_transfer_id IS NULL) = (fee_code IS NULL))),
  CONSTRAINT adjustment_direction_check CHECK ((direction = ANY (ARRAY['IN'::text, 'OUT'::text])))
);
CREATE INDEX adjustment_account ON adjustment USING btree (account_id, created_at DESC);
CREATE INDEX adjustment_fee ON adjustment USING btree (fee_transfer_id) WHERE (fee_transfer_id IS NOT NULL);
CREATE TRIGGER adjustment_only_grows BEFORE DELETE OR UPDATE ON adjustment FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE aged_month (
  table_name text COLLATE "C" NOT NULL,
  month      date NOT NULL,
  dropped_at timestamp with time zone NOT NULL,
  first_id   text COLLATE "C" NOT NULL,
  end_id     text COLLATE "C" NOT NULL,
  file       text,
  row_count  bigint,
  bytes      bigint,
  sha256     bytea,
  CONSTRAINT aged_month_pkey PRIMARY KEY (table_name, month, dropped_at)
);

CREATE TABLE agreement (
  agreement_id text COLLATE "C" NOT NULL,
  kind         text COLLATE "C" NOT NULL,
  version      integer NOT NULL,
  title_cn     text NOT NULL,
  title_en     text NOT NULL,
  html_cn      text NOT NULL,
  html_en      text NOT NULL,
  must_accept  boolean NOT NULL DEFAULT false,
  effective_at timestamp with time zone NOT NULL,
  status       text NOT NULL DEFAULT 'DRAFT'::text,
  made_by      text NOT NULL,
  created_at   timestamp with time zone NOT NULL,
  CONSTRAINT agreement_pkey PRIMARY KEY (agreement_id),
  CONSTRAINT agreement_kind_version_key UNIQUE (kind, version),
  CONSTRAINT agreement_kind_check CHECK ((kind = ANY (ARRAY['TERMS'::text, 'PRIVACY'::text, 'SERVICE'::text]))),
  CONSTRAINT agreement_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'PUBLISHED'::text]))),
  CONSTRAINT agreement_version_check CHECK ((version > 0))
);

CREATE TABLE agreement_accepted (
  cell         smallint NOT NULL,
  account_id   text COLLATE "C" NOT NULL,
  login_id     text COLLATE "C" NOT NULL,
  agreement_id text COLLATE "C" NOT NULL,
  ip           text NOT NULL,
  accepted_at  timestamp with time zone NOT NULL,
  CONSTRAINT agreement_accepted_pkey PRIMARY KEY (cell, account_id, login_id, agreement_id),
  CONSTRAINT agreement_accepted_agreement_id_fkey FOREIGN KEY (agreement_id) REFERENCES agreement(agreement_id),
  CONSTRAINT agreement_accepted_cell_account_id_login_id_fkey FOREIGN KEY (cell, account_id, login_id) REFERENCES login(cell, account_id, login_id)
);

CREATE TABLE alarm (
  alarm_id  text COLLATE "C" NOT NULL,
  kind      text COLLATE "C" NOT NULL,
  subject   text COLLATE "C" NOT NULL,
  detail    jsonb NOT NULL,
  times     integer NOT NULL DEFAULT 1,
  raised_at timestamp with time zone NOT NULL,
  last_at   timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  closed_by text COLLATE "C",
  CONSTRAINT alarm_pkey PRIMARY KEY (alarm_id)
);
CREATE INDEX alarm_closed ON alarm USING btree (closed_at) WHERE (closed_at IS NOT NULL);
CREATE UNIQUE INDEX alarm_open ON alarm USING btree (kind, subject) WHERE (closed_at IS NULL);

CREATE TABLE approval (
  approval_id  text COLLATE "C" NOT NULL,
  kind         text COLLATE "C" NOT NULL,
  target       text NOT NULL,
  account_id   text COLLATE "C",
  amount_cents bigint,
  payload      jsonb NOT NULL,
  diff         jsonb NOT NULL,
  hash         bytea NOT NULL,
  reason       text NOT NULL,
  only_one     text COLLATE "C",
  maker_id     text COLLATE "C" NOT NULL,
  needs        integer NOT NULL DEFAULT 1,
  state        text NOT NULL DEFAULT 'WAITING'::text,
  decided_why  text,
  decided_at   timestamp with time zone,
  created_at   timestamp with time zone NOT NULL,
  expires_at   timestamp with time zone NOT NULL,
  CONSTRAINT approval_pkey PRIMARY KEY (approval_id),
  CONSTRAINT approval_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES staff(staff_id),
  CONSTRAINT approval_needs_check CHECK (((needs >= 1) AND (needs <= 3))),
  CONSTRAINT approval_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'APPROVED'::text, 'REJECTED'::text, 'WITHDRAWN'::text, 'EXPIRED'::text])))
);
CREATE INDEX approval_account ON approval USING btree (account_id, created_at DESC) WHERE (account_id IS NOT NULL);
CREATE INDEX approval_maker ON approval USING btree (maker_id, created_at DESC);
CREATE INDEX approval_newest ON approval USING btree (created_at DESC, approval_id DESC);
CREATE UNIQUE INDEX approval_only_one ON approval USING btree (kind, only_one) WHERE (state = 'WAITING'::text);
CREATE INDEX approval_waiting ON approval USING btree (expires_at) WHERE (state = 'WAITING'::text);
CREATE TRIGGER approval_frozen BEFORE DELETE OR UPDATE ON approval FOR EACH ROW EXECUTE FUNCTION refuse_thawing();

CREATE TABLE approval_vote (
  approval_id text COLLATE "C" NOT NULL,
  staff_id    text COLLATE "C" NOT NULL,
  agreed      boolean NOT NULL,
  reason      text NOT NULL,
  created_at  timestamp with time zone NOT NULL,
  CONSTRAINT approval_vote_pkey PRIMARY KEY (approval_id, staff_id),
  CONSTRAINT approval_vote_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  CONSTRAINT approval_vote_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id)
);
CREATE TRIGGER approval_vote_not_by_maker BEFORE INSERT ON approval_vote FOR EACH ROW EXECUTE FUNCTION refuse_own_vote();
CREATE TRIGGER approval_vote_only_grows BEFORE DELETE OR UPDATE ON approval_vote FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE attachment (
  file_id     text COLLATE "C" NOT NULL,
  staff_id    text COLLATE "C" NOT NULL,
  approval_id text COLLATE "C",
  name        text NOT NULL,
  body_enc    bytea NOT NULL,
  created_at  timestamp with time zone NOT NULL,
  CONSTRAINT attachment_pkey PRIMARY KEY (file_id),
  CONSTRAINT attachment_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  CONSTRAINT attachment_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id)
);
CREATE INDEX attachment_approval ON attachment USING btree (approval_id);
CREATE INDEX attachment_unused ON attachment USING btree (created_at) WHERE (approval_id IS NULL);
CREATE TRIGGER attachment_frozen BEFORE DELETE OR UPDATE ON attachment FOR EACH ROW WHEN ((old.approval_id IS NOT NULL)) EXECUTE FUNCTION refuse_change();

CREATE TABLE auth (
  auth_id           bigint NOT NULL,
  la_id             bigint NOT NULL,
  ref_hash          bigint NOT NULL,
  answered_cents    bigint NOT NULL,
  amount_cents      bigint NOT NULL,
  merchant_amount   bigint NOT NULL,
  fee_cents         bigint NOT NULL DEFAULT 0,
  held_cents        bigint NOT NULL DEFAULT 0,
  placed_cents      bigint NOT NULL DEFAULT 0,
  cleared_cents     bigint NOT NULL DEFAULT 0,
  fee_taken_cents   bigint NOT NULL DEFAULT 0,
  occurred_at       timestamp with time zone NOT NULL,
  expires_at        timestamp with time zone,
  usage_cents       bigint,
  usage_day         integer,
  account_no        integer NOT NULL,
  merchant_no       integer NOT NULL,
  owner_sub_no      integer,
  cell              smallint NOT NULL,
  counted           boolean NOT NULL DEFAULT false,
  status            text COLLATE "C" NOT NULL,
  reason            text COLLATE "C",
  iso_code          text COLLATE "C" NOT NULL,
  three_ds          text COLLATE "C",
  pos               text COLLATE "C" NOT NULL,
  issuer_id         text COLLATE "C" NOT NULL,
  issuer_ref        text COLLATE "C" NOT NULL,
  merchant_currency text COLLATE "C" NOT NULL,
  rate              text COLLATE "C",
  descriptor        text NOT NULL,
  message_hash      integer,
  why               jsonb,
  checks            smallint,
  seen              text,
  CONSTRAINT auth_pkey PRIMARY KEY (cell, account_no, auth_id),
  CONSTRAINT auth_once UNIQUE (cell, ref_hash),
  CONSTRAINT auth_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'PARTIAL'::text, 'COMPLETE'::text, 'REVERSED'::text, 'EXPIRED'::text, 'DECLINED'::text])))
) PARTITION BY RANGE (cell);
CREATE INDEX auth_by_card ON ONLY public.auth USING btree (cell, la_id, auth_id);
CREATE INDEX auth_by_merchant ON ONLY public.auth USING btree (cell, account_no, merchant_no);
CREATE INDEX auth_by_sub ON ONLY public.auth USING btree (cell, account_no, owner_sub_no, auth_id) WHERE (owner_sub_no IS NOT NULL);
CREATE INDEX auth_by_time ON ONLY public.auth USING brin (occurred_at);
CREATE INDEX auth_declined ON ONLY public.auth USING btree (cell, account_no, auth_id) WHERE (status = 'DECLINED'::text);
CREATE INDEX auth_ended ON ONLY public.auth USING btree (cell, account_no, auth_id) WHERE (status = ANY (ARRAY['PARTIAL'::text, 'REVERSED'::text, 'EXPIRED'::text]));
CREATE INDEX auth_held ON ONLY public.auth USING btree (expires_at) WHERE (status = ANY (ARRAY['PENDING'::text, 'PARTIAL'::text]));
CREATE INDEX auth_late ON ONLY public.auth USING btree (cell, account_no, auth_id) WHERE ((to_timestamp(((((auth_id >> 22))::double precision / (1000)::double precision) + (1577836800)::double precision)) - occurred_at) > '00:59:00'::interval);

CREATE TABLE auth_awaited (
  cell          smallint NOT NULL,
  issuer_ref    text COLLATE "C" NOT NULL,
  issuer_id     text COLLATE "C" NOT NULL,
  reversed      boolean NOT NULL,
  cleared_cents bigint NOT NULL,
  created_at    timestamp with time zone NOT NULL,
  card_id       text COLLATE "C" NOT NULL,
  fee_cents     bigint NOT NULL DEFAULT 0,
  CONSTRAINT auth_awaited_pkey PRIMARY KEY (cell, issuer_ref, issuer_id, card_id)
);

CREATE TABLE auth_event (
  cell         smallint NOT NULL,
  account_id   text COLLATE "C" NOT NULL,
  event_id     text COLLATE "C" NOT NULL,
  auth_id      text COLLATE "C" NOT NULL,
  kind         text COLLATE "C" NOT NULL,
  amount_cents bigint NOT NULL,
  fee_cents    bigint NOT NULL DEFAULT 0,
  reason       text COLLATE "C",
  iso_code     text COLLATE "C",
  issuer_id    text COLLATE "C" NOT NULL,
  ref          text COLLATE "C" NOT NULL,
  undone       boolean NOT NULL DEFAULT false,
  occurred_at  timestamp with time zone NOT NULL,
  created_at   timestamp with time zone NOT NULL,
  CONSTRAINT auth_event_pkey PRIMARY KEY (cell, account_id, auth_id, event_id),
  CONSTRAINT auth_event_once UNIQUE (cell, ref, issuer_id, kind),
  CONSTRAINT auth_event_check CHECK ((cell = cell_of(account_id))),
  CONSTRAINT auth_event_kind_check CHECK ((kind = ANY (ARRAY['INCREMENT'::text, 'REVERSAL'::text, 'EXPIRY'::text])))
);

CREATE TABLE back_test (
  back_test_id  text COLLATE "C" NOT NULL,
  rules_id      text COLLATE "C" NOT NULL,
  document      jsonb NOT NULL,
  from_at       timestamp with time zone NOT NULL,
  to_at         timestamp with time zone NOT NULL,
  state         text NOT NULL,
  total         bigint,
  done          bigint NOT NULL DEFAULT 0,
  at_cell       smallint NOT NULL DEFAULT '-1'::integer,
  at_la_id      bigint NOT NULL DEFAULT 0,
  at_auth       text COLLATE "C" NOT NULL DEFAULT ''::text,
  carried       jsonb,
  stopped       bigint NOT NULL DEFAULT 0,
  stopped_cents bigint NOT NULL DEFAULT 0,
  cards         bigint NOT NULL DEFAULT 0,
  passed        bigint NOT NULL DEFAULT 0,
  by_rule       jsonb NOT NULL DEFAULT '{}'::jsonb,
  made_by_name  text NOT NULL,
  created_at    timestamp with time zone NOT NULL,
  started_at    timestamp with time zone,
  ended_at      timestamp with time zone,
  CONSTRAINT back_test_pkey PRIMARY KEY (back_test_id),
  CONSTRAINT back_test_rules_id_fkey FOREIGN KEY (rules_id) REFERENCES rule_set(rules_id),
  CONSTRAINT back_test_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'RUNNING'::text, 'DONE'::text, 'CANCELLED'::text])))
);
CREATE INDEX back_test_of_rules ON back_test USING btree (rules_id, created_at DESC);

CREATE TABLE back_test_account (
  back_test_id  text COLLATE "C" NOT NULL,
  account_id    text COLLATE "C" NOT NULL,
  cards         bigint NOT NULL,
  stopped       bigint NOT NULL,
  stopped_cents bigint NOT NULL,
  CONSTRAINT back_test_account_pkey PRIMARY KEY (back_test_id, account_id),
  CONSTRAINT back_test_account_back_test_id_fkey FOREIGN KEY (back_test_id) REFERENCES back_test(back_test_id) ON DELETE CASCADE
);

CREATE TABLE bank_limit (
  bank_code   text COLLATE "C" NOT NULL,
  name_cn     text NOT NULL,
  name_en     text NOT NULL,
  per_payment bigint NOT NULL,
  per_day     bigint NOT NULL,
  updated_at  timestamp with time zone NOT NULL,
  CONSTRAINT bank_limit_pkey PRIMARY KEY (bank_code),
  CONSTRAINT bank_limit_check CHECK ((per_day >= per_payment)),
  CONSTRAINT bank_limit_per_payment_check CHECK ((per_payment > 0))
);

CREATE TABLE bank_line (
  line_id         text COLLATE "C" NOT NULL,
  statement_id    text COLLATE "C" NOT NULL,
  bank_id         text COLLATE "C" NOT NULL,
  bank_ref        text COLLATE "C" NOT NULL,
  value_date      date NOT NULL,
  amount_cents    bigint NOT NULL,
  state           text NOT NULL,
  fits_account_id text COLLATE "C",
  fits_topup_id   text COLLATE "C",
  suspense_id     text COLLATE "C",
  transfer_id     text COLLATE "C",
  account_id      text COLLATE "C",
  created_at      timestamp with time zone NOT NULL,
  updated_at      timestamp with time zone NOT NULL,
  payer_enc       bytea NOT NULL,
  payer_marks     integer[] NOT NULL,
  CONSTRAINT bank_line_pkey PRIMARY KEY (line_id),
  CONSTRAINT bank_line_bank_id_bank_ref_key UNIQUE (bank_id, bank_ref),
  CONSTRAINT bank_line_suspense_id_key UNIQUE (suspense_id),
  CONSTRAINT bank_line_transfer_id_key UNIQUE (transfer_id),
  CONSTRAINT bank_line_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES bank_statement(statement_id),
  CONSTRAINT bank_line_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT bank_line_check CHECK (((fits_account_id IS NULL) = (fits_topup_id IS NULL))),
  CONSTRAINT bank_line_check1 CHECK (((state = ANY (ARRAY['CREDITED'::text, 'RETURNED'::text, 'OWN'::text])) = (transfer_id IS NOT NULL))),
  CONSTRAINT bank_line_check2 CHECK (((state <> 'SUSPENSE'::text) OR (suspense_id IS NOT NULL))),
  CONSTRAINT bank_line_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'SUSPENSE'::text, 'MATCHED'::text, 'CREDITED'::text, 'RETURNED'::text, 'OWN'::text])))
);
CREATE INDEX bank_line_credited ON bank_line USING btree (account_id, updated_at) WHERE (state = 'CREDITED'::text);
CREATE INDEX bank_line_newest ON bank_line USING btree (created_at DESC, line_id DESC);
CREATE INDEX bank_line_waiting ON bank_line USING btree (created_at) WHERE (state = ANY (ARRAY['OPEN'::text, 'SUSPENSE'::text]));

CREATE TABLE bank_statement (
  statement_id text COLLATE "C" NOT NULL,
  bank_id      text COLLATE "C" NOT NULL,
  format       text NOT NULL,
  file_name    text NOT NULL,
  sha256       text NOT NULL,
  staff_id     text COLLATE "C" NOT NULL,
  lines        integer NOT NULL,
  created_at   timestamp with time zone NOT NULL,
  CONSTRAINT bank_statement_pkey PRIMARY KEY (statement_id),
  CONSTRAINT bank_statement_format_check CHECK ((format = ANY (ARRAY['CSV'::text, 'CAMT053'::text])))
);
CREATE INDEX bank_statement_newest ON bank_statement USING btree (created_at DESC);

CREATE TABLE book_proof (
  proof_id   text COLLATE "C" NOT NULL,
  state      text NOT NULL,
  kind       text,
  entries    bigint,
  checks     integer,
  breaks     jsonb NOT NULL DEFAULT '[]'::jsonb,
  asked_by   text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  took_ms    integer,
  ended_at   timestamp with time zone,
  cover      jsonb,
  CONSTRAINT book_proof_pkey PRIMARY KEY (proof_id),
  CONSTRAINT book_proof_kind_check CHECK ((kind = ANY (ARRAY['WHOLE'::text, 'NEW'::text]))),
  CONSTRAINT book_proof_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'HOLDS'::text, 'BROKEN'::text, 'FAILED'::text])))
);
CREATE INDEX book_proof_newest ON book_proof USING btree (created_at DESC);

CREATE TABLE brand_catalogue (
  one        boolean NOT NULL DEFAULT true,
  version    bigint NOT NULL DEFAULT 0,
  matched_no integer NOT NULL DEFAULT 0,
  CONSTRAINT brand_catalogue_pkey PRIMARY KEY (one),
  CONSTRAINT brand_catalogue_one_check CHECK (one)
);

CREATE TABLE captcha (
  captcha_key text COLLATE "C" NOT NULL,
  kind        text NOT NULL,
  answer      text NOT NULL,
  expires_at  timestamp with time zone NOT NULL,
  used_at     timestamp with time zone,
  created_at  timestamp with time zone NOT NULL,
  CONSTRAINT captcha_pkey PRIMARY KEY (captcha_key),
  CONSTRAINT captcha_kind_check CHECK ((kind = ANY (ARRAY['slide'::text, 'text'::text, 'work'::text])))
);
CREATE INDEX captcha_expires_at ON captcha USING btree (expires_at);

CREATE TABLE card (
  cell            smallint NOT NULL,
  account_id      text COLLATE "C" NOT NULL,
  card_id         text COLLATE "C" NOT NULL,
  card_seq_no     text COLLATE "C" NOT NULL,
  vid             text COLLATE "C" NOT NULL,
  bin             text NOT NULL,
  network         text NOT NULL,
  last4           text COLLATE "C",
  exp_month       smallint,
  exp_year        smallint,
  expires_at      timestamp with time zone,
  country         text NOT NULL,
  status          text COLLATE "C" NOT NULL,
  blocks          integer NOT NULL DEFAULT 0,
  shown_status    text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
CASE
    WHEN (status <> 'ACTIVE'::text) THEN status
    WHEN ((blocks & 2) <> 0) THEN 'RISK_FROZEN'::text
    WHEN (blocks <> 0) THEN 'FROZEN'::text
    ELSE 'ACTIVE'::text
END) STORED,
  issuer_id       text COLLATE "C" NOT NULL,
  issuer_ref      text COLLATE "C",
  issuer_state_at timestamp with time zone,
  owner_sub_uid   text COLLATE "C",
  gid             text COLLATE "C",
  remark          text NOT NULL DEFAULT ''::text,
  open_order_no   text COLLATE "C" NOT NULL,
  la_id           bigint NOT NULL,
  deposit_cents   bigint NOT NULL DEFAULT 0,
  consume_cents   bigint NOT NULL DEFAULT 0,
  opened_at       timestamp with time zone,
  closed_at       timestamp with time zone,
  version         integer NOT NULL DEFAULT 1,
  created_at      timestamp with time zone NOT NULL,
  updated_at      timestamp with time zone NOT NULL,
  holder_enc      bytea NOT NULL,
  holder_marks    integer[] NOT NULL,
  zip_hash        bytea NOT NULL,
  control_no      bigint,
  close_at        timestamp with time zone,
  freeze_at       timestamp with time zone,
  thaw_at         timestamp with time zone,
  idle_freeze_at  timestamp with time zone,
  life_tell_at    timestamp with time zone,
  CONSTRAINT card_pkey PRIMARY KEY (cell, account_id, card_id),
  CONSTRAINT card_cell_la_id_key UNIQUE (cell, la_id),
  CONSTRAINT card_seq_no_taken UNIQUE (cell, account_id, card_seq_no),
  CONSTRAINT card_in_group FOREIGN KEY (cell, account_id, gid) REFERENCES card_group(cell, account_id, gid),
  CONSTRAINT card_vid_fkey FOREIGN KEY (vid) REFERENCES card_range(vid),
  CONSTRAINT card_blocks_check CHECK (((blocks >= 0) AND (blocks <= 127))),
  CONSTRAINT card_check CHECK ((cell = cell_of(account_id))),
  CONSTRAINT card_made CHECK (((status = ANY (ARRAY['PENDING'::text, 'FAILED'::text])) OR ((issuer_ref IS NOT NULL) AND (last4 IS NOT NULL) AND (expires_at IS NOT NULL)))),
  CONSTRAINT card_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'ACTIVE'::text, 'CLOSING'::text, 'CLOSED'::text, 'EXPIRED'::text, 'FAILED'::text])))
) WITH (fillfactor=80);
CREATE INDEX card_by_gid ON card USING btree (account_id, gid) WHERE (gid IS NOT NULL);
CREATE INDEX card_by_last4 ON card USING btree (account_id, last4);
CREATE INDEX card_by_month_day ON card USING btree (vid, ((EXTRACT(day FROM (opened_at AT TIME ZONE '08:00:00'::interval)))::integer)) WHERE (status = 'ACTIVE'::text);
CREATE INDEX card_by_status ON card USING btree (account_id, shown_status, created_at DESC);
CREATE INDEX card_by_vid ON card USING btree (account_id, vid);
CREATE INDEX card_life_due ON card USING btree (LEAST(close_at, freeze_at, thaw_at, idle_freeze_at, life_tell_at), cell, account_id, card_id) WHERE (LEAST(close_at, freeze_at, thaw_at, idle_freeze_at, life_tell_at) IS NOT NULL);
CREATE INDEX card_newest ON card USING btree (account_id, created_at DESC, card_id DESC);
CREATE INDEX card_newest_of_sub ON card USING btree (account_id, owner_sub_uid, created_at DESC, card_id DESC);
CREATE INDEX card_opened ON card USING btree (opened_at);
CREATE INDEX card_to_expire ON card USING btree (status, expires_at) WHERE (status = ANY (ARRAY['ACTIVE'::text, 'EXPIRED'::text]));

CREATE TABLE card_batch (
  cell        smallint NOT NULL,
  account_id  text COLLATE "C" NOT NULL,
  batch_no    text COLLATE "C" NOT NULL,
  kind        text NOT NULL,
  login_id    text COLLATE "C" NOT NULL,
  sub_uid     text COLLATE "C",
  by_name     text NOT NULL,
  by_ip       text NOT NULL,
  by_device   text NOT NULL,
  retry_of    text COLLATE "C",
  status      text NOT NULL,
  total       integer NOT NULL,
  cost_cents  bigint NOT NULL,
  created_at  timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  CONSTRAINT card_batch_pkey PRIMARY KEY (cell, account_id, batch_no),
  CONSTRAINT card_batch_check CHECK (((finished_at IS NULL) = (status = 'RUNNING'::text))),
  CONSTRAINT card_batch_check1 CHECK ((cell = cell_of(account_id))),
  CONSTRAINT card_batch_cost_cents_check CHECK ((cost_cents >= 0)),
  CONSTRAINT card_batch_kind_check CHECK ((kind = ANY (ARRAY['OPEN'::text, 'LOAD'::text, 'DELETE'::text]))),
  CONSTRAINT card_batch_status_check CHECK ((status = ANY (ARRAY['RUNNING'::text, 'DONE'::text, 'PARTIAL'::text, 'FAILED'::text]))),
  CONSTRAINT card_batch_total_check CHECK ((total > 0))
);
CREATE INDEX card_batch_newest ON card_batch USING btree (account_id, created_at DESC, batch_no DESC);

CREATE TABLE card_day (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  day        integer NOT NULL,
  card_id    text COLLATE "C" NOT NULL,
  approved   integer NOT NULL,
  declined   integer NOT NULL,
  CONSTRAINT card_day_pkey PRIMARY KEY (cell, account_id, day, card_id),
  CONSTRAINT card_day_check CHECK ((cell = cell_of(account_id)))
);
CREATE INDEX card_day_by_day ON card_day USING brin (day);

CREATE TABLE card_group (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  gid        text COLLATE "C" NOT NULL,
  name       text NOT NULL,
  remark     text NOT NULL DEFAULT ''::text,
  pinned     boolean NOT NULL DEFAULT false,
  sort       integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT card_group_pkey PRIMARY KEY (cell, account_id, gid),
  CONSTRAINT card_group_check CHECK ((cell = cell_of(account_id))),
  CONSTRAINT card_group_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 20)))
);
CREATE UNIQUE INDEX card_group_name_taken ON card_group USING btree (cell, account_id, lower(name));

CREATE TABLE card_group_share (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  gid        text COLLATE "C" NOT NULL,
  sub_uid    text COLLATE "C" NOT NULL,
  CONSTRAINT card_group_share_pkey PRIMARY KEY (cell, account_id, gid, sub_uid),
  CONSTRAINT card_group_share_cell_account_id_gid_fkey FOREIGN KEY (cell, account_id, gid) REFERENCES card_group(cell, account_id, gid) ON DELETE CASCADE
);
CREATE INDEX card_group_share_by_sub ON card_group_share USING btree (account_id, sub_uid);

CREATE TABLE card_holder_change (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  change_id  text COLLATE "C" NOT NULL,
  card_id    text COLLATE "C" NOT NULL,
  login_id   text COLLATE "C" NOT NULL,
  sub_uid    text COLLATE "C",
  country    text NOT NULL,
  status     text COLLATE "C" NOT NULL,
  tries      integer NOT NULL DEFAULT 0,
  error      text,
  ask_at     timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  holder_enc bytea NOT NULL,
  CONSTRAINT card_holder_change_pkey PRIMARY KEY (cell, account_id, change_id),
  CONSTRAINT card_holder_change_cell_account_id_card_id_fkey FOREIGN KEY (cell, account_id, card_id) REFERENCES card(cell, account_id, card_id),
  CONSTRAINT card_holder_change_status_check CHECK ((status = ANY (ARRAY['SENT'::text, 'UNKNOWN'::text, 'DONE'::text, 'REFUSED'::text])))
);
CREATE INDEX card_holder_change_by_card ON card_holder_change USING btree (account_id, card_id, created_at DESC);
CREATE UNIQUE INDEX card_holder_change_open ON card_holder_change USING btree (cell, account_id, card_id) WHERE (status = ANY (ARRAY['SENT'::text, 'UNKNOWN'::text]));
CREATE INDEX card_holder_change_to_ask ON card_holder_change USING btree (ask_at) WHERE (ask_at IS NOT NULL);

CREATE TABLE card_import (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  batch_no   text COLLATE "C" NOT NULL,
  file_name  text NOT NULL,
  sha256     text COLLATE "C" NOT NULL,
  created_at timestamp with time zone NOT NULL,
  lines_enc  bytea NOT NULL,
  CONSTRAINT card_import_pkey PRIMARY KEY (cell, account_id, batch_no),
  CONSTRAINT card_import_cell_account_id_batch_no_fkey FOREIGN KEY (cell, account_id, batch_no) REFERENCES card_batch(cell, account_id, batch_no)
);
CREATE INDEX card_import_by_file ON card_import USING btree (account_id, sha256, created_at DESC);

CREATE TABLE card_issuer_ref (
  issuer_ref text COLLATE "C" NOT NULL,
  issuer_id  text COLLATE "C" NOT NULL,
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  card_id    text COLLATE "C" NOT NULL,
  CONSTRAINT card_issuer_ref_pkey PRIMARY KEY (issuer_ref, issuer_id)
);

CREATE TABLE card_log (
  cell         smallint NOT NULL,
  account_id   text COLLATE "C" NOT NULL,
  id           text COLLATE "C" NOT NULL,
  card_id      text COLLATE "C" NOT NULL,
  type         text NOT NULL,
  login_id     text COLLATE "C",
  sub_uid      text COLLATE "C",
  before       text,
  after        text,
  amount_cents bigint,
  remark       text NOT NULL DEFAULT ''::text,
  result       text NOT NULL,
  created_at   timestamp with time zone NOT NULL,
  holders_enc  bytea,
  CONSTRAINT card_log_pkey PRIMARY KEY (cell, account_id, id),
  CONSTRAINT card_log_check CHECK ((cell = cell_of(account_id)))
) PARTITION BY RANGE (id);
CREATE INDEX card_log_by_card ON ONLY public.card_log USING btree (account_id, card_id, id DESC);

CREATE TABLE card_month_fee (
  cell         smallint NOT NULL,
  account_id   text COLLATE "C" NOT NULL,
  card_id      text COLLATE "C" NOT NULL,
  month        text COLLATE "C" NOT NULL,
  amount_cents bigint NOT NULL,
  told_at      timestamp with time zone NOT NULL,
  due_at       timestamp with time zone NOT NULL,
  state        text COLLATE "C" NOT NULL,
  tries        smallint NOT NULL DEFAULT 0,
  try_at       timestamp with time zone,
  paid_from    text COLLATE "C",
  transfer_id  text COLLATE "C",
  ended_at     timestamp with time zone,
  CONSTRAINT card_month_fee_pkey PRIMARY KEY (cell, account_id, card_id, month),
  CONSTRAINT card_month_fee_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT card_month_fee_check CHECK ((cell = cell_of(account_id))),
  CONSTRAINT card_month_fee_check1 CHECK (((state = ANY (ARRAY['DUE'::text, 'FROZEN'::text])) = (try_at IS NOT NULL))),
  CONSTRAINT card_month_fee_check2 CHECK ((((state = ANY (ARRAY['PAID'::text, 'OWED'::text])) = (transfer_id IS NOT NULL)) AND ((transfer_id IS NULL) = (paid_from IS NULL)))),
  CONSTRAINT card_month_fee_month_check CHECK ((month ~ '^\d{4}-\d\d$'::text)),
  CONSTRAINT card_month_fee_state_check CHECK ((state = ANY (ARRAY['DUE'::text, 'FROZEN'::text, 'PAID'::text, 'OWED'::text, 'WAIVED'::text]))),
  CONSTRAINT card_month_fee_told CHECK ((due_at >= (told_at + '72:00:00'::interval)))
);
CREATE INDEX card_month_fee_to_try ON card_month_fee USING btree (try_at) WHERE (try_at IS NOT NULL);

CREATE TABLE card_number (
  pan_hmac   bytea NOT NULL,
  cell       smallint NOT NULL,
  la_id      bigint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  card_id    text COLLATE "C" NOT NULL,
  cvc_enc    bytea,
  key_id     smallint NOT NULL DEFAULT 1,
  CONSTRAINT card_number_pkey PRIMARY KEY (pan_hmac)
);

CREATE TABLE card_order (
  cell             smallint NOT NULL,
  account_id       text COLLATE "C" NOT NULL,
  order_no         text COLLATE "C" NOT NULL,
  kind             text COLLATE "C" NOT NULL,
  card_id          text COLLATE "C" NOT NULL,
  login_id         text COLLATE "C" NOT NULL,
  sub_uid          text COLLATE "C",
  quote_id         text COLLATE "C",
  amount_cents     bigint NOT NULL,
  open_fee_cents   bigint NOT NULL DEFAULT 0,
  fee_cents        bigint NOT NULL DEFAULT 0,
  coupon_off_cents bigint NOT NULL DEFAULT 0,
  total_cents      bigint NOT NULL,
  status           text COLLATE "C" NOT NULL,
  hold_id          text COLLATE "C",
  transfer_id      text COLLATE "C",
  tries            integer NOT NULL DEFAULT 0,
  error            text,
  ask_at           timestamp with time zone,
  created_at       timestamp with time zone NOT NULL,
  updated_at       timestamp with time zone NOT NULL,
  batch_no         text COLLATE "C",
  row_no           integer,
  retried_in       text COLLATE "C",
  CONSTRAINT card_order_pkey PRIMARY KEY (cell, account_id, order_no),
  CONSTRAINT card_order_cell_account_id_batch_no_fkey FOREIGN KEY (cell, account_id, batch_no) REFERENCES card_batch(cell, account_id, batch_no),
  CONSTRAINT card_order_cell_account_id_card_id_fkey FOREIGN KEY (cell, account_id, card_id) REFERENCES card(cell, account_id, card_id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT card_order_amount_cents_check CHECK ((amount_cents >= 0)),
  CONSTRAINT card_order_coupon_off_cents_check CHECK ((coupon_off_cents >= 0)),
  CONSTRAINT card_order_fee_cents_check CHECK ((fee_cents >= 0)),
  CONSTRAINT card_order_kind_check CHECK ((kind = ANY (ARRAY['OPEN'::text, 'LOAD'::text, 'UNLOAD'::text, 'CLOSE'::text]))),
  CONSTRAINT card_order_open_fee_cents_check CHECK ((open_fee_cents >= 0)),
  CONSTRAINT card_order_status_check CHECK ((status = ANY (ARRAY['HELD'::text, 'SENT'::text, 'UNKNOWN'::text, 'SUCCESS'::text, 'FAILED'::text]))),
  CONSTRAINT card_order_total_cents_check CHECK ((total_cents >= 0)),
  CONSTRAINT order_held CHECK (((kind <> 'OPEN'::text) OR (hold_id IS NOT NULL))),
  CONSTRAINT order_row CHECK (((batch_no IS NULL) = (row_no IS NULL)))
);
CREATE UNIQUE INDEX card_order_by_batch ON card_order USING btree (cell, account_id, batch_no, row_no) WHERE (batch_no IS NOT NULL);
CREATE INDEX card_order_by_card ON card_order USING btree (account_id, card_id, created_at DESC);
CREATE INDEX card_order_in_time ON card_order USING brin (created_at);
CREATE UNIQUE INDEX card_order_no ON card_order USING btree (cell, order_no);
CREATE INDEX card_order_of_sub ON card_order USING btree (account_id, sub_uid, created_at) INCLUDE (kind, status, total_cents, amount_cents, fee_cents) WHERE (sub_uid IS NOT NULL);
CREATE INDEX card_order_to_ask ON card_order USING btree (ask_at) WHERE (ask_at IS NOT NULL);

CREATE TABLE card_range (
  vid                text COLLATE "C" NOT NULL,
  issuer_id          text COLLATE "C" NOT NULL,
  program_ref        text COLLATE "C" NOT NULL,
  bin                text NOT NULL,
  network            text NOT NULL,
  country            text NOT NULL,
  currency           text NOT NULL,
  billing_country    text NOT NULL,
  holder_mode        text NOT NULL,
  three_ds           boolean NOT NULL,
  avs                text NOT NULL,
  edit_address       boolean NOT NULL,
  min_open_cents     bigint NOT NULL,
  max_open_cents     bigint NOT NULL,
  min_load_cents     bigint NOT NULL,
  per_load_max_cents bigint NOT NULL,
  max_balance_cents  bigint NOT NULL,
  stock              integer,
  issuer_cost_cents  bigint NOT NULL DEFAULT 0,
  status             text NOT NULL,
  tags               text[] NOT NULL,
  scene_cn           text[] NOT NULL,
  scene_en           text[] NOT NULL,
  desc_cn            text NOT NULL,
  desc_en            text NOT NULL,
  sort               smallint NOT NULL,
  version            integer NOT NULL DEFAULT 1,
  freeze_unpaid      boolean NOT NULL DEFAULT false,
  CONSTRAINT card_range_pkey PRIMARY KEY (vid),
  CONSTRAINT card_range_issuer_id_program_ref_key UNIQUE (issuer_id, program_ref),
  CONSTRAINT card_range_avs_check CHECK ((avs = ANY (ARRAY['OFF'::text, 'IF_GIVEN'::text]))),
  CONSTRAINT card_range_bin_check CHECK ((bin ~ '^\d{6,8}$'::text)),
  CONSTRAINT card_range_holder_mode_check CHECK ((holder_mode = ANY (ARRAY['FREE'::text, 'VERIFIED'::text]))),
  CONSTRAINT card_range_network_check CHECK ((network = ANY (ARRAY['VISA'::text, 'MASTERCARD'::text]))),
  CONSTRAINT card_range_status_check CHECK ((status = ANY (ARRAY['ON'::text, 'OFF'::text, 'SOLD_OUT'::text])))
);

CREATE TABLE card_replacement (
  cell        smallint NOT NULL,
  account_id  text COLLATE "C" NOT NULL,
  new_card_id text COLLATE "C" NOT NULL,
  old_card_id text COLLATE "C" NOT NULL,
  reason      text COLLATE "C" NOT NULL,
  state       text COLLATE "C" NOT NULL,
  close_at    timestamp with time zone,
  told_at     timestamp with time zone,
  created_at  timestamp with time zone NOT NULL,
  updated_at  timestamp with time zone NOT NULL,
  CONSTRAINT card_replacement_pkey PRIMARY KEY (cell, account_id, new_card_id),
  CONSTRAINT card_replacement_check CHECK ((cell = cell_of(account_id))),
  CONSTRAINT card_replacement_reason_check CHECK ((reason = ANY (ARRAY['LOST'::text, 'COMPROMISED'::text, 'EXPIRING'::text, 'MOVED'::text]))),
  CONSTRAINT card_replacement_state_check CHECK ((state = ANY (ARRAY['OPENING'::text, 'KEPT'::text, 'DONE'::text, 'FAILED'::text])))
);
CREATE UNIQUE INDEX card_replacement_one_successor ON card_replacement USING btree (cell, account_id, old_card_id) WHERE (state <> 'FAILED'::text);
CREATE INDEX card_replacement_open ON card_replacement USING btree (state, close_at) WHERE (state = ANY (ARRAY['OPENING'::text, 'KEPT'::text]));

CREATE TABLE card_reveals (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  login_id   text COLLATE "C" NOT NULL,
  shown_at   timestamp with time zone[] NOT NULL,
  CONSTRAINT card_reveals_pkey PRIMARY KEY (cell, account_id, login_id),
  CONSTRAINT card_reveals_check CHECK ((cell = cell_of(account_id)))
);

CREATE TABLE card_spend (
  cell           smallint NOT NULL,
  account_id     text COLLATE "C" NOT NULL,
  card_id        text COLLATE "C" NOT NULL,
  day            integer NOT NULL,
  owner_sub_uid  text COLLATE "C" NOT NULL,
  merchant_no    integer NOT NULL,
  purchases      integer NOT NULL,
  spent_cents    bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  last_at        timestamp with time zone,
  CONSTRAINT card_spend_pkey PRIMARY KEY (cell, account_id, card_id, day, owner_sub_uid, merchant_no),
  CONSTRAINT card_spend_check CHECK ((cell = cell_of(account_id)))
);
CREATE INDEX card_spend_by_day ON card_spend USING btree (cell, account_id, day);

CREATE TABLE card_spend_mark (
  cell            smallint NOT NULL,
  account_id      text COLLATE "C" NOT NULL,
  card_id         text COLLATE "C" NOT NULL,
  account_version bigint NOT NULL DEFAULT 0,
  CONSTRAINT card_spend_mark_pkey PRIMARY KEY (cell, account_id, card_id),
  CONSTRAINT card_spend_mark_check CHECK ((cell = cell_of(account_id)))
);

CREATE TABLE card_tag (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  card_id    text COLLATE "C" NOT NULL,
  tag_id     text COLLATE "C" NOT NULL,
  CONSTRAINT card_tag_pkey PRIMARY KEY (cell, account_id, card_id, tag_id),
  CONSTRAINT card_tag_cell_account_id_card_id_fkey FOREIGN KEY (cell, account_id, card_id) REFERENCES card(cell, account_id, card_id),
  CONSTRAINT card_tag_cell_account_id_tag_id_fkey FOREIGN KEY (cell, account_id, tag_id) REFERENCES tag(cell, account_id, tag_id) ON DELETE CASCADE
);
CREATE INDEX card_tag_by_tag ON card_tag USING btree (account_id, tag_id, card_id);

CREATE TABLE card_usage (
  cell            smallint NOT NULL,
  la_id           bigint NOT NULL,
  wrong_cvc       smallint NOT NULL,
  wrong_cvc_since bigint NOT NULL,
  blocked_until   bigint NOT NULL,
  short           smallint NOT NULL,
  short_since     bigint NOT NULL,
  hour            bigint NOT NULL,
  hour_count      integer NOT NULL,
  day             bigint NOT NULL,
  day_cents       bigint NOT NULL,
  rate_day        integer NOT NULL,
  approved        integer NOT NULL,
  declined        integer NOT NULL,
  recent          bytea NOT NULL,
  counters        text COLLATE "C" NOT NULL DEFAULT ''::text,
  CONSTRAINT card_usage_pkey PRIMARY KEY (cell, la_id)
) WITH (fillfactor=50);

CREATE TABLE chain_transfer (
  tx_hash        text COLLATE "C" NOT NULL,
  log_index      integer NOT NULL,
  block_no       bigint NOT NULL,
  block_time     timestamp with time zone NOT NULL,
  to_address     text COLLATE "C" NOT NULL,
  from_address   text NOT NULL,
  contract       text NOT NULL,
  units          numeric(78,0) NOT NULL,
  confirmations  integer NOT NULL,
  state          text NOT NULL,
  outcome        text,
  outcome_reason text,
  account_id     text COLLATE "C",
  order_no       text COLLATE "C",
  transfer_id    text COLLATE "C",
  decided_at     timestamp with time zone,
  created_at     timestamp with time zone NOT NULL,
  updated_at     timestamp with time zone NOT NULL,
  CONSTRAINT chain_transfer_pkey PRIMARY KEY (tx_hash, log_index),
  CONSTRAINT chain_transfer_transfer_id_key UNIQUE (transfer_id),
  CONSTRAINT chain_transfer_check CHECK ((((outcome = ANY (ARRAY['CREDITED'::text, 'SUSPENSE'::text])) = (transfer_id IS NOT NULL)) OR (outcome IS NULL))),
  CONSTRAINT chain_transfer_check1 CHECK (((outcome IS NULL) OR (decided_at IS NOT NULL))),
  CONSTRAINT chain_transfer_check2 CHECK (((outcome <> 'CREDITED'::text) OR ((state = 'CONFIRMED'::text) AND (order_no IS NOT NULL)))),
  CONSTRAINT chain_transfer_outcome_check CHECK ((outcome = ANY (ARRAY['CREDITED'::text, 'SUSPENSE'::text, 'WRONG_TOKEN'::text, 'DUST'::text, 'FAILED'::text]))),
  CONSTRAINT chain_transfer_state_check CHECK ((state = ANY (ARRAY['SEEN'::text, 'CONFIRMED'::text, 'ORPHANED'::text]))),
  CONSTRAINT chain_transfer_units_check CHECK ((units >= (0)::numeric))
);
CREATE INDEX chain_transfer_decided ON chain_transfer USING btree (decided_at);
CREATE INDEX chain_transfer_open ON chain_transfer USING btree (to_address) WHERE (outcome IS NULL);
CREATE INDEX chain_transfer_order ON chain_transfer USING btree (order_no) WHERE (order_no IS NOT NULL);

CREATE TABLE closing_case (
  cell          smallint NOT NULL,
  case_id       text COLLATE "C" NOT NULL,
  account_id    text COLLATE "C" NOT NULL,
  reason        text NOT NULL,
  amount_cents  bigint NOT NULL,
  bank_card_id  text COLLATE "C",
  status        text NOT NULL DEFAULT 'CLOSING'::text,
  paid_at       timestamp with time zone,
  forget_at     timestamp with time zone NOT NULL,
  forgotten_at  timestamp with time zone,
  created_at    timestamp with time zone NOT NULL,
  waiting_since timestamp with time zone,
  CONSTRAINT closing_case_pkey PRIMARY KEY (cell, account_id, case_id),
  CONSTRAINT closing_case_cell_account_id_key UNIQUE (cell, account_id),
  CONSTRAINT closing_case_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id),
  CONSTRAINT closing_case_amount_cents_check CHECK ((amount_cents >= 0)),
  CONSTRAINT closing_case_status_check CHECK ((status = ANY (ARRAY['CLOSING'::text, 'CLOSED'::text])))
);
CREATE INDEX closing_case_forget ON closing_case USING btree (forget_at) WHERE (forgotten_at IS NULL);
CREATE UNIQUE INDEX closing_case_id ON closing_case USING btree (cell, case_id);
CREATE INDEX closing_case_waiting ON closing_case USING btree (waiting_since) WHERE (waiting_since IS NOT NULL);

CREATE TABLE closing_payout (
  cell               smallint NOT NULL,
  payout_no          text COLLATE "C" NOT NULL,
  case_id            text COLLATE "C" NOT NULL,
  account_id         text COLLATE "C" NOT NULL,
  target             text NOT NULL,
  bank_card_id       text COLLATE "C",
  payee_sealed       bytea,
  payee_text         text NOT NULL,
  source_transfer_id text COLLATE "C",
  amount_cents       bigint NOT NULL,
  pay_units          bigint NOT NULL,
  pay_currency       text NOT NULL,
  state              text NOT NULL,
  reference          text COLLATE "C",
  reason             text NOT NULL,
  maker_id           text COLLATE "C" NOT NULL,
  checker_id         text COLLATE "C" NOT NULL,
  approval_id        text COLLATE "C" NOT NULL,
  transfer_id        text COLLATE "C" NOT NULL,
  return_transfer_id text COLLATE "C",
  created_at         timestamp with time zone NOT NULL,
  settled_at         timestamp with time zone,
  CONSTRAINT closing_payout_pkey PRIMARY KEY (cell, account_id, payout_no),
  CONSTRAINT closing_payout_cell_approval_id_key UNIQUE (cell, approval_id),
  CONSTRAINT closing_payout_cell_return_transfer_id_key UNIQUE (cell, return_transfer_id),
  CONSTRAINT closing_payout_cell_transfer_id_key UNIQUE (cell, transfer_id),
  CONSTRAINT closing_payout_cell_account_id_case_id_fkey FOREIGN KEY (cell, account_id, case_id) REFERENCES closing_case(cell, account_id, case_id),
  CONSTRAINT closing_payout_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT closing_payout_check CHECK (((target = 'CARD'::text) = (bank_card_id IS NOT NULL))),
  CONSTRAINT closing_payout_check1 CHECK (((target = 'BANK'::text) = (payee_sealed IS NOT NULL))),
  CONSTRAINT closing_payout_check2 CHECK (((target = 'SOURCE'::text) = (source_transfer_id IS NOT NULL))),
  CONSTRAINT closing_payout_check3 CHECK (((state = 'PAID'::text) = (reference IS NOT NULL))),
  CONSTRAINT closing_payout_check4 CHECK (((state = 'RETURNED'::text) = (return_transfer_id IS NOT NULL))),
  CONSTRAINT closing_payout_pay_currency_check CHECK ((pay_currency = ANY (ARRAY['USD'::text, 'CNY'::text, 'USDT'::text]))),
  CONSTRAINT closing_payout_pay_units_check CHECK ((pay_units > 0)),
  CONSTRAINT closing_payout_state_check CHECK ((state = ANY (ARRAY['SENT'::text, 'PAID'::text, 'RETURNED'::text]))),
  CONSTRAINT closing_payout_target_check CHECK ((target = ANY (ARRAY['CARD'::text, 'BANK'::text, 'SOURCE'::text])))
);
CREATE UNIQUE INDEX closing_payout_no ON closing_payout USING btree (cell, payout_no);
CREATE UNIQUE INDEX closing_payout_reference ON closing_payout USING btree (cell, reference) WHERE (reference IS NOT NULL);
CREATE INDEX closing_payout_sent ON closing_payout USING btree (created_at) WHERE (state = 'SENT'::text);
CREATE INDEX closing_payout_source ON closing_payout USING btree (source_transfer_id) WHERE (source_transfer_id IS NOT NULL);

CREATE TABLE commission (
  cell               smallint NOT NULL,
  commission_id      text COLLATE "C" NOT NULL,
  account_id         text COLLATE "C" NOT NULL,
  invitee_account_id text COLLATE "C" NOT NULL,
  biz_type           text COLLATE "C" NOT NULL,
  biz_id             text COLLATE "C" NOT NULL,
  base_cents         bigint NOT NULL,
  rate_bps           integer NOT NULL,
  amount_cents       bigint NOT NULL,
  state              text NOT NULL,
  taken_cents        bigint NOT NULL DEFAULT 0,
  matured_cents      bigint NOT NULL DEFAULT 0,
  taken_later_cents  bigint NOT NULL DEFAULT 0,
  owed_cents         bigint NOT NULL DEFAULT 0,
  mature_at          timestamp with time zone NOT NULL,
  matured_at         timestamp with time zone,
  created_at         timestamp with time zone NOT NULL,
  updated_at         timestamp with time zone NOT NULL,
  CONSTRAINT commission_pkey PRIMARY KEY (cell, account_id, commission_id),
  CONSTRAINT commission_once UNIQUE (cell, account_id, invitee_account_id, biz_type, biz_id),
  CONSTRAINT commission_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id),
  CONSTRAINT commission_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT commission_base_cents_check CHECK ((base_cents > 0)),
  CONSTRAINT commission_biz_type_check CHECK ((biz_type = ANY (ARRAY['OPEN'::text, 'LOAD'::text, 'PLAN'::text]))),
  CONSTRAINT commission_check CHECK ((taken_cents <= amount_cents)),
  CONSTRAINT commission_matured_cents_check CHECK ((matured_cents >= 0)),
  CONSTRAINT commission_owed_cents_check CHECK ((owed_cents >= 0)),
  CONSTRAINT commission_rate_bps_check CHECK ((rate_bps > 0)),
  CONSTRAINT commission_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'AVAILABLE'::text, 'CLAWED_BACK'::text]))),
  CONSTRAINT commission_taken_cents_check CHECK ((taken_cents >= 0)),
  CONSTRAINT commission_taken_later_cents_check CHECK ((taken_later_cents >= 0))
);
CREATE INDEX commission_due ON commission USING btree (mature_at) WHERE (state = 'PENDING'::text);
CREATE INDEX commission_owing ON commission USING btree (account_id, commission_id) WHERE (owed_cents > 0);

CREATE TABLE commission_claw (
  cell          smallint NOT NULL,
  account_id    text COLLATE "C" NOT NULL,
  commission_id text COLLATE "C" NOT NULL,
  ref           text COLLATE "C" NOT NULL,
  why           text NOT NULL,
  amount_cents  bigint NOT NULL,
  created_at    timestamp with time zone NOT NULL,
  CONSTRAINT commission_claw_pkey PRIMARY KEY (cell, account_id, commission_id, ref),
  CONSTRAINT commission_claw_cell_account_id_commission_id_fkey FOREIGN KEY (cell, account_id, commission_id) REFERENCES commission(cell, account_id, commission_id),
  CONSTRAINT commission_claw_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT commission_claw_why_check CHECK ((why = ANY (ARRAY['REFUND'::text, 'FRAUD'::text])))
);

CREATE TABLE content (
  name       text COLLATE "C" NOT NULL,
  value      jsonb NOT NULL,
  made_by    text NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT content_pkey PRIMARY KEY (name),
  CONSTRAINT content_name_check CHECK ((name = 'contact'::text))
);

CREATE TABLE control_change (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  id         text COLLATE "C" NOT NULL,
  scope      text COLLATE "C" NOT NULL,
  scope_id   text COLLATE "C" NOT NULL,
  before_no  bigint,
  after_no   bigint,
  login_id   text COLLATE "C" NOT NULL,
  sub_uid    text COLLATE "C",
  note       text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  until      timestamp with time zone,
  returned   boolean NOT NULL DEFAULT false,
  CONSTRAINT control_change_pkey PRIMARY KEY (cell, account_id, id),
  CONSTRAINT control_change_check CHECK ((cell = cell_of(account_id))),
  CONSTRAINT control_change_scope_check CHECK ((scope = ANY (ARRAY['CARD'::text, 'GROUP'::text, 'SUB'::text, 'ACCOUNT'::text])))
);
CREATE INDEX control_change_of ON control_change USING btree (cell, account_id, scope_id, id);
CREATE TRIGGER control_change_only_grows BEFORE DELETE OR UPDATE ON control_change FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE control_doc (
  cell       smallint NOT NULL,
  control_no bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id text COLLATE "C" NOT NULL,
  doc        jsonb NOT NULL,
  hash       bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT control_doc_pkey PRIMARY KEY (cell, control_no),
  CONSTRAINT control_doc_cell_account_id_hash_key UNIQUE (cell, account_id, hash),
  CONSTRAINT control_doc_check CHECK ((cell = cell_of(account_id))),
  CONSTRAINT control_doc_hash_check CHECK ((octet_length(hash) = 32))
);
CREATE TRIGGER control_doc_only_grows BEFORE DELETE OR UPDATE ON control_doc FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE control_return (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  scope      text COLLATE "C" NOT NULL,
  scope_id   text COLLATE "C" NOT NULL,
  set_no     bigint,
  back_no    bigint,
  until      timestamp with time zone NOT NULL,
  since      timestamp with time zone NOT NULL,
  login_id   text COLLATE "C" NOT NULL,
  sub_uid    text COLLATE "C",
  CONSTRAINT control_return_pkey PRIMARY KEY (cell, account_id, scope, scope_id),
  CONSTRAINT control_return_check CHECK ((cell = cell_of(account_id)))
);
CREATE INDEX control_return_due ON control_return USING btree (until, cell, account_id, scope, scope_id);

CREATE TABLE control_scope (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  scope      text COLLATE "C" NOT NULL,
  scope_id   text COLLATE "C" NOT NULL,
  control_no bigint,
  counters   text COLLATE "C" NOT NULL DEFAULT ''::text,
  CONSTRAINT control_scope_pkey PRIMARY KEY (cell, account_id, scope, scope_id),
  CONSTRAINT control_scope_check CHECK ((cell = cell_of(account_id))),
  CONSTRAINT control_scope_scope_check CHECK ((scope = ANY (ARRAY['GROUP'::text, 'SUB'::text, 'ACCOUNT'::text])))
) WITH (fillfactor=50);

CREATE TABLE control_template (
  cell           smallint NOT NULL,
  account_id     text COLLATE "C" NOT NULL,
  template_id    text COLLATE "C" NOT NULL,
  name           text NOT NULL,
  control_no     bigint,
  vid            text COLLATE "C",
  amount_cents   bigint,
  gid            text COLLATE "C",
  tag_ids        text[] COLLATE "C" NOT NULL,
  remark_pattern text NOT NULL,
  created_at     timestamp with time zone NOT NULL,
  updated_at     timestamp with time zone NOT NULL,
  CONSTRAINT control_template_pkey PRIMARY KEY (cell, account_id, template_id),
  CONSTRAINT control_template_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT control_template_check CHECK ((cell = cell_of(account_id))),
  CONSTRAINT control_template_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 30))),
  CONSTRAINT control_template_remark_pattern_check CHECK ((char_length(remark_pattern) <= 40))
);
CREATE UNIQUE INDEX control_template_name_taken ON control_template USING btree (cell, account_id, lower(name));

CREATE TABLE coupon (
  cell        smallint NOT NULL,
  account_id  text COLLATE "C" NOT NULL,
  coupon_id   text COLLATE "C" NOT NULL,
  template_id text COLLATE "C" NOT NULL,
  status      text NOT NULL,
  starts_at   timestamp with time zone NOT NULL,
  expires_at  timestamp with time zone NOT NULL,
  biz_no      text COLLATE "C",
  off_cents   bigint,
  used_at     timestamp with time zone,
  created_at  timestamp with time zone NOT NULL,
  given_by    text COLLATE "C",
  given_why   text NOT NULL DEFAULT ''::text,
  CONSTRAINT coupon_pkey PRIMARY KEY (cell, account_id, coupon_id),
  CONSTRAINT coupon_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id),
  CONSTRAINT coupon_given_by_fkey FOREIGN KEY (given_by) REFERENCES staff(staff_id),
  CONSTRAINT coupon_template_id_fkey FOREIGN KEY (template_id) REFERENCES coupon_template(template_id),
  CONSTRAINT coupon_check CHECK (((status = ANY (ARRAY['LOCKED'::text, 'USED'::text])) = (biz_no IS NOT NULL))),
  CONSTRAINT coupon_status_check CHECK ((status = ANY (ARRAY['UNUSED'::text, 'LOCKED'::text, 'USED'::text, 'REVOKED'::text])))
);
CREATE INDEX coupon_by_order ON coupon USING btree (account_id, biz_no) WHERE (biz_no IS NOT NULL);
CREATE INDEX coupon_of_template ON coupon USING btree (template_id);

CREATE TABLE coupon_template (
  template_id      text COLLATE "C" NOT NULL,
  name_cn          text NOT NULL,
  name_en          text NOT NULL,
  type             text NOT NULL,
  value            bigint NOT NULL,
  min_amount_cents bigint NOT NULL DEFAULT 0,
  vids             text[] NOT NULL DEFAULT '{}'::text[],
  group_ids        text[] NOT NULL DEFAULT '{}'::text[],
  valid_days       integer NOT NULL,
  budget           integer NOT NULL,
  status           text NOT NULL DEFAULT 'ON'::text,
  created_at       timestamp with time zone NOT NULL,
  made_by          text COLLATE "C",
  CONSTRAINT coupon_template_pkey PRIMARY KEY (template_id),
  CONSTRAINT coupon_template_made_by_fkey FOREIGN KEY (made_by) REFERENCES staff(staff_id),
  CONSTRAINT coupon_template_budget_check CHECK ((budget > 0)),
  CONSTRAINT coupon_template_status_check CHECK ((status = ANY (ARRAY['ON'::text, 'OFF'::text]))),
  CONSTRAINT coupon_template_type_check CHECK ((type = ANY (ARRAY['OPEN_OFF'::text, 'OPEN_FREE'::text, 'LOAD_OFF'::text, 'PLAN_OFF'::text, 'PLAN_DAYS'::text]))),
  CONSTRAINT coupon_template_valid_days_check CHECK ((valid_days > 0)),
  CONSTRAINT coupon_template_value_check CHECK ((value >= 0))
);

CREATE UNLOGGED TABLE decision_figures (
  process    text COLLATE "C" NOT NULL,
  buckets    integer[] NOT NULL,
  count      integer NOT NULL,
  unanswered integer NOT NULL,
  seen_at    timestamp with time zone NOT NULL,
  CONSTRAINT decision_figures_pkey PRIMARY KEY (process)
);

CREATE TABLE decision_minute (
  minute     integer NOT NULL,
  count      bigint NOT NULL,
  unanswered bigint NOT NULL,
  buckets    bigint[] NOT NULL,
  CONSTRAINT decision_minute_pkey PRIMARY KEY (minute)
);

CREATE TABLE decline_day (
  cell         smallint NOT NULL,
  account_id   text COLLATE "C" NOT NULL,
  day          integer NOT NULL,
  owner_sub_no integer NOT NULL,
  reason       text COLLATE "C" NOT NULL,
  counted      boolean NOT NULL,
  declined     integer NOT NULL,
  CONSTRAINT decline_day_pkey PRIMARY KEY (cell, account_id, day, owner_sub_no, reason, counted),
  CONSTRAINT decline_day_check CHECK ((cell = cell_of(account_id)))
);

CREATE TABLE decline_fee (
  cell         smallint NOT NULL,
  account_id   text COLLATE "C" NOT NULL,
  auth_id      text COLLATE "C" NOT NULL,
  card_id      text COLLATE "C" NOT NULL,
  month        text COLLATE "C" NOT NULL,
  amount_cents bigint NOT NULL,
  state        text COLLATE "C" NOT NULL,
  paid_from    text COLLATE "C",
  transfer_id  text COLLATE "C",
  taken_at     timestamp with time zone NOT NULL,
  CONSTRAINT decline_fee_pkey PRIMARY KEY (cell, account_id, auth_id),
  CONSTRAINT decline_fee_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT decline_fee_check CHECK ((cell = cell_of(account_id))),
  CONSTRAINT decline_fee_check1 CHECK ((((state = 'WAIVED'::text) = (transfer_id IS NULL)) AND ((transfer_id IS NULL) = (paid_from IS NULL)))),
  CONSTRAINT decline_fee_month_check CHECK ((month ~ '^\d{4}-\d\d$'::text)),
  CONSTRAINT decline_fee_state_check CHECK ((state = ANY (ARRAY['PAID'::text, 'OWED'::text, 'WAIVED'::text])))
);
CREATE INDEX decline_fee_of_month ON decline_fee USING btree (cell, account_id, month);

CREATE TABLE decline_mark (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  auth_id    bigint NOT NULL DEFAULT 0,
  closed_day integer NOT NULL DEFAULT 0,
  CONSTRAINT decline_mark_pkey PRIMARY KEY (cell, account_id),
  CONSTRAINT decline_mark_check CHECK ((cell = cell_of(account_id)))
);

CREATE TABLE decline_month (
  cell           smallint NOT NULL,
  account_id     text COLLATE "C" NOT NULL,
  month          text COLLATE "C" NOT NULL,
  settle_at      timestamp with time zone,
  attempts       integer,
  declined       integer,
  returned_cents bigint NOT NULL DEFAULT 0,
  settled_at     timestamp with time zone,
  CONSTRAINT decline_month_pkey PRIMARY KEY (cell, account_id, month),
  CONSTRAINT decline_month_check CHECK ((cell = cell_of(account_id))),
  CONSTRAINT decline_month_check1 CHECK ((((settle_at IS NULL) = (settled_at IS NOT NULL)) AND ((settled_at IS NULL) = (attempts IS NULL)) AND ((settled_at IS NULL) = (declined IS NULL)))),
  CONSTRAINT decline_month_check2 CHECK (((settled_at IS NOT NULL) OR (returned_cents = 0))),
  CONSTRAINT decline_month_month_check CHECK ((month ~ '^\d{4}-\d\d$'::text)),
  CONSTRAINT decline_month_returned_cents_check CHECK ((returned_cents >= 0))
);
CREATE INDEX decline_month_to_settle ON decline_month USING btree (settle_at) WHERE (settle_at IS NOT NULL);

CREATE TABLE decline_notice (
  cell         smallint NOT NULL,
  account_id   text COLLATE "C" NOT NULL,
  la_id        bigint NOT NULL,
  owner_sub_no integer NOT NULL,
  auth_id      bigint NOT NULL,
  told_at      timestamp with time zone NOT NULL,
  CONSTRAINT decline_notice_pkey PRIMARY KEY (cell, account_id, la_id, owner_sub_no),
  CONSTRAINT decline_notice_check CHECK ((cell = cell_of(account_id)))
);

CREATE TABLE decline_notice_mark (
  one     boolean NOT NULL DEFAULT true,
  auth_id bigint NOT NULL,
  CONSTRAINT decline_notice_mark_pkey PRIMARY KEY (one),
  CONSTRAINT decline_notice_mark_one_check CHECK (one)
);

CREATE TABLE decline_shutdown (
  cell           smallint NOT NULL,
  account_id     text COLLATE "C" NOT NULL,
  shutdown_id    text COLLATE "C" NOT NULL,
  attempts       integer NOT NULL,
  declined       integer NOT NULL,
  stop_above_bps integer NOT NULL,
  window_from    integer NOT NULL,
  cards          integer NOT NULL,
  reasons        jsonb NOT NULL,
  stopped_at     timestamp with time zone NOT NULL,
  restored_at    timestamp with time zone,
  restored_by    text,
  note           text,
  stopped_by     text,
  why            text,
  CONSTRAINT decline_shutdown_pkey PRIMARY KEY (cell, account_id, shutdown_id),
  CONSTRAINT decline_shutdown_check CHECK ((cell = cell_of(account_id)))
);
CREATE UNIQUE INDEX decline_shutdown_open ON decline_shutdown USING btree (cell, account_id) WHERE (restored_at IS NULL);

CREATE TABLE decline_watch (
  cell            smallint NOT NULL,
  account_id      text COLLATE "C" NOT NULL,
  rung            text COLLATE "C" NOT NULL,
  since           timestamp with time zone NOT NULL,
  from_day        integer NOT NULL DEFAULT 0,
  past_approved   integer NOT NULL DEFAULT 0,
  past_declined   integer NOT NULL DEFAULT 0,
  probation_until timestamp with time zone,
  told_warn_at    timestamp with time zone,
  told_urgent_at  timestamp with time zone,
  CONSTRAINT decline_watch_pkey PRIMARY KEY (cell, account_id),
  CONSTRAINT decline_watch_check CHECK ((cell = cell_of(account_id))),
  CONSTRAINT decline_watch_rung_check CHECK ((rung = ANY (ARRAY['FINE'::text, 'WARN'::text, 'URGENT'::text, 'STOP'::text])))
);

CREATE TABLE demo_world (
  one         boolean NOT NULL DEFAULT true,
  began_at    timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  CONSTRAINT demo_world_pkey PRIMARY KEY (one),
  CONSTRAINT demo_world_one_check CHECK (one)
);

CREATE TABLE deposit_address (
  cell         smallint NOT NULL,
  account_id   text COLLATE "C" NOT NULL,
  address      text COLLATE "C" NOT NULL,
  network      text COLLATE "C" NOT NULL,
  key_mark     text COLLATE "C" NOT NULL,
  hd_index     integer NOT NULL,
  order_no     text COLLATE "C" NOT NULL,
  status       text NOT NULL,
  until        timestamp with time zone NOT NULL,
  next_look_at timestamp with time zone NOT NULL,
  created_at   timestamp with time zone NOT NULL,
  updated_at   timestamp with time zone NOT NULL,
  CONSTRAINT deposit_address_pkey PRIMARY KEY (cell, account_id, address),
  CONSTRAINT deposit_address_check CHECK ((cell = cell_of(account_id))),
  CONSTRAINT deposit_address_network_check CHECK ((network = 'TRC20'::text)),
  CONSTRAINT deposit_address_status_check CHECK ((status = ANY (ARRAY['ASSIGNED'::text, 'COOLING'::text, 'FREE'::text, 'RETIRED'::text])))
);
CREATE INDEX deposit_address_due ON deposit_address USING btree (next_look_at) WHERE (status <> 'RETIRED'::text);
CREATE INDEX deposit_address_reusable ON deposit_address USING btree (account_id, until) WHERE (status = 'FREE'::text);

CREATE TABLE deposit_address_owner (
  address    text COLLATE "C" NOT NULL,
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  CONSTRAINT deposit_address_owner_pkey PRIMARY KEY (address)
);

CREATE TABLE dispute (
  cell              smallint NOT NULL,
  account_id        text COLLATE "C" NOT NULL,
  dispute_id        text COLLATE "C" NOT NULL,
  trade_id          text COLLATE "C" NOT NULL,
  card_id           text COLLATE "C" NOT NULL,
  owner_sub_uid     text COLLATE "C",
  issuer_id         text COLLATE "C" NOT NULL,
  issuer_ref        text COLLATE "C",
  reason            text COLLATE "C" NOT NULL,
  note              text NOT NULL,
  amount_cents      bigint NOT NULL,
  returned_cents    bigint NOT NULL DEFAULT 0,
  state             text COLLATE "C" NOT NULL,
  closed_why        text COLLATE "C",
  provisional_cents bigint NOT NULL DEFAULT 0,
  won_cents         bigint NOT NULL DEFAULT 0,
  fee_cents         bigint NOT NULL DEFAULT 0,
  opened_by         text COLLATE "C" NOT NULL,
  created_at        timestamp with time zone NOT NULL,
  submitted_at      timestamp with time zone,
  file_by           timestamp with time zone NOT NULL,
  filing_at         timestamp with time zone,
  filed_at          timestamp with time zone,
  closed_at         timestamp with time zone,
  updated_at        timestamp with time zone NOT NULL,
  CONSTRAINT dispute_pkey PRIMARY KEY (cell, account_id, dispute_id),
  CONSTRAINT dispute_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT dispute_check CHECK (((returned_cents >= 0) AND (returned_cents <= amount_cents))),
  CONSTRAINT dispute_check1 CHECK (((provisional_cents >= 0) AND (provisional_cents <= (amount_cents - returned_cents)))),
  CONSTRAINT dispute_check2 CHECK (((won_cents >= 0) AND (won_cents <= (amount_cents - returned_cents)))),
  CONSTRAINT dispute_check3 CHECK ((cell = cell_of(account_id))),
  CONSTRAINT dispute_check4 CHECK (((state = ANY (ARRAY['DRAFT'::text, 'SUBMITTED'::text, 'IN_PROGRESS'::text])) = (closed_at IS NULL))),
  CONSTRAINT dispute_check5 CHECK (((state = 'DRAFT'::text) OR (submitted_at IS NOT NULL) OR (state = ANY (ARRAY['EXPIRED'::text, 'CANCELED'::text])))),
  CONSTRAINT dispute_check6 CHECK (((provisional_cents = 0) OR (state = 'IN_PROGRESS'::text))),
  CONSTRAINT dispute_check7 CHECK (((won_cents = 0) OR (state = 'WON'::text))),
  CONSTRAINT dispute_fee_cents_check CHECK ((fee_cents >= 0)),
  CONSTRAINT dispute_state_check CHECK ((state = ANY (ARRAY['DRAFT'::text, 'SUBMITTED'::text, 'IN_PROGRESS'::text, 'WON'::text, 'LOST'::text, 'EXPIRED'::text, 'CANCELED'::text])))
);
CREATE INDEX dispute_by_id ON dispute USING btree (dispute_id);
CREATE INDEX dispute_by_ref ON dispute USING btree (issuer_ref, issuer_id) WHERE (issuer_ref IS NOT NULL);
CREATE INDEX dispute_by_trade ON dispute USING btree (cell, account_id, trade_id, dispute_id);
CREATE INDEX dispute_filed ON dispute USING btree (issuer_id, filed_at) WHERE (filed_at IS NOT NULL);
CREATE UNIQUE INDEX dispute_once ON dispute USING btree (cell, account_id, trade_id) WHERE (state = ANY (ARRAY['DRAFT'::text, 'SUBMITTED'::text, 'IN_PROGRESS'::text]));
CREATE INDEX dispute_open ON dispute USING btree (file_by) WHERE (state = ANY (ARRAY['DRAFT'::text, 'SUBMITTED'::text, 'IN_PROGRESS'::text]));

CREATE TABLE dispute_file (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  file_id    text COLLATE "C" NOT NULL,
  dispute_id text COLLATE "C",
  login_id   text COLLATE "C" NOT NULL,
  name       text NOT NULL,
  body_enc   bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  sent_at    timestamp with time zone,
  CONSTRAINT dispute_file_pkey PRIMARY KEY (cell, account_id, file_id),
  CONSTRAINT dispute_file_check CHECK ((cell = cell_of(account_id)))
);
CREATE INDEX dispute_file_loose ON dispute_file USING btree (created_at) WHERE (dispute_id IS NULL);
CREATE INDEX dispute_file_of ON dispute_file USING btree (cell, account_id, dispute_id);

CREATE TABLE dispute_step (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  dispute_id text COLLATE "C" NOT NULL,
  step_id    text COLLATE "C" NOT NULL,
  state      text COLLATE "C" NOT NULL,
  by_kind    text COLLATE "C" NOT NULL,
  said       jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT dispute_step_pkey PRIMARY KEY (cell, account_id, dispute_id, step_id),
  CONSTRAINT dispute_step_by_kind_check CHECK ((by_kind = ANY (ARRAY['HOLDER'::text, 'STAFF'::text, 'ISSUER'::text, 'SYSTEM'::text]))),
  CONSTRAINT dispute_step_check CHECK ((cell = cell_of(account_id)))
);

CREATE TABLE dispute_terms (
  issuer_id   text COLLATE "C" NOT NULL,
  provisional boolean NOT NULL,
  updated_at  timestamp with time zone NOT NULL,
  CONSTRAINT dispute_terms_pkey PRIMARY KEY (issuer_id)
);

CREATE TABLE forecast (
  cell              smallint NOT NULL,
  topup_id          text COLLATE "C" NOT NULL,
  account_id        text COLLATE "C" NOT NULL,
  login_id          text COLLATE "C" NOT NULL,
  order_no          text COLLATE "C" NOT NULL,
  status            text NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  bank_id           text COLLATE "C" NOT NULL,
  amount_cents      bigint NOT NULL,
  payer_country     text NOT NULL,
  payer_account_enc bytea NOT NULL,
  payer_tail        text NOT NULL,
  transfer_at       timestamp with time zone NOT NULL,
  slips             text[] NOT NULL,
  remark            text NOT NULL DEFAULT ''::text,
  reason            text NOT NULL DEFAULT ''::text,
  reviewer_id       text COLLATE "C",
  line_id           text COLLATE "C",
  received_cents    bigint,
  fee_cents         bigint NOT NULL DEFAULT 0,
  credit_cents      bigint,
  transfer_id       text COLLATE "C",
  expires_at        timestamp with time zone NOT NULL,
  audited_at        timestamp with time zone,
  credited_at       timestamp with time zone,
  created_at        timestamp with time zone NOT NULL,
  updated_at        timestamp with time zone NOT NULL,
  payer_enc         bytea NOT NULL,
  payer_marks       integer[] NOT NULL,
  CONSTRAINT forecast_pkey PRIMARY KEY (cell, account_id, topup_id),
  CONSTRAINT forecast_cell_line_id_key UNIQUE (cell, line_id),
  CONSTRAINT forecast_cell_order_no_key UNIQUE (cell, order_no),
  CONSTRAINT forecast_cell_transfer_id_key UNIQUE (cell, transfer_id),
  CONSTRAINT forecast_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id),
  CONSTRAINT forecast_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT forecast_check CHECK (((status = ANY (ARRAY['CREDITED'::text, 'REVERSED'::text])) = (transfer_id IS NOT NULL))),
  CONSTRAINT forecast_check1 CHECK (((transfer_id IS NULL) OR ((line_id IS NOT NULL) AND (credit_cents = (received_cents - fee_cents))))),
  CONSTRAINT forecast_slips_check CHECK (((cardinality(slips) >= 1) AND (cardinality(slips) <= 5))),
  CONSTRAINT forecast_status_check CHECK ((status = ANY (ARRAY['SUBMITTED'::text, 'REVIEWING'::text, 'NEED_INFO'::text, 'REJECTED'::text, 'REVOKED'::text, 'MATCHED'::text, 'CREDITED'::text, 'EXPIRED'::text, 'REVERSED'::text])))
);
CREATE INDEX forecast_account ON forecast USING btree (account_id, created_at DESC, topup_id DESC);
CREATE INDEX forecast_deadline ON forecast USING btree (expires_at) WHERE (status = ANY (ARRAY['SUBMITTED'::text, 'REVIEWING'::text]));
CREATE UNIQUE INDEX forecast_id ON forecast USING btree (cell, topup_id);
CREATE INDEX forecast_newest ON forecast USING btree (created_at DESC, topup_id DESC);
CREATE INDEX forecast_waiting ON forecast USING btree (updated_at) WHERE (status = ANY (ARRAY['SUBMITTED'::text, 'REVIEWING'::text]));

CREATE TABLE forecast_step (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  topup_id   text COLLATE "C" NOT NULL,
  seq        integer NOT NULL,
  version    integer NOT NULL,
  status     text NOT NULL,
  reason_cn  text NOT NULL DEFAULT ''::text,
  reason_en  text NOT NULL DEFAULT ''::text,
  by_kind    text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  said_enc   bytea,
  slips      text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT forecast_step_pkey PRIMARY KEY (cell, account_id, topup_id, seq),
  CONSTRAINT forecast_step_cell_account_id_topup_id_fkey FOREIGN KEY (cell, account_id, topup_id) REFERENCES forecast(cell, account_id, topup_id),
  CONSTRAINT forecast_step_by_kind_check CHECK ((by_kind = ANY (ARRAY['HOLDER'::text, 'STAFF'::text, 'SYSTEM'::text])))
);
CREATE TRIGGER forecast_step_only_grows BEFORE DELETE OR UPDATE ON forecast_step FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE full_export (
  cell       smallint NOT NULL,
  link_hash  bytea NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  login_id   text COLLATE "C" NOT NULL,
  name       text NOT NULL,
  file       bytea NOT NULL,
  cards      integer NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT full_export_pkey PRIMARY KEY (cell, link_hash),
  CONSTRAINT full_export_check CHECK ((cell = cell_of(account_id)))
);
CREATE INDEX full_export_expires_at ON full_export USING btree (expires_at);

CREATE TABLE funds_decision (
  cell         smallint NOT NULL,
  approval_id  text COLLATE "C" NOT NULL,
  account_id   text COLLATE "C" NOT NULL,
  freeze_id    text COLLATE "C" NOT NULL,
  kind         text COLLATE "C" NOT NULL,
  amount_cents bigint NOT NULL,
  debt_cents   bigint NOT NULL,
  reason       text NOT NULL,
  legal_note   text,
  maker_id     text COLLATE "C" NOT NULL,
  checker_id   text COLLATE "C" NOT NULL,
  created_at   timestamp with time zone NOT NULL,
  CONSTRAINT funds_decision_pkey PRIMARY KEY (cell, approval_id),
  CONSTRAINT funds_decision_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  CONSTRAINT funds_decision_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id),
  CONSTRAINT funds_decision_cell_freeze_id_fkey FOREIGN KEY (cell, freeze_id) REFERENCES funds_freeze(cell, freeze_id),
  CONSTRAINT funds_decision_checker_id_fkey FOREIGN KEY (checker_id) REFERENCES staff(staff_id),
  CONSTRAINT funds_decision_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES staff(staff_id),
  CONSTRAINT funds_decision_amount_cents_check CHECK ((amount_cents >= 0)),
  CONSTRAINT funds_decision_check CHECK (((legal_note IS NOT NULL) = (kind = 'FORFEITED'::text))),
  CONSTRAINT funds_decision_check1 CHECK ((checker_id <> maker_id)),
  CONSTRAINT funds_decision_debt_cents_check CHECK ((debt_cents >= 0)),
  CONSTRAINT funds_decision_kind_check CHECK ((kind = ANY (ARRAY['RELEASED'::text, 'FORFEITED'::text])))
);
CREATE INDEX funds_decision_account ON funds_decision USING btree (account_id, created_at DESC);
CREATE TRIGGER funds_decision_only_grows BEFORE DELETE OR UPDATE ON funds_decision FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE funds_freeze (
  cell             smallint NOT NULL,
  freeze_id        text COLLATE "C" NOT NULL,
  account_id       text COLLATE "C" NOT NULL,
  reason           text NOT NULL,
  legal_ref        text COLLATE "C" NOT NULL,
  deactivated_from text COLLATE "C",
  maker_id         text COLLATE "C" NOT NULL,
  checker_id       text COLLATE "C" NOT NULL,
  approval_id      text COLLATE "C" NOT NULL,
  created_at       timestamp with time zone NOT NULL,
  released_at      timestamp with time zone,
  CONSTRAINT funds_freeze_pkey PRIMARY KEY (cell, freeze_id),
  CONSTRAINT funds_freeze_cell_approval_id_key UNIQUE (cell, approval_id),
  CONSTRAINT funds_freeze_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  CONSTRAINT funds_freeze_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id),
  CONSTRAINT funds_freeze_checker_id_fkey FOREIGN KEY (checker_id) REFERENCES staff(staff_id),
  CONSTRAINT funds_freeze_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES staff(staff_id),
  CONSTRAINT funds_freeze_check CHECK ((checker_id <> maker_id)),
  CONSTRAINT funds_freeze_deactivated_from_check CHECK ((deactivated_from = ANY (ARRAY['ACTIVE'::text, 'CLOSING'::text, 'CLOSED'::text])))
);
CREATE INDEX funds_freeze_account ON funds_freeze USING btree (account_id, created_at DESC);
CREATE UNIQUE INDEX funds_freeze_open ON funds_freeze USING btree (cell, account_id) WHERE (released_at IS NULL);

CREATE TABLE funds_freeze_move (
  cell         smallint NOT NULL,
  transfer_id  text COLLATE "C" NOT NULL,
  account_id   text COLLATE "C" NOT NULL,
  freeze_id    text COLLATE "C" NOT NULL,
  kind         text COLLATE "C" NOT NULL,
  amount_cents bigint NOT NULL,
  created_at   timestamp with time zone NOT NULL,
  CONSTRAINT funds_freeze_move_pkey PRIMARY KEY (cell, transfer_id),
  CONSTRAINT funds_freeze_move_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id),
  CONSTRAINT funds_freeze_move_cell_freeze_id_fkey FOREIGN KEY (cell, freeze_id) REFERENCES funds_freeze(cell, freeze_id),
  CONSTRAINT funds_freeze_move_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT funds_freeze_move_kind_check CHECK ((kind = ANY (ARRAY['FROZEN'::text, 'RELEASED'::text, 'DEBT'::text, 'FORFEITED'::text])))
);
CREATE INDEX funds_freeze_move_freeze ON funds_freeze_move USING btree (freeze_id, transfer_id);
CREATE TRIGGER funds_freeze_move_only_grows BEFORE DELETE OR UPDATE ON funds_freeze_move FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE fx_rate (
  rate_id      text COLLATE "C" NOT NULL,
  currency     text COLLATE "C" NOT NULL,
  mid_micros   bigint NOT NULL,
  spread_bps   integer NOT NULL,
  source       text NOT NULL,
  set_by       text NOT NULL,
  effective_at timestamp with time zone NOT NULL,
  created_at   timestamp with time zone NOT NULL,
  CONSTRAINT fx_rate_pkey PRIMARY KEY (rate_id),
  CONSTRAINT fx_rate_currency_check CHECK ((currency = 'CNY'::text)),
  CONSTRAINT fx_rate_mid_micros_check CHECK ((mid_micros > 0)),
  CONSTRAINT fx_rate_source_check CHECK ((source = ANY (ARRAY['FEED'::text, 'STAFF'::text]))),
  CONSTRAINT fx_rate_spread_bps_check CHECK (((spread_bps >= 0) AND (spread_bps <= 1000)))
);
CREATE INDEX fx_rate_newest ON fx_rate USING btree (currency, effective_at DESC, rate_id DESC);

CREATE TABLE google_recovery (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  login_id   text COLLATE "C" NOT NULL,
  code_hash  bytea NOT NULL,
  used_at    timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT google_recovery_pkey PRIMARY KEY (cell, account_id, login_id, code_hash),
  CONSTRAINT google_recovery_cell_account_id_login_id_fkey FOREIGN KEY (cell, account_id, login_id) REFERENCES login(cell, account_id, login_id)
);

CREATE TABLE google_secret (
  cell          smallint NOT NULL,
  account_id    text COLLATE "C" NOT NULL,
  login_id      text COLLATE "C" NOT NULL,
  secret_enc    bytea NOT NULL,
  pending_until timestamp with time zone,
  last_step     bigint NOT NULL DEFAULT 0,
  created_at    timestamp with time zone NOT NULL,
  CONSTRAINT google_secret_pkey PRIMARY KEY (cell, account_id, login_id),
  CONSTRAINT google_secret_cell_account_id_login_id_fkey FOREIGN KEY (cell, account_id, login_id) REFERENCES login(cell, account_id, login_id)
);

CREATE TABLE house_day (
  day    integer NOT NULL,
  figure text COLLATE "C" NOT NULL,
  value  double precision NOT NULL,
  CONSTRAINT house_day_pkey PRIMARY KEY (day, figure)
);

CREATE TABLE identity_file (
  cell       smallint NOT NULL,
  file_id    text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  name       text NOT NULL,
  mime       text NOT NULL,
  body_enc   bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT identity_file_pkey PRIMARY KEY (cell, account_id, file_id),
  CONSTRAINT identity_file_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id),
  CONSTRAINT identity_file_mime_check CHECK ((mime = ANY (ARRAY['image/jpeg'::text, 'image/png'::text])))
);
CREATE INDEX identity_file_account ON identity_file USING btree (account_id, created_at);

CREATE TABLE identity_look (
  cell       smallint NOT NULL,
  look_id    text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  order_no   text COLLATE "C" NOT NULL,
  staff_id   text COLLATE "C" NOT NULL,
  reason     text NOT NULL,
  until      timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT identity_look_pkey PRIMARY KEY (cell, account_id, look_id),
  CONSTRAINT identity_look_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id),
  CONSTRAINT identity_look_check CHECK ((cell = cell_of(account_id)))
);
CREATE TRIGGER identity_look_only_grows BEFORE DELETE OR UPDATE ON identity_look FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE identity_order (
  cell            smallint NOT NULL,
  order_no        text COLLATE "C" NOT NULL,
  account_id      text COLLATE "C" NOT NULL,
  type            text NOT NULL,
  payload_enc     bytea NOT NULL,
  file_ids        text[] NOT NULL,
  status          text NOT NULL,
  reason          text NOT NULL DEFAULT ''::text,
  need_fields     text[] NOT NULL DEFAULT '{}'::text[],
  reviewers       text[] NOT NULL DEFAULT '{}'::text[],
  audited_at      timestamp with time zone,
  expires_at      timestamp with time zone,
  created_at      timestamp with time zone NOT NULL,
  updated_at      timestamp with time zone NOT NULL,
  sent_at         timestamp with time zone NOT NULL,
  taken_by        text COLLATE "C",
  cardholders_enc bytea,
  CONSTRAINT identity_order_pkey PRIMARY KEY (cell, account_id, order_no),
  CONSTRAINT identity_order_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id),
  CONSTRAINT identity_order_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES staff(staff_id),
  CONSTRAINT identity_order_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'REVIEWING'::text, 'NEED_INFO'::text, 'PASSED'::text, 'REJECTED'::text, 'EXPIRED'::text]))),
  CONSTRAINT identity_order_type_check CHECK ((type = ANY (ARRAY['PERSON'::text, 'BUSINESS'::text])))
);
CREATE INDEX identity_order_account ON identity_order USING btree (account_id, created_at DESC);
CREATE INDEX identity_order_expires ON identity_order USING btree (expires_at) WHERE (status = 'PASSED'::text);
CREATE UNIQUE INDEX identity_order_no ON identity_order USING btree (cell, order_no);
CREATE UNIQUE INDEX identity_order_open ON identity_order USING btree (cell, account_id) WHERE (status = ANY (ARRAY['PENDING'::text, 'REVIEWING'::text, 'NEED_INFO'::text]));
CREATE INDEX identity_order_waiting ON identity_order USING btree (sent_at) WHERE (status = ANY (ARRAY['PENDING'::text, 'REVIEWING'::text]));

CREATE TABLE issuer_cursor (
  issuer_id  text COLLATE "C" NOT NULL,
  cursor     text NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT issuer_cursor_pkey PRIMARY KEY (issuer_id)
);

CREATE TABLE issuer_event (
  event_id  text COLLATE "C" NOT NULL,
  issuer_id text COLLATE "C" NOT NULL,
  inbox_id  text COLLATE "C" NOT NULL,
  CONSTRAINT issuer_event_pkey PRIMARY KEY (event_id, issuer_id)
);

CREATE TABLE issuer_holder (
  cell        smallint NOT NULL,
  account_id  text COLLATE "C" NOT NULL,
  issuer_id   text COLLATE "C" NOT NULL,
  holder_hash bytea NOT NULL,
  issuer_ref  text COLLATE "C" NOT NULL,
  created_at  timestamp with time zone NOT NULL,
  CONSTRAINT issuer_holder_pkey PRIMARY KEY (cell, account_id, issuer_id, holder_hash),
  CONSTRAINT issuer_holder_check CHECK ((cell = cell_of(account_id)))
);

CREATE TABLE job_worker (
  pool_id  text COLLATE "C" NOT NULL,
  lock_key integer NOT NULL,
  seen_at  timestamp with time zone NOT NULL,
  CONSTRAINT job_worker_pkey PRIMARY KEY (pool_id)
);

CREATE TABLE key_pass (
  step        text COLLATE "C" NOT NULL,
  table_name  text COLLATE "C" NOT NULL,
  field_key   smallint NOT NULL,
  lookup_key  smallint NOT NULL,
  total       bigint NOT NULL,
  done        bigint NOT NULL DEFAULT 0,
  "position"  jsonb,
  started_at  timestamp with time zone NOT NULL,
  updated_at  timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  CONSTRAINT key_pass_pkey PRIMARY KEY (step, table_name, field_key, lookup_key),
  CONSTRAINT key_pass_step_check CHECK ((step = ANY (ARRAY['FILL'::text, 'SEAL'::text])))
);

CREATE TABLE key_process (
  process_id     text COLLATE "C" NOT NULL,
  field_current  smallint NOT NULL,
  field_known    smallint[] NOT NULL,
  lookup_current smallint NOT NULL,
  lookup_known   smallint[] NOT NULL,
  since          timestamp with time zone NOT NULL,
  seen_at        timestamp with time zone NOT NULL,
  CONSTRAINT key_process_pkey PRIMARY KEY (process_id)
);

CREATE TABLE known_browser (
  cell         smallint NOT NULL,
  account_id   text COLLATE "C" NOT NULL,
  login_id     text COLLATE "C" NOT NULL,
  browser_hash bytea NOT NULL,
  last_at      timestamp with time zone NOT NULL,
  CONSTRAINT known_browser_pkey PRIMARY KEY (cell, account_id, login_id, browser_hash),
  CONSTRAINT known_browser_cell_account_id_login_id_fkey FOREIGN KEY (cell, account_id, login_id) REFERENCES login(cell, account_id, login_id)
);
CREATE INDEX known_browser_last ON known_browser USING btree (last_at);

CREATE TABLE ledger_account (
  la_id      bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  code       text COLLATE "C" NOT NULL,
  owner      text COLLATE "C" NOT NULL,
  currency   text COLLATE "C" NOT NULL,
  scale      smallint NOT NULL,
  normal     text COLLATE "C" NOT NULL,
  mode       text COLLATE "C" NOT NULL,
  floor      bigint,
  posted     bigint NOT NULL DEFAULT 0,
  held       bigint NOT NULL DEFAULT 0,
  version    bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT ledger_account_pkey PRIMARY KEY (cell, la_id),
  CONSTRAINT ledger_account_cell_account_id_code_owner_currency_key UNIQUE (cell, account_id, code, owner, currency),
  CONSTRAINT deferred_has_no_balance CHECK (((mode = 'ROW'::text) OR ((posted = 0) AND (held = 0) AND (version = 0)))),
  CONSTRAINT held_not_negative CHECK ((held >= 0)),
  CONSTRAINT ledger_account_cell_check CHECK (((cell >= 0) AND (cell < 64))),
  CONSTRAINT ledger_account_mode_check CHECK ((mode = ANY (ARRAY['ROW'::text, 'DEFERRED'::text]))),
  CONSTRAINT ledger_account_normal_check CHECK ((normal = ANY (ARRAY['D'::text, 'C'::text]))),
  CONSTRAINT wallet_not_negative CHECK (((code <> '2010'::text) OR ((posted - held) >= 0)))
) WITH (fillfactor=60);
CREATE TRIGGER accounts_in_their_cells BEFORE INSERT OR UPDATE OF cell, account_id ON ledger_account FOR EACH ROW WHEN (((new.account_id <> 'platform'::text) AND (new.cell <> cell_of(new.account_id)))) EXECUTE FUNCTION ledger_refuse_cell();
CREATE TRIGGER accounts_stay BEFORE DELETE OR TRUNCATE ON ledger_account FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE ledger_checkpoint (
  cell          smallint NOT NULL,
  mark          text COLLATE "C" NOT NULL,
  transfers     bigint NOT NULL,
  entries       bigint NOT NULL,
  books_hash    bytea NOT NULL,
  balances_hash bytea NOT NULL,
  hash          bytea NOT NULL,
  signature     bytea NOT NULL,
  CONSTRAINT ledger_checkpoint_pkey PRIMARY KEY (cell, mark)
);
CREATE TRIGGER checkpoints_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_checkpoint FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE ledger_checkpoint_balance (
  cell    smallint NOT NULL,
  la_id   bigint NOT NULL,
  debits  bigint NOT NULL,
  credits bigint NOT NULL,
  entries bigint NOT NULL,
  loaded  bigint NOT NULL,
  spent   bigint NOT NULL,
  CONSTRAINT ledger_checkpoint_balance_pkey PRIMARY KEY (cell, la_id)
) WITH (fillfactor=80);

CREATE TABLE ledger_checkpoint_hold (
  cell    smallint NOT NULL,
  hold_id text COLLATE "C" NOT NULL,
  taken   bigint NOT NULL,
  CONSTRAINT ledger_checkpoint_hold_pkey PRIMARY KEY (cell, hold_id)
);

CREATE TABLE ledger_entry (
  cell            smallint NOT NULL,
  n               smallint NOT NULL,
  transfer_id     text COLLATE "C" NOT NULL,
  account_id      text COLLATE "C" NOT NULL,
  la_id           bigint NOT NULL,
  side            text COLLATE "C" NOT NULL,
  amount          bigint NOT NULL,
  currency        text COLLATE "C" NOT NULL,
  balance_after   bigint,
  account_version bigint,
  posted_at       timestamp with time zone NOT NULL,
  CONSTRAINT ledger_entry_pkey PRIMARY KEY (cell, transfer_id, n),
  CONSTRAINT ledger_entry_amount_check CHECK ((amount > 0)),
  CONSTRAINT ledger_entry_check CHECK (((balance_after IS NULL) = (account_version IS NULL))),
  CONSTRAINT ledger_entry_side_check CHECK ((side = ANY (ARRAY['D'::text, 'C'::text])))
) PARTITION BY RANGE (cell);
CREATE UNIQUE INDEX ledger_entry_history ON ONLY public.ledger_entry USING btree (cell, la_id, account_version) WHERE (account_version IS NOT NULL);
CREATE TRIGGER entries_balance AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION ledger_check_entries();
CREATE TRIGGER entries_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE ledger_hold (
  cell       smallint NOT NULL,
  hold_id    text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  la_id      bigint NOT NULL,
  amount     bigint NOT NULL,
  posted     bigint NOT NULL DEFAULT 0,
  remaining  bigint NOT NULL,
  state      text COLLATE "C" NOT NULL,
  biz_type   text COLLATE "C" NOT NULL,
  biz_id     text COLLATE "C" NOT NULL,
  meta       jsonb,
  expires_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT ledger_hold_pkey PRIMARY KEY (cell, hold_id),
  CONSTRAINT hold_once UNIQUE (cell, account_id, biz_type, biz_id),
  CONSTRAINT hold_in_its_cell CHECK ((cell = cell_of(account_id))),
  CONSTRAINT hold_not_over_resolved CHECK (((posted + remaining) <= amount)),
  CONSTRAINT hold_open_while_something_remains CHECK (((state = ANY (ARRAY['OPEN'::text, 'PARTIAL'::text])) = (remaining > 0))),
  CONSTRAINT ledger_hold_amount_check CHECK ((amount > 0)),
  CONSTRAINT ledger_hold_posted_check CHECK ((posted >= 0)),
  CONSTRAINT ledger_hold_remaining_check CHECK ((remaining >= 0)),
  CONSTRAINT ledger_hold_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'PARTIAL'::text, 'POSTED'::text, 'VOIDED'::text])))
) PARTITION BY RANGE (cell);
CREATE INDEX ledger_hold_in_flight ON ONLY public.ledger_hold USING btree (cell, la_id, hold_id) WHERE (remaining > 0);
CREATE TRIGGER holds_stay BEFORE DELETE OR TRUNCATE ON ledger_hold FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE ledger_transfer (
  cell                 smallint NOT NULL,
  transfer_id          text COLLATE "C" NOT NULL,
  account_id           text COLLATE "C" NOT NULL,
  kind                 text COLLATE "C" NOT NULL,
  biz_type             text COLLATE "C" NOT NULL,
  biz_id               text COLLATE "C" NOT NULL,
  leg                  text COLLATE "C" NOT NULL DEFAULT ''::text,
  effective_at         timestamp with time zone NOT NULL,
  posted_at            timestamp with time zone NOT NULL,
  actor                text,
  memo                 text,
  meta                 jsonb,
  resolves             jsonb,
  reverses_transfer_id text COLLATE "C",
  CONSTRAINT ledger_transfer_pkey PRIMARY KEY (cell, transfer_id),
  CONSTRAINT transfer_once UNIQUE (cell, account_id, kind, biz_type, biz_id, leg),
  CONSTRAINT transfer_in_its_cell CHECK ((cell = cell_of(account_id)))
) PARTITION BY RANGE (cell);
CREATE TRIGGER transfers_have_entries AFTER INSERT ON ledger_transfer REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION ledger_check_transfers();
CREATE TRIGGER transfers_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_transfer FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE list_view (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  login_id   text COLLATE "C" NOT NULL,
  view_id    text COLLATE "C" NOT NULL,
  list       text COLLATE "C" NOT NULL,
  name       text COLLATE "C" NOT NULL,
  query      text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT list_view_pkey PRIMARY KEY (cell, account_id, login_id, view_id),
  CONSTRAINT list_view_name UNIQUE (cell, account_id, login_id, list, name),
  CONSTRAINT list_view_cell_account_id_login_id_fkey FOREIGN KEY (cell, account_id, login_id) REFERENCES login(cell, account_id, login_id)
);

CREATE TABLE login (
  cell            smallint NOT NULL,
  login_id        text COLLATE "C" NOT NULL,
  account_id      text COLLATE "C" NOT NULL,
  kind            text NOT NULL,
  mobile_enc      bytea NOT NULL,
  mobile_hash     bytea,
  login_name      text COLLATE "C",
  password_hash   text NOT NULL,
  password_at     timestamp with time zone NOT NULL,
  google_bound_at timestamp with time zone,
  cooldown_until  timestamp with time zone,
  created_at      timestamp with time zone NOT NULL,
  updated_at      timestamp with time zone NOT NULL,
  CONSTRAINT login_pkey PRIMARY KEY (cell, account_id, login_id),
  CONSTRAINT login_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id),
  CONSTRAINT login_kind_check CHECK ((kind = ANY (ARRAY['PARENT'::text, 'SUB'::text])))
);

CREATE TABLE login_by_mobile (
  mobile_hash bytea NOT NULL,
  cell        smallint NOT NULL,
  account_id  text COLLATE "C" NOT NULL,
  login_id    text COLLATE "C" NOT NULL,
  key_id      smallint NOT NULL DEFAULT 1,
  CONSTRAINT login_by_mobile_pkey PRIMARY KEY (mobile_hash)
);

CREATE TABLE login_by_name (
  login_name text COLLATE "C" NOT NULL,
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  login_id   text COLLATE "C" NOT NULL,
  CONSTRAINT login_by_name_pkey PRIMARY KEY (login_name)
);

CREATE TABLE login_log (
  cell        smallint NOT NULL,
  id          text COLLATE "C" NOT NULL,
  account_id  text COLLATE "C" NOT NULL,
  login_id    text COLLATE "C" NOT NULL,
  type        text NOT NULL,
  ip          text NOT NULL,
  device      text NOT NULL,
  result      text NOT NULL,
  fail_reason text,
  created_at  timestamp with time zone NOT NULL,
  CONSTRAINT login_log_pkey PRIMARY KEY (cell, account_id, id),
  CONSTRAINT login_log_check CHECK ((cell = cell_of(account_id))),
  CONSTRAINT login_log_result_check CHECK ((result = ANY (ARRAY['OK'::text, 'FAIL'::text]))),
  CONSTRAINT login_log_type_check CHECK ((type = ANY (ARRAY['PWD'::text, 'CODE'::text, 'GOOGLE'::text, 'REFRESH'::text, 'PASSKEY'::text])))
) PARTITION BY RANGE (id);
CREATE INDEX login_log_login ON ONLY public.login_log USING btree (login_id, id DESC);

CREATE TABLE low_balance_told (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  card_id    text COLLATE "C" NOT NULL,
  told_at    timestamp with time zone NOT NULL,
  CONSTRAINT low_balance_told_pkey PRIMARY KEY (cell, account_id, card_id),
  CONSTRAINT low_balance_told_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id)
);

CREATE TABLE mail_waiting (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  login_id   text COLLATE "C" NOT NULL,
  notice_id  text COLLATE "C" NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT mail_waiting_pkey PRIMARY KEY (cell, account_id, login_id, notice_id),
  CONSTRAINT mail_waiting_cell_account_id_login_id_fkey FOREIGN KEY (cell, account_id, login_id) REFERENCES login(cell, account_id, login_id)
);

CREATE TABLE merchant (
  merchant_no integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  ref         text COLLATE "C" NOT NULL,
  name        text COLLATE "C" NOT NULL,
  mcc         text COLLATE "C" NOT NULL,
  country     text COLLATE "C" NOT NULL,
  words       text COLLATE "C" NOT NULL,
  created_at  timestamp with time zone NOT NULL,
  brand_id    text COLLATE "C",
  CONSTRAINT merchant_pkey PRIMARY KEY (merchant_no),
  CONSTRAINT merchant_ref_name_mcc_country_words_key UNIQUE (ref, name, mcc, country, words)
);
CREATE INDEX merchant_by_brand ON merchant USING btree (brand_id) WHERE (brand_id IS NOT NULL);
CREATE INDEX merchant_words ON merchant USING gin (words gin_trgm_ops);

CREATE TABLE merchant_brand (
  brand_id    text COLLATE "C" NOT NULL,
  name        text NOT NULL,
  words       text[] NOT NULL,
  aliases     text[] NOT NULL,
  mccs        text[] NOT NULL,
  merged_into text COLLATE "C",
  created_at  timestamp with time zone NOT NULL,
  updated_at  timestamp with time zone NOT NULL,
  CONSTRAINT merchant_brand_pkey PRIMARY KEY (brand_id),
  CONSTRAINT merchant_brand_check CHECK ((merged_into <> brand_id))
);

CREATE TABLE merchant_day (
  day         integer NOT NULL,
  merchant_no integer NOT NULL,
  vid         text COLLATE "C" NOT NULL,
  attempts    integer NOT NULL,
  approved    integer NOT NULL,
  challenged  integer NOT NULL,
  CONSTRAINT merchant_day_pkey PRIMARY KEY (day, merchant_no, vid)
);

CREATE TABLE migration_digest (
  name   text COLLATE "C" NOT NULL,
  sha256 bytea NOT NULL,
  CONSTRAINT migration_digest_pkey PRIMARY KEY (name)
);

CREATE TABLE month_fee_day (
  day     integer NOT NULL,
  told_at timestamp with time zone NOT NULL,
  CONSTRAINT month_fee_day_pkey PRIMARY KEY (day)
);

CREATE TABLE notice (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  notice_id  text COLLATE "C" NOT NULL,
  login_id   text COLLATE "C",
  event      text NOT NULL,
  biz_type   text NOT NULL,
  biz_id     text COLLATE "C" NOT NULL,
  level      text NOT NULL,
  title_cn   text NOT NULL,
  title_en   text NOT NULL,
  html_cn    text NOT NULL,
  html_en    text NOT NULL,
  starts_at  timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  must_read  boolean NOT NULL,
  facts      jsonb,
  CONSTRAINT notice_pkey PRIMARY KEY (cell, account_id, notice_id),
  CONSTRAINT notice_check CHECK ((cell = cell_of(account_id))),
  CONSTRAINT notice_level_check CHECK ((level = ANY (ARRAY['INFO'::text, 'WARN'::text, 'URGENT'::text]))),
  CONSTRAINT notice_notice_id_check CHECK (starts_with(notice_id, 'ntp_'::text))
) PARTITION BY RANGE (notice_id);
CREATE INDEX notice_newest ON ONLY public.notice USING btree (account_id, starts_at DESC, notice_id DESC);

CREATE TABLE notice_read (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  login_id   text COLLATE "C" NOT NULL,
  notice_id  text COLLATE "C" NOT NULL,
  read_at    timestamp with time zone NOT NULL,
  CONSTRAINT notice_read_pkey PRIMARY KEY (cell, account_id, login_id, notice_id),
  CONSTRAINT notice_read_cell_account_id_login_id_fkey FOREIGN KEY (cell, account_id, login_id) REFERENCES login(cell, account_id, login_id)
) PARTITION BY RANGE (notice_id);
CREATE INDEX notice_read_notice ON ONLY public.notice_read USING btree (notice_id);

CREATE TABLE notification_setting (
  cell              smallint NOT NULL,
  account_id        text COLLATE "C" NOT NULL,
  login_id          text COLLATE "C" NOT NULL,
  email_enc         bytea,
  pending_enc       bytea,
  code_hash         bytea,
  code_tries        integer NOT NULL DEFAULT 0,
  code_expires_at   timestamp with time zone,
  digest            text NOT NULL DEFAULT 'EACH'::text,
  chosen            jsonb NOT NULL DEFAULT '{}'::jsonb,
  low_balance_cents bigint,
  guide_done_at     timestamp with time zone,
  updated_at        timestamp with time zone NOT NULL,
  CONSTRAINT notification_setting_pkey PRIMARY KEY (cell, account_id, login_id),
  CONSTRAINT notification_setting_cell_account_id_login_id_fkey FOREIGN KEY (cell, account_id, login_id) REFERENCES login(cell, account_id, login_id),
  CONSTRAINT notification_setting_digest_check CHECK ((digest = ANY (ARRAY['EACH'::text, 'DAILY'::text]))),
  CONSTRAINT notification_setting_low_balance_cents_check CHECK (((low_balance_cents >= 1) AND (low_balance_cents <= 1000000)))
);
CREATE INDEX notification_setting_low ON notification_setting USING btree (account_id) WHERE (low_balance_cents IS NOT NULL);

CREATE TABLE operate_log (
  cell         smallint NOT NULL,
  account_id   text COLLATE "C" NOT NULL,
  id           text COLLATE "C" NOT NULL,
  login_id     text COLLATE "C",
  sub_uid      text COLLATE "C",
  actor_name   text NOT NULL,
  type         text NOT NULL,
  target       text NOT NULL,
  content_cn   text NOT NULL,
  content_en   text NOT NULL,
  before       jsonb,
  after        jsonb,
  amount_cents bigint,
  result       text NOT NULL DEFAULT 'OK'::text,
  ip           text NOT NULL,
  device       text NOT NULL,
  created_at   timestamp with time zone NOT NULL,
  CONSTRAINT operate_log_pkey PRIMARY KEY (cell, account_id, id),
  CONSTRAINT operate_log_check CHECK ((cell = cell_of(account_id))),
  CONSTRAINT operate_log_result_check CHECK ((result = ANY (ARRAY['OK'::text, 'FAIL'::text])))
) PARTITION BY RANGE (id);
CREATE INDEX operate_log_account ON ONLY public.operate_log USING btree (account_id, id DESC);
CREATE INDEX operate_log_sub ON ONLY public.operate_log USING btree (account_id, sub_uid, id DESC) WHERE (sub_uid IS NOT NULL);
CREATE TRIGGER operate_log_only_grows BEFORE DELETE OR UPDATE ON operate_log FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE operate_seal (
  seq       bigint NOT NULL,
  log_id    text COLLATE "C" NOT NULL,
  prev_hash bytea NOT NULL,
  hash      bytea NOT NULL,
  sealed_at timestamp with time zone NOT NULL,
  signature bytea NOT NULL,
  CONSTRAINT operate_seal_pkey PRIMARY KEY (seq),
  CONSTRAINT operate_seal_log_id_key UNIQUE (log_id)
);
CREATE TRIGGER operate_seal_only_grows BEFORE DELETE OR UPDATE ON operate_seal FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE operate_unsealed (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  log_id     text COLLATE "C" NOT NULL,
  CONSTRAINT operate_unsealed_pkey PRIMARY KEY (cell, account_id, log_id),
  CONSTRAINT operate_unsealed_check CHECK ((cell = cell_of(account_id)))
);
CREATE INDEX operate_unsealed_next ON operate_unsealed USING btree (log_id);

CREATE TABLE passkey (
  cell          smallint NOT NULL,
  account_id    text COLLATE "C" NOT NULL,
  passkey_id    text COLLATE "C" NOT NULL,
  login_id      text COLLATE "C" NOT NULL,
  credential_id bytea NOT NULL,
  public_key    bytea NOT NULL,
  counter       bigint NOT NULL,
  transports    text[] COLLATE "C" NOT NULL,
  aaguid        text COLLATE "C" NOT NULL,
  name          text NOT NULL,
  backed_up     boolean NOT NULL,
  made_at       timestamp with time zone NOT NULL,
  last_used_at  timestamp with time zone,
  made_device   text NOT NULL,
  CONSTRAINT passkey_pkey PRIMARY KEY (cell, account_id, passkey_id),
  CONSTRAINT passkey_cell_account_id_login_id_fkey FOREIGN KEY (cell, account_id, login_id) REFERENCES login(cell, account_id, login_id),
  CONSTRAINT passkey_check CHECK ((cell = cell_of(account_id))),
  CONSTRAINT passkey_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 30)))
);
CREATE INDEX passkey_login ON passkey USING btree (cell, account_id, login_id);

CREATE TABLE passkey_by_credential (
  credential_id bytea NOT NULL,
  cell          smallint NOT NULL,
  account_id    text COLLATE "C" NOT NULL,
  login_id      text COLLATE "C" NOT NULL,
  passkey_id    text COLLATE "C" NOT NULL,
  CONSTRAINT passkey_by_credential_pkey PRIMARY KEY (credential_id),
  CONSTRAINT passkey_by_credential_credential_id_check CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023)))
);

CREATE TABLE passkey_challenge (
  challenge_hash bytea NOT NULL,
  purpose        text COLLATE "C" NOT NULL,
  bound_to       text COLLATE "C" NOT NULL,
  scene          text COLLATE "C",
  payload_hash   bytea,
  expires_at     timestamp with time zone NOT NULL,
  used_at        timestamp with time zone,
  created_at     timestamp with time zone NOT NULL,
  CONSTRAINT passkey_challenge_pkey PRIMARY KEY (challenge_hash),
  CONSTRAINT passkey_challenge_payload_hash_check CHECK ((octet_length(payload_hash) = 32))
);
CREATE INDEX passkey_challenge_expires_at ON passkey_challenge USING btree (expires_at);

CREATE TABLE payout_card (
  cell         smallint NOT NULL,
  bank_card_id text COLLATE "C" NOT NULL,
  account_id   text COLLATE "C" NOT NULL,
  bank_code    text COLLATE "C" NOT NULL,
  bank_name    text NOT NULL,
  no_hash      bytea NOT NULL,
  sealed       bytea NOT NULL,
  tail         text NOT NULL,
  branch       text NOT NULL DEFAULT ''::text,
  is_default   boolean NOT NULL DEFAULT false,
  usable_at    timestamp with time zone NOT NULL,
  removed_at   timestamp with time zone,
  created_at   timestamp with time zone NOT NULL,
  CONSTRAINT payout_card_pkey PRIMARY KEY (cell, account_id, bank_card_id),
  CONSTRAINT payout_card_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id),
  CONSTRAINT payout_card_tail_check CHECK ((tail ~ '^\d{4}$'::text))
);
CREATE UNIQUE INDEX payout_card_once ON payout_card USING btree (cell, account_id, no_hash) WHERE (removed_at IS NULL);

CREATE TABLE plan (
  group_id           text COLLATE "C" NOT NULL,
  code               text COLLATE "C" NOT NULL,
  name_cn            text NOT NULL,
  name_en            text NOT NULL,
  level              integer NOT NULL,
  price_month_cents  bigint NOT NULL,
  period_days        integer NOT NULL DEFAULT 30,
  purchase_mode      text NOT NULL,
  open_fee_cents     bigint,
  load_fee_bps       integer NOT NULL,
  topup_fee_off_bps  integer NOT NULL DEFAULT 0,
  max_cards          integer NOT NULL,
  batch_max          integer NOT NULL,
  free_seats         integer NOT NULL,
  max_seats          integer NOT NULL,
  seat_price_cents   bigint NOT NULL,
  per_load_max_cents bigint NOT NULL,
  rebate_bonus_bps   integer NOT NULL DEFAULT 0,
  support_level      text NOT NULL,
  version            integer NOT NULL DEFAULT 1,
  CONSTRAINT plan_pkey PRIMARY KEY (group_id),
  CONSTRAINT plan_code_key UNIQUE (code),
  CONSTRAINT plan_level_key UNIQUE (level),
  CONSTRAINT plan_open_fee_cents_check CHECK ((open_fee_cents >= 0)),
  CONSTRAINT plan_price_month_cents_check CHECK ((price_month_cents >= 0)),
  CONSTRAINT plan_purchase_mode_check CHECK ((purchase_mode = ANY (ARRAY['NONE'::text, 'SELF'::text, 'CONTACT'::text])))
);

CREATE TABLE plan_lot (
  cell             smallint NOT NULL,
  lot_id           text COLLATE "C" NOT NULL,
  account_id       text COLLATE "C" NOT NULL,
  group_id         text COLLATE "C" NOT NULL,
  order_no         text COLLATE "C" NOT NULL,
  paid_cents       bigint NOT NULL,
  deferred_cents   bigint NOT NULL,
  days             integer NOT NULL,
  starts_at        timestamp with time zone NOT NULL,
  ends_at          timestamp with time zone NOT NULL,
  recognised_cents bigint NOT NULL DEFAULT 0,
  closed_at        timestamp with time zone,
  created_at       timestamp with time zone NOT NULL,
  plan_version     integer NOT NULL DEFAULT 1,
  CONSTRAINT plan_lot_pkey PRIMARY KEY (cell, lot_id),
  CONSTRAINT plan_lot_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id),
  CONSTRAINT plan_lot_group_id_fkey FOREIGN KEY (group_id) REFERENCES plan(group_id),
  CONSTRAINT plan_lot_check CHECK ((deferred_cents >= paid_cents)),
  CONSTRAINT plan_lot_check1 CHECK (((recognised_cents >= 0) AND (recognised_cents <= deferred_cents))),
  CONSTRAINT plan_lot_check2 CHECK ((ends_at > starts_at)),
  CONSTRAINT plan_lot_days_check CHECK ((days > 0)),
  CONSTRAINT plan_lot_paid_cents_check CHECK ((paid_cents >= 0))
);
CREATE INDEX plan_lot_of_account ON plan_lot USING btree (account_id, starts_at);
CREATE INDEX plan_lot_running ON plan_lot USING btree (starts_at) WHERE (recognised_cents < deferred_cents);

CREATE TABLE plan_order (
  cell             smallint NOT NULL,
  account_id       text COLLATE "C" NOT NULL,
  order_no         text COLLATE "C" NOT NULL,
  action           text NOT NULL,
  group_id         text COLLATE "C" NOT NULL,
  months           integer NOT NULL,
  days             integer NOT NULL,
  list_cents       bigint NOT NULL,
  credit_cents     bigint NOT NULL,
  coupon_id        text COLLATE "C",
  coupon_off_cents bigint NOT NULL,
  paid_cents       bigint NOT NULL,
  login_id         text COLLATE "C" NOT NULL,
  transfer_id      text COLLATE "C",
  created_at       timestamp with time zone NOT NULL,
  CONSTRAINT plan_order_pkey PRIMARY KEY (cell, account_id, order_no),
  CONSTRAINT plan_order_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id),
  CONSTRAINT plan_order_group_id_fkey FOREIGN KEY (group_id) REFERENCES plan(group_id),
  CONSTRAINT plan_order_action_check CHECK ((action = ANY (ARRAY['BUY'::text, 'STACK'::text, 'UPGRADE'::text])))
);

CREATE TABLE plan_subscription (
  cell            smallint NOT NULL,
  subscription_id text COLLATE "C" NOT NULL,
  account_id      text COLLATE "C" NOT NULL,
  group_id        text COLLATE "C" NOT NULL,
  status          text NOT NULL,
  source          text NOT NULL,
  starts_at       timestamp with time zone NOT NULL,
  expires_at      timestamp with time zone NOT NULL,
  created_at      timestamp with time zone NOT NULL,
  told_days       integer[] NOT NULL DEFAULT '{}'::integer[],
  plan_version    integer NOT NULL DEFAULT 1,
  CONSTRAINT plan_subscription_pkey PRIMARY KEY (cell, subscription_id),
  CONSTRAINT plan_subscription_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id),
  CONSTRAINT plan_subscription_group_id_fkey FOREIGN KEY (group_id) REFERENCES plan(group_id),
  CONSTRAINT plan_subscription_check CHECK ((expires_at > starts_at)),
  CONSTRAINT plan_subscription_source_check CHECK ((source = ANY (ARRAY['BUY'::text, 'GIFT'::text, 'STAFF'::text]))),
  CONSTRAINT plan_subscription_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'EXPIRED'::text, 'REPLACED'::text])))
);
CREATE INDEX plan_subscription_ending ON plan_subscription USING btree (expires_at) WHERE (status = 'ACTIVE'::text);
CREATE UNIQUE INDEX plan_subscription_one_active ON plan_subscription USING btree (cell, account_id) WHERE (status = 'ACTIVE'::text);

CREATE TABLE plan_terms (
  group_id           text COLLATE "C" NOT NULL,
  code               text COLLATE "C" NOT NULL,
  name_cn            text NOT NULL,
  name_en            text NOT NULL,
  level              integer NOT NULL,
  price_month_cents  bigint NOT NULL,
  period_days        integer NOT NULL,
  purchase_mode      text NOT NULL,
  open_fee_cents     bigint,
  load_fee_bps       integer NOT NULL,
  topup_fee_off_bps  integer NOT NULL,
  max_cards          integer NOT NULL,
  batch_max          integer NOT NULL,
  free_seats         integer NOT NULL,
  max_seats          integer NOT NULL,
  seat_price_cents   bigint NOT NULL,
  per_load_max_cents bigint NOT NULL,
  rebate_bonus_bps   integer NOT NULL,
  support_level      text NOT NULL,
  version            integer NOT NULL,
  CONSTRAINT plan_terms_pkey PRIMARY KEY (group_id, version)
);

CREATE TABLE product_change (
  change_id     text COLLATE "C" NOT NULL,
  kind          text COLLATE "C" NOT NULL,
  target        text COLLATE "C" NOT NULL,
  account_id    text COLLATE "C",
  before        jsonb NOT NULL,
  after         jsonb NOT NULL,
  effective_at  timestamp with time zone NOT NULL,
  state         text NOT NULL,
  reason        text NOT NULL,
  made_by       text COLLATE "C" NOT NULL,
  checked_by    text COLLATE "C",
  withdrawn_by  text COLLATE "C",
  withdrawn_why text,
  created_at    timestamp with time zone NOT NULL,
  updated_at    timestamp with time zone NOT NULL,
  CONSTRAINT product_change_pkey PRIMARY KEY (change_id),
  CONSTRAINT product_change_checked_by_fkey FOREIGN KEY (checked_by) REFERENCES staff(staff_id),
  CONSTRAINT product_change_made_by_fkey FOREIGN KEY (made_by) REFERENCES staff(staff_id),
  CONSTRAINT product_change_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES staff(staff_id),
  CONSTRAINT product_change_check CHECK ((checked_by <> made_by)),
  CONSTRAINT product_change_check1 CHECK (((state = 'WITHDRAWN'::text) = (withdrawn_by IS NOT NULL))),
  CONSTRAINT product_change_kind_check CHECK ((kind = ANY (ARRAY['RANGE'::text, 'PRICE'::text, 'PLAN'::text]))),
  CONSTRAINT product_change_state_check CHECK ((state = ANY (ARRAY['SCHEDULED'::text, 'IN_FORCE'::text, 'WITHDRAWN'::text])))
);
CREATE INDEX product_change_due ON product_change USING btree (effective_at) WHERE (state = 'SCHEDULED'::text);
CREATE INDEX product_change_of_target ON product_change USING btree (target, created_at DESC);
CREATE UNIQUE INDEX product_change_one_waits ON product_change USING btree (kind, target, account_id) NULLS NOT DISTINCT WHERE (state = 'SCHEDULED'::text);

CREATE TABLE product_desk (
  one     boolean NOT NULL DEFAULT true,
  version bigint NOT NULL DEFAULT 1,
  CONSTRAINT product_desk_pkey PRIMARY KEY (one),
  CONSTRAINT product_desk_one_check CHECK (one)
);

CREATE TABLE program (
  issuer_id      text COLLATE "C" NOT NULL,
  floor_cents    bigint,
  opening_paused boolean NOT NULL DEFAULT false,
  updated_at     timestamp with time zone NOT NULL,
  CONSTRAINT program_pkey PRIMARY KEY (issuer_id),
  CONSTRAINT program_check CHECK (((NOT opening_paused) OR (floor_cents IS NOT NULL))),
  CONSTRAINT program_floor_cents_check CHECK ((floor_cents > 0))
);

CREATE TABLE program_balance (
  issuer_id        text COLLATE "C" NOT NULL,
  asked_at         timestamp with time zone NOT NULL,
  read_at          timestamp with time zone,
  theirs_cents     bigint,
  difference_cents bigint,
  differs_since    timestamp with time zone,
  CONSTRAINT program_balance_pkey PRIMARY KEY (issuer_id),
  CONSTRAINT program_balance_check CHECK ((((read_at IS NULL) = (theirs_cents IS NULL)) AND ((read_at IS NULL) = (difference_cents IS NULL)))),
  CONSTRAINT program_balance_check1 CHECK (((differs_since IS NULL) OR (difference_cents <> 0)))
);

CREATE TABLE program_day (
  issuer_id      text COLLATE "C" NOT NULL,
  day            date NOT NULL,
  lines          integer NOT NULL,
  clearing_cents bigint NOT NULL,
  refund_cents   bigint NOT NULL,
  complete       boolean NOT NULL,
  read_at        timestamp with time zone NOT NULL,
  settled_cents  bigint,
  fee_cents      bigint,
  booked_at      timestamp with time zone,
  booked_by      text COLLATE "C",
  transfer_id    text COLLATE "C",
  CONSTRAINT program_day_pkey PRIMARY KEY (issuer_id, day),
  CONSTRAINT program_day_transfer_id_key UNIQUE (transfer_id),
  CONSTRAINT program_day_check CHECK ((((booked_at IS NULL) = (settled_cents IS NULL)) AND ((booked_at IS NULL) = (fee_cents IS NULL)))),
  CONSTRAINT program_day_check1 CHECK (((booked_at IS NOT NULL) OR ((booked_by IS NULL) AND (transfer_id IS NULL)))),
  CONSTRAINT program_day_check2 CHECK (((booked_at IS NULL) OR complete)),
  CONSTRAINT program_day_clearing_cents_check CHECK ((clearing_cents >= 0)),
  CONSTRAINT program_day_lines_check CHECK ((lines >= 0)),
  CONSTRAINT program_day_refund_cents_check CHECK ((refund_cents >= 0))
);

CREATE TABLE program_fund (
  fund_no      text COLLATE "C" NOT NULL,
  issuer_id    text COLLATE "C" NOT NULL,
  bank_id      text COLLATE "C" NOT NULL,
  reference    text COLLATE "C" NOT NULL,
  value_date   date NOT NULL,
  amount_cents bigint NOT NULL,
  reason       text NOT NULL,
  maker_id     text COLLATE "C" NOT NULL,
  checker_id   text COLLATE "C" NOT NULL,
  approval_id  text COLLATE "C" NOT NULL,
  transfer_id  text COLLATE "C" NOT NULL,
  created_at   timestamp with time zone NOT NULL,
  arrived_at   timestamp with time zone,
  CONSTRAINT program_fund_pkey PRIMARY KEY (fund_no),
  CONSTRAINT program_fund_approval_id_key UNIQUE (approval_id),
  CONSTRAINT program_fund_reference UNIQUE (bank_id, reference),
  CONSTRAINT program_fund_transfer_id_key UNIQUE (transfer_id),
  CONSTRAINT program_fund_amount_cents_check CHECK ((amount_cents > 0))
);
CREATE INDEX program_fund_newest ON program_fund USING btree (issuer_id, created_at DESC);

CREATE TABLE program_invoice (
  issuer_id     text COLLATE "C" NOT NULL,
  month         date NOT NULL,
  invoice_no    text COLLATE "C" NOT NULL,
  invoice_date  date NOT NULL,
  total_cents   bigint NOT NULL,
  accrued_cents bigint NOT NULL,
  taken_on      date NOT NULL,
  file_id       text COLLATE "C" NOT NULL,
  reason        text NOT NULL,
  maker_id      text COLLATE "C" NOT NULL,
  checker_id    text COLLATE "C" NOT NULL,
  approval_id   text COLLATE "C" NOT NULL,
  transfer_id   text COLLATE "C",
  created_at    timestamp with time zone NOT NULL,
  CONSTRAINT program_invoice_pkey PRIMARY KEY (issuer_id, month),
  CONSTRAINT program_invoice_approval_id_key UNIQUE (approval_id),
  CONSTRAINT program_invoice_no UNIQUE (issuer_id, invoice_no),
  CONSTRAINT program_invoice_transfer_id_key UNIQUE (transfer_id),
  CONSTRAINT program_invoice_check CHECK (((transfer_id IS NULL) = (total_cents = accrued_cents))),
  CONSTRAINT program_invoice_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  CONSTRAINT program_invoice_total_cents_check CHECK ((total_cents >= 0))
);

CREATE TABLE program_invoice_line (
  issuer_id    text COLLATE "C" NOT NULL,
  month        date NOT NULL,
  kind         text COLLATE "C" NOT NULL,
  quantity     bigint NOT NULL,
  amount_cents bigint NOT NULL,
  counted      bigint NOT NULL,
  price        bigint,
  CONSTRAINT program_invoice_line_pkey PRIMARY KEY (issuer_id, month, kind),
  CONSTRAINT program_invoice_line_issuer_id_month_fkey FOREIGN KEY (issuer_id, month) REFERENCES program_invoice(issuer_id, month),
  CONSTRAINT program_invoice_line_amount_cents_check CHECK ((amount_cents >= 0)),
  CONSTRAINT program_invoice_line_quantity_check CHECK ((quantity >= 0))
);

CREATE TABLE program_price (
  issuer_id  text COLLATE "C" NOT NULL,
  kind       text COLLATE "C" NOT NULL,
  from_month date NOT NULL,
  price      bigint NOT NULL,
  set_by     text COLLATE "C" NOT NULL,
  set_at     timestamp with time zone NOT NULL,
  CONSTRAINT program_price_pkey PRIMARY KEY (issuer_id, kind, from_month),
  CONSTRAINT program_price_from_month_check CHECK ((EXTRACT(day FROM from_month) = (1)::numeric)),
  CONSTRAINT program_price_kind_check CHECK ((kind = ANY (ARRAY['PER_CARD'::text, 'PER_ACTIVE_CARD'::text, 'PER_AUTHORIZATION'::text, 'FX'::text, 'PER_DISPUTE'::text, 'FIXED'::text]))),
  CONSTRAINT program_price_price_check CHECK ((price >= 0))
);

CREATE TABLE program_usage (
  issuer_id      text COLLATE "C" NOT NULL,
  month          date NOT NULL,
  cards_opened   integer NOT NULL,
  cards_used     integer NOT NULL,
  authorizations bigint NOT NULL,
  foreign_cents  bigint NOT NULL,
  disputes       integer NOT NULL,
  counted_at     timestamp with time zone NOT NULL,
  CONSTRAINT program_usage_pkey PRIMARY KEY (issuer_id, month),
  CONSTRAINT program_usage_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);

CREATE TABLE provider_day (
  provider text COLLATE "C" NOT NULL,
  day      date NOT NULL,
  payments integer NOT NULL,
  units    bigint NOT NULL,
  read_at  timestamp with time zone NOT NULL,
  CONSTRAINT provider_day_pkey PRIMARY KEY (provider, day)
);

CREATE TABLE provider_event (
  provider    text COLLATE "C" NOT NULL,
  event_id    text COLLATE "C" NOT NULL,
  type        text NOT NULL,
  order_no    text COLLATE "C" NOT NULL,
  body        jsonb NOT NULL,
  received_at timestamp with time zone NOT NULL,
  applied_at  timestamp with time zone,
  CONSTRAINT provider_event_pkey PRIMARY KEY (provider, event_id),
  CONSTRAINT provider_event_provider_check CHECK ((provider = ANY (ARRAY['WECHAT'::text, 'ALIPAY'::text, 'UNIONPAY'::text])))
);
CREATE INDEX provider_event_order ON provider_event USING btree (order_no);
CREATE INDEX provider_event_waiting ON provider_event USING btree (received_at) WHERE (applied_at IS NULL);

CREATE TABLE provider_payment (
  provider       text COLLATE "C" NOT NULL,
  payment_ref    text COLLATE "C" NOT NULL,
  rail           text NOT NULL,
  order_no       text COLLATE "C" NOT NULL,
  account_id     text COLLATE "C",
  amount_units   bigint NOT NULL,
  currency       text NOT NULL,
  paid_at        timestamp with time zone NOT NULL,
  outcome        text,
  outcome_reason text,
  transfer_id    text COLLATE "C",
  decided_at     timestamp with time zone,
  reversed_at    timestamp with time zone,
  reversal_id    text COLLATE "C",
  created_at     timestamp with time zone NOT NULL,
  updated_at     timestamp with time zone NOT NULL,
  CONSTRAINT provider_payment_pkey PRIMARY KEY (provider, payment_ref),
  CONSTRAINT provider_payment_reversal_id_key UNIQUE (reversal_id),
  CONSTRAINT provider_payment_transfer_id_key UNIQUE (transfer_id),
  CONSTRAINT provider_payment_amount_units_check CHECK ((amount_units > 0)),
  CONSTRAINT provider_payment_check CHECK (((outcome IS NOT NULL) = (transfer_id IS NOT NULL))),
  CONSTRAINT provider_payment_check1 CHECK (((outcome IS DISTINCT FROM 'CREDITED'::text) OR (account_id IS NOT NULL))),
  CONSTRAINT provider_payment_outcome_check CHECK ((outcome = ANY (ARRAY['CREDITED'::text, 'SUSPENSE'::text]))),
  CONSTRAINT provider_payment_provider_check CHECK ((provider = ANY (ARRAY['WECHAT'::text, 'ALIPAY'::text, 'UNIONPAY'::text])))
);
CREATE INDEX provider_payment_day ON provider_payment USING btree (provider, paid_at);
CREATE INDEX provider_payment_open ON provider_payment USING btree (created_at) WHERE (outcome IS NULL);
CREATE INDEX provider_payment_order ON provider_payment USING btree (order_no);

CREATE TABLE public_notice (
  notice_id    text COLLATE "C" NOT NULL,
  kind         text COLLATE "C" NOT NULL,
  level        text NOT NULL DEFAULT 'INFO'::text,
  audience     text NOT NULL DEFAULT 'ALL'::text,
  title_cn     text NOT NULL,
  title_en     text NOT NULL,
  html_cn      text NOT NULL,
  html_en      text NOT NULL,
  starts_at    timestamp with time zone NOT NULL,
  ends_at      timestamp with time zone,
  status       text NOT NULL DEFAULT 'PUBLISHED'::text,
  created_at   timestamp with time zone NOT NULL,
  audience_ids text[] NOT NULL DEFAULT '{}'::text[],
  made_by      text,
  withdrawn_at timestamp with time zone,
  CONSTRAINT public_notice_pkey PRIMARY KEY (notice_id),
  CONSTRAINT public_notice_audience_check CHECK ((audience = ANY (ARRAY['ALL'::text, 'PARENT'::text, 'SUB'::text, 'PLAN'::text, 'ACCOUNT'::text]))),
  CONSTRAINT public_notice_kind_check CHECK ((kind = ANY (ARRAY['CAROUSEL'::text, 'BANNER'::text, 'PAGE'::text, 'MUST_READ'::text]))),
  CONSTRAINT public_notice_level_check CHECK ((level = ANY (ARRAY['INFO'::text, 'WARN'::text, 'URGENT'::text]))),
  CONSTRAINT public_notice_notice_id_check CHECK (starts_with(notice_id, 'ntc_'::text)),
  CONSTRAINT public_notice_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'SCHEDULED'::text, 'PUBLISHED'::text, 'WITHDRAWN'::text])))
);
CREATE INDEX public_notice_newest ON public_notice USING btree (kind, starts_at DESC);

CREATE TABLE push_device (
  cell          smallint NOT NULL,
  account_id    text COLLATE "C" NOT NULL,
  device_id     text COLLATE "C" NOT NULL,
  login_id      text COLLATE "C" NOT NULL,
  session_id    text COLLATE "C" NOT NULL,
  endpoint_hash bytea NOT NULL,
  target_enc    bytea NOT NULL,
  kinds         text[] COLLATE "C" NOT NULL,
  show_code     boolean NOT NULL,
  lang          text COLLATE "C" NOT NULL,
  made_device   text NOT NULL,
  made_at       timestamp with time zone NOT NULL,
  seen_at       timestamp with time zone NOT NULL,
  reached_at    timestamp with time zone,
  CONSTRAINT push_device_pkey PRIMARY KEY (cell, account_id, device_id),
  CONSTRAINT push_device_cell_account_id_endpoint_hash_key UNIQUE (cell, account_id, endpoint_hash),
  CONSTRAINT push_device_cell_account_id_login_id_fkey FOREIGN KEY (cell, account_id, login_id) REFERENCES login(cell, account_id, login_id),
  CONSTRAINT push_device_check CHECK ((cell = cell_of(account_id))),
  CONSTRAINT push_device_endpoint_hash_check CHECK ((octet_length(endpoint_hash) = 32)),
  CONSTRAINT push_device_kinds_check CHECK ((kinds <@ ARRAY['CODES'::text, 'DECLINES'::text, 'REQUESTS'::text])),
  CONSTRAINT push_device_lang_check CHECK ((lang = ANY (ARRAY['cn'::text, 'en'::text])))
);
CREATE INDEX push_device_login ON push_device USING btree (cell, account_id, login_id);
CREATE INDEX push_device_seen_at ON push_device USING btree (seen_at);

CREATE TABLE quote (
  cell       smallint NOT NULL,
  quote_id   text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  scene      text NOT NULL,
  input_hash bytea NOT NULL,
  lines      jsonb NOT NULL,
  total      bigint NOT NULL,
  currency   text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at    timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT quote_pkey PRIMARY KEY (cell, quote_id),
  CONSTRAINT quote_check CHECK ((cell = cell_of(account_id))),
  CONSTRAINT quote_total_check CHECK ((total >= 0))
);
CREATE INDEX quote_expires_at ON quote USING btree (expires_at);

CREATE TABLE rail_break (
  break_id   text COLLATE "C" NOT NULL,
  rail       text COLLATE "C" NOT NULL,
  kind       text COLLATE "C" NOT NULL,
  ref        text COLLATE "C" NOT NULL,
  order_no   text COLLATE "C",
  detail     jsonb NOT NULL,
  state      text NOT NULL,
  found_at   timestamp with time zone NOT NULL,
  mended_at  timestamp with time zone,
  mended_by  text,
  mended_why text,
  CONSTRAINT rail_break_pkey PRIMARY KEY (break_id),
  CONSTRAINT rail_break_rail_kind_ref_key UNIQUE (rail, kind, ref),
  CONSTRAINT rail_break_check CHECK (((state = 'MENDED'::text) = (mended_at IS NOT NULL))),
  CONSTRAINT rail_break_kind_check CHECK ((kind = ANY (ARRAY['LOST_NOTICE'::text, 'UNKNOWN_ORDER'::text, 'AMOUNT_DIFFERS'::text, 'CARD_DIFFERS'::text, 'CURRENCY_DIFFERS'::text, 'NOT_AT_PROVIDER'::text, 'CONTRADICTION'::text, 'RATE_MOVED'::text, 'UNKNOWN_CARD'::text, 'FAILED_BUT_OPEN'::text, 'MISSING_AT_ISSUER'::text, 'PROGRAM_DIFFERS'::text, 'SETTLEMENT_DIFFERS'::text]))),
  CONSTRAINT rail_break_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'MENDED'::text])))
);
CREATE INDEX rail_break_newest ON rail_break USING btree (found_at DESC, break_id DESC);
CREATE INDEX rail_break_open ON rail_break USING btree (found_at) WHERE (state = 'OPEN'::text);

CREATE TABLE rail_change (
  change_id    text COLLATE "C" NOT NULL,
  rail         text COLLATE "C" NOT NULL,
  state        text NOT NULL,
  version      integer,
  before       jsonb NOT NULL,
  after        jsonb NOT NULL,
  reason       text NOT NULL,
  maker_id     text COLLATE "C" NOT NULL,
  checker_id   text COLLATE "C",
  effective_at timestamp with time zone NOT NULL,
  created_at   timestamp with time zone NOT NULL,
  updated_at   timestamp with time zone NOT NULL,
  CONSTRAINT rail_change_pkey PRIMARY KEY (change_id),
  CONSTRAINT rail_change_rail_fkey FOREIGN KEY (rail) REFERENCES rail_config(rail),
  CONSTRAINT rail_change_check CHECK (((state = 'DONE'::text) = (version IS NOT NULL))),
  CONSTRAINT rail_change_state_check CHECK ((state = ANY (ARRAY['PLANNED'::text, 'DONE'::text, 'CANCELLED'::text])))
);
CREATE INDEX rail_change_newest ON rail_change USING btree (rail, created_at DESC, change_id DESC);
CREATE INDEX rail_change_planned ON rail_change USING btree (effective_at) WHERE (state = 'PLANNED'::text);

CREATE TABLE rail_config (
  rail          text COLLATE "C" NOT NULL,
  enabled       boolean NOT NULL,
  pay_unit      text NOT NULL,
  min_units     bigint NOT NULL,
  fee_bps       integer NOT NULL,
  fee_fixed     bigint NOT NULL,
  quote_for_s   integer NOT NULL,
  valid_for_s   integer NOT NULL,
  business      boolean NOT NULL,
  limit_file_id text COLLATE "C",
  version       integer NOT NULL DEFAULT 1,
  updated_by    text NOT NULL,
  updated_at    timestamp with time zone NOT NULL,
  CONSTRAINT rail_config_pkey PRIMARY KEY (rail),
  CONSTRAINT rail_config_fee_bps_check CHECK (((fee_bps >= 0) AND (fee_bps <= 2000))),
  CONSTRAINT rail_config_fee_fixed_check CHECK ((fee_fixed >= 0)),
  CONSTRAINT rail_config_min_units_check CHECK ((min_units > 0)),
  CONSTRAINT rail_config_pay_unit_check CHECK ((pay_unit = ANY (ARRAY['CNY'::text, 'USDT'::text, 'USD'::text]))),
  CONSTRAINT rail_config_quote_for_s_check CHECK ((quote_for_s > 0)),
  CONSTRAINT rail_config_rail_check CHECK ((rail = ANY (ARRAY['ONLINE_WECHAT'::text, 'ONLINE_ALIPAY'::text, 'UNIONPAY'::text, 'USDT_TRC20'::text, 'USD_WIRE'::text]))),
  CONSTRAINT rail_config_valid_for_s_check CHECK ((valid_for_s > 0))
);

CREATE TABLE rail_picture (
  file_id    text COLLATE "C" NOT NULL,
  body       bytea NOT NULL,
  staff_id   text COLLATE "C" NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT rail_picture_pkey PRIMARY KEY (file_id)
);

CREATE TABLE rail_text (
  rail        text COLLATE "C" NOT NULL,
  lang        text COLLATE "C" NOT NULL,
  display_max bigint,
  arrival     text NOT NULL,
  notes       text NOT NULL,
  CONSTRAINT rail_text_pkey PRIMARY KEY (rail, lang),
  CONSTRAINT rail_text_rail_fkey FOREIGN KEY (rail) REFERENCES rail_config(rail),
  CONSTRAINT rail_text_display_max_check CHECK ((display_max > 0)),
  CONSTRAINT rail_text_lang_check CHECK ((lang = ANY (ARRAY['cn'::text, 'en'::text])))
);

CREATE TABLE range_grade (
  name           text COLLATE "C" NOT NULL,
  mcc            text COLLATE "C" NOT NULL,
  country        text COLLATE "C" NOT NULL,
  vid            text COLLATE "C" NOT NULL,
  sample         integer NOT NULL,
  approved       integer NOT NULL,
  challenged     integer NOT NULL,
  last30         integer NOT NULL,
  override_grade text COLLATE "C",
  updated_at     timestamp with time zone NOT NULL,
  CONSTRAINT range_grade_pkey PRIMARY KEY (name, mcc, country, vid),
  CONSTRAINT range_grade_vid_fkey FOREIGN KEY (vid) REFERENCES card_range(vid),
  CONSTRAINT range_grade_override_grade_check CHECK ((override_grade = ANY (ARRAY['A'::text, 'B'::text, 'C'::text, 'D'::text, 'NA'::text])))
);

CREATE TABLE range_price (
  vid                    text COLLATE "C" NOT NULL,
  account_id             text COLLATE "C",
  open_fee_cents         bigint,
  load_fee_bps           integer,
  load_fee_min_cents     bigint,
  cross_border_bps       integer,
  cross_border_min_cents bigint,
  decline_fee_cents      bigint,
  free_declines          integer,
  month_fee_cents        bigint,
  unload_fee_cents       bigint,
  effective_from         timestamp with time zone NOT NULL,
  change_id              text COLLATE "C",
  CONSTRAINT range_price_vid_account_id_effective_from_key UNIQUE NULLS NOT DISTINCT (vid, account_id, effective_from),
  CONSTRAINT range_price_change_id_fkey FOREIGN KEY (change_id) REFERENCES product_change(change_id),
  CONSTRAINT range_price_vid_fkey FOREIGN KEY (vid) REFERENCES card_range(vid)
);

CREATE TABLE rate_day (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  day        integer NOT NULL,
  approved   integer NOT NULL,
  declined   integer NOT NULL,
  CONSTRAINT rate_day_pkey PRIMARY KEY (cell, account_id, day),
  CONSTRAINT rate_day_check CHECK ((cell = cell_of(account_id)))
);

CREATE UNLOGGED TABLE rate_limit (
  key     text COLLATE "C" NOT NULL,
  taken   integer NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  CONSTRAINT rate_limit_pkey PRIMARY KEY (key)
);

CREATE TABLE rebate_flow (
  cell            smallint NOT NULL,
  flow_id         text COLLATE "C" NOT NULL,
  account_id      text COLLATE "C" NOT NULL,
  type            text NOT NULL,
  commission_id   text COLLATE "C",
  withdrawal_no   text COLLATE "C",
  amount_cents    bigint NOT NULL,
  pending_after   bigint NOT NULL,
  available_after bigint NOT NULL,
  transfer_id     text COLLATE "C" NOT NULL,
  created_at      timestamp with time zone NOT NULL,
  CONSTRAINT rebate_flow_pkey PRIMARY KEY (cell, account_id, flow_id),
  CONSTRAINT rebate_flow_cell_account_id_commission_id_fkey FOREIGN KEY (cell, account_id, commission_id) REFERENCES commission(cell, account_id, commission_id),
  CONSTRAINT rebate_flow_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id),
  CONSTRAINT rebate_flow_amount_cents_check CHECK ((amount_cents <> 0)),
  CONSTRAINT rebate_flow_available_after_check CHECK ((available_after >= 0)),
  CONSTRAINT rebate_flow_pending_after_check CHECK ((pending_after >= 0)),
  CONSTRAINT rebate_flow_type_check CHECK ((type = ANY (ARRAY['ACCRUE'::text, 'MATURE'::text, 'CLAWBACK'::text, 'WITHDRAW'::text, 'RETURN'::text])))
);

CREATE TABLE rebate_withdrawal (
  cell          smallint NOT NULL,
  withdrawal_no text COLLATE "C" NOT NULL,
  account_id    text COLLATE "C" NOT NULL,
  login_id      text COLLATE "C" NOT NULL,
  target        text NOT NULL,
  amount_cents  bigint NOT NULL,
  fee_cents     bigint NOT NULL DEFAULT 0,
  receive_cents bigint NOT NULL,
  receive_unit  text NOT NULL,
  rate_fen      integer,
  mid_micros    bigint,
  bank_card_id  text COLLATE "C",
  status        text NOT NULL,
  reason        text NOT NULL DEFAULT ''::text,
  bank          text COLLATE "C",
  bank_ref      text COLLATE "C",
  created_at    timestamp with time zone NOT NULL,
  updated_at    timestamp with time zone NOT NULL,
  paid_at       timestamp with time zone,
  CONSTRAINT rebate_withdrawal_pkey PRIMARY KEY (cell, account_id, withdrawal_no),
  CONSTRAINT rebate_withdrawal_cell_account_id_bank_card_id_fkey FOREIGN KEY (cell, account_id, bank_card_id) REFERENCES payout_card(cell, account_id, bank_card_id),
  CONSTRAINT rebate_withdrawal_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id),
  CONSTRAINT rebate_withdrawal_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT rebate_withdrawal_check CHECK (((target = 'BANK'::text) = ((bank_card_id IS NOT NULL) AND (rate_fen IS NOT NULL) AND (mid_micros IS NOT NULL)))),
  CONSTRAINT rebate_withdrawal_check1 CHECK (((target = 'BANK'::text) OR (status = 'DONE'::text))),
  CONSTRAINT rebate_withdrawal_fee_cents_check CHECK ((fee_cents >= 0)),
  CONSTRAINT rebate_withdrawal_receive_cents_check CHECK ((receive_cents > 0)),
  CONSTRAINT rebate_withdrawal_receive_unit_check CHECK ((receive_unit = ANY (ARRAY['USD'::text, 'CNY'::text]))),
  CONSTRAINT rebate_withdrawal_status_check CHECK ((status = ANY (ARRAY['REVIEWING'::text, 'APPROVED'::text, 'PAYING'::text, 'PAID'::text, 'DONE'::text, 'REJECTED'::text, 'FAILED'::text]))),
  CONSTRAINT rebate_withdrawal_target_check CHECK ((target = ANY (ARRAY['WALLET'::text, 'BANK'::text])))
);
CREATE UNIQUE INDEX rebate_withdrawal_bank_ref ON rebate_withdrawal USING btree (cell, bank, bank_ref) WHERE (bank_ref IS NOT NULL);
CREATE UNIQUE INDEX rebate_withdrawal_no ON rebate_withdrawal USING btree (cell, withdrawal_no);
CREATE INDEX rebate_withdrawal_open ON rebate_withdrawal USING btree (created_at) WHERE (status = ANY (ARRAY['REVIEWING'::text, 'APPROVED'::text, 'PAYING'::text]));

CREATE TABLE rebate_withdrawal_step (
  cell          smallint NOT NULL,
  account_id    text COLLATE "C" NOT NULL,
  withdrawal_no text COLLATE "C" NOT NULL,
  status        text COLLATE "C" NOT NULL,
  created_at    timestamp with time zone NOT NULL,
  CONSTRAINT rebate_withdrawal_step_pkey PRIMARY KEY (cell, account_id, withdrawal_no, status),
  CONSTRAINT rebate_withdrawal_step_cell_account_id_withdrawal_no_fkey FOREIGN KEY (cell, account_id, withdrawal_no) REFERENCES rebate_withdrawal(cell, account_id, withdrawal_no)
);

CREATE TABLE recharge_order (
  cell           smallint NOT NULL,
  account_id     text COLLATE "C" NOT NULL,
  order_no       text COLLATE "C" NOT NULL,
  login_id       text COLLATE "C" NOT NULL,
  rail           text NOT NULL,
  quote_id       text COLLATE "C" NOT NULL,
  status         text NOT NULL,
  pay_currency   text NOT NULL,
  pay_units      bigint NOT NULL,
  received_units bigint NOT NULL DEFAULT 0,
  value_cents    bigint NOT NULL,
  fee_bps        integer NOT NULL,
  fee_cents      bigint NOT NULL,
  credit_cents   bigint NOT NULL,
  rate           text NOT NULL,
  address        text COLLATE "C",
  tx_hash        text COLLATE "C",
  confirmations  integer NOT NULL DEFAULT 0,
  fail_reason    text,
  expires_at     timestamp with time zone NOT NULL,
  looked_at      timestamp with time zone,
  paid_at        timestamp with time zone,
  credited_at    timestamp with time zone,
  created_at     timestamp with time zone NOT NULL,
  updated_at     timestamp with time zone NOT NULL,
  mid            text,
  request_no     text COLLATE "C",
  provider       text,
  provider_ref   text COLLATE "C",
  qr_content     text,
  card_token     text,
  card_mask      text,
  card_bank      text,
  code_tries     integer NOT NULL DEFAULT 0,
  next_query_at  timestamp with time zone,
  CONSTRAINT recharge_order_pkey PRIMARY KEY (cell, account_id, order_no),
  CONSTRAINT recharge_order_cell_account_id_quote_id_key UNIQUE (cell, account_id, quote_id),
  CONSTRAINT recharge_order_check CHECK ((cell = cell_of(account_id))),
  CONSTRAINT recharge_order_credit_cents_check CHECK ((credit_cents >= 0)),
  CONSTRAINT recharge_order_fee_cents_check CHECK ((fee_cents >= 0)),
  CONSTRAINT recharge_order_pay_units_check CHECK ((pay_units > 0)),
  CONSTRAINT recharge_order_provider_check CHECK ((provider = ANY (ARRAY['WECHAT'::text, 'ALIPAY'::text, 'UNIONPAY'::text]))),
  CONSTRAINT recharge_order_rail_check CHECK ((rail = ANY (ARRAY['ONLINE_WECHAT'::text, 'ONLINE_ALIPAY'::text, 'UNIONPAY'::text, 'USDT_TRC20'::text, 'USD_WIRE'::text]))),
  CONSTRAINT recharge_order_received_units_check CHECK ((received_units >= 0)),
  CONSTRAINT recharge_order_status_check CHECK ((status = ANY (ARRAY['WAIT_PAY'::text, 'WAIT_CODE'::text, 'PAYING'::text, 'DETECTED'::text, 'CONFIRMED'::text, 'SUCCESS'::text, 'FAILED'::text, 'EXPIRED'::text, 'MISMATCH'::text, 'REVERSED'::text]))),
  CONSTRAINT recharge_order_value_cents_check CHECK ((value_cents > 0))
);
CREATE INDEX recharge_order_address ON recharge_order USING btree (address, created_at DESC);
CREATE INDEX recharge_order_deadline ON recharge_order USING btree (expires_at) WHERE (status = ANY (ARRAY['WAIT_PAY'::text, 'WAIT_CODE'::text, 'PAYING'::text]));
CREATE INDEX recharge_order_desk ON recharge_order USING btree (created_at DESC, order_no DESC);
CREATE INDEX recharge_order_hash ON recharge_order USING btree (tx_hash) WHERE (tx_hash IS NOT NULL);
CREATE INDEX recharge_order_newest ON recharge_order USING btree (account_id, created_at DESC);
CREATE INDEX recharge_order_query ON recharge_order USING btree (next_query_at) WHERE (next_query_at IS NOT NULL);
CREATE UNIQUE INDEX recharge_order_request ON recharge_order USING btree (cell, account_id, request_no) WHERE (request_no IS NOT NULL);

CREATE TABLE recharge_order_no (
  order_no   text COLLATE "C" NOT NULL,
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  CONSTRAINT recharge_order_no_pkey PRIMARY KEY (order_no)
);

CREATE TABLE recon_run (
  run_id      text COLLATE "C" NOT NULL,
  provider    text COLLATE "C" NOT NULL,
  day         date NOT NULL,
  state       text NOT NULL,
  staff_id    text COLLATE "C",
  payments    integer,
  units       bigint,
  breaks      integer,
  created_at  timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  issuer_id   text COLLATE "C" NOT NULL DEFAULT ''::text,
  CONSTRAINT recon_run_pkey PRIMARY KEY (run_id),
  CONSTRAINT recon_run_check CHECK (((state = 'WAITING'::text) = (finished_at IS NULL))),
  CONSTRAINT recon_run_issuer CHECK (((provider = 'ISSUER'::text) = (issuer_id <> ''::text))),
  CONSTRAINT recon_run_provider_check CHECK ((provider = ANY (ARRAY['WECHAT'::text, 'ALIPAY'::text, 'UNIONPAY'::text, 'ISSUER'::text]))),
  CONSTRAINT recon_run_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'DONE'::text, 'FAILED'::text])))
);
CREATE INDEX recon_run_newest ON recon_run USING btree (created_at DESC, run_id DESC);
CREATE UNIQUE INDEX recon_run_one ON recon_run USING btree (provider, issuer_id, day) WHERE (state = 'WAITING'::text);

CREATE TABLE referral_ring (
  cell               smallint NOT NULL,
  account_id         text COLLATE "C" NOT NULL,
  invitee_account_id text COLLATE "C" NOT NULL,
  why                text NOT NULL,
  created_at         timestamp with time zone NOT NULL,
  CONSTRAINT referral_ring_pkey PRIMARY KEY (cell, account_id, invitee_account_id),
  CONSTRAINT referral_ring_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id),
  CONSTRAINT referral_ring_why_check CHECK ((why = ANY (ARRAY['IDENTITY'::text, 'DEVICE'::text, 'PAYOUT_CARD'::text, 'STAFF'::text])))
);

CREATE TABLE refresh_token (
  cell       smallint NOT NULL,
  token_hash bytea NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  next_salt  bytea,
  used_at    timestamp with time zone,
  used_by    text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT refresh_token_pkey PRIMARY KEY (cell, token_hash),
  CONSTRAINT refresh_token_cell_account_id_session_id_fkey FOREIGN KEY (cell, account_id, session_id) REFERENCES session(cell, account_id, session_id) ON DELETE CASCADE
);
CREATE INDEX refresh_token_session ON refresh_token USING btree (session_id);

CREATE TABLE refund_review (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  trade_id   text COLLATE "C" NOT NULL,
  card_id    text COLLATE "C" NOT NULL,
  hold_id    text COLLATE "C" NOT NULL,
  held_cents bigint NOT NULL,
  state      text COLLATE "C" NOT NULL,
  created_at timestamp with time zone NOT NULL,
  decided_at timestamp with time zone,
  decided_by text,
  CONSTRAINT refund_review_pkey PRIMARY KEY (cell, account_id, trade_id),
  CONSTRAINT refund_review_check CHECK ((cell = cell_of(account_id))),
  CONSTRAINT refund_review_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'CLAIMED'::text, 'RELEASED'::text, 'RETURNED'::text, 'REVERSED'::text])))
);
CREATE INDEX refund_review_by_trade ON refund_review USING btree (trade_id);
CREATE INDEX refund_review_waiting ON refund_review USING btree (created_at) WHERE (state = ANY (ARRAY['OPEN'::text, 'CLAIMED'::text]));

CREATE TABLE remember_token (
  cell       smallint NOT NULL,
  token_hash bytea NOT NULL,
  family_id  text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  login_id   text COLLATE "C" NOT NULL,
  device     text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at    timestamp with time zone,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  public_key bytea NOT NULL,
  CONSTRAINT remember_token_pkey PRIMARY KEY (cell, token_hash),
  CONSTRAINT remember_token_cell_account_id_login_id_fkey FOREIGN KEY (cell, account_id, login_id) REFERENCES login(cell, account_id, login_id),
  CONSTRAINT remember_token_public_key_check CHECK ((octet_length(public_key) = 91))
);
CREATE INDEX remember_token_family ON remember_token USING btree (family_id);
CREATE INDEX remember_token_login ON remember_token USING btree (login_id);

CREATE TABLE request_key (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  route      text COLLATE "C" NOT NULL,
  request_no text COLLATE "C" NOT NULL,
  body_hash  bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  answer_enc bytea,
  CONSTRAINT request_key_pkey PRIMARY KEY (cell, account_id, route, request_no),
  CONSTRAINT request_key_check CHECK ((cell = cell_of(account_id)))
);
CREATE INDEX request_key_expires_at ON request_key USING btree (expires_at);

CREATE TABLE retention (
  table_name text COLLATE "C" NOT NULL,
  key_column text NOT NULL,
  id_prefix  text NOT NULL,
  keep_days  integer NOT NULL,
  archived   boolean NOT NULL,
  without    text[] NOT NULL DEFAULT '{}'::text[],
  waits_for  text,
  why        text NOT NULL,
  CONSTRAINT retention_pkey PRIMARY KEY (table_name),
  CONSTRAINT retention_keep_days_check CHECK ((keep_days >= 31))
);

CREATE TABLE risk_desk (
  one         boolean NOT NULL DEFAULT true,
  version     bigint NOT NULL DEFAULT 0,
  halted      boolean NOT NULL DEFAULT false,
  halt_reason text,
  halted_by   text,
  halted_at   timestamp with time zone,
  CONSTRAINT risk_desk_pkey PRIMARY KEY (one),
  CONSTRAINT risk_desk_one_check CHECK (one)
);

CREATE TABLE risk_list (
  entry_id   text COLLATE "C" NOT NULL,
  kind       text COLLATE "C" NOT NULL,
  value      text COLLATE "C" NOT NULL,
  effect     text NOT NULL,
  reason     text NOT NULL,
  made_by    text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  ended_at   timestamp with time zone,
  ended_by   text,
  CONSTRAINT risk_list_pkey PRIMARY KEY (entry_id),
  CONSTRAINT risk_list_effect_check CHECK ((effect = ANY (ARRAY['BLOCK'::text, 'ALLOW'::text]))),
  CONSTRAINT risk_list_kind_check CHECK ((kind = ANY (ARRAY['MERCHANT'::text, 'MCC'::text, 'COUNTRY'::text])))
);
CREATE UNIQUE INDEX risk_list_once ON risk_list USING btree (kind, value) WHERE (ended_at IS NULL);

CREATE TABLE role (
  role_id    text COLLATE "C" NOT NULL,
  account_id text COLLATE "C",
  name       text COLLATE "C" NOT NULL,
  remark     text NOT NULL DEFAULT ''::text,
  system     text COLLATE "C",
  version    integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT role_pkey PRIMARY KEY (role_id),
  CONSTRAINT role_account_id_name_key UNIQUE (account_id, name),
  CONSTRAINT role_system_key UNIQUE (system),
  CONSTRAINT role_check CHECK (((account_id IS NULL) = (system IS NOT NULL)))
);

CREATE TABLE role_permission (
  role_id text COLLATE "C" NOT NULL,
  perm_id text COLLATE "C" NOT NULL,
  CONSTRAINT role_permission_pkey PRIMARY KEY (role_id, perm_id),
  CONSTRAINT role_permission_role_id_fkey FOREIGN KEY (role_id) REFERENCES role(role_id) ON DELETE CASCADE
);

CREATE TABLE rule_set (
  rules_id     text COLLATE "C" NOT NULL,
  number       integer NOT NULL,
  state        text COLLATE "C" NOT NULL,
  document     jsonb NOT NULL,
  note         text NOT NULL,
  made_by      text,
  made_by_name text NOT NULL,
  follows      text COLLATE "C",
  created_at   timestamp with time zone NOT NULL,
  updated_at   timestamp with time zone NOT NULL,
  shadow_at    timestamp with time zone,
  live_at      timestamp with time zone,
  retired_at   timestamp with time zone,
  CONSTRAINT rule_set_pkey PRIMARY KEY (rules_id),
  CONSTRAINT rule_set_number_key UNIQUE (number),
  CONSTRAINT rule_set_follows_fkey FOREIGN KEY (follows) REFERENCES rule_set(rules_id),
  CONSTRAINT rule_set_state_check CHECK ((state = ANY (ARRAY['DRAFT'::text, 'SHADOW'::text, 'LIVE'::text, 'RETIRED'::text, 'DISCARDED'::text])))
);
CREATE UNIQUE INDEX rule_set_live ON rule_set USING btree (state) WHERE (state = 'LIVE'::text);
CREATE UNIQUE INDEX rule_set_shadow ON rule_set USING btree (state) WHERE (state = 'SHADOW'::text);

CREATE TABLE rule_shadow (
  rules_id      text COLLATE "C" NOT NULL,
  judged        bigint NOT NULL,
  stopped       bigint NOT NULL,
  stopped_cents bigint NOT NULL,
  passed        bigint NOT NULL,
  CONSTRAINT rule_shadow_pkey PRIMARY KEY (rules_id),
  CONSTRAINT rule_shadow_rules_id_fkey FOREIGN KEY (rules_id) REFERENCES rule_set(rules_id) ON DELETE CASCADE
);

CREATE TABLE rule_shadow_hit (
  rules_id text COLLATE "C" NOT NULL,
  rule     smallint NOT NULL,
  hits     bigint NOT NULL,
  CONSTRAINT rule_shadow_hit_pkey PRIMARY KEY (rules_id, rule),
  CONSTRAINT rule_shadow_hit_rules_id_fkey FOREIGN KEY (rules_id) REFERENCES rule_set(rules_id) ON DELETE CASCADE
);

CREATE TABLE seat_lot (
  cell             smallint NOT NULL,
  lot_id           text COLLATE "C" NOT NULL,
  account_id       text COLLATE "C" NOT NULL,
  sub_uid          text COLLATE "C" NOT NULL,
  order_no         text COLLATE "C" NOT NULL,
  paid_cents       bigint NOT NULL,
  deferred_cents   bigint NOT NULL,
  days             integer NOT NULL,
  starts_at        timestamp with time zone NOT NULL,
  ends_at          timestamp with time zone NOT NULL,
  recognised_cents bigint NOT NULL DEFAULT 0,
  closed_at        timestamp with time zone,
  created_at       timestamp with time zone NOT NULL,
  CONSTRAINT seat_lot_pkey PRIMARY KEY (cell, lot_id),
  CONSTRAINT seat_lot_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id),
  CONSTRAINT seat_lot_cell_account_id_sub_uid_fkey FOREIGN KEY (cell, account_id, sub_uid) REFERENCES sub_account(cell, account_id, sub_uid),
  CONSTRAINT seat_lot_check CHECK ((deferred_cents >= paid_cents)),
  CONSTRAINT seat_lot_check1 CHECK (((recognised_cents >= 0) AND (recognised_cents <= deferred_cents))),
  CONSTRAINT seat_lot_check2 CHECK ((ends_at > starts_at)),
  CONSTRAINT seat_lot_days_check CHECK ((days > 0)),
  CONSTRAINT seat_lot_paid_cents_check CHECK ((paid_cents >= 0))
);
CREATE INDEX seat_lot_of_account ON seat_lot USING btree (account_id, starts_at);
CREATE INDEX seat_lot_running ON seat_lot USING btree (starts_at) WHERE (recognised_cents < deferred_cents);

CREATE TABLE session (
  cell                  smallint NOT NULL,
  session_id            text COLLATE "C" NOT NULL,
  login_id              text COLLATE "C" NOT NULL,
  account_id            text COLLATE "C" NOT NULL,
  access_hash           bytea NOT NULL,
  access_expires_at     timestamp with time zone NOT NULL,
  previous_access_hash  bytea,
  previous_access_until timestamp with time zone,
  refresh_expires_at    timestamp with time zone NOT NULL,
  last_active_at        timestamp with time zone NOT NULL,
  ip                    text COLLATE "C" NOT NULL,
  device                text NOT NULL,
  revoked_at            timestamp with time zone,
  revoked_why           text,
  created_at            timestamp with time zone NOT NULL,
  CONSTRAINT session_pkey PRIMARY KEY (cell, account_id, session_id),
  CONSTRAINT session_cell_access_hash_key UNIQUE (cell, access_hash),
  CONSTRAINT session_cell_previous_access_hash_key UNIQUE (cell, previous_access_hash),
  CONSTRAINT session_cell_account_id_login_id_fkey FOREIGN KEY (cell, account_id, login_id) REFERENCES login(cell, account_id, login_id),
  CONSTRAINT session_revoked_why_check CHECK ((revoked_why = ANY (ARRAY['signed_out'::text, 'idle'::text, 'replaced'::text, 'reused'::text, 'frozen'::text, 'closed'::text, 'password'::text, 'mobile'::text, 'google'::text, 'elsewhere'::text, 'staff'::text])))
);
CREATE INDEX session_account ON session USING btree (account_id, ip);
CREATE INDEX session_login ON session USING btree (login_id, created_at) WHERE (revoked_at IS NULL);

CREATE TABLE sign_in_attempt (
  subject        text COLLATE "C" NOT NULL,
  name_key       text COLLATE "C" NOT NULL,
  origin         text COLLATE "C" NOT NULL,
  network        text COLLATE "C" NOT NULL,
  judging        integer NOT NULL,
  judging_until  timestamp with time zone NOT NULL,
  failures       integer NOT NULL,
  failures_until timestamp with time zone NOT NULL,
  blocked_until  timestamp with time zone,
  last_at        timestamp with time zone NOT NULL,
  CONSTRAINT sign_in_attempt_pkey PRIMARY KEY (subject, name_key, origin)
);
CREATE INDEX sign_in_attempt_last ON sign_in_attempt USING btree (last_at);
CREATE INDEX sign_in_attempt_network ON sign_in_attempt USING btree (network, last_at);

CREATE TABLE simulated_clock (
  one       boolean NOT NULL DEFAULT true,
  offset_ms bigint NOT NULL,
  CONSTRAINT simulated_clock_pkey PRIMARY KEY (one),
  CONSTRAINT simulated_clock_offset_ms_check CHECK ((offset_ms >= 0)),
  CONSTRAINT simulated_clock_one_check CHECK (one)
);

CREATE TABLE slip (
  cell       smallint NOT NULL,
  file_id    text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  name       text NOT NULL,
  body_enc   bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT slip_pkey PRIMARY KEY (cell, account_id, file_id),
  CONSTRAINT slip_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id)
);
CREATE INDEX slip_account ON slip USING btree (account_id, created_at);

CREATE TABLE sms_code (
  code_id        text COLLATE "C" NOT NULL,
  purpose        text COLLATE "C" NOT NULL,
  target_hash    bytea NOT NULL,
  login_id       text COLLATE "C",
  payload_hash   bytea,
  code_hash      bytea NOT NULL,
  tries          integer NOT NULL DEFAULT 0,
  expires_at     timestamp with time zone NOT NULL,
  used_at        timestamp with time zone,
  created_at     timestamp with time zone NOT NULL,
  requester_hash bytea,
  network        text,
  tries_nearby   integer NOT NULL DEFAULT 0,
  CONSTRAINT sms_code_pkey PRIMARY KEY (code_id)
);
CREATE INDEX sms_code_expires_at ON sms_code USING btree (expires_at);
CREATE INDEX sms_code_target ON sms_code USING btree (target_hash, purpose, created_at DESC);

CREATE TABLE sms_receipt (
  provider    text COLLATE "C" NOT NULL,
  message_ref text COLLATE "C" NOT NULL,
  outcome     text COLLATE "C" NOT NULL,
  error_code  text COLLATE "C",
  received_at timestamp with time zone NOT NULL,
  CONSTRAINT sms_receipt_pkey PRIMARY KEY (provider, message_ref),
  CONSTRAINT sms_receipt_outcome_check CHECK ((outcome = ANY (ARRAY['DELIVERED'::text, 'FAILED'::text])))
);
CREATE INDEX sms_receipt_received_at ON sms_receipt USING btree (received_at);

CREATE TABLE spend_day (
  cell          smallint NOT NULL,
  account_id    text COLLATE "C" NOT NULL,
  day           integer NOT NULL,
  owner_sub_uid text COLLATE "C" NOT NULL,
  part          smallint NOT NULL,
  spent_cents   bigint NOT NULL,
  CONSTRAINT spend_day_pkey PRIMARY KEY (cell, account_id, day, owner_sub_uid, part),
  CONSTRAINT spend_day_check CHECK ((cell = cell_of(account_id)))
) WITH (fillfactor=60);
CREATE INDEX spend_day_of_sub ON spend_day USING btree (account_id, owner_sub_uid, day);

CREATE TABLE staff (
  staff_id      text COLLATE "C" NOT NULL,
  login_name    text COLLATE "C" NOT NULL,
  name_cn       text NOT NULL,
  name_en       text NOT NULL,
  password_hash text NOT NULL,
  secret_enc    bytea NOT NULL,
  last_step     bigint NOT NULL DEFAULT 0,
  roles         text[] NOT NULL,
  disabled_at   timestamp with time zone,
  created_at    timestamp with time zone NOT NULL,
  updated_at    timestamp with time zone NOT NULL,
  CONSTRAINT staff_pkey PRIMARY KEY (staff_id),
  CONSTRAINT staff_login_name_key UNIQUE (login_name),
  CONSTRAINT staff_login_name_check CHECK ((login_name ~ '^[a-z][a-z0-9._-]{1,31}$'::text))
);

CREATE TABLE staff_audit (
  chain      text COLLATE "C" NOT NULL,
  seq        bigint NOT NULL,
  id         text COLLATE "C" NOT NULL,
  staff_id   text COLLATE "C",
  staff_name text NOT NULL,
  action     text NOT NULL,
  target     text NOT NULL,
  account_id text COLLATE "C",
  content_cn text NOT NULL,
  content_en text NOT NULL,
  reason     text NOT NULL DEFAULT ''::text,
  before     jsonb,
  after      jsonb,
  ip         text NOT NULL,
  device     text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  prev_hash  bytea NOT NULL,
  hash       bytea NOT NULL,
  signature  bytea NOT NULL,
  CONSTRAINT staff_audit_pkey PRIMARY KEY (chain, seq),
  CONSTRAINT staff_audit_id_key UNIQUE (id)
);
CREATE INDEX staff_audit_account ON staff_audit USING btree (account_id, created_at DESC) WHERE (account_id IS NOT NULL);
CREATE INDEX staff_audit_newest ON staff_audit USING btree (created_at DESC, id DESC);
CREATE TRIGGER staff_audit_only_grows BEFORE DELETE OR UPDATE ON staff_audit FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE staff_browser (
  staff_id     text COLLATE "C" NOT NULL,
  browser_hash bytea NOT NULL,
  last_at      timestamp with time zone NOT NULL,
  CONSTRAINT staff_browser_pkey PRIMARY KEY (staff_id, browser_hash)
);
CREATE INDEX staff_browser_last ON staff_browser USING btree (last_at);

CREATE TABLE staff_chain (
  chain text COLLATE "C" NOT NULL,
  seq   bigint NOT NULL,
  hash  bytea NOT NULL,
  CONSTRAINT staff_chain_pkey PRIMARY KEY (chain)
);

CREATE TABLE staff_enrolment (
  link_hash  bytea NOT NULL,
  staff_id   text COLLATE "C" NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ended_at   timestamp with time zone,
  ended_why  text,
  CONSTRAINT staff_enrolment_pkey PRIMARY KEY (link_hash),
  CONSTRAINT staff_enrolment_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id),
  CONSTRAINT staff_enrolment_check CHECK (((ended_at IS NULL) = (ended_why IS NULL))),
  CONSTRAINT staff_enrolment_ended_why_check CHECK ((ended_why = ANY (ARRAY['used'::text, 'replaced'::text])))
);
CREATE UNIQUE INDEX staff_enrolment_open ON staff_enrolment USING btree (staff_id) WHERE (ended_at IS NULL);

CREATE TABLE staff_passkey (
  passkey_id    text COLLATE "C" NOT NULL,
  staff_id      text COLLATE "C" NOT NULL,
  credential_id bytea NOT NULL,
  public_key    bytea NOT NULL,
  counter       bigint NOT NULL,
  transports    text[] COLLATE "C" NOT NULL,
  aaguid        text COLLATE "C" NOT NULL,
  name          text NOT NULL,
  backed_up     boolean NOT NULL,
  made_at       timestamp with time zone NOT NULL,
  last_used_at  timestamp with time zone,
  made_device   text NOT NULL,
  CONSTRAINT staff_passkey_pkey PRIMARY KEY (passkey_id),
  CONSTRAINT staff_passkey_credential_id_key UNIQUE (credential_id),
  CONSTRAINT staff_passkey_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id),
  CONSTRAINT staff_passkey_credential_id_check CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
  CONSTRAINT staff_passkey_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 30)))
);
CREATE INDEX staff_passkey_staff ON staff_passkey USING btree (staff_id);

CREATE TABLE staff_reveal (
  staff_id text COLLATE "C" NOT NULL,
  day      integer NOT NULL,
  kind     text COLLATE "C" NOT NULL,
  times    integer NOT NULL,
  CONSTRAINT staff_reveal_pkey PRIMARY KEY (staff_id, day, kind),
  CONSTRAINT staff_reveal_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id),
  CONSTRAINT staff_reveal_times_check CHECK ((times > 0))
);

CREATE TABLE staff_session (
  session_id     text COLLATE "C" NOT NULL,
  staff_id       text COLLATE "C" NOT NULL,
  token_hash     bytea NOT NULL,
  expires_at     timestamp with time zone NOT NULL,
  last_active_at timestamp with time zone NOT NULL,
  ip             text NOT NULL,
  device         text NOT NULL,
  ended_at       timestamp with time zone,
  ended_why      text,
  created_at     timestamp with time zone NOT NULL,
  CONSTRAINT staff_session_pkey PRIMARY KEY (session_id),
  CONSTRAINT staff_session_token_hash_key UNIQUE (token_hash),
  CONSTRAINT staff_session_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id),
  CONSTRAINT staff_session_ended_why_check CHECK ((ended_why = ANY (ARRAY['signed_out'::text, 'idle'::text, 'replaced'::text, 'disabled'::text, 'roles'::text])))
);
CREATE INDEX staff_session_staff ON staff_session USING btree (staff_id, created_at) WHERE (ended_at IS NULL);

CREATE TABLE staff_view (
  cell        smallint NOT NULL,
  staff_id    text COLLATE "C" NOT NULL,
  account_id  text COLLATE "C" NOT NULL,
  what        text COLLATE "C" NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  CONSTRAINT staff_view_pkey PRIMARY KEY (cell, account_id, staff_id, what),
  CONSTRAINT staff_view_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id),
  CONSTRAINT staff_view_check CHECK ((cell = cell_of(account_id)))
);
CREATE INDEX staff_view_of_staff ON staff_view USING btree (staff_id, recorded_at);

CREATE TABLE sub_account (
  cell          smallint NOT NULL,
  sub_uid       text COLLATE "C" NOT NULL,
  sub_no        integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id    text COLLATE "C" NOT NULL,
  login_id      text COLLATE "C" NOT NULL,
  nickname      text COLLATE "C" NOT NULL,
  role_id       text COLLATE "C" NOT NULL,
  granted_keys  text[] NOT NULL DEFAULT '{}'::text[],
  granted_pages text[] NOT NULL DEFAULT '{}'::text[],
  status        text NOT NULL DEFAULT 'NORMAL'::text,
  expires_at    timestamp with time zone NOT NULL,
  free_seat     boolean NOT NULL DEFAULT false,
  budget_cents  bigint,
  budget_period text,
  remark        text NOT NULL DEFAULT ''::text,
  created_at    timestamp with time zone NOT NULL,
  updated_at    timestamp with time zone NOT NULL,
  extra_keys    text[] NOT NULL DEFAULT '{}'::text[],
  told_days     integer[] NOT NULL DEFAULT '{}'::integer[],
  grant_version integer NOT NULL DEFAULT 1,
  CONSTRAINT sub_account_pkey PRIMARY KEY (cell, account_id, sub_uid),
  CONSTRAINT sub_account_cell_login_id_key UNIQUE (cell, login_id),
  CONSTRAINT sub_account_cell_sub_no_key UNIQUE (cell, sub_no),
  CONSTRAINT sub_account_name_taken UNIQUE (cell, account_id, nickname),
  CONSTRAINT sub_account_cell_account_id_login_id_fkey FOREIGN KEY (cell, account_id, login_id) REFERENCES login(cell, account_id, login_id),
  CONSTRAINT sub_account_role_id_fkey FOREIGN KEY (role_id) REFERENCES role(role_id),
  CONSTRAINT sub_account_budget_cents_check CHECK ((budget_cents >= 0)),
  CONSTRAINT sub_account_budget_period_check CHECK ((budget_period = ANY (ARRAY['DAY'::text, 'MONTH'::text, 'TOTAL'::text]))),
  CONSTRAINT sub_account_status_check CHECK ((status = ANY (ARRAY['NORMAL'::text, 'FROZEN'::text])))
);
CREATE INDEX sub_account_ending ON sub_account USING btree (expires_at);

CREATE TABLE sub_ask (
  cell          smallint NOT NULL,
  ask_id        text COLLATE "C" NOT NULL,
  account_id    text COLLATE "C" NOT NULL,
  sub_uid       text COLLATE "C" NOT NULL,
  kind          text COLLATE "C" NOT NULL,
  amount_cents  bigint,
  key           text COLLATE "C",
  note          text NOT NULL DEFAULT ''::text,
  status        text NOT NULL DEFAULT 'OPEN'::text,
  answer        text NOT NULL DEFAULT ''::text,
  created_at    timestamp with time zone NOT NULL,
  answered_at   timestamp with time zone,
  undo_until    timestamp with time zone,
  budget_before bigint,
  budget_after  bigint,
  grant_version integer,
  CONSTRAINT sub_ask_pkey PRIMARY KEY (cell, account_id, ask_id),
  CONSTRAINT sub_ask_cell_account_id_sub_uid_fkey FOREIGN KEY (cell, account_id, sub_uid) REFERENCES sub_account(cell, account_id, sub_uid),
  CONSTRAINT sub_ask_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT sub_ask_budget_changed CHECK (((budget_before IS NULL) = (budget_after IS NULL))),
  CONSTRAINT sub_ask_check CHECK (((kind = 'RIGHT'::text) = (key IS NOT NULL))),
  CONSTRAINT sub_ask_check1 CHECK (((kind = ANY (ARRAY['BUDGET'::text, 'FUNDS'::text])) = (amount_cents IS NOT NULL))),
  CONSTRAINT sub_ask_check2 CHECK (((status = 'OPEN'::text) = (answered_at IS NULL))),
  CONSTRAINT sub_ask_kind_check CHECK ((kind = ANY (ARRAY['BUDGET'::text, 'RIGHT'::text, 'FUNDS'::text, 'RENEW'::text]))),
  CONSTRAINT sub_ask_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'GRANTED'::text, 'DENIED'::text])))
);
CREATE INDEX sub_ask_of_account ON sub_ask USING btree (account_id, ask_id DESC);
CREATE UNIQUE INDEX sub_ask_open ON sub_ask USING btree (cell, account_id, sub_uid, kind, COALESCE(key, ''::text)) WHERE (status = 'OPEN'::text);

CREATE TABLE suspense (
  suspense_id  text COLLATE "C" NOT NULL,
  source       text COLLATE "C" NOT NULL,
  biz_id       text COLLATE "C" NOT NULL,
  rail         text NOT NULL,
  currency     text NOT NULL,
  units        bigint NOT NULL,
  reason       text NOT NULL,
  order_no     text COLLATE "C",
  account_id   text COLLATE "C",
  received_at  timestamp with time zone NOT NULL,
  state        text NOT NULL DEFAULT 'OPEN'::text,
  in_id        text COLLATE "C" NOT NULL,
  out_id       text COLLATE "C",
  to_account   text COLLATE "C",
  to_order     text COLLATE "C",
  credit_cents bigint,
  created_at   timestamp with time zone NOT NULL,
  updated_at   timestamp with time zone NOT NULL,
  value_cents  bigint,
  CONSTRAINT suspense_pkey PRIMARY KEY (suspense_id),
  CONSTRAINT suspense_in_id_key UNIQUE (in_id),
  CONSTRAINT suspense_out_id_key UNIQUE (out_id),
  CONSTRAINT suspense_source_biz_id_key UNIQUE (source, biz_id),
  CONSTRAINT suspense_check CHECK (((state = ANY (ARRAY['CREDITED'::text, 'RETURNED'::text, 'REVERSED'::text])) = (out_id IS NOT NULL))),
  CONSTRAINT suspense_check1 CHECK (((state <> ALL (ARRAY['CREDITED'::text, 'REVERSED'::text])) OR ((to_account IS NOT NULL) AND (credit_cents IS NOT NULL)))),
  CONSTRAINT suspense_currency_check CHECK ((currency = ANY (ARRAY['CNY'::text, 'USDT'::text]))),
  CONSTRAINT suspense_source_check CHECK ((source = ANY (ARRAY['PROVIDER'::text, 'CHAIN'::text]))),
  CONSTRAINT suspense_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'OPEN'::text, 'CLAIMED'::text, 'CREDITED'::text, 'RETURNED'::text, 'REVERSED'::text]))),
  CONSTRAINT suspense_units_check CHECK ((units > 0)),
  CONSTRAINT suspense_value_cents_check CHECK ((value_cents >= 0))
);
CREATE INDEX suspense_credited ON suspense USING btree (to_account, updated_at) WHERE ((to_order IS NULL) AND (state = 'CREDITED'::text));
CREATE INDEX suspense_newest ON suspense USING btree (created_at DESC, suspense_id DESC);
CREATE INDEX suspense_order ON suspense USING btree (to_order) WHERE (to_order IS NOT NULL);
CREATE INDEX suspense_parts ON suspense USING btree (order_no) WHERE (state = ANY (ARRAY['WAITING'::text, 'OPEN'::text]));
CREATE INDEX suspense_waiting ON suspense USING btree (created_at) WHERE (state = ANY (ARRAY['OPEN'::text, 'CLAIMED'::text]));

CREATE TABLE tag (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  tag_id     text COLLATE "C" NOT NULL,
  name       text NOT NULL,
  color      text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT tag_pkey PRIMARY KEY (cell, account_id, tag_id),
  CONSTRAINT tag_check CHECK ((cell = cell_of(account_id))),
  CONSTRAINT tag_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 16)))
);
CREATE UNIQUE INDEX tag_name_taken ON tag USING btree (cell, account_id, lower(name));

CREATE TABLE tally (
  subject    text COLLATE "C" NOT NULL,
  key        text COLLATE "C" NOT NULL,
  count      integer NOT NULL,
  started_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT tally_pkey PRIMARY KEY (subject, key)
);
CREATE INDEX tally_expires_at ON tally USING btree (expires_at);

CREATE TABLE three_d_code (
  cell          smallint NOT NULL,
  account_id    text COLLATE "C" NOT NULL,
  code_id       text COLLATE "C" NOT NULL,
  card_id       text COLLATE "C" NOT NULL,
  owner_sub_uid text COLLATE "C",
  issuer_id     text COLLATE "C" NOT NULL,
  challenge_ref text COLLATE "C" NOT NULL,
  merchant_name text NOT NULL,
  amount_cents  bigint NOT NULL,
  code_sealed   bytea,
  finished_at   timestamp with time zone,
  result        text COLLATE "C",
  issued_at     timestamp with time zone NOT NULL,
  expires_at    timestamp with time zone NOT NULL,
  answer        text COLLATE "C",
  CONSTRAINT three_d_code_pkey PRIMARY KEY (cell, account_id, code_id),
  CONSTRAINT three_d_code_once UNIQUE (cell, challenge_ref, issuer_id),
  CONSTRAINT three_d_code_answer_check CHECK ((answer = ANY (ARRAY['APPROVE'::text, 'DECLINE'::text]))),
  CONSTRAINT three_d_code_answered CHECK (((answer IS NULL) OR (code_sealed IS NULL))),
  CONSTRAINT three_d_code_check CHECK (((finished_at IS NULL) = (result IS NULL))),
  CONSTRAINT three_d_code_check1 CHECK ((cell = cell_of(account_id))),
  CONSTRAINT three_d_code_result_check CHECK ((result = ANY (ARRAY['PASSED'::text, 'FAILED'::text, 'EXPIRED'::text])))
);
CREATE INDEX three_d_code_by_age ON three_d_code USING btree (issued_at);
CREATE INDEX three_d_code_by_card ON three_d_code USING btree (cell, card_id, issued_at);

CREATE TABLE three_d_seen (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  code_id    text COLLATE "C" NOT NULL,
  login_id   text COLLATE "C" NOT NULL,
  CONSTRAINT three_d_seen_pkey PRIMARY KEY (cell, account_id, code_id, login_id),
  CONSTRAINT three_d_seen_cell_account_id_code_id_fkey FOREIGN KEY (cell, account_id, code_id) REFERENCES three_d_code(cell, account_id, code_id) ON DELETE CASCADE
);

CREATE TABLE ticket (
  ticket_hash bytea NOT NULL,
  scene       text NOT NULL,
  login_id    text COLLATE "C",
  expires_at  timestamp with time zone NOT NULL,
  used_at     timestamp with time zone,
  created_at  timestamp with time zone NOT NULL,
  CONSTRAINT ticket_pkey PRIMARY KEY (ticket_hash)
);
CREATE INDEX ticket_expires_at ON ticket USING btree (expires_at);

CREATE TABLE topup_day (
  cell       smallint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  day        integer NOT NULL,
  cents      bigint NOT NULL,
  CONSTRAINT topup_day_pkey PRIMARY KEY (cell, account_id, day),
  CONSTRAINT topup_day_check CHECK ((cell = cell_of(account_id)))
);

CREATE TABLE topup_mark (
  cell            smallint NOT NULL,
  account_id      text COLLATE "C" NOT NULL,
  account_version bigint NOT NULL DEFAULT 0,
  CONSTRAINT topup_mark_pkey PRIMARY KEY (cell, account_id),
  CONSTRAINT topup_mark_check CHECK ((cell = cell_of(account_id)))
);

CREATE TABLE trade (
  cell              smallint NOT NULL,
  account_id        text COLLATE "C" NOT NULL,
  trade_id          text COLLATE "C" NOT NULL,
  card_id           text COLLATE "C" NOT NULL,
  owner_sub_uid     text COLLATE "C",
  auth_id           text COLLATE "C",
  awaited_ref       text COLLATE "C",
  issuer_id         text COLLATE "C" NOT NULL,
  clearing_ref      text COLLATE "C" NOT NULL,
  type              text COLLATE "C" NOT NULL,
  status            text COLLATE "C" NOT NULL,
  merchant_no       integer NOT NULL,
  descriptor        text NOT NULL,
  amount_cents      bigint NOT NULL,
  cross_fee_cents   bigint NOT NULL DEFAULT 0,
  refunded_cents    bigint NOT NULL DEFAULT 0,
  merchant_amount   bigint NOT NULL,
  merchant_currency text COLLATE "C" NOT NULL,
  rate              text COLLATE "C",
  biz_code          smallint,
  arn               text COLLATE "C",
  occurred_at       timestamp with time zone NOT NULL,
  posted_at         timestamp with time zone NOT NULL,
  reverses_trade_id text COLLATE "C",
  refunds_trade_id  text COLLATE "C",
  excess_cents      bigint NOT NULL DEFAULT 0,
  won_cents         bigint NOT NULL DEFAULT 0,
  CONSTRAINT trade_pkey PRIMARY KEY (cell, account_id, trade_id) INCLUDE (owner_sub_uid),
  CONSTRAINT trade_once UNIQUE (cell, clearing_ref, issuer_id),
  CONSTRAINT trade_check CHECK ((cell = cell_of(account_id))),
  CONSTRAINT trade_reversal_names_its_trade CHECK (((type = 'REVERSAL'::text) = (reverses_trade_id IS NOT NULL))),
  CONSTRAINT trade_status_check CHECK ((status = ANY (ARRAY['POSTED'::text, 'PARTIALLY_REFUNDED'::text, 'REFUNDED'::text, 'REVERSED'::text, 'DISPUTED'::text, 'WON'::text, 'LOST'::text, 'UNDER_REVIEW'::text]))) NOT VALID,
  CONSTRAINT trade_type_check CHECK ((type = ANY (ARRAY['PURCHASE'::text, 'REFUND'::text, 'FEE'::text, 'FORCED'::text, 'REVERSAL'::text, 'CHARGEBACK'::text, 'CHARGEBACK_REVERSAL'::text, 'ADJUST'::text])))
) PARTITION BY RANGE (cell);
CREATE INDEX trade_awaiting ON ONLY public.trade USING btree (cell, awaited_ref) WHERE (awaited_ref IS NOT NULL);
CREATE INDEX trade_by_auth ON ONLY public.trade USING btree (cell, account_id, auth_id);
CREATE INDEX trade_by_card ON ONLY public.trade USING btree (cell, card_id, trade_id);
CREATE INDEX trade_by_day ON ONLY public.trade USING brin (occurred_at);
CREATE INDEX trade_by_merchant ON ONLY public.trade USING btree (cell, account_id, merchant_no);
CREATE INDEX trade_by_sub ON ONLY public.trade USING btree (cell, account_id, owner_sub_uid, trade_id) WHERE (owner_sub_uid IS NOT NULL);
CREATE INDEX trade_excess ON ONLY public.trade USING btree (cell, account_id, trade_id) WHERE (excess_cents > 0);
CREATE INDEX trade_late ON ONLY public.trade USING btree (cell, account_id, trade_id) WHERE ((posted_at - occurred_at) > '00:59:00'::interval);
CREATE UNIQUE INDEX trade_reversed_once ON ONLY public.trade USING btree (cell, account_id, reverses_trade_id) WHERE (reverses_trade_id IS NOT NULL);

CREATE TABLE treasury_move (
  move_no     text COLLATE "C" NOT NULL,
  move        text COLLATE "C" NOT NULL,
  source      text COLLATE "C" NOT NULL,
  bank_id     text COLLATE "C",
  reference   text COLLATE "C" NOT NULL,
  value_date  date NOT NULL,
  sent_units  bigint NOT NULL,
  got_units   bigint NOT NULL,
  cost_units  bigint NOT NULL,
  reason      text NOT NULL,
  maker_id    text COLLATE "C" NOT NULL,
  checker_id  text COLLATE "C" NOT NULL,
  approval_id text COLLATE "C" NOT NULL,
  transfer_id text COLLATE "C" NOT NULL,
  created_at  timestamp with time zone NOT NULL,
  CONSTRAINT treasury_move_pkey PRIMARY KEY (move_no),
  CONSTRAINT treasury_move_approval_id_key UNIQUE (approval_id),
  CONSTRAINT treasury_move_reference UNIQUE (move, reference),
  CONSTRAINT treasury_move_transfer_id_key UNIQUE (transfer_id),
  CONSTRAINT treasury_move_check CHECK (((move = 'SALE'::text) = (bank_id IS NOT NULL))),
  CONSTRAINT treasury_move_got_units_check CHECK ((got_units >= 0)),
  CONSTRAINT treasury_move_move_check CHECK ((move = ANY (ARRAY['SETTLEMENT'::text, 'SALE'::text, 'SWEEP'::text]))),
  CONSTRAINT treasury_move_sent_units_check CHECK ((sent_units > 0))
);
CREATE INDEX treasury_move_newest ON treasury_move USING btree (created_at DESC, move_no DESC);

CREATE TABLE webhook_inbox (
  inbox_id    text COLLATE "C" NOT NULL,
  issuer_id   text COLLATE "C" NOT NULL,
  event_id    text COLLATE "C" NOT NULL,
  type        text COLLATE "C" NOT NULL,
  card_ref    text COLLATE "C" NOT NULL,
  body        jsonb NOT NULL,
  state       text COLLATE "C" NOT NULL,
  error       text,
  received_at timestamp with time zone NOT NULL,
  applied_at  timestamp with time zone,
  reason      text COLLATE "C",
  facts       jsonb,
  held_at     timestamp with time zone,
  claimed     boolean NOT NULL DEFAULT false,
  CONSTRAINT webhook_inbox_pkey PRIMARY KEY (inbox_id),
  CONSTRAINT webhook_inbox_state_check CHECK ((state = ANY (ARRAY['NEW'::text, 'DONE'::text, 'HELD'::text, 'DISMISSED'::text])))
) PARTITION BY RANGE (inbox_id);
CREATE INDEX webhook_inbox_held ON ONLY public.webhook_inbox USING btree (held_at) WHERE (state = ANY (ARRAY['HELD'::text, 'DISMISSED'::text]));
CREATE INDEX webhook_inbox_new ON ONLY public.webhook_inbox USING btree (card_ref, received_at) WHERE (state = 'NEW'::text);

CREATE TABLE write_off (
  cell         smallint NOT NULL,
  write_off_no text COLLATE "C" NOT NULL,
  account_id   text COLLATE "C" NOT NULL,
  amount_cents bigint NOT NULL,
  reason       text NOT NULL,
  maker_id     text COLLATE "C" NOT NULL,
  checker_id   text COLLATE "C" NOT NULL,
  approval_id  text COLLATE "C" NOT NULL,
  transfer_id  text COLLATE "C" NOT NULL,
  created_at   timestamp with time zone NOT NULL,
  CONSTRAINT write_off_pkey PRIMARY KEY (cell, write_off_no),
  CONSTRAINT write_off_cell_approval_id_key UNIQUE (cell, approval_id),
  CONSTRAINT write_off_cell_transfer_id_key UNIQUE (cell, transfer_id),
  CONSTRAINT write_off_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  CONSTRAINT write_off_cell_account_id_fkey FOREIGN KEY (cell, account_id) REFERENCES account(cell, account_id),
  CONSTRAINT write_off_checker_id_fkey FOREIGN KEY (checker_id) REFERENCES staff(staff_id),
  CONSTRAINT write_off_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES staff(staff_id),
  CONSTRAINT write_off_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT write_off_check CHECK ((checker_id <> maker_id))
);
CREATE INDEX write_off_account ON write_off USING btree (account_id, created_at DESC);
CREATE TRIGGER write_off_only_grows BEFORE DELETE OR UPDATE ON write_off FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE VIEW card_balance AS
 SELECT cell,
    la_id,
    posted AS balance_cents,
    held AS pending_cents,
    (posted - held) AS available_cents
   FROM ledger_account
  WHERE (code = '2020'::text);
