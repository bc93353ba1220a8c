/** Takes decline fees (docs/flows/card-fees.md): after the decision and apart from it, once for each authorization. */
import { add, show } from '#contract/core/money.ts'
import { record, system } from '#server/audit/audit.ts'
import {
  chargesDeclines,
  feePricesOf,
  keepsMoney,
  lockPayers,
  postFees,
  type FeePrices,
  type PaidFrom,
  type Payers,
} from '#server/cards/cards.ts'
import { dateOf, dayOf, HOUR, monthOf, nowMs } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { timeOfId } from '#server/core/ids.ts'
import { notify } from '#server/core/news.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { accountOf } from '#server/identity/identity.ts'
import { accountsWithDeclines } from '../queries.ts'
import {
  beginMonth,
  chargedAlready,
  countDeclines,
  declinesWithoutFee,
  insertFees,
  isSettled,
  type Decline,
  type NewFee,
} from './queries.ts'

/** Fees of one account in one transaction. */
const AT_ONCE = 200
/** A month is settled this long after its end: declines whose job was lost are charged before. */
const SETTLED_AFTER_MS = 6 * HOUR

const monthNow = (ms = nowMs()): string => dateOf(ms).slice(0, 7)

/** This month's counted declines of an account, for the page of a card. */
export const declinesThisMonth = (accountId: string): Promise<number> =>
  countDeclines(db, accountId, monthOf(monthNow()))

/** Charges what has not been charged of this month, and of the last one until it is settled. */
export async function chargeDeclines({ accountId }: { accountId: string }): Promise<void> {
  const months = new Set([monthNow(nowMs() - SETTLED_AFTER_MS), monthNow()])
  const prices = await feePricesOf(db, accountId)
  for (const month of months) await chargeMonth(accountId, month, prices)
}

/** In case a job was lost. */
export async function chargeAllDeclines(): Promise<void> {
  if (!(await chargesDeclines(db))) return
  await eachAlone(await accountsWithDeclines(dayOf(nowMs())), ({ account_id }) =>
    chargeDeclines({ accountId: account_id }),
  )
}

export async function chargeMonth(accountId: string, month: string, prices: FeePrices): Promise<void> {
  if (!prices.vids.length || (await isSettled(db, accountId, month))) return
  const declines = await declinesWithoutFee(db, accountId, { vids: prices.vids, period: monthOf(month) })
  const due = declines.flatMap((decline): Due[] => {
    const { fee, free } = prices.declineOf(decline.vid, timeOfId(decline.auth_id))
    return fee > 0 && decline.n > free ? [{ ...decline, fee, free }] : []
  })
  for (let at = 0; at < due.length; at += AT_ONCE) await charge(accountId, month, due.slice(at, at + AT_ONCE))
}

type Due = Decline & { readonly fee: number; readonly free: number }
type CardOf = NonNullable<ReturnType<Payers['cards']['get']>>
/** `from`: undefined where nobody pays. */
type Charge = { decline: Due; card: CardOf; from: PaidFrom | undefined; owed: boolean }

const charge = (accountId: string, month: string, due: readonly Due[]): Promise<void> =>
  transaction(async (tx) => {
    if ((await accountOf(tx, accountId)).status !== 'ACTIVE') return
    const payers = await lockPayers(tx, accountId, [...new Set(due.map(({ card_id }) => card_id))])
    const already = await chargedAlready(
      tx,
      accountId,
      due.map(({ auth_id }) => auth_id),
    )
    const left = due.filter(({ auth_id }) => !already.has(auth_id))
    if (!left.length || (await isSettled(tx, accountId, month))) return
    // A card that is gone has nothing, and cannot owe anything either.
    const decided = left.map((decline): Charge => {
      const card = payers.cards.get(decline.card_id)!
      const from = payers.take(card, decline.fee)
      return { decline, card, from: from ?? (keepsMoney(card) ? 'CARD' : undefined), owed: !from }
    })
    const taken = decided.filter((one) => one.from !== undefined)
    const transferIds = await postFees(
      tx,
      accountId,
      taken.map(({ decline: { auth_id, fee, descriptor }, card, from, owed }) => ({
        kind: 'DECLINE_FEE',
        // The same business object as that of the return, so that what was returned is found beside what was charged.
        biz: { type: 'decline_month', id: month },
        leg: auth_id,
        income: '4080',
        card,
        amount: fee,
        from: from!,
        owed,
        meta: { bizNo: auth_id, remark: descriptor, descriptor },
      })),
    )
    const transferOf = new Map(taken.map((one, at) => [one, transferIds[at]!]))
    await insertFees(
      tx,
      accountId,
      month,
      decided.map((one): NewFee => ({
        auth_id: one.decline.auth_id,
        card_id: one.decline.card_id,
        amount_cents: one.decline.fee,
        state: one.from === undefined ? 'WAIVED' : one.owed ? 'OWED' : 'PAID',
        paid_from: one.from ?? null,
        transfer_id: transferOf.get(one) ?? null,
      })),
    )
    if (!taken.length) return
    await record(tx, system(accountId), {
      type: 'CARD_FEE',
      target: month,
      content: {
        cn: `收取 ${taken.length} 笔拒付手续费`,
        en: taken.length === 1 ? 'Decline fee taken' : `${taken.length} decline fees taken`,
      },
      amount: add(...taken.map(({ decline }) => decline.fee)),
    })
    const { until } = monthOf(month)
    if (await beginMonth(tx, accountId, month, new Date(until.getTime() + SETTLED_AFTER_MS)))
      await notify(tx, { accountId }, 'card_decline_fees', {
        free: taken[0]!.decline.free,
        fee: show(taken[0]!.decline.fee),
      })
  })
