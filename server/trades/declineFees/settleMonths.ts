/** Returns the decline fees of a month whose decline rate was low (docs/flows/card-fees.md). */
import { bpsOf, type Weight } from '#contract/trades/declineLadder.ts'
import { declineRisk } from '#contract/trades/declines.ts'
import { add, show, type Cents } from '#contract/core/money.ts'
import { record, system } from '#server/audit/audit.ts'
import { feePricesOf, keepsMoney, lockPayers, metaOf, spent, type Payers } from '#server/cards/cards.ts'
import { dayOf, monthOf } from '#server/core/clock.ts'
import { port } from '#server/core/composition.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { accountOf, canBeCredited } from '#server/identity/identity.ts'
import { cardAccount, credit, debit, platform, postMany, tenant, wallet, type Transfer } from '#server/ledger/ledger.ts'
import { weightByDay } from '../ladder/queries.ts'
import { chargeMonth } from './chargeDeclines.ts'
import { endMonth, feesTaken, lockMonth, monthsToSettle, type DeclineFeeRow } from './queries.ts'

declare module '#server/core/composition.ts' {
  interface Ports {
    /** Accounts are a higher module: what staff have returned of these fees already, in cents by transfer. */
    'trades.feesReturned'(
      tx: Tx,
      accountId: string,
      transferIds: readonly string[],
    ): Promise<ReadonlyMap<string, Cents>>
  }
}

const AT_ONCE = 500

/** Settles the months that are over, each account alone. */
export async function settleDeclineMonths(): Promise<void> {
  await eachAlone(await monthsToSettle(AT_ONCE), async ({ account_id: accountId, month }) => {
    await chargeMonth(accountId, month, await feePricesOf(db, accountId))
    await settle(accountId, month)
  })
}

/** Strictly below the rate at which all cards stop: at exactly 5 % the fees stay. */
export const isLow = ({ approved, declined }: Weight): boolean =>
  declined * 10_000 < declineRisk.stopAboveBps * (approved + declined)

const settle = (accountId: string, month: string): Promise<void> =>
  transaction(async (tx) => {
    // Whoever charges has the wallet: what is read under its lock is everything that was taken.
    await lockPayers(tx, accountId, [])
    const fees = await feesTaken(tx, accountId, month)
    const payers = await lockPayers(tx, accountId, [...new Set(fees.map(({ card_id }) => card_id))])
    if (!(await lockMonth(tx, accountId, month))) return
    const weight = await weightOf(tx, accountId, month)
    const returned = isLow(weight) ? await giveBack(tx, accountId, month, fees, payers) : 0
    await endMonth(tx, accountId, month, {
      attempts: weight.approved + weight.declined,
      declined: weight.declined,
      returned,
    })
    if (returned === 0) return
    await record(tx, system(accountId), {
      type: 'CARD_FEE',
      target: month,
      content: { cn: '拒付率低于 5%，退回拒付手续费', en: 'Decline rate below 5%: decline fees returned' },
      amount: returned,
    })
    const rate = `${(bpsOf(weight) / 100).toFixed(2)}%`
    await notify(tx, { accountId }, 'card_decline_fees_returned', { month, rate, amount: show(returned) })
  })

/** Approvals and counted declines of a calendar month. */
async function weightOf(tx: Tx, accountId: string, month: string): Promise<Weight> {
  const { from, until } = monthOf(month)
  const [first, end] = [dayOf(from.getTime()), dayOf(until.getTime())]
  const days = (await weightByDay(tx, { accountId }, first)).filter(({ day }) => day < end)
  return {
    approved: days.reduce((sum, { approved }) => sum + approved, 0),
    declined: days.reduce((sum, { declined }) => sum + declined, 0),
  }
}

/** One credit for each card that paid and still keeps its balance, and one for the rest, to the wallet. Returns their sum. */
async function giveBack(
  tx: Tx,
  accountId: string,
  month: string,
  fees: readonly DeclineFeeRow[],
  { cards }: Payers,
): Promise<Cents> {
  const already = await port('trades.feesReturned')(
    tx,
    accountId,
    fees.map(({ transfer_id }) => transfer_id!),
  )
  const toCard = ({ paid_from, card_id }: DeclineFeeRow) => paid_from === 'CARD' && keepsMoney(cards.get(card_id)!)
  const sums = [...Map.groupBy(fees, (fee) => (toCard(fee) ? fee.card_id : undefined))]
    .map(([cardId, those]) => ({
      cardId,
      amount: add(
        ...those.map(({ amount_cents, transfer_id }) => Math.max(0, amount_cents - (already.get(transfer_id!) ?? 0))),
      ),
    }))
    .filter(({ amount }) => amount > 0)
  if (!sums.length) return 0
  // What a deactivated account gets is frozen with its other money.
  const account = await accountOf(tx, accountId)
  const home = canBeCredited(account) ? wallet(accountId) : tenant('2420', accountId)
  await postMany(
    tx,
    sums.map(({ cardId, amount }): Transfer => ({
      kind: 'DECLINE_FEE_RETURNED',
      accountId,
      biz: { type: 'decline_month', id: month },
      leg: cardId ?? 'wallet',
      lines: [debit(platform('4080'), amount), credit(cardId ? cardAccount(accountId, cardId) : home, amount)],
      meta: { ...(cardId && metaOf(cards.get(cardId)!)), bizNo: month, remark: month, period: month },
    })),
  )
  for (const { cardId, amount } of sums) if (cardId) await spent(tx, accountId, cardId, -amount)
  return add(...sums.map(({ amount }) => amount))
}
