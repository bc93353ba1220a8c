import type { FlowMeta } from '#contract/funding/funding.ts'
import { add, type Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '../core/actor.ts'
import type { Tx } from '../core/db.ts'
import { accountOf } from '../identity/identity.ts'
import { newId } from '../core/ids.ts'
import { cardAccount, holdMany, lockAccounts, openAccounts, wallet } from '../ledger/ledger.ts'
import { entitlementsOf } from '../plans/plans.ts'
import { firstTryAt } from './askIssuer.ts'
import { withinBudget } from './budget.ts'
import { holderColumns } from './holders/sealedHolder.ts'
import { fromWallet, stillActing } from './lockCard.ts'
import { freeSeqNos, insertCards, insertOrders, takeStock } from './openingQueries.ts'
import { logCards } from './orderQueries.ts'
import type { Price } from './prices.ts'
import { countLiveCards } from './queries.ts'
import { insertCardTags } from './tags/queries.ts'
import type { Terms } from './terms.ts'

/** An account that nobody has identified may have this many cards. */
export const CARDS_WITHOUT_IDENTITY = 3

/** A card that is to be opened: checked, priced, and with an address that fits its segment. */
export type Opening = {
  readonly terms: Terms
  readonly price: Price
  readonly firstName: string
  readonly lastName: string
  readonly address: { street: string; city: string; state: string; zip_code: string; country: string }
  readonly remark?: string | undefined
  /** From `labelsToWear`. */
  readonly gid?: string | null
  readonly tagIds?: readonly string[]
  readonly quoteId?: string | undefined
  /** Its row in a batch. */
  readonly row?: number
}
export type Opened = Opening & { readonly cardId: string; readonly orderNo: string; readonly cardSeqNo: string }

/**
 * Make these cards PENDING and hold what each costs: all of them or none. A few statements however many. The caller
 * leaves the job that asks the issuer.
 */
export async function openCards(
  tx: Tx,
  actor: Actor,
  openings: readonly Opening[],
  batchNo: string | null = null,
): Promise<Opened[]> {
  const { accountId } = actor
  const sub = await stillActing(tx, actor)
  // Two openings at once must not both be the last card that the plan allows: the wallet's lock puts them in a row.
  const [purse] = await lockAccounts(tx, [wallet(accountId)])
  await mayHaveMore(tx, actor, openings.length)
  await withinBudget(tx, sub, totalOf(openings))
  const short = totalOf(openings) - purse!.available
  if (short > 0) throw refuse('insufficient_wallet', { shortCents: short })
  await takeFromStock(tx, openings)

  const seqNos = await freeSeqNos(tx, accountId, openings.length)
  const opened = openings.map((opening, at) => ({
    ...opening,
    cardId: newId('crd'),
    orderNo: newId('ord'),
    cardSeqNo: seqNos[at]!,
  }))
  const laIds = await openAccounts(
    tx,
    opened.map(({ cardId }) => cardAccount(accountId, cardId)),
  )
  await insertCards(
    tx,
    opened.map((card, at) => ({
      account_id: accountId,
      card_id: card.cardId,
      card_seq_no: card.cardSeqNo,
      vid: card.terms.range.vid,
      bin: card.terms.range.bin,
      network: card.terms.range.network,
      ...holderColumns(accountId, card.cardId, {
        first_name: card.firstName,
        last_name: card.lastName,
        ...card.address,
      }),
      country: card.address.country,
      issuer_id: card.terms.range.issuer_id,
      owner_sub_uid: actor.subUid ?? null,
      gid: card.gid ?? null,
      remark: card.remark ?? '',
      open_order_no: card.orderNo,
      la_id: laIds[at]!,
    })),
  )
  await wearTags(tx, accountId, opened)
  const holds = await fromWallet(
    holdMany(
      tx,
      opened.map((card) => ({
        on: wallet(accountId),
        amount: card.price.total,
        biz: { type: 'card_order', id: card.orderNo },
        meta: {
          kind: 'CARD_OPEN',
          ...openingMeta(card.price, { ...card, subUid: actor.subUid, subNickname: actor.subUid && actor.name }),
        },
      })),
    ),
  )
  await insertOrders(
    tx,
    opened.map((card, at) => ({
      account_id: accountId,
      order_no: card.orderNo,
      kind: 'OPEN',
      card_id: card.cardId,
      login_id: actor.loginId,
      sub_uid: actor.subUid ?? null,
      quote_id: card.quoteId ?? null,
      amount_cents: card.price.amount,
      open_fee_cents: card.price.openFee,
      fee_cents: card.price.serviceFee,
      coupon_off_cents: card.price.couponOff,
      total_cents: card.price.total,
      status: 'HELD',
      hold_id: holds[at]!.holdId,
      ask_at: firstTryAt(),
      batch_no: batchNo,
      row_no: batchNo === null ? null : card.row!,
    })),
  )
  await logCards(
    tx,
    opened.map((card) => ({
      ...actor,
      cardId: card.cardId,
      type: 'OPEN' as const,
      after: 'PENDING',
      amount: card.price.amount,
      remark: card.remark,
    })),
  )
  return opened
}

async function wearTags(tx: Tx, accountId: string, opened: readonly Opened[]): Promise<void> {
  for (const [tagIds, cards] of Map.groupBy(opened, ({ tagIds }) => tagIds?.join() ?? ''))
    if (tagIds)
      await insertCardTags(
        tx,
        accountId,
        cards.map(({ cardId }) => cardId),
        tagIds.split(','),
      )
}

/** Under the wallet's lock. */
async function mayHaveMore(tx: Tx, { accountId }: Actor, more: number): Promise<void> {
  const cards = (await countLiveCards(tx, accountId)) + more
  const { maxCards } = await entitlementsOf(tx, accountId)
  if (cards > maxCards) throw refuse('plan_limit', { limit: maxCards })
  if (cards > CARDS_WITHOUT_IDENTITY && (await accountOf(tx, accountId)).identity !== 'PASSED')
    throw refuse('identity_required', { limit: CARDS_WITHOUT_IDENTITY })
}

/** Segments that count what they have left are taken from in one order, or two accounts would wait for each other. */
async function takeFromStock(tx: Tx, openings: readonly Opening[]): Promise<void> {
  const counted = openings.filter(({ terms }) => terms.range.stock !== null)
  const wanted = Map.groupBy(counted, ({ terms }) => terms.range.vid)
  for (const [vid, cards] of [...wanted].sort(([a], [b]) => (a < b ? -1 : 1)))
    if (!(await takeStock(tx, vid, cards.length))) throw refuse('range_unavailable', { field: 'vid' })
}

type Naming = {
  orderNo: string
  cardId: string
  cardSeqNo: string
  lastFour?: string
  subUid?: string | undefined
  subNickname?: string | undefined
}

/** What the wallet's statement says of an opening, in flight and done. */
export const openingMeta = (
  price: Price,
  { orderNo, cardId, cardSeqNo, lastFour, subUid, subNickname }: Naming,
): FlowMeta => ({
  bizNo: orderNo,
  cardId,
  cardSeqNo,
  ...(lastFour && { lastFour }),
  ...(subUid && { subUid }),
  ...(subNickname && { subNickname }),
  fee: price.openFee + price.serviceFee - price.couponOff,
  parts: { openFee: price.openFee, load: price.amount, serviceFee: price.serviceFee, discount: price.couponOff },
})

/** What cards cost together. */
export const totalOf = (openings: readonly { price: Price }[]): Cents =>
  add(...openings.map(({ price }) => price.total))
