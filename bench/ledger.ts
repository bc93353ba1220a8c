/**
 * Measures how many transfers per second the ledger posts and how many holds it takes: one by one, a thousand in one call, and the cost of the checks on the
 * tables. Uses the database in DATABASE_URL, which must be migrated and owned by the connecting role; adds customers of its own.
 */
import { closeDb, openDb, sql, transaction } from '#server/core/db.ts'
import { compose, gather } from '#server/core/composition.ts'
import { newId } from '#server/core/ids.ts'
import * as ledger from '#server/ledger/ledger.ts'
import { tell, type Figure } from './tools/figures.ts'
import { cardAccount, credit, debit, platform, wallet, type Transfer } from '#server/ledger/ledger.ts'

const CARDS = 1000
const LANES = 8
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)

// The ledger alone, without the modules that listen to it.
compose(
  gather([
    {
      proofs: [],
      heldElsewhere: [],
      ports: {
        'ledger.afterCredit': { '2010': async () => {}, '2410': async () => {}, '2420': async () => {} },
        'ledger.moneyFreed': async () => {},
        'ledger.newestYuanRate': async () => undefined,
      },
    },
  ]),
)
const db = openDb(process.env['DATABASE_URL']!, { connections: LANES })
const account = newId('acc')
const money = wallet(account)
const cards = Array.from({ length: CARDS }, () => cardAccount(account, newId('crd')))
await transaction((tx) => ledger.openAccounts(tx, [money, ...cards]))

const made = (kind: Transfer['kind'], lines: Transfer['lines'], accountId = account): Transfer => ({
  kind,
  accountId,
  biz: { type: 'bench', id: newId('ex') },
  lines,
})
const load = (at: number): Transfer =>
  made('CARD_LOAD', [debit(money, 102_500), credit(cards[at % CARDS]!, 100_000), credit(platform('4020'), 2_500)])
const clear = (at: number): Transfer =>
  made('CLEARING', [debit(cards[at % CARDS]!, 1), credit(platform('2110', 'sim'), 1)])
await transaction((tx) =>
  ledger.postMany(tx, [
    made('TOPUP_WIRE', [debit(platform('1020', 'bank'), 1e14), credit(money, 1e14)]),
    ...cards.map((_, at) => load(at)),
  ]),
)
await sql`ANALYZE ledger_account, ledger_entry, ledger_transfer`.execute(db)

/** Returns operations per second for a number of concurrent lanes. */
async function rate(lanes: number, each: number, work: (turn: number) => Promise<unknown>): Promise<number> {
  const started = performance.now()
  let [done, turn] = [0, 0]
  const lane = async (): Promise<void> => {
    while (performance.now() - started < SECONDS * 1000) {
      await work(turn++)
      done += each
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return Math.round((done / (performance.now() - started)) * 1000)
}

const figures: Figure[] = []
const say = (what: string, value: number): void => void figures.push({ what, value, unit: '/s' })
say(
  'clearings, one in a transaction, 8 lanes, cards spread',
  await rate(LANES, 1, (at) => transaction((tx) => ledger.post(tx, clear(at * 7)))),
)
say(
  'clearings, one in a transaction, 8 lanes, one hot card',
  await rate(LANES, 1, () => transaction((tx) => ledger.post(tx, clear(0)))),
)
say(
  'clearings, one in a transaction, 1 lane',
  await rate(1, 1, (at) => transaction((tx) => ledger.post(tx, clear(at)))),
)
say(
  'clearings, 64 in a call, 2 lanes, cards spread',
  await rate(2, 64, (at) =>
    transaction((tx) =>
      ledger.postMany(
        tx,
        Array.from({ length: 64 }, (_, i) => clear(at * 64 + i)),
      ),
    ),
  ),
)
say(
  'loads of 1,000 cards from one wallet, in one call',
  await rate(1, 1000, () =>
    transaction((tx) =>
      ledger.postMany(
        tx,
        cards.map((_, at) => load(at)),
      ),
    ),
  ),
)
// Superuser only: the rate without the checks on the tables.
const unchecked = (at: number) =>
  transaction(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    await ledger.postMany(
      tx,
      cards.map((_, i) => load(at + i)),
    )
  })
say('… without the checks on the tables', await rate(1, 1000, unchecked).catch(() => 0))
say(
  'holds, 1,000 in a call',
  await rate(1, 1000, () =>
    transaction((tx) =>
      ledger.holdMany(
        tx,
        cards.map((on) => ({ on, amount: 1, biz: { type: 'bench', id: newId('ex') } })),
      ),
    ),
  ),
)

const started = performance.now()
const breaks = await ledger.prove()
const { rows } = await sql<{ entries: number }>`SELECT count(*)::int AS entries FROM ledger_entry`.execute(db)
const proven = breaks.length ? `${breaks.length} breaks` : 'The books are proven'
const ms = Math.round(performance.now() - started)
tell({ figures, notes: [`${proven}: ${rows[0]!.entries.toLocaleString('en')} entries in ${ms} ms.`] })
await closeDb()
