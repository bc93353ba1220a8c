/**
 * The rehearsal itself, started by main.ts on the machine `world` of the network that it made: brings the service up, and strikes it with each of the faults
 * while it is at work.
 */
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { closeDb, openDb } from '#server/core/db.ts'
import { prove } from '#server/ledger/ledger.ts'
import { Cluster } from './cluster.ts'
import { until } from './databases.ts'
import { faults, type Fault, type FaultName } from './faults.ts'
import { Load } from './load.ts'
import { judge, longestGap, type Log, type Verdict } from './log.ts'
import { firing, startPrometheus, watchAlerts } from './prometheus.ts'
import { makeWorld } from './world.ts'

const RATES = { authorizations: 60, loads: 4, reads: 4 }
/** At work before the fault, so that everything is warm, and after it. */
const [BEFORE_MS, AFTER_MS] = [6000, 6000]
/** An approval is expected every 17 ms. */
const STEADY_MS = 3000
/** By then a fault has to have fired an alert. */
const ALERT_MS = 60_000

export type Task = {
  maker: number
  faults: FaultName[]
  times: number
  results: string
  keep: boolean
  alerts: boolean
  quietMinutes: number
}
export type Run = Verdict & {
  fault: FaultName
  gapSeconds: number
  /** Until the cluster was whole again. */
  healedSeconds: number
  approved: number
  declined: Record<string, number>
  loaded: number
  reversed: number
  repeated: number
  console: Log['console']
  /** With the seconds from the fault. */
  alerts?: Record<string, number>
}
export type Results = {
  runs: Run[]
  breaks: string[]
  quietAlerts?: Record<string, number>
  failure?: string
  folder?: string
}

const say = (line: string): void => void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)

async function rehearse({ maker, faults: names, times, results, keep, alerts, quietMinutes }: Task): Promise<void> {
  const cluster = new Cluster(maker)
  const done: Results = { runs: [], breaks: [] }
  let load: Load | undefined
  try {
    say('starting three databases, two servers and an edge')
    await cluster.start()
    const holders = await makeWorld(cluster.url(await cluster.leader()), cluster.secrets)
    await closeDb()
    load = new Load(cluster.edge.address, cluster.secrets.issuerSecret, holders)
    if (alerts) await startPrometheus(cluster)
    if (quietMinutes) {
      say(`${quietMinutes} minutes without a fault`)
      done.quietAlerts = await quiet(load, quietMinutes)
    }
    /** Orders that callers of earlier runs know. */
    const earlier = new Set<string>()
    for (const name of names)
      for (let time = 1; time <= times; time++) {
        say(`${faults[name].title}, ${time} of ${times}`)
        const run = await strike(cluster, load, name, { alerts, earlier })
        done.runs.push(run)
        say(JSON.stringify(run))
      }
    say('proving the books')
    done.breaks = await breaksOf(cluster)
  } catch (error) {
    done.failure = String((error as Error).stack)
  } finally {
    load?.close()
    if (keep || done.failure) done.folder = cluster.folder
    else cluster.remove()
    writeFileSync(results, JSON.stringify(done))
  }
}

async function strike(
  cluster: Cluster,
  load: Load,
  name: FaultName,
  { alerts, earlier }: { alerts: boolean; earlier: Set<string> },
): Promise<Run> {
  const fault: Fault = faults[name]
  load.start(RATES)
  const { log } = load
  const flows = async (): Promise<boolean> => performance.now() - (log.approvedAt.at(-1) ?? 0) < STEADY_MS
  await sleep(BEFORE_MS)
  await until('purchases are approved before the fault', flows)
  if (alerts) await until('no alert is left of the last fault', async () => (await firing())?.length === 0, 1_200_000)
  const watch = alerts ? watchAlerts() : undefined
  const from = performance.now()
  await fault.strike(cluster)
  const over = performance.now()
  await until('the cluster is whole', cluster.isWhole, 180_000)
  const healed = performance.now()
  await until('both servers are ready', cluster.areReady)
  await until('purchases are approved after the fault', flows)
  await sleep(AFTER_MS)
  const to = performance.now()
  if (watch) await sleep(Math.max(0, ALERT_MS - (to - from)))
  await load.stop()
  const { authorizations, loads, approvedAt, repeated, console } = log
  const declined: Record<string, number> = {}
  for (const reason of authorizations.flatMap(({ reasons }) => reasons)) declined[reason] = (declined[reason] ?? 0) + 1
  return {
    fault: name,
    ...(await booksAgree(cluster, log, earlier)),
    gapSeconds: longestGap(approvedAt, from, to),
    healedSeconds: (healed - over) / 1000,
    approved: approvedAt.length,
    declined,
    loaded: loads.filter(({ outcome }) => outcome === 'loaded').length,
    reversed: authorizations.filter(({ reversed }) => reversed).length,
    repeated,
    console,
    ...(watch && { alerts: watch.stop() }),
  }
}

/** At work without a fault. Returns the alerts that fired. */
async function quiet(load: Load, minutes: number): Promise<Record<string, number>> {
  load.start(RATES)
  const watch = watchAlerts()
  await sleep(minutes * 60_000)
  await load.stop()
  return watch.stop()
}

/** When all events are applied, compares the books with the log. */
async function booksAgree(cluster: Cluster, log: Log, earlier: Set<string>): Promise<Verdict> {
  return onLeader(cluster, async (client) => {
    const waiting = async (): Promise<boolean> =>
      (await client.query("SELECT FROM webhook_inbox WHERE state <> 'DONE' LIMIT 1")).rowCount === 0
    await until('the network’s events are applied', waiting)
    const { rows: booked } = await client.query<{ ref: string; status: string; heldCents: number }>(
      'SELECT issuer_ref AS ref, status, held_cents::int AS "heldCents" FROM auth WHERE issuer_ref = ANY ($1)',
      [log.authorizations.map(({ ref }) => ref)],
    )
    const cards = [...new Set(log.loads.map(({ cardId }) => cardId))]
    const { rows: orders } = await client.query<{ orderNo: string; cardId: string; amountCents: number }>(
      `SELECT order_no AS "orderNo", card_id AS "cardId", amount_cents::int AS "amountCents"
         FROM card_order
        WHERE kind = 'LOAD' AND status = 'SUCCESS' AND card_id = ANY ($1) AND created_at >= $2`,
      [cards, new Date(Date.now() - (performance.now() - log.beganAt) - 1000)],
    )
    // Clocks differ, so the last orders of the run before may be among them.
    const own = orders.filter(({ orderNo }) => !earlier.has(orderNo))
    for (const { orderNo } of log.loads) if (orderNo !== undefined) earlier.add(orderNo)
    return judge(log, booked, own)
  })
}

async function breaksOf(cluster: Cluster): Promise<string[]> {
  openDb(cluster.url(await cluster.leader()), { connections: 2, statementTimeoutMs: 0 })
  try {
    const breaks = await prove()
    // The cards of this world were not opened by orders.
    return breaks
      .filter(({ check }) => check !== 'opening-without-order')
      .map(({ check, subject }) => `${check} ${subject}`)
  } finally {
    await closeDb()
  }
}

async function onLeader<T>(cluster: Cluster, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: cluster.url(await cluster.leader()) })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

await rehearse(JSON.parse(process.argv[2]!) as Task)
process.exit(0)
