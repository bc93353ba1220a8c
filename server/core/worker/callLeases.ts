/**
 * Calls that all servers together may answer in a minute. A server takes some in advance, a lease, so that one query covers many calls
 * (docs/decisions/0051-servers-lease-calls.md).
 */
import { MINUTE, SECOND } from '../clock.ts'
import { isBusy, pool } from '../db.ts'
import { tellFault } from '../log.ts'

const WINDOW_MS = MINUTE
/** A lease is this fraction of the limit. Unused calls of a lease are lost until the window ends. */
const LEASES = 60
/** If the database did not answer, it is queried again after this long. */
const SILENT_MS = SECOND

/** What one caller may still do on this server. */
export class Allowance {
  readonly #key: string
  readonly #limit: number
  /** Leased and not used yet. */
  #left = 0
  /** Leased in this window. */
  #leased = 0
  #full = false
  /** End of the window, on a monotonic counter. */
  #endsAt = 0
  #waiting = 0
  #leasing: Promise<void> | undefined

  constructor(key: string, limit: number) {
    this.#key = key
    this.#limit = limit
  }

  get isOver(): boolean {
    return this.#waiting === 0 && performance.now() >= this.#endsAt
  }

  /** Takes one call. Returns 0, or the milliseconds until there is one. */
  async take(): Promise<number> {
    for (;;) {
      if (performance.now() >= this.#endsAt) this.#begin(0)
      if (this.#left > 0) {
        this.#left--
        return 0
      }
      if (this.#full) return Math.ceil(this.#endsAt - performance.now())
      this.#waiting++
      await (this.#leasing ??= this.#lease())
      this.#waiting--
    }
  }

  /** Returns a call that was not made. */
  giveBack(): void {
    this.#left++
  }

  #begin(endsAt: number): void {
    this.#left = this.#leased = 0
    this.#full = false
    this.#endsAt = endsAt
  }

  async #lease(): Promise<void> {
    const lease = await lend(this.#key, this.#limit, () => Math.max(Math.ceil(this.#limit / LEASES), this.#waiting))
    this.#leasing = undefined
    const { asked, granted, endsAt } = lease ?? this.#alone()
    if (endsAt > this.#endsAt + WINDOW_MS / 2) this.#begin(endsAt)
    this.#endsAt = endsAt
    this.#left += granted
    this.#leased += granted
    this.#full = granted < asked
  }

  /** The database does not answer: this server counts alone. Calls that need the database fail anyway; the others stay limited. */
  #alone(): Lease {
    const ended = performance.now() >= this.#endsAt
    const free = this.#limit - (ended ? 0 : this.#leased)
    return {
      asked: this.#waiting,
      granted: Math.max(0, Math.min(this.#waiting, free)),
      endsAt: ended ? performance.now() + WINDOW_MS : this.#endsAt,
    }
  }
}

type Lease = { asked: number; granted: number; endsAt: number }
type Input = { key: string; limit: number; amount: () => number; answer: (lease: Lease | undefined) => void }
let inputs: Input[] = []
let silentUntil = 0

/** Requests of the same moment go to the database together. Only its allowance requests a key, one request at a time. */
function lend(key: string, limit: number, amount: () => number): Promise<Lease | undefined> {
  if (inputs.length === 0) queueMicrotask(() => void lendAll())
  return new Promise((answer) => inputs.push({ key, limit, amount, answer }))
}

async function lendAll(): Promise<void> {
  const asking = inputs.map((input) => ({ ...input, asked: input.amount() }))
  inputs = []
  const found = await takeFromDatabase(asking)
  for (const { key, limit, asked, answer } of asking) {
    const row = found?.get(key)
    const granted = row && Math.max(0, asked - Math.max(0, row.taken - limit))
    answer(row && { asked, granted: granted!, endsAt: performance.now() + row.left_ms })
  }
}

type Row = { key: string; taken: number; left_ms: number }

async function takeFromDatabase(
  asking: readonly { key: string; asked: number }[],
): Promise<Map<string, Row> | undefined> {
  if (performance.now() < silentUntil) return undefined
  try {
    const { rows } = await pool.query<Row>(LEASE, [asking.map(({ key }) => key), asking.map(({ asked }) => asked)])
    return new Map(rows.map((row) => [row.key, row]))
  } catch (error) {
    silentUntil = performance.now() + SILENT_MS
    if (!isBusy(error)) tellFault('calls are counted by this server alone', error)
    return undefined
  }
}

/** All times are the database's, so that the servers' clocks do not matter; sorted by key, so that two servers never deadlock. */
const LEASE = `
  INSERT INTO rate_limit AS held (key, taken, ends_at)
  SELECT key, asked, statement_timestamp() + make_interval(secs => ${WINDOW_MS / SECOND})
    FROM unnest($1::text[], $2::int[]) AS asking (key, asked)
   ORDER BY key
  ON CONFLICT (key) DO UPDATE
     SET taken = CASE WHEN held.ends_at <= statement_timestamp() THEN 0 ELSE held.taken END + excluded.taken,
         ends_at = CASE WHEN held.ends_at <= statement_timestamp() THEN excluded.ends_at ELSE held.ends_at END
  RETURNING key, taken, (extract(epoch FROM ends_at - statement_timestamp()) * 1000)::float8 AS left_ms`

/** Deletes windows that have ended. */
export const forgetWindows = async (): Promise<void> =>
  void (await pool.query('DELETE FROM rate_limit WHERE ends_at < statement_timestamp()'))
