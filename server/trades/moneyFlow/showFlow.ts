import type { Output } from '#contract/core/call.ts'
import { flowHubs, type FlowHub, type moneyFlow as row } from '#contract/trades/moneyFlow.ts'
import { add, type Cents } from '#contract/core/money.ts'
import type { Answer } from '#server/core/answer.ts'
import { dateOf, nowMs, startOf } from '#server/core/clock.ts'
import { db, type Tx } from '#server/core/db.ts'
import { cardEnds, cardSums, provenUntil, walletEnds, walletSums, type FlowOf } from '#server/ledger/ledger.ts'
import type { Reader } from '../queries.ts'
import { merchantNamer } from '../spend/names.ts'
import { spendBy, type Days } from '../spend/queries.ts'
import { flowDays, periodOf } from './days.ts'
import { changeOf, foldRibbons, ribbonShown, type Folded, type Spent } from './ribbons.ts'

/** Returns where money came from and went to in a period, from ledger entries, with what is missing to explain the balances. A sub-account sees what it caused. */
export const moneyFlow: Answer<typeof row> = async (actor, input) => {
  const { accountId, subUid, from: caller, may } = actor
  const days = flowDays(input, nowMs())
  const detailed = may.has('trade:view')
  const nameOf = await merchantNamer(caller.lang)
  const { ribbons, ends, proven } = await inSnapshot((tx) => read(tx, { accountId, subUid }, days, detailed))
  return {
    from: dateOf(startOf(days.from)),
    until: dateOf(startOf(days.until)),
    hubs: (Object.keys(flowHubs) as FlowHub[]).map((hub) => {
      const change = changeOf(hub, ribbons)
      return {
        hub,
        name: flowHubs[hub][caller.lang],
        open: ends?.[hub].open ?? null,
        close: ends?.[hub].close ?? null,
        change,
        missing: ends ? add(ends[hub].close, -ends[hub].open, -change) : 0,
      }
    }),
    ribbons: ribbons.map((folded) => ribbonShown(folded, caller.lang, nameOf)),
    detailed,
    proof: proofOf(proven, days),
  }
}

/** All figures of one moment: money that moves between two statements would be missing in one of them. */
const inSnapshot = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)

type Ends = Record<FlowHub, { open: Cents; close: Cents }>

async function read(
  tx: Tx,
  of: FlowOf,
  days: Days,
  detailed: boolean,
): Promise<{ ribbons: Folded[]; ends: Ends | undefined; proven: Date | undefined }> {
  const { accountId, subUid } = of
  const period = periodOf(days)
  const walletEnded = await walletEnds(tx, accountId, period)
  const [wallet, cards, spend, cardsEnded, proven] = await Promise.all([
    walletSums(tx, of, walletEnded),
    detailed ? cardSums(tx, of, period) : [],
    detailed ? spentIn(tx, of, days) : [],
    // Cards are handed from one sub-account to another without a posting, so what is on a sub-account's cards is not explained by what it did.
    subUid === undefined ? cardEnds(tx, accountId, period) : undefined,
    provenUntil(tx, accountId),
  ])
  return {
    ribbons: foldRibbons({ wallet, cards, spend }),
    ends: cardsEnded && { WALLET: walletEnded, CARDS: cardsEnded },
    proven,
  }
}

export const spentIn = (reader: Reader, { accountId, subUid }: FlowOf, days: Days): Promise<Spent[]> =>
  spendBy(reader, { accountId }, 'merchant', subUid === undefined ? {} : { subUid }, days, days)

/** A proof covers what was posted before its mark, not what had been posted when it ended. */
function proofOf(proven: Date | undefined, days: Days): Output<typeof row>['proof'] {
  const { from, until } = periodOf(days)
  return {
    state: !proven || proven <= from ? 'WAITING' : proven < until ? 'PARTLY' : 'PROVEN',
    until: proven?.getTime() ?? null,
  }
}
