/**
 * Measures how many authorizations per second one server decides, through signed HTTP, durably, as it does in service: cards chosen at random among many, with authorizations
 * behind them, rules of the staff live and in shadow, and a worker with its jobs and sweeps on the same database. Compared with pgbench's TPC-B with prepared statements on
 * the same PostgreSQL in the same run, because both are a small transaction that must reach the disk. `--wire kaika,lithic,stripe` asks in the words of several issuers, in turns.
 * `--controls` also asks, in turns, for as many cards that have controls, and for 1,000 cards of an account with one limit for all of them.
 */
import { randomBytes } from 'node:crypto'
import type { Postgres } from '#bin/postgres/postgres.ts'
import { ago, SECOND } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { prove } from '#server/ledger/ledger.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { startSimulators } from '#simulators/start.ts'
import { takenByHost } from './tools/cpuMs.ts'
import { cardWorld } from './worlds/cardWorld.ts'
import { controlCards, limitAccount } from './worlds/controlledCards.ts'
import { fillBehind, judgedByShadow, setRules } from './worlds/inService.ts'
import { works } from './tools/children.ts'
import { median, scaled, tell, type Figure, type Told } from './tools/figures.ts'
import type { Load } from './processes/load.ts'
import { onScratch } from './tools/scratch.ts'
import { startDecider, type Decider, type Run as Loading } from './tools/startDecider.ts'
import { tpcB } from './tools/tpcB.ts'
import { wires, type Wire } from './tools/wires.ts'

const quick = process.argv.includes('--quick')
const CARDS = scaled('BENCH_CARDS', quick ? 10_000 : 100_000)
const ACCOUNTS = scaled('BENCH_ACCOUNTS', CARDS / 50)
const BEHIND = scaled('BENCH_ROWS_BEHIND', quick ? 100_000 : 1_000_000)
/** The same requests on few cards, one after another: rows lie in pages that are all in use. */
const IN_TURN = 1000
/** Whose words are asked in: always our own, and of `--wire` the others. */
const others = wires.filter((wire) => wire !== 'kaika' && wireNames().includes(wire))
function wireNames(): string[] {
  const at = process.argv.indexOf('--wire')
  const names = at < 0 ? [] : (process.argv[at + 1] ?? '').split(',')
  const unknown = names.find((name) => !wires.some((wire) => wire === name))
  if (unknown !== undefined)
    throw new Error(`--wire has some of ${wires.join(', ')}, separated by commas, not ${unknown}`)
  return names
}
/** Half of the cards then have controls; the others are as many as without it. */
const WITH_CONTROLS = process.argv.includes('--controls')
const SHARING = 1000
/** The machine is never fully quiet: rounds alternate, and the median counts. */
const ROUNDS = scaled('BENCH_ROUNDS', quick ? 1 : 5)
/** A round from which the host took more than this mostly measures other users. It is reported but excluded, and another round is run. */
const TAKEN_MAX_PERCENT = 5
const ROUNDS_MAX = quick ? ROUNDS : ROUNDS + 2
const SECONDS = scaled('BENCH_SECONDS', 4)
/** Longer, because high percentiles need more data. */
const HALF_SECONDS = 2 * SECONDS + 1
const SLOW = { rate: 50, seconds: 2 * SECONDS + 2 }

async function sharedWorld(): Promise<Load['cards']> {
  const { cards } = await cardWorld(SHARING, 1, 'kaika', 2 * CARDS)
  await limitAccount(cards)
  return cards
}

export const bench = (): Promise<Told> => onScratch({ durable: true }, measured)

async function measured(url: string, postgres: Postgres): Promise<Told> {
  let decider: Decider | undefined
  let worker: Awaited<ReturnType<typeof works>> | undefined
  let outside: Awaited<ReturnType<typeof startSimulators>> | undefined
  try {
    const secret = randomBytes(32).toString('base64')
    useSecrets({ fieldKey: secret, lookupKey: secret })
    const times = WITH_CONTROLS ? 2 : 1
    const all = await cardWorld(times * CARDS, times * ACCOUNTS)
    // The accounts have the cards in turn, so these are all cards of half of the accounts.
    const [plain, controlled] = [0, 1].map((rest) => all.cards.filter((_, at) => at % times === rest))
    const world = { ...all, cards: plain! }
    await controlCards(controlled!)
    const sharing = WITH_CONTROLS ? await sharedWorld() : []
    const otherCards = new Map<Wire, Load['cards']>()
    for (const wire of others) otherCards.set(wire, (await cardWorld(CARDS / 10, ACCOUNTS / 10, wire)).cards)
    const filled = await fillBehind(BEHIND)
    await setRules()
    await sql`VACUUM ANALYZE`.execute(db)

    const base = await tpcB(postgres.url, { clients: 8 })
    outside = await startSimulators({ serverUrl: 'http://127.0.0.1:9', secret })
    worker = await works({ url, secret, sweeps: true, simulatorsUrl: outside.url })
    const { run: load, leave } = (decider = await startDecider({ url, secret, merchants: world.merchants }, [
      postgres.pid,
    ]))
    let [heard, decided, unheard] = [0, 0, 0]
    const run = async (name: string, task: Pick<Load, 'cards' | 'count'> & Partial<Load>): Promise<Run> => {
      const loaded = await load(name, { seconds: SECONDS, ...task })
      heard += loaded.approvedCents
      decided += loaded.answered
      unheard += loaded.failed
      const { rows } = await sql<{ size: number }>`
        SELECT round(count(*)::numeric / greatest(1, count(DISTINCT xmin::text)))::int AS size
          FROM auth
         WHERE occurred_at > ${ago((loaded.seconds + 60) * SECOND)} AND starts_with(issuer_ref, ${name})`.execute(db)
      return { ...loaded, setSize: rows[0]!.size }
    }

    // Every card has been used before, and Node recompiles when the load changes.
    await run('warm', { cards: world.cards, count: CARDS, seconds: 60 })
    await run('warm', { cards: world.cards, random: true, count: 24_000, seconds: 10, rate: 2400 })
    if (WITH_CONTROLS) {
      await run('warmcontrolled', { cards: controlled!, count: CARDS, seconds: 60 })
      await run('warmshared', { cards: sharing, count: 2 * sharing.length, seconds: 30 })
    }
    for (const [wire, cards] of otherCards) await run(`warm${wire}`, { cards, wire, count: cards.length, seconds: 30 })
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS_MAX && rounds.filter(isQuiet).length < ROUNDS; round++) {
      const taken = takenByHost()
      const tpc = { simple: await base.run('simple', SECONDS), prepared: await base.run('prepared', SECONDS) }
      const tpcTakenPercent = taken()
      // After a day in service there are used log files to recycle.
      await sql`CHECKPOINT`.execute(db)
      const count = Math.round(tpc.prepared * 8 * SECONDS)
      const atHalf = (name: string, top: Run, task: Pick<Load, 'cards'> & Partial<Load>): Promise<Run> => {
        const rate = perSecond(top) / 2
        return run(name, { ...task, count: Math.round(rate * HALF_SECONDS), rate, seconds: HALF_SECONDS })
      }
      const { cards } = world
      const spread = await run(`spread${round}`, { cards, random: true, count })
      const inTurn = await run(`turn${round}`, { cards: cards.slice(0, IN_TURN), count })
      const hot = await run(`hot${round}`, { cards: cards.slice(0, 1), count })
      const half = await atHalf(`half${round}`, spread, { cards, random: true })
      const withAndHalf = async (name: string, cards: Load['cards']): Promise<WithControls> => {
        const spread = await run(`${name}${round}`, { cards, random: true, count })
        return { spread, half: await atHalf(`${name}half${round}`, spread, { cards, random: true }) }
      }
      const controls = WITH_CONTROLS ? await withAndHalf('controlled', controlled!) : undefined
      const shared = WITH_CONTROLS ? await withAndHalf('shared', sharing) : undefined
      const slow = await run(`slow${round}`, { cards, random: true, ...SLOW, count: SLOW.rate * SLOW.seconds })
      const onWires: OnWire[] = []
      for (const [wire, cards] of otherCards) {
        const top = await run(`${wire}${round}`, { cards, random: true, count, wire })
        onWires.push({
          wire,
          spread: top,
          half: await atHalf(`${wire}half${round}`, top, { cards, random: true, wire }),
        })
      }
      rounds.push({ tpc, tpcTakenPercent, spread, inTurn, hot, half, slow, controls, shared, onWires })
    }
    leave()
    await worker.stop()

    const { rows } = await sql<Books>`
      SELECT (SELECT sum(held)::bigint FROM ledger_account WHERE code = '2020') AS held,
             (SELECT sum(held_cents)::bigint FROM auth) AS approved`.execute(db)
    return told({
      by: base.by,
      rounds,
      books: rows[0]!,
      heard,
      unheard,
      breaks: (await prove()).map(({ check }) => check).filter((check) => check !== NOT_ORDERED),
      filled,
      judged: { of: decided, by: await judgedByShadow() },
    })
  } finally {
    await worker?.stop()
    await outside?.stop()
    decider?.kill()
  }
}
/** The cards of the benchmark were not opened by orders. */
const NOT_ORDERED = 'opening-without-order'
type Books = { held: number; approved: number }
/** `us`: of server, database and caller. */
type Run = Loading & { setSize: number }
type WithControls = { spread: Run; half: Run }
type OnWire = { wire: Wire; spread: Run; half: Run }
type Which = 'spread' | 'inTurn' | 'hot' | 'half' | 'slow'
type Round = Record<Which, Run> & {
  tpc: { simple: number; prepared: number }
  tpcTakenPercent: number
  controls: WithControls | undefined
  /** One limit for all cards of an account. */
  shared: WithControls | undefined
  onWires: OnWire[]
}
const runsOf = ({ spread, inTurn, hot, half, slow, controls, shared, onWires }: Round): Run[] => [
  ...[controls, shared].flatMap((both) => (both ? [both.spread, both.half] : [])),
  ...[spread, inTurn, hot, half, slow],
  ...onWires.flatMap((one) => [one.spread, one.half]),
]
const isQuiet = (round: Round): boolean =>
  Math.max(round.tpcTakenPercent, ...runsOf(round).map(({ takenPercent }) => takenPercent)) <= TAKEN_MAX_PERCENT
type Measured = {
  by: string
  rounds: Round[]
  books: Books
  heard: number
  /** Requests without an answer, warm-up included: they may have been approved. */
  unheard: number
  breaks: readonly string[]
  /** Rows behind written a second. */
  filled: number
  judged: { of: number; by: number }
}

const whole = (value: number): string => Math.round(value).toLocaleString('en')
const perSecond = ({ answered, seconds }: Run): number => answered / seconds
/** Processor time of the server and the database for one decision. */
const spentUs = ({ us: [server, database] }: Run): number => server! + database!

function told({ by, rounds, books, heard, unheard, breaks, filled, judged }: Measured): Told {
  const quiet = rounds.filter(isQuiet)
  // Two quiet rounds have no median: then all rounds count, and the columns show how reliable they are.
  const counted = quiet.length > 2 ? quiet : rounds
  const middle = (of: (round: Round) => number): number => median(counted.map(of))
  const figure = (what: string, of: (round: Round) => number, unit: string, reach?: Figure['reach']): Figure => ({
    ...{ what, value: middle(of), unit },
    ...(reach && { reach }),
  })
  const line = (what: string, runIn: (round: Round) => Run): string[] =>
    rounds.map((round) => {
      const run = runIn(round)
      const ratios = [round.tpc.prepared, round.tpc.simple].map((tpc) => (perSecond(run) / tpc).toFixed(2))
      return `| ${[what, whole(perSecond(run)), ...ratios, run.p50Ms, run.p99Ms, run.p999Ms, run.maxMs, run.setSize, ...run.us, `${run.takenPercent.toFixed(0)} %`, run.failed].join(' | ')} |`
    })
  const agree =
    books.held === books.approved && (unheard ? books.held >= heard : books.held === heard) && breaks.length === 0
  const [random, few] = [`${whole(CARDS)} cards at random`, `${whole(IN_TURN)} cards in turn`]
  return {
    figures: [
      figure(
        `decided a second on ${random} ÷ TPC-B prepared`,
        (round) => perSecond(round.spread) / round.tpc.prepared,
        '×',
        { atLeast: 4.5 },
      ),
      figure(
        'decided a second on one hot card ÷ TPC-B prepared',
        (round) => perSecond(round.hot) / round.tpc.prepared,
        '×',
        { atLeast: 5.5 },
      ),
      figure(
        `decided a second on ${random} ÷ TPC-B in the simple protocol`,
        (round) => perSecond(round.spread) / round.tpc.simple,
        '×',
      ),
      figure(
        'decided a second on one hot card ÷ TPC-B in the simple protocol',
        (round) => perSecond(round.hot) / round.tpc.simple,
        '×',
      ),
      figure(`processor time of a decision at the top rate, ${few}`, ({ inTurn }) => spentUs(inTurn), 'µs', {
        atMost: 80,
      }),
      figure(`the same, ${random}, ${whole(BEHIND)} rows behind`, ({ spread }) => spentUs(spread), 'µs', {
        atMost: 100,
      }),
      figure('p99 of a decision at half of the top rate', ({ half }) => half.p99Ms, 'ms', { atMost: 10 }),
      figure('p99.9 of a decision at half of the top rate', ({ half }) => half.p999Ms, 'ms', { atMost: 20 }),
      figure(`processor time of a decision at ${SLOW.rate} a second`, ({ slow }) => spentUs(slow) / 1000, 'ms', {
        atMost: 1.3,
      }),
      ...(WITH_CONTROLS
        ? [
            figure(
              'decided a second where each card has three limits, a lock and twenty brands ÷ without controls',
              ({ spread, controls }) => perSecond(controls!.spread) / perSecond(spread),
              '×',
              { atLeast: 0.92 },
            ),
            figure('p99 with controls at half of their top rate', ({ controls }) => controls!.half.p99Ms, 'ms', {
              atMost: 12,
            }),
            figure(
              `decided a second on ${whole(SHARING)} cards with one limit of their account ÷ without controls`,
              ({ spread, shared }) => perSecond(shared!.spread) / perSecond(spread),
              '×',
              { atLeast: 0.8 },
            ),
            figure('p99 with that limit at half of their top rate', ({ shared }) => shared!.half.p99Ms, 'ms', {
              atMost: 12,
            }),
          ]
        : []),
      ...others.flatMap((wire, at) => [
        figure(
          `decided a second in the words of ${wire} ÷ in our own`,
          ({ spread, onWires }) => perSecond(onWires[at]!.spread) / perSecond(spread),
          '×',
          { atLeast: 0.85 },
        ),
        figure(
          `p99 in the words of ${wire} at half of their top rate`,
          ({ onWires }) => onWires[at]!.half.p99Ms,
          'ms',
          { atMost: 25 },
        ),
      ]),
    ],
    notes: [
      `Through signed HTTP, durable (\`synchronous_commit=on\`), approvals counted by the caller. ${whole(CARDS)} cards of ${whole(ACCOUNTS)} accounts; ${whole(BEHIND)} authorizations behind them, written at ${whole(filled)} a second. Rules of
the staff are live and others run as shadow, which judged ${whole(judged.by)} of ${whole(judged.of)} decisions; a worker does its jobs and sweeps on the same database, and what the database spends on them is in the figures. Only the
limits that a single busy card would reach are lifted. ${rounds.length} rounds, one after another; a figure is the middle one of ${counted === rounds ? 'them' : `the ${quiet.length} from which the host took at most ${TAKEN_MAX_PERCENT} %`}, because a machine that others use is not the same machine for a minute.`,
      `| | a second | ÷ prepared | ÷ simple | p50 ms | p99 ms | p99.9 ms | longest ms | in a set | µs CPU each: server | database | caller | taken by the host | failed |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
${rounds.map(({ tpc, tpcTakenPercent }) => `| TPC-B prepared | ${whole(tpc.prepared)} | 1 | ${(tpc.prepared / tpc.simple).toFixed(2)} | | | | | | | | | ${tpcTakenPercent.toFixed(0)} % | |`).join('\n')}
${rounds.map(({ tpc }) => `| TPC-B simple | ${whole(tpc.simple)} | ${(tpc.simple / tpc.prepared).toFixed(2)} | 1 | | | | | | | | | | |`).join('\n')}
${[
  ...line(random, ({ spread }) => spread),
  ...line(few, ({ inTurn }) => inTurn),
  ...line('one hot card', ({ hot }) => hot),
  ...line('half of the top rate', ({ half }) => half),
  ...line(`${SLOW.rate} a second`, ({ slow }) => slow),
  ...(WITH_CONTROLS
    ? [
        ...line('with controls', ({ controls }) => controls!.spread),
        ...line('half of that', ({ controls }) => controls!.half),
        ...line('one limit of the account', ({ shared }) => shared!.spread),
        ...line('half of that', ({ shared }) => shared!.half),
      ]
    : []),
  ...others.flatMap((wire, at) => [
    ...line(`cards of ${wire} at random`, ({ onWires }) => onWires[at]!.spread),
    ...line(`half of that`, ({ onWires }) => onWires[at]!.half),
  ]),
].join('\n')}`,
      `TPC-B by ${by}, in the same run on the same server. Connections 32, 8 requests on the way on each; at a fixed rate the same connections, and a decision takes from the moment at which
its request was to be sent until its answer, the first second included: a caller that is late, or an answer that is slow, is not hidden by asking less.`,
      `The books afterwards: ${agree ? `what callers heard approved is what cards and authorizations hold, ${unheard ? `and ${whole(unheard)} requests without an answer the rest` : 'to the cent'}; the proof finds nothing.` : `**they do not agree**: heard ${heard}, ${JSON.stringify(books)}, the proof finds ${breaks.length ? [...new Set(breaks)].join(', ') : 'nothing'}.`}`,
    ],
  }
}

if (import.meta.main) tell(await bench())
