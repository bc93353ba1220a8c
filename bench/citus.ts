/**
 * What a spread database costs and gives. How many authorizations per second one server decides on a coordinator and two workers on this machine, compared with plain PostgreSQL: the same world, in
 * turns. Then cells move to the other worker under load, and at last a worker is killed.
 */
import { randomBytes } from 'node:crypto'
import { programsWithCitus, spreadDatabase, temporaryCitus, type Spread } from '#bin/postgres/citus.ts'
import { moveCells, placesOfCells, type Place } from '#bin/postgres/moveCells.ts'
import type { Programs } from '#bin/postgres/postgresPrograms.ts'
import { asServer } from '#bin/postgres/testCluster.ts'
import { closeDb, db, openDb, sql } from '#server/core/db.ts'
import { panHash } from '#server/cards/cards.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { median, tell, type Told } from './tools/figures.ts'
import { onScratch } from './tools/scratch.ts'
import { startDecider, type Decider, type Run } from './tools/startDecider.ts'
import { cardWorld } from './worlds/cardWorld.ts'

const quick = process.argv.includes('--quick')
const [CARDS, ACCOUNTS] = quick ? [4000, 200] : [10_000, 500]
/** Rounds alternate, because the machine is never fully quiet. */
const ROUNDS = quick ? 3 : 7
const SECONDS = 4
const WARM = { count: 40_000, seconds: 6 }
/** While cells move, and before and after a worker is killed. */
const RATE = 1000
const FAULT_SECONDS = 6
const SETTINGS = ['wal_level=logical', `citus.shard_count=${process.env['BENCH_SHARDS'] ?? 16}`]

const secret = randomBytes(32).toString('base64')

type Card = Awaited<ReturnType<typeof cardWorld>>['cards'][number]
/** A database with the world, and the server on it. `heard`: what callers heard approved, in cents. `unanswered`: requests that may have been approved all the same. */
type Side = {
  cards: Card[]
  ownerUrl: string
  decider: Decider
  run: Decider['run']
  heard: number
  unanswered: number
}

async function side(url: string, ownerUrl: string, postgres: readonly number[]): Promise<Side> {
  const { cards, merchants } = await onDatabase(ownerUrl, async () => {
    const world = await cardWorld(CARDS, ACCOUNTS)
    await sql`VACUUM ANALYZE`.execute(db)
    return world
  })
  const decider = await startDecider({ url, secret, merchants }, postgres)
  const made: Side = {
    cards,
    ownerUrl,
    decider,
    heard: 0,
    unanswered: 0,
    async run(name, task) {
      const run = await decider.run(name, task)
      made.heard += run.approvedCents
      made.unanswered += run.failed
      return run
    },
  }
  return made
}

/** `db` is this one meanwhile. */
async function onDatabase<T>(ownerUrl: string, work: () => Promise<T>): Promise<T> {
  openDb(ownerUrl, { statementTimeoutMs: 300_000 })
  try {
    return await work()
  } finally {
    await closeDb()
  }
}

/** A coordinator and two workers with a migrated and spread database, as `onScratch` is for plain PostgreSQL. */
async function onSpreadScratch<T>(
  programs: Programs,
  work: (url: string, spread: Spread, ownerUrl: string) => Promise<T>,
): Promise<T> {
  const spread = await temporaryCitus(programs, { durable: true, settings: SETTINGS })
  const leave = (): void => void spread.stop().then(() => process.exit(1))
  process.once('SIGTERM', leave).once('SIGINT', leave)
  try {
    const ownerUrl = await spreadDatabase(spread, 'kaika_bench')
    return await work(asServer(ownerUrl), spread, ownerUrl)
  } finally {
    process.off('SIGTERM', leave).off('SIGINT', leave)
    await spread.stop()
  }
}

type Round = { plain: Run; citus: Run }

async function rounds(plain: Side, citus: Side): Promise<Round[]> {
  const sides = Object.entries({ plain, citus })
  for (const [, { run, cards }] of sides) await run('warm', { cards, ...WARM })
  const done: Round[] = []
  for (let n = 0; n < ROUNDS; n++) {
    const round: Partial<Round> = {}
    for (const [name, { run, cards }] of sides)
      Object.assign(round, { [name]: await run(`round${n}`, { cards, count: SECONDS * 25_000, seconds: SECONDS }) })
    done.push(round as Round)
  }
  return done
}

const placeOf = (url: string): Place => ({ host: new URL(url).hostname, port: Number(new URL(url).port) })

/** The cells of one shard move away and back; requests of all cards come meanwhile. */
async function whileMoving({ run, cards, ownerUrl }: Side, workers: readonly string[]): Promise<Run[]> {
  const [from] = await placesOfCells(ownerUrl)
  const to = workers.map(placeOf).find(({ port }) => port !== from!.port)!
  let moving = true
  const moved = (async () => {
    await moveCells(ownerUrl, from!.shard, from!, to)
    if (!quick) await moveCells(ownerUrl, from!.shard, to, from!)
  })().finally(() => (moving = false))
  const runs: Run[] = []
  for (let n = 0; moving; n++)
    runs.push(await run(`move${n}`, { cards, count: RATE * FAULT_SECONDS, seconds: FAULT_SECONDS, rate: RATE }))
  await moved
  return runs
}

type Killed = { others: Run; own: Run }

/** A worker is killed in the second second. */
async function whileKilled({ run, cards, ownerUrl }: Side, worker: Spread['nodes'][number]): Promise<Killed> {
  const { port } = placeOf(worker.url)
  const places = (await placesOfCells(ownerUrl)).filter((place) => place.port === port)
  const lost = new Set(places.flatMap(({ cells }) => cells))
  const cellOf = await onDatabase(ownerUrl, async () => {
    const { rows } = await sql<{ hash: string; cell: number }>`
      SELECT encode(pan_hmac, 'hex') AS hash, cell FROM card_number`.execute(db)
    return new Map(rows.map(({ hash, cell }) => [hash, cell]))
  })
  const isLost = ({ cardNumber }: Card) => lost.has(cellOf.get(panHash(cardNumber).toString('hex'))!)
  const task = { count: (RATE / 2) * FAULT_SECONDS, seconds: FAULT_SECONDS, rate: RATE / 2 }
  setTimeout(() => worker.signal('SIGKILL'), 2000)
  const [others, own] = await Promise.all([
    run('others', { ...task, cards: cards.filter((card) => !isLost(card)) }),
    run('own', { ...task, cards: cards.filter(isLost) }),
  ])
  return { others, own }
}

/** What is wrong with the books. */
const booksOf = ({ ownerUrl, heard, unanswered }: Side): Promise<string[]> =>
  onDatabase(ownerUrl, async () => {
    const { rows } = await sql<{ held: number; approved: number }>`
      SELECT (SELECT sum(held)::bigint FROM ledger_account WHERE code = '2020') AS held,
             (SELECT sum(held_cents)::bigint FROM auth) AS approved`.execute(db)
    const { held, approved } = rows[0]!
    const agree = held === approved && (unanswered > 0 ? approved >= heard : approved === heard)
    return agree ? [] : [`heard ${heard}, held ${held}, authorized ${approved}`]
  })

const perSecond = ({ answered, seconds }: Run): number => answered / seconds
const whole = (value: number): string => Math.round(value).toLocaleString('en')

export const bench = async (programs: Programs): Promise<Told> => {
  useSecrets({ fieldKey: secret, lookupKey: secret })
  return onScratch({ durable: true }, (url, postgres, ownerUrl) =>
    onSpreadScratch(programs, async (spreadUrl, spread, spreadOwner) => {
      await closeDb()
      const sides: Side[] = []
      try {
        const plain = await side(url, ownerUrl, [postgres.pid])
        sides.push(plain)
        const citus = await side(
          spreadUrl,
          spreadOwner,
          spread.nodes.map(({ pid }) => pid),
        )
        sides.push(citus)
        const turns = await rounds(plain, citus)
        plain.decider.leave()
        const moving = await whileMoving(citus, spread.workers)
        const wrong = [...(await booksOf(plain)), ...(await booksOf(citus))]
        const killed = await whileKilled(citus, spread.nodes.at(-1)!)
        return told(turns, moving, killed, wrong)
      } finally {
        for (const { decider } of sides) decider.kill()
        openDb(ownerUrl) // as it was found
      }
    }),
  )
}

function told(turns: Round[], moving: Run[], { others, own }: Killed, wrong: string[]): Told {
  const ratios = turns.map(({ plain, citus }) => perSecond(citus) / perSecond(plain))
  const sum = (of: readonly Run[], which: 'answered' | 'failed') => of.reduce((all, run) => all + run[which], 0)
  const line = (what: string, run: Run): string =>
    `| ${what} | ${whole(perSecond(run))} | ${run.p50Ms} | ${run.p99Ms} | ${run.maxMs} | ${run.us.join(' | ')} | ${run.takenPercent.toFixed(0)} % | ${run.failed} |`
  return {
    figures: [
      {
        what: `decided a second on ${whole(CARDS)} cards, spread over two workers ÷ plain`,
        value: median(ratios),
        unit: '×',
        reach: { atLeast: 0.5 },
      },
      {
        what: `decisions without an answer while cells move, of ${whole(sum(moving, 'answered') + sum(moving, 'failed'))}`,
        value: sum(moving, 'failed'),
        unit: '',
        reach: { atMost: 0 },
      },
      {
        what: 'answered in time in the cells of the other worker while one is killed',
        value: (100 * others.answered) / (others.answered + others.failed),
        unit: '%',
        reach: { atLeast: 99 },
      },
      { what: 'the longest wait of a request for a cell of the killed worker', value: own.maxMs, unit: 'ms' },
    ],
    notes: [
      `Through signed HTTP, durable. ${turns.length} rounds of plain PostgreSQL and Citus, one after another; the ratio of each: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}. ${SETTINGS.join(', ')}.`,
      `| plain | a second | p50 ms | p99 ms | longest | µs CPU each: server | database | caller | taken by the host | failed |
|---|---|---|---|---|---|---|---|---|---|
${turns.map(({ plain }, n) => line(`round ${n + 1}`, plain)).join('\n')}`,
      `| Citus | a second | p50 ms | p99 ms | longest | µs CPU each: server | coordinator | worker | worker | caller | taken by the host | failed |
|---|---|---|---|---|---|---|---|---|---|---|---|
${[...turns.map(({ citus }, n) => line(`round ${n + 1}`, citus)), ...moving.map((run) => line('while cells move', run)), line('a worker is killed: other cells', others), line('its own cells', own)].join('\n')}`,
      `The books before the worker was killed: ${wrong.length === 0 ? 'what callers heard approved is what cards and authorizations hold.' : `**they do not agree**: ${wrong.join(', ')}`}`,
    ],
  }
}

if (import.meta.main) {
  const programs = programsWithCitus()
  tell(programs ? await bench(programs) : { figures: [], notes: ['skipped: Citus is not installed'] })
}
