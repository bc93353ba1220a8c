/**
 * The decision path's own connections. Statements are sent without waiting for earlier answers (pipelining), which makes a transaction of two round trips; with
 * more than one connection, the next set is decided while this one waits for the disk. Where an engine has spread the tables, each node has connections of its own, so that none waits for another node.
 */
import type pg from 'pg'
import { CITUS, HEAR_WARNINGS, hangingUpAfter, pool } from '#server/core/db.ts'

export const LANES = 3
/** No statement takes this long (`statement_timeout`), so the connection to the database is dead. */
const Client = hangingUpAfter(2000)
const AGAIN_MS = 25

/** Sets differ only in size: one generic plan fits all of them. A set looks up a few rows by their keys, so no plan reads a table whole or asks for helpers. */
export const PLANNED = `
  SET plan_cache_mode = force_generic_plan; SET jit = off; SET max_parallel_workers_per_gather = 0;
  SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_material = off`

/** An engine that spreads the tables has to see what a statement looks for, so it plans with the values. Statements on a node name its shards, and are planned as above. */
const PLANNED_WITH_VALUES = 'SET plan_cache_mode = force_custom_plan; SET jit = off'

/**
 * Plans again after 1, 2, 4, 8 … sets. On a small table every index of a key's first column looks alike, and a plan that was made then would be kept while the table grows.
 */
export function planForSize(lane: Lane): void {
  lane.sets++
  if (Number.isInteger(Math.log2(lane.sets))) lane.client.query('DISCARD PLANS').catch(() => {})
}

/** Members that exist but are missing from the types. */
export type LaneClient = pg.Client & {
  ref(): void
  unref(): void
  connection: { stream: { cork(): void; uncork(): void } }
}
/** `n` is its place among the lanes of its node, which decides its cells. `spread`: an engine has spread the tables, and a set is decided where its cells are. */
export type Lane = {
  readonly n: number
  readonly spread: boolean
  readonly client: LaneClient
  free: boolean
  sets: number
}

/** `awaySince`: no connection is open, and since then none could be opened. */
type Node = { lanes: Lane[]; opening?: Promise<void> | undefined; awaySince?: number | undefined }

let of: pg.Pool | undefined
let nodes = new Map<string, Node>()

function nodeAt(url: string): Node {
  if (of !== pool) leave()
  let node = nodes.get(url)
  if (!node) nodes.set(url, (node = { lanes: [] }))
  return node
}

/** Of the database itself, where sets are decided unless an engine has spread the tables. */
export const home = (): string => pool.options.connectionString!

/** Returns an idle connection. Undefined: all are busy or not open yet; `wake` is called when that changes. */
export function freeLane(wake: () => void, url = home()): Lane | undefined {
  const node = nodeAt(url)
  const lane = node.lanes.find(({ free }) => free)
  if (!lane && node.lanes.length < LANES) {
    const began = performance.now()
    node.opening ??= open(node, url)
      .then(wake, () => {
        if (node.lanes.length === 0) node.awaySince ??= began
        setTimeout(wake, AGAIN_MS).unref()
      })
      .finally(() => (node.opening = undefined))
  }
  return lane
}

/** How long no connection to this node could be opened. */
export function awayMs(url: string): number {
  const { awaySince } = nodeAt(url)
  return awaySince === undefined ? 0 : performance.now() - awaySince
}

export const anyAway = (): boolean => [...nodes.values()].some(({ awaySince }) => awaySince !== undefined)

export function busyLanes(): number {
  let busy = 0
  for (const { lanes } of nodes.values()) for (const { free } of lanes) if (!free) busy++
  return busy
}

async function open(node: Node, url: string): Promise<void> {
  const from = pool
  const client = new Client({
    connectionString: url,
    application_name: 'kaika decides',
    connectionTimeoutMillis: 1000,
    pipeline: true,
    keepAlive: true,
    // Shorter than the network waits: a late decision is useless.
    statement_timeout: 1200,
    lock_timeout: 1000,
    idle_in_transaction_session_timeout: 2000,
  } as pg.ClientConfig) as LaneClient
  client.on('error', () => drop(client))
  client.on('end', () => drop(client))
  await client.connect()
  await client.query(HEAR_WARNINGS)
  const spread = url === home() && (await isSpread(client))
  await setPlans(client, spread)
  if (from !== pool) return void client.end()
  client.unref() // an idle process may exit
  const taken = new Set(node.lanes.map(({ n }) => n))
  const n = Array.from({ length: LANES }, (_, n) => n).find((n) => !taken.has(n))!
  node.lanes.push({ n, spread, client, free: true, sets: 0 })
  node.awaySince = undefined
}

export const setPlans = (client: pg.Client, spread = false): Promise<unknown> =>
  client.query(spread ? PLANNED_WITH_VALUES : PLANNED)

/** Tells whether an engine has spread the tables. */
export const isSpread = async (client: pg.Client): Promise<boolean> => (await client.query(CITUS)).rowCount === 1

export function drop(client: pg.Client): void {
  for (const node of nodes.values()) node.lanes = node.lanes.filter((lane) => lane.client !== client)
  void client.end().catch(() => {})
}

function leave(): void {
  void closeLanes()
  of = pool
}

/** Called before the database is closed. */
export async function closeLanes(): Promise<void> {
  const open = [...nodes.values()].flatMap(({ lanes }) => lanes)
  nodes = new Map()
  await Promise.all(open.map(({ client }) => client.end().catch(() => {})))
}

/** Sends statements that are issued together in one packet: each would otherwise be a system call and wake the server up. */
export function atOnce<T>({ connection: { stream } }: LaneClient, ask: () => T): T {
  stream.cork()
  try {
    return ask()
  } finally {
    stream.uncork()
  }
}
