/**
 * Spreads the tables of a migrated database over the nodes that Citus knows, as `db/distribution.ts` says: tables in cells by their cell, all beside each other;
 * directories by their own key; what everybody reads as a copy on every node. The service's own tables stay on the coordinator.
 */
import pg from 'pg'
import { distribution, type Place } from '#db/distribution.ts'

const places: Readonly<Record<string, Place>> = distribution

export async function distribute(ownerUrl: string): Promise<void> {
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
    for (const { table, name, definition } of keys)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`).catch((e) => console.error(table, name, e.message))
  } finally {
    await client.end()
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
