import type { Controls } from '#contract/controls/documents.ts'
import { add, type Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { FlowMeta } from '#contract/funding/funding.ts'
import type { Actor } from '#server/core/actor.ts'
import { port } from '#server/core/composition.ts'
import type { Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { accountOf } from '#server/identity/identity.ts'
import { cardAccount, holdMany, lockAccounts, openAccounts, wallet } from '#server/ledger/ledger.ts'
import { entitlementsOf } from '#server/plans/plans.ts'
import { withinBudget } from '../figures/budget.ts'
import { resolveGroup } from '../groups/moveCards.ts'
import { fromWallet, stillActing } from '../lockCard.ts'
import { logCards } from '../orders/log.ts'
import { insertOrders } from '../orders/queries.ts'
import { firstTryAt } from '../orders/tries.ts'
import { countLiveCards } from '../queries.ts'
import type { Price } from '../ranges/prices.ts'
import type { Terms } from '../ranges/terms.ts'
import { holderColumns } from '../sealed.ts'
import { insertCardTags } from '../tags/queries.ts'
import { resolveTags } from '../tags/tagCards.ts'
import { freeSeqNos, insertCards, takeStock } from './queries.ts'
import { requireVerified } from './verifiedHolder.ts'

/** An account that has not been verified may have this many cards. */
export const CARDS_WITHOUT_IDENTITY = 3

/** With which controls a card begins: a stored document by its number, or a new one. `note`: for its history. Cards that begin alike share the object. */
export type Starts = { readonly note: string } & ({ readonly controlNo: number } | { readonly controls: Controls })

declare module '#server/core/composition.ts' {
  interface Ports {
    /** Filled by the controls module: gives new cards their controls, in the transaction that makes them. */
    'cards.startControls'(tx: Tx, actor: Actor, cards: readonly { cardId: string; starts: Starts }[]): Promise<void>
  }
}

/** A card to be opened: checked, priced, and with an address valid for its segment. */
export type Opening = {
  readonly terms: Terms
  readonly price: Price
  readonly firstName: string
  readonly lastName: string
  readonly address: { street: string; city: string; state: string; zip_code: string; country: string }
  readonly remark?: string | undefined
  /** From `resolveLabels`. */
  readonly gid?: string | null
  readonly tagIds?: readonly string[]
  readonly quoteId?: string | undefined
  /** Its row in a batch. */
  readonly row?: number
  /** Whose card it is, if not the caller's: null is the account itself. */
  readonly ownerSubUid?: string | null | undefined
  /** It takes the place of a card that goes: it is not one more. */
  readonly inPlace?: boolean
  /** What it is allowed from the beginning. */
  readonly starts?: Starts | undefined
}

export type Opened = Opening & { readonly cardId: string; readonly orderNo: string; readonly cardSeqNo: string }

/**
 * Inserts these cards as PENDING and holds the cost of each: all or none, in a number of statements that does not depend on their number. The caller schedules
 * the job that requests them from the issuer.
 */
export async function openCards(
  tx: Tx,
  actor: Actor,
  openings: readonly Opening[],
  batchNo: string | null = null,
): Promise<Opened[]> {
  const { accountId } = actor
  const sub = await stillActing(tx, actor)
  await requireVerified(tx, accountId, openings)
  // The wallet's lock serializes openings, so that two cannot both be the last card that the plan allows.
  const [walletBalance] = await lockAccounts(tx, [wallet(accountId)])
  await mayHaveMore(tx, actor, openings.filter(({ inPlace }) => !inPlace).length)
  await withinBudget(tx, sub, totalOf(openings))
  const short = totalOf(openings) - walletBalance!.available
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
      owner_sub_uid: card.ownerSubUid === undefined ? (actor.subUid ?? null) : card.ownerSubUid,
      gid: card.gid ?? null,
      remark: card.remark ?? '',
      open_order_no: card.orderNo,
      la_id: laIds[at]!,
    })),
  )
  await applyTags(tx, accountId, opened)
  const limited = opened.flatMap(({ cardId, starts }) => (starts ? [{ cardId, starts }] : []))
  if (limited.length) await port('cards.startControls')(tx, actor, limited)
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

/** Returns the group and tags for a new card, if the caller sees them, locked against deletion. Called before the wallet and any card are locked. */
export async function resolveLabels(
  tx: Tx,
  actor: Pick<Actor, 'accountId' | 'subUid'>,
  { gid, tags }: { gid?: string | undefined; tags?: readonly string[] | undefined },
): Promise<{ gid: string | null; tagIds: string[] }> {
  const group = await resolveGroup(tx, actor, gid)
  return { gid: group?.gid ?? null, tagIds: await resolveTags(tx, actor, tags) }
}

async function applyTags(tx: Tx, accountId: string, opened: readonly Opened[]): Promise<void> {
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
  if (more === 0) return
  const [live, { maxCards }, { identity }] = await Promise.all([
    countLiveCards(tx, accountId),
    entitlementsOf(tx, accountId),
    accountOf(tx, accountId),
  ])
  const cards = live + more
  if (cards > maxCards) throw refuse('plan_limit', { limit: maxCards })
  if (cards > CARDS_WITHOUT_IDENTITY && identity !== 'PASSED')
    throw refuse('identity_required', { limit: CARDS_WITHOUT_IDENTITY })
}

/** Stock is taken segment by segment in a fixed order, or two accounts could deadlock. */
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

/** The wallet statement's text of an opening, pending and done. */
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

/** The total cost of these cards. */
export const totalOf = (openings: readonly { price: Price }[]): Cents =>
  add(...openings.map(({ price }) => price.total))
