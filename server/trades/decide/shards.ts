/**
 * Where an engine has spread the tables (docs/decisions/0069-citus-spreads-the-cells.md): which cells lie together, and on which node. The shards of all tables with the same cells are on one node and move together.
 */
import type pg from 'pg'
import { CELLS } from '#server/core/database/cells.ts'
import { pool } from '#server/core/db.ts'
import { COPIED, IN_CELLS, onShard, type SetStatements } from './statements.ts'

/** Some cells. `id`: of the shard that stands for all tables. `node`: the address of the database there. */
export type Shard = { readonly id: string; readonly node: string; readonly statements: SetStatements }

/**
 * The first statement of a set on a shard. Until the transaction ends the shard does not move away. Tells whether it is here: it may have moved since its place was read. $1: its id.
 */
export const KEEP = { name: 'decide-keep', text: 'SELECT keep_shard($1)' }
/** The shard is on another node now, or about to be. Nothing has happened. */
export class Moved extends Error {}

const ANCHOR = 'ledger_account'
/** $1: the tables in cells, $2: those that every node has a copy of. */
const SHARDS = `
  SELECT (SELECT json_agg(cell) FROM generate_series(0, ${CELLS - 1}) AS cell
           WHERE get_shard_id_for_distribution_column('${ANCHOR}', cell::smallint) = shard.shardid) AS cells,
         shard.shardid::text AS id, nodename, nodeport,
         (SELECT json_object_agg(beside.logicalrelid, shard_name(beside.logicalrelid, beside.shardid))
            FROM pg_dist_shard AS beside
           WHERE (beside.logicalrelid = ANY ($1::regclass[]) AND beside.shardminvalue = shard.shardminvalue)
              OR beside.logicalrelid = ANY ($2::regclass[])) AS names
    FROM pg_dist_shard AS shard
    JOIN pg_dist_placement AS placement USING (shardid)
    JOIN pg_dist_node AS node USING (groupid)
   WHERE shard.logicalrelid = '${ANCHOR}'::regclass
     AND node.noderole = 'primary'`
type ShardRow = {
  cells: number[] | null
  id: string
  nodename: string
  nodeport: number
  names: Record<string, string>
}

/** Not read again sooner without a reason. */
const REREAD_MS = 200

let of: typeof pool | undefined
let byCell: readonly Shard[] | undefined
let reading: Promise<void> | undefined
let readAt = -Infinity

/** By cell. Undefined: not read yet. */
export function shardsNow(): readonly Shard[] | undefined {
  if (of !== pool) [of, byCell, readAt] = [pool, undefined, -Infinity]
  return byCell
}

/** At first, and after a set could not be decided where its cells were said to be. `atOnce`: because they have moved. */
export function readShards(client: pg.Client, atOnce = false): Promise<void> {
  const known = shardsNow()
  if (known && !atOnce && performance.now() - readAt < REREAD_MS) return Promise.resolve()
  return (reading ??= read(client, known ?? []).finally(() => (reading = undefined)))
}

async function read(client: pg.Client, known: readonly Shard[]): Promise<void> {
  const from = pool
  const { rows } = await client.query<ShardRow>(SHARDS, [IN_CELLS, COPIED])
  if (from !== pool) return
  const found: Shard[] = []
  for (const { cells, id, nodename, nodeport, names } of rows) {
    const url = Object.assign(new URL(pool.options.connectionString!), { hostname: nodename, port: String(nodeport) })
    const same = known.find((shard) => shard.id === id)
    const shard = { id, node: url.href, statements: same?.statements ?? onShard(id, names) }
    for (const cell of cells ?? []) found[cell] = shard
  }
  byCell = found
  readAt = performance.now()
}
