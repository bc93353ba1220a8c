-- The ledger's checks where an engine keeps a table as shards. A trigger runs on a shard, and there the tables of the database cannot be asked from within a
-- statement: it asks the shards beside its own. Otherwise as in 0001_baseline.sql.

-- The shard of another table with the same cells as this one.
CREATE OR REPLACE FUNCTION shard_beside(shard name, wanted regclass) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT shard_name(wanted, beside.shardid)
    FROM pg_dist_shard AS mine
    JOIN pg_dist_shard AS beside USING (shardminvalue)
   WHERE mine.shardid = substring(shard FROM '_(\d+)$')::bigint
     AND beside.logicalrelid = wanted
$$;

-- The engine writes a transfer and its entries one after the other, so this is checked when the transaction ends.
DROP TRIGGER transfers_have_entries ON ledger_transfer;
DROP TRIGGER transfers_have_entries ON ledger_transfer_00_07;
DROP TRIGGER transfers_have_entries ON ledger_transfer_08_15;
DROP TRIGGER transfers_have_entries ON ledger_transfer_16_23;
DROP TRIGGER transfers_have_entries ON ledger_transfer_24_31;
DROP TRIGGER transfers_have_entries ON ledger_transfer_32_39;
DROP TRIGGER transfers_have_entries ON ledger_transfer_40_47;
DROP TRIGGER transfers_have_entries ON ledger_transfer_48_55;
DROP TRIGGER transfers_have_entries ON ledger_transfer_56_63;
CREATE OR REPLACE FUNCTION ledger_check_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE (cell, transfer_id, n) = ($1, $2, 1))', shard_beside(TG_TABLE_NAME, 'ledger_entry'))
     INTO found USING NEW.cell, NEW.transfer_id;
  IF NOT found THEN
    RAISE EXCEPTION 'transfer % has no entries', NEW.transfer_id USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_has_entries';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER transfer_has_entries AFTER INSERT ON ledger_transfer DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION ledger_check_transfer();

CREATE OR REPLACE FUNCTION ledger_check_entries() RETURNS trigger
LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  broken text;
BEGIN
  SELECT transfer_id INTO broken
    FROM (SELECT transfer_id,
                 sum(CASE side WHEN 'D' THEN amount ELSE -amount END) AS difference
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

  EXECUTE format('
    SELECT written.transfer_id
      FROM written
      LEFT JOIN %s AS transfer USING (cell, transfer_id)
      LEFT JOIN %s AS account USING (cell, la_id)
     WHERE transfer.transfer_id IS NULL
        OR account.la_id IS NULL
        OR account.currency <> written.currency
        OR (account.mode = ''ROW'') <> (written.account_version IS NOT NULL)
        OR (account.account_id <> transfer.account_id AND (account.mode = ''ROW'' OR account.account_id <> ''platform''))
     LIMIT 1', shard_beside(TG_TABLE_NAME, 'ledger_transfer'), shard_beside(TG_TABLE_NAME, 'ledger_account')) INTO broken;
  IF broken IS NOT NULL THEN
    RAISE EXCEPTION 'transfer % has an entry that fits no transfer or account', broken USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'entry_fits';
  END IF;
  RETURN NULL;
END $$;
