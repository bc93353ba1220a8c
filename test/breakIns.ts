/** Attacks by someone with access to the server's database connection. */
import pg from 'pg'
import { grants } from '#db/grants.ts'

/** Append-only tables, found by their guard triggers: new ones are included automatically. */
const GUARDED = `
  SELECT relname AS table, tgtype & 16 > 0 AS "fromChange", tgtype & 8 > 0 AS "fromDeletion",
         -- What has been agreed to is frozen, while who decided, and how, is still to come.
         CASE proname WHEN 'refuse_thawing' THEN ARRAY(SELECT DISTINCT (regexp_matches(prosrc, 'OLD\\.(\\w+)', 'g'))[1]) END AS columns
    FROM pg_trigger
    JOIN pg_class ON pg_class.oid = tgrelid
    JOIN pg_proc ON pg_proc.oid = tgfoid
   WHERE NOT tgisinternal AND tgqual IS NULL AND proname IN ('refuse_change', 'ledger_refuse_change', 'refuse_thawing')`
export type Guarded = { table: string; fromChange: boolean; fromDeletion: boolean; columns: string[] | null }

const COLUMNS = `
  SELECT relname AS table, attname AS column
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND attidentity = '' AND attgenerated = ''`
type Column = { table: string; column: string }

/** History protected by a trigger, and columns the server may not change. */
function historyOf(columns: Column[], guarded: Guarded[]): string[] {
  const changes = columns.filter(({ table, column }) => {
    const guards = guarded.some(
      (one) => one.table === table && one.fromChange && (one.columns?.includes(column) ?? true),
    )
    const [, listed] = /UPDATE(?: \(([^)]*)\))?/.exec(lineOf(table)) ?? ['', '']
    return guards || (listed !== undefined && !listed.split(', ').includes(column))
  })
  const deletions = new Set([
    ...guarded.filter(({ fromDeletion }) => fromDeletion).map(({ table }) => table),
    ...columns.map(({ table }) => table).filter((table) => !lineOf(table).includes('DELETE')),
  ])
  return [
    ...changes.map(({ table, column }) => `UPDATE ${table} SET "${column}" = "${column}"`),
    ...[...deletions].map((table) => `DELETE FROM ${table}`),
  ]
}
const lineOf = (table: string): string => (grants as Record<string, string>)[table] ?? ''

const tableOf = (table: string): string[] => [
  `TRUNCATE ${table} CASCADE`,
  `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
  `ALTER TABLE ${table} ADD COLUMN ours integer`,
  `ALTER TABLE ${table} OWNER TO CURRENT_USER`,
  `CREATE TRIGGER ours BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
  `CREATE RULE ours AS ON INSERT TO ${table} DO INSTEAD NOTHING`,
  `DROP TABLE ${table} CASCADE`,
]

const elsewhere = (owner: string): string[] => [
  `SET session_replication_role = replica`,
  `SET ROLE ${owner}`,
  `SET SESSION AUTHORIZATION ${owner}`,
  `ALTER ROLE CURRENT_USER SUPERUSER`,
  `ALTER ROLE ${owner} PASSWORD 'ours'`,
  `GRANT ${owner} TO CURRENT_USER`,
  `CREATE ROLE ours SUPERUSER`,
  `SELECT rolpassword FROM pg_authid`,
  `COPY (SELECT 1) TO PROGRAM 'true'`,
  `COPY demo_world FROM PROGRAM 'true'`,
  `COPY demo_world FROM '/etc/passwd'`,
  `COPY (SELECT 1) TO '/tmp/ours'`,
  `SELECT pg_read_file('postgresql.conf')`,
  `SELECT pg_read_binary_file('postgresql.conf')`,
  `SELECT pg_ls_dir('.')`,
  `SELECT pg_stat_file('postgresql.conf')`,
  `SELECT pg_ls_logdir()`,
  `SELECT lo_import('/etc/passwd')`,
  `SELECT lo_export(1, '/tmp/ours')`,
  `LOAD 'ours'`,
  `ALTER SYSTEM SET application_name = 'ours'`,
  `SELECT pg_reload_conf()`,
  `SELECT pg_create_physical_replication_slot('ours')`,
  `CREATE EXTENSION file_fdw`,
  `CREATE EXTENSION hstore`,
  `DROP EXTENSION pg_trgm`,
  `CREATE LANGUAGE ours HANDLER plpgsql_call_handler`,
  `CREATE SCHEMA ours`,
  `CREATE TABLE public.ours ()`,
  `CREATE TABLE graphile_worker.ours ()`,
  `CREATE TEMPORARY TABLE ours ()`,
  `CREATE VIEW public.ours AS SELECT 1`,
  `CREATE FUNCTION public.ours() RETURNS integer LANGUAGE sql AS 'SELECT 1'`,
  `CREATE OR REPLACE FUNCTION public.refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
  `DROP FUNCTION public.refuse_change() CASCADE`,
  `ALTER FUNCTION public.refuse_change() SECURITY DEFINER`,
  `CREATE EVENT TRIGGER ours ON ddl_command_start EXECUTE FUNCTION refuse_change()`,
  `CREATE PUBLICATION ours FOR ALL TABLES`,
  `CREATE DATABASE ours`,
  `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET session_replication_role = replica', current_database()); END $$`,
  `DO $$ BEGIN EXECUTE format('DROP SCHEMA public CASCADE'); END $$`,
  `SELECT setval('deposit_address_index', 1)`,
  `DELETE FROM kysely_migration`,
  `INSERT INTO kysely_migration VALUES ('ours', '')`,
  `DELETE FROM graphile_worker.migrations`,
  `ALTER TABLE graphile_worker._private_jobs DISABLE ROW LEVEL SECURITY`,
  `DROP SCHEMA graphile_worker CASCADE`,
]

const NOT_PERMITTED = '42501'

/** Neither can run inside a transaction. */
const ALONE = /^(CREATE DATABASE|ALTER SYSTEM)/

/** Tries all of them as the role of `url`, rolls them back, and returns those not refused for lack of rights. */
export async function breakIns(url: string): Promise<{ tried: number; through: string[]; guarded: Guarded[] }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // Of several nodes, the one that refuses is quoted in a warning, and the statement fails because of it.
  const warnings = new Set<string | undefined>()
  client.on('notice', ({ code }) => warnings.add(code))
  try {
    const guarded = (await client.query<Guarded>(GUARDED)).rows
    const columns = (await client.query<Column>(COLUMNS)).rows
    const { rows } = await client.query<{ owner: string }>(
      "SELECT quote_ident(pg_get_userbyid(relowner)) AS owner FROM pg_class WHERE oid = 'ledger_entry'::regclass",
    )
    const statements = [
      ...elsewhere(rows[0]!.owner),
      ...[...new Set(columns.map(({ table }) => table))].flatMap(tableOf),
      ...historyOf(columns, guarded),
    ]
    const through: string[] = []
    for (const statement of statements) {
      if (!ALONE.test(statement)) await client.query('BEGIN')
      warnings.clear()
      const how = await client.query(statement).then(
        () => 'it was done',
        ({ code, message }: pg.DatabaseError) =>
          code === NOT_PERMITTED || warnings.has(NOT_PERMITTED) ? undefined : `${code} ${message}`,
      )
      if (how !== undefined) through.push(`${statement}: ${how}`)
      if (!ALONE.test(statement)) await client.query('ROLLBACK')
    }
    return { tried: statements.length, through, guarded }
  } finally {
    await client.end()
  }
}
