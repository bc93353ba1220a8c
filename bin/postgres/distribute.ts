/**
 * Spreads the tables of a migrated database over the nodes that Citus knows, as `db/distribution.ts` says: tables in cells by their cell, all beside each other;
 * directories by their own key; what everybody reads as a copy on every node. The service's own tables stay on the coordinator.
 */
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { distribution, type Place } from '#db/distribution.ts'
import { grants } from '#db/grants.ts'

const LEDGER_CHECKS = readFileSync(new URL('ledgerChecksOfShards.sql', import.meta.url), 'utf8')
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
    for (const { table, name, definition } of keys)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
    await allowInsertions(client, pg.escapeIdentifier(serverRole))
  } finally {
    await client.end()
  }
}

/**
 * The engine locks all copies of a table before a row is inserted, and wants the right to change the table for it. What the server may only insert into stays as it is by a trigger.
 */
async function allowInsertions(client: pg.Client, role: string): Promise<void> {
  const tables = Object.entries(grants).filter(
    ([table, rights]) =>
      places[table] === 'reference' && rights.includes('INSERT') && !/(UPDATE|DELETE)(,|$)/.test(rights),
  )
  for (const [table, rights] of tables) {
    await client.query(`GRANT UPDATE ON ${table} TO ${role}`)
    const { rowCount: guarded } = await client.query(
      `SELECT FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal`,
      [table],
    )
    if (rights === 'INSERT' && !guarded)
      await client.query(
        `CREATE TRIGGER ${table}_only_grows BEFORE DELETE OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
      )
  }
}

const foreignKeys = async (client: pg.Client) =>
  (
    await client.query<{ table: string; name: string; definition: string }>(`
    SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
      FROM pg_constraint
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0
     ORDER BY 1, 2`)
  ).rows
