/**
 * Spreads the tables of a migrated database over the nodes that Citus knows, as `db/distribution.ts` says: tables in cells by their cell, all beside each other;
 * directories by their own key; what everybody reads as a copy on every node. The service's own tables stay on the coordinator.
 */
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { distribution, type Place } from '#db/distribution.ts'
import { grants } from '#db/grants.ts'
import { GUARD } from '#server/core/database/serverRole.ts'

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')
const [LEDGER_CHECKS, KEEP_SHARD] = [read('ledgerChecksOfShards.sql'), read('keepShard.sql')]
const places: Readonly<Record<string, Place>> = distribution

/** Needs the role of the servers, which has its rights (`grantToServer`). */
export async function distribute(ownerUrl: string, serverRole: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    // Two tables refer to each other, and a table cannot refer to one that is spread later.
    const keys = await foreignKeys(client)
    for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
    let beside = 'none'
    for (const [table, place] of Object.entries(places))
      if (place === 'reference') await client.query('SELECT create_reference_table($1)', [table])
      else if (place === 'cell') {
        await client.query(`SELECT create_distributed_table($1, 'cell', colocate_with => $2)`, [table, beside])
        beside = table
      } else if (typeof place === 'object')
        await client.query(`SELECT create_distributed_table($1, $2, colocate_with => 'none')`, [table, place.by])
    // One by one: the engine sends each to the other nodes.
    for (const statement of LEDGER_CHECKS.split(/^(?=CREATE |DROP )/m)) await client.query(statement)
    await client.query(KEEP_SHARD)
    await client.query(`SELECT create_distributed_function('keep_shard(bigint)')`)
    for (const { table, name, definition } of keys)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
    await allowInsertions(client, pg.escapeIdentifier(serverRole))
  } finally {
    await client.end()
  }
}

/**
 * The engine locks all copies of a table before a row is inserted, and wants the right to change the whole table for it. A trigger refuses what `db/grants.ts`
 * does not allow, as the missing right would; `grantToServer` gives the right where it is.
 */
async function allowInsertions(client: pg.Client, role: string): Promise<void> {
  await client.query(REFUSE_WITHOUT_RIGHT)
  for (const [table, rights] of Object.entries(grants)) {
    if (places[table] !== 'reference' || !rights.includes('INSERT') || /(UPDATE|DELETE)(,|$)/.test(rights)) continue
    const allowed = /UPDATE \(([^)]*)\)/.exec(rights)?.[1]?.split(', ') ?? []
    const { rows } = await client.query<{ columns: string }>(
      `SELECT string_agg(quote_ident(attname), ', ') AS columns FROM pg_attribute
        WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname <> ALL ($2)`,
      [table, allowed],
    )
    await client.query(
      `CREATE TRIGGER ${table}_without_right BEFORE UPDATE OF ${rows[0]!.columns} ON ${table}
         FOR EACH STATEMENT EXECUTE FUNCTION ${GUARD}()`,
    )
    await client.query(`GRANT UPDATE ON ${table} TO ${role}`)
  }
}

const REFUSE_WITHOUT_RIGHT = `
  CREATE OR REPLACE FUNCTION ${GUARD}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NOT pg_has_role((SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER') THEN
      RAISE insufficient_privilege USING MESSAGE = format('permission denied for table %s', TG_TABLE_NAME);
    END IF;
    RETURN NULL;
  END $$`

const foreignKeys = async (client: pg.Client) =>
  (
    await client.query<{ table: string; name: string; definition: string }>(`
    SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
      FROM pg_constraint
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0
     ORDER BY 1, 2`)
  ).rows
