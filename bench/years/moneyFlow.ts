/**
 * Measures the money flow of an account with a million purchases of 90 days on a thousand cards, and with loads from its wallet, as the page of the console asks for it: the answer
 * itself, without HTTP, and the first page of entries behind its largest flows. Alone it needs `BENCH_BOOK_ACCOUNTS=1 BENCH_BOOK_CARDS=1000`, as `npm run bench` sets them.
 */
import * as contract from '#contract/trades/moneyFlow.ts'
import type { Actor } from '#server/core/actor.ts'
import { DAY, dateOf, nowMs, setClock } from '#server/core/clock.ts'
import { db, one, openDb, sql, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { cardAccount, credit, debit, openAccounts, platform, postMany, wallet } from '#server/ledger/ledger.ts'
import { moneyFlowEntries } from '#server/trades/moneyFlow/listEntries.ts'
import { moneyFlow } from '#server/trades/moneyFlow/showFlow.ts'
import { addUp } from '#server/trades/spend/keepSpend.ts'
import { median, scaled, tell, type Figure, type Told } from '../tools/figures.ts'
import { onScratch } from '../tools/scratch.ts'
import {
  cardsOfMany,
  clearings,
  LONG_AGO,
  purchases,
  settled,
  TO_BASE32,
  type Time,
} from '../worlds/booksOfPurchases.ts'

const COUNT = scaled('BENCH_ROWS', 1_000_000)
const LOADS = scaled('BENCH_LOADS', 20_000)
const TIMES = 9

export const bench = (): Promise<Told> => onScratch({ durable: false }, measured)

async function measured(url: string): Promise<Told> {
  useSecrets({ fieldKey: Buffer.alloc(32, 1).toString('base64'), lookupKey: Buffer.alloc(32, 2).toString('base64') })
  const accountId = await filled(nowMs())
  await db.destroy()
  openDb(url)
  const actor = {
    ...{ kind: 'parent', accountId, subUid: undefined, may: new Set(['flow:view', 'trade:view']) },
    from: { lang: 'en', ip: '', device: '' },
  } as unknown as Actor
  const figures: Figure[] = []
  const took = async (what: string, work: () => Promise<unknown>, atMost?: number): Promise<void> => {
    const times: number[] = []
    for (let n = 0; n <= TIMES; n++) {
      const before = performance.now()
      await work()
      // The first one fills caches.
      if (n > 0) times.push(performance.now() - before)
    }
    figures.push({ what, value: median(times), unit: 'ms', ...(atMost !== undefined && { reach: { atMost } }) })
  }
  const notes: string[] = []
  for (const days of [7, 30, 90]) {
    const period = { from: dateOf(nowMs() - (days - 1) * DAY), until: dateOf(nowMs()) }
    const input = contract.moneyFlow.input.parse(period)
    const { hubs, ribbons } = await moneyFlow(actor, input)
    notes.push(
      `${days} days: ${hubs.map(({ hub, change, missing }) => `${hub} ${change}, missing ${missing}`).join('; ')}`,
    )
    await took(`the flow of ${days} days`, () => moneyFlow(actor, input), days === 30 ? 300 : undefined)
    for (const { ribbon } of ribbons.slice(0, 3))
      await took(`entries of ${days} days behind ${ribbon}`, () =>
        moneyFlowEntries(actor, contract.moneyFlowEntries.input.parse({ ...period, ribbon })),
      )
  }
  return { figures, notes }
}

/** Books of one account; returns it. */
async function filled(now: number): Promise<string> {
  const past: Time = [now - LONG_AGO, now - DAY]
  await sql.raw(TO_BASE32).execute(db)
  setClock(() => now - LONG_AGO - DAY)
  await cardsOfMany()
  const { account_id: accountId } = await one(
    db,
    sql<{ account_id: string }>`SELECT account_id FROM ledger_account WHERE code = '2010' LIMIT 1`,
  )
  await loads(accountId, now)
  setClock()
  await purchases(0, COUNT, past, true)
  await clearings(0, COUNT, past, past)
  await settled(0)
  while (await transaction((tx) => addUp(tx, accountId)));
  await sql`VACUUM ANALYZE`.execute(db)
  return accountId
}

/** A dollar each, evenly over the time, onto a card that buys nothing. */
async function loads(accountId: string, now: number): Promise<void> {
  const card = cardAccount(accountId, newId('crd'))
  const from = now - LONG_AGO
  const step = (LONG_AGO - DAY) / LOADS
  await transaction(async (tx) => {
    await openAccounts(tx, [card])
    await postMany(tx, [
      {
        ...{ kind: 'TOPUP_WIRE' as const, accountId, biz: { type: 'bench', id: newId('ben') } },
        lines: [debit(platform('1020', 'bank'), LOADS * 105), credit(wallet(accountId), LOADS * 105)],
      },
    ])
  })
  for (let first = 0; first < LOADS; first += 100) {
    setClock(() => Math.round(from + first * step))
    await transaction((tx) =>
      postMany(
        tx,
        Array.from({ length: Math.min(100, LOADS - first) }, () => ({
          ...{ kind: 'CARD_LOAD' as const, accountId, biz: { type: 'bench', id: newId('ben') } },
          lines: [debit(wallet(accountId), 105), credit(card, 100), credit(platform('4020'), 5)],
        })),
      ),
    )
  }
}

if (import.meta.main) tell(await bench())
