import type * as contract from '#contract/cards/batches.ts'
import { mayMove } from '#contract/cards/states.ts'
import type { Checked } from '#contract/core/call.ts'
import { flag } from '#contract/core/fields.ts'
import { add, show } from '#contract/core/money.ts'
import { Refusal, refuse, wordsOf, type RefusalName } from '#contract/core/refusals.ts'
import type { FlowMeta } from '#contract/funding/funding.ts'
import { record } from '#server/audit/audit.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { db, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { holdMany, lockAccounts, wallet } from '#server/ledger/ledger.ts'
import { withinBudget } from '../figures/budget.ts'
import { checkLoad } from '../loading/loadCard.ts'
import { fromWallet, stillActing } from '../lockCard.ts'
import { insertOrders } from '../orders/queries.ts'
import { firstTryAt } from '../orders/tries.ts'
import { cardsWithin, stateOf, type CardRow, type Reader } from '../queries.ts'
import { loadPrice, sumOf, withCouponOnOne, type Price } from '../ranges/prices.ts'
import { agreedPrice, offerQuote, type Quoted } from '../ranges/quotes.ts'
import { termsOf, type Terms } from '../ranges/terms.ts'
import { newBatch, spendInRow, type StartedBatch } from './startBatch.ts'

/** Returns what loading several cards would cost now, and which of them cannot be loaded. */
export const priceBatchLoad: Answer<typeof contract.priceBatchLoad> = async (actor, input) => {
  const items = itemsOf(input)
  const couponId = input.couponId || undefined
  const lines = await linesOf(db, actor, items, couponId)
  const { lang } = actor.from
  const num = priced(lines).length
  return {
    ...(await offerQuote(actor, together(lines), quoted(items, couponId))),
    num,
    refused: lines.length - num,
    lines: lines.map(({ card, amount, price, refusal }) => ({
      cardId: card.card_id,
      cardSeqNo: card.card_seq_no,
      lastFour: card.last4,
      amount,
      serviceFee: price?.serviceFee ?? 0,
      total: price?.total ?? 0,
      ok: flag(price),
      msg: refusal ? wordsOf(refusal, lang) : '',
    })),
  }
}

/**
 * Loads several cards. Cards that cannot be loaded now become failed rows and cost nothing; the total price of the others is held before the first is loaded.
 */
export const loadBatch: Answer<typeof contract.loadBatch> = async (actor, input, tx) => {
  const items = itemsOf(input)
  const couponId = input.couponId || undefined
  const lines = await linesOf(tx, actor, items, couponId)
  const today = together(lines)
  const agreed = await agreedPrice(tx, actor, quoted(items, couponId), input, today)
  // A card that has become unloadable since the quote changes the total, which the person must see first.
  if (priced(lines).some(({ card }) => !agreed.each[card.card_id]))
    throw refuse('quote_changed', { total: today.total })
  if (Object.keys(agreed.each).length > priced(lines).length) throw refuse('quote_changed', { total: today.total })
  return startLoading(
    tx,
    actor,
    lines.map((line) => (line.price ? { ...line, price: agreed.each[line.card.card_id]! } : line)),
    { quoteId: input.quoteId, couponId },
  )
}

/** Holds the price of all cards that can be loaded, all or nothing, and leaves the loading to the job. */
export async function startLoading(
  tx: Tx,
  actor: Actor,
  lines: readonly LoadLine[],
  {
    quoteId,
    retryOf,
    couponId,
  }: { quoteId?: string | undefined; retryOf?: string; couponId?: string | undefined } = {},
): Promise<StartedBatch> {
  const { accountId } = actor
  const able = lines.filter((line) => line.price !== undefined)
  if (!able.length) throw refuse(lines[0]!.refusal ?? 'card_not_active', { field: 'cardIds' })
  const sub = await stillActing(tx, actor)
  const [walletBalance] = await lockAccounts(tx, [wallet(accountId)])
  const totalCost = add(...able.map(({ price }) => price.total))
  await withinBudget(tx, sub, totalCost)
  if (totalCost > walletBalance!.available)
    throw refuse('insufficient_wallet', { shortCents: totalCost - walletBalance!.available })

  const batchNo = await newBatch(tx, actor, { kind: 'LOAD', total: lines.length, cost: totalCost, retryOf })
  const orders = lines.map((line) => ({ line, orderNo: newId('ord') }))
  const held = orders.filter(({ line }) => line.price)
  const holds = await fromWallet(
    holdMany(
      tx,
      held.map(({ line: { card, price }, orderNo }) => ({
        on: wallet(accountId),
        amount: price!.total,
        biz: { type: 'card_order', id: orderNo },
        meta: { kind: 'CARD_LOAD', ...loadMeta(orderNo, card, price!, actor.subUid, actor.name) },
      })),
    ),
  )
  const holdOf = new Map(held.map(({ orderNo }, at) => [orderNo, holds[at]!.holdId]))
  await insertOrders(
    tx,
    orders.map(({ line: { card, amount, price, refusal }, orderNo }, at) => ({
      account_id: accountId,
      order_no: orderNo,
      kind: 'LOAD',
      card_id: card.card_id,
      login_id: actor.loginId,
      sub_uid: actor.subUid ?? null,
      quote_id: quoteId ?? null,
      amount_cents: amount,
      fee_cents: price?.serviceFee ?? 0,
      coupon_off_cents: price?.couponOff ?? 0,
      total_cents: price?.total ?? 0,
      status: price ? 'HELD' : 'FAILED',
      hold_id: holdOf.get(orderNo) ?? null,
      error: refusal ?? null,
      ask_at: price ? firstTryAt() : null,
      batch_no: batchNo,
      row_no: at + 1,
    })),
  )
  await spendInRow(
    tx,
    actor,
    couponId,
    orders.map(({ line: { price }, orderNo }) => ({ orderNo, price })),
  )
  await record(tx, actor, {
    type: 'CARD_RECHARGE',
    target: batchNo,
    content: {
      cn: `批量充值 ${able.length} 张，共冻结 ${show(totalCost)}`,
      en: `Batch load requested, cards: ${able.length}, ${show(totalCost)} held`,
    },
    after: { batchNo, num: lines.length, retryOf },
  })
  return { batchNo, total: lines.length, status: 'RUNNING', totalCost }
}

type Loads = Pick<Checked<typeof contract.loadBatch>, 'items' | 'cardIds' | 'amount' | 'couponId'>

export type LoadItem = { readonly cardId: string; readonly amount: number }

/** The requested amounts, card by card. A card that is listed twice is refused as a mistake. */
function itemsOf({ items, cardIds, amount }: Loads): LoadItem[] {
  const all = items ?? cardIds!.map((cardId) => ({ cardId, amount: amount! }))
  if (new Set(all.map(({ cardId }) => cardId)).size < all.length) throw refuse('invalid', { field: 'cardIds' })
  return all
}

/** One card of a batch load: its price, or the reason why it cannot be loaded now. */
export type LoadLine = { readonly card: CardRow; readonly amount: number } & (
  | { readonly price: Price; readonly refusal?: undefined }
  | { readonly refusal: RefusalName; readonly price?: undefined }
)

/**
 * Returns every card with its price or its refusal, in the requested order. A card that is not the caller's does not exist for the caller. A coupon applies to
 * the first card that can be loaded.
 */
export async function linesOf(
  reader: Reader,
  actor: Actor,
  items: readonly LoadItem[],
  couponId?: string,
): Promise<LoadLine[]> {
  const cards = await cardsWithin(
    reader,
    actor,
    items.map(({ cardId }) => cardId),
  )
  const lines: LoadLine[] = []
  const known = new Map<string, Terms>()
  for (const { cardId, amount } of items) {
    const card = cards.get(cardId)
    if (!card) throw refuse('not_found', { field: 'cardIds' })
    const terms = known.get(card.vid) ?? (await termsOf(reader, actor.accountId, card.vid))
    known.set(card.vid, terms)
    const refusal = whyNotLoad(card, terms, amount)
    lines.push(refusal ? { card, amount, refusal } : { card, amount, price: loadPrice(terms, amount) })
  }
  const able = priced(lines)
  if (!couponId || !able.length) return lines
  const cheaper = await withCouponOnOne(reader, actor.accountId, able, {
    couponId,
    scene: 'RECHARGE',
    vidOf: ({ card }) => card.vid,
  })
  const priceOf = new Map(cheaper.map(({ card, price }) => [card.card_id, price]))
  return lines.map((line) => (line.price ? { ...line, price: priceOf.get(line.card.card_id)! } : line))
}

/** Returns why this card cannot be loaded with this amount, if so. The rule is the same at pricing, at the request and at execution. */
export function whyNotLoad(card: CardRow, terms: Terms, amount: number): RefusalName | undefined {
  if (!mayMove('load', stateOf(card))) return 'card_not_active'
  try {
    checkLoad(card, terms, { amount })
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.refusal
    throw error
  }
}

type Together = Price & { readonly each: Readonly<Record<string, Price>> }

const priced = (lines: readonly LoadLine[]) => lines.filter((line) => line.price !== undefined)

function together(lines: readonly LoadLine[]): Together {
  const able = priced(lines)
  return {
    ...sumOf(able.map(({ price }) => price)),
    each: Object.fromEntries(able.map(({ card, price }) => [card.card_id, price])),
  }
}

const quoted = (items: readonly LoadItem[], couponId: string | undefined): Quoted => ({
  scene: 'card.loadBatch',
  input: { items, couponId },
})

/** The wallet statement's text of a load, pending and done. */
export const loadMeta = (
  orderNo: string,
  card: { card_id: string; card_seq_no: string; last4: string | null },
  { amount, serviceFee, couponOff }: { amount: number; serviceFee: number; couponOff: number },
  subUid: string | undefined,
  name: string,
): FlowMeta => ({
  bizNo: orderNo,
  cardId: card.card_id,
  cardSeqNo: card.card_seq_no,
  ...(card.last4 && { lastFour: card.last4 }),
  fee: serviceFee - couponOff,
  parts: { load: amount, serviceFee, discount: couponOff },
  ...(subUid && { subUid, subNickname: name }),
})
