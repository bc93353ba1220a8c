/** Where the cells of a spread database are, and how they move to another node while they are in use. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { CELLS } from '#server/core/database/cells.ts'

export type Place = { host: string; port: number }
/** Cells that move together. `shard` stands for those of all tables. */
export type Placed = Place & { shard: string; cells: number[] }

export const placesOfCells = (ownerUrl: string): Promise<Placed[]> =>
  withClient(
    ownerUrl,
    async (client) =>
      (
        await client.query<Placed>(`
    SELECT shardid::text AS shard, nodename AS host, nodeport AS port, array_agg(cell ORDER BY cell) AS cells
      FROM (SELECT cell, get_shard_id_for_distribution_column('ledger_account', cell::smallint) AS shardid
              FROM generate_series(0, ${CELLS - 1}) AS cell) AS placed
      JOIN pg_dist_shard_placement USING (shardid)
     GROUP BY 1, 2, 3
     ORDER BY min(cell)`)
      ).rows,
  )

/** The engine's proposal for an even load. */
export const movesToBalance = (ownerUrl: string): Promise<{ shard: string; from: Place; to: Place }[]> =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<
      Record<'sourcename' | 'targetname' | 'shard', string> & Record<'sourceport' | 'targetport', number>
    >(`
      SELECT shardid::text AS shard, sourcename, sourceport, targetname, targetport FROM get_rebalance_table_shards_plan()`)
    return rows.map(({ shard, sourcename, sourceport, targetname, targetport }) => ({
      shard,
      from: { host: sourcename, port: sourceport },
      to: { host: targetname, port: targetport },
    }))
  })

/** The engine looks once a second whether the copy has caught up, also while the cells stand still for it, and decisions wait. A notification wakes it, so it looks more often. */
const WAKE_MS = 20

export async function moveCells(ownerUrl: string, shard: string, from: Place, to: Place): Promise<void> {
  await withClient(ownerUrl, (mover) =>
    withClient(ownerUrl, async (waker) => {
      await mover.query('LISTEN cells_move')
      let moving = true
      const moved = mover
        .query(`SELECT citus_move_shard_placement($1, $2, $3, $4, $5, 'force_logical')`, [
          shard,
          from.host,
          from.port,
          to.host,
          to.port,
        ])
        .finally(() => (moving = false))
      const waking = (async () => {
        while (moving) {
          await waker.query('NOTIFY cells_move')
          await sleep(WAKE_MS)
        }
      })()
      await Promise.all([moved, waking])
    }),
  )
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
