/**
 * The decision path's own connections. Statements are sent without waiting for earlier answers (pipelining), which makes a transaction of two round trips; with
 * more than one connection, the next set is decided while this one waits for the disk.
 */
import type pg from 'pg'
import { HEAR_WARNINGS, hangingUpAfter, pool } from '#server/core/db.ts'

export const LANES = 3
/** No statement takes this long (`statement_timeout`), so the connection to the database is dead. */
const Client = hangingUpAfter(2000)

/** Sets differ only in size: one generic plan fits all of them. A set looks up a few rows by their keys, so no plan reads a table whole. */
export const PLANNED = `
  SET plan_cache_mode = force_generic_plan; SET jit = off;
  SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_material = off`

/** An engine that spreads the tables has to see the cell that a statement names, so it plans with the values. */
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
/** `n` is its place among the lanes, which decides its cells. `spread`: an engine has spread the tables, and a set has one cell. */
export type Lane = {
  readonly n: number
  readonly spread: boolean
  readonly client: LaneClient
  free: boolean
  sets: number
}

let of: pg.Pool | undefined
let lanes: Lane[] = []
let opening: Promise<void> | undefined

/** Returns an idle connection. Undefined: all are busy or not open yet; `wake` is called when that changes. */
export function freeLane(wake: () => void): Lane | undefined {
  if (of !== pool) leave()
  const lane = lanes.find(({ free }) => free)
  if (!lane && lanes.length < LANES)
    opening ??= open()
      .then(wake, wake)
      .finally(() => (opening = undefined))
  return lane
}

export const busyLanes = (): number => lanes.reduce((busy, { free }) => (free ? busy : busy + 1), 0)

async function open(): Promise<void> {
  const from = pool
  const { connectionString } = from.options
  const client = new Client({
    connectionString,
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
  const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`)
  const spread = rowCount === 1
  await client.query(`${HEAR_WARNINGS}; ${spread ? PLANNED_WITH_VALUES : PLANNED}`)
  if (from !== pool) return void client.end()
  client.unref() // an idle process may exit
  const taken = new Set(lanes.map(({ n }) => n))
  const n = Array.from({ length: LANES }, (_, n) => n).find((n) => !taken.has(n))!
  lanes.push({ n, spread, client, free: true, sets: 0 })
}

export function drop(client: pg.Client): void {
  lanes = lanes.filter((lane) => lane.client !== client)
  void client.end().catch(() => {})
}

function leave(): void {
  for (const { client } of lanes) void client.end().catch(() => {})
  lanes = []
  of = pool
}

/** Called before the database is closed. */
export async function closeLanes(): Promise<void> {
  const open = lanes
  lanes = []
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
