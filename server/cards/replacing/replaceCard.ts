import {
  replaceReasons,
  type priceReplacement as priceRow,
  type replaceCard as row,
} from '#contract/cards/replacing.ts'
import { show, type Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import { record } from '#server/audit/audit.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { now } from '#server/core/clock.ts'
import { port } from '#server/core/composition.ts'
import { db, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { later } from '#server/core/jobs.ts'
import { balanceOf, cardAccount, credit, debit, post, wallet, type Balance } from '#server/ledger/ledger.ts'
import { startClosing } from '../closing/deleteCard.ts'
import { lockCard } from '../lockCard.ts'
import { openCards, resolveLabels, type Opening } from '../opening/openCards.ts'
import { isVerifiedOnly, verifiedHolder } from '../opening/verifiedHolder.ts'
import { logCards } from '../orders/log.ts'
import { insertOrder } from '../orders/queries.ts'
import { maybeCard, nameOf, type CardRow } from '../queries.ts'
import type { Terms } from '../ranges/terms.ts'
import { tagsOfCards } from '../tags/queries.ts'
import { planReplacement, type Plan } from './planReplacement.ts'
import { insertReplacement } from './queries.ts'

declare module '#server/core/composition.ts' {
  interface Ports {
    /** Filled by the controls module: the new card is allowed what the former one was, and its limits have counted as much. */
    'cards.inheritControls'(tx: Tx, actor: Actor, former: CardRow, cardId: string): Promise<void>
  }
}

/** Says what replacing a card would cost now and where its money would go. */
export const priceReplacement: Answer<typeof priceRow> = async (actor, input) => {
  const card = await maybeCard(db, actor, input.cardId)
  if (!card) throw refuse('not_found', { field: 'cardId' })
  const { available } = await balanceOf(db, wallet(actor.accountId))
  const { terms, closeAt, goes: _, ...plan } = await planReplacement(db, actor, card, available, input)
  return {
    ...plan,
    pending: card.pending_cents,
    closeTime: closeAt.getTime(),
    segment: terms.range.bin,
    unit: card.currency,
  }
}

/**
 * Replaces a card in one transaction: what is free on it comes back to the wallet, and a new card with the same holder and labels is ordered, for which it is held
 * again. From there on it is an opening like any other, which may end anywhere and goes on: there is one new card, and until it is made the money waits in the
 * wallet. A lost card is deleted at the same time; another one stays usable until the sweep closes it.
 */
export const replaceCard: Answer<typeof row> = async (actor, input, tx) => {
  const { accountId } = actor
  const seen = await maybeCard(tx, actor, input.cardId)
  if (!seen) throw refuse('not_found', { field: 'cardId' })
  const labels = await labelsFor(tx, accountId, seen)
  const { card, walletBalance } = await lockCard(tx, actor, input.cardId, 'replace')
  const plan = await planReplacement(tx, actor, card, walletBalance.available, input)
  if (input.expectFee !== undefined && input.expectFee !== plan.fee) throw refuse('quote_changed', { total: plan.fee })

  const former = await releaseFormer(tx, actor, card, walletBalance, plan)
  const { fee, moves, terms } = plan
  const [opened] = await openCards(tx, actor, [
    {
      terms,
      price: { openFee: fee, amount: moves, serviceFee: 0, couponOff: 0, total: fee + moves },
      ...(await holderFor(tx, accountId, terms, card)),
      remark: card.remark,
      ownerSubUid: card.owner_sub_uid,
      inPlace: plan.goes || input.keepDays === 0,
      ...labels,
    },
  ])
  const { cardId, orderNo, cardSeqNo } = opened!
  await insertReplacement(tx, {
    account_id: accountId,
    new_card_id: cardId,
    old_card_id: card.card_id,
    reason: input.reason,
    close_at: plan.goes ? null : plan.closeAt,
    // Whoever keeps a card for less than a day has just said so.
    told_at: input.keepDays === 0 ? now() : null,
  })
  await port('cards.inheritControls')(tx, actor, card, cardId)
  const of = { ...actor, amount: moves }
  await logCards(tx, [
    { ...of, cardId: card.card_id, type: 'REPLACED', before: nameOf(card), after: cardSeqNo },
    { ...of, cardId, type: 'REPLACES', before: nameOf(card), after: cardSeqNo },
  ])
  const { name } = replaceReasons[input.reason]
  await record(tx, actor, {
    type: 'CARD_OPEN',
    target: nameOf(card),
    content: {
      cn: `换卡（${name.cn}），转入新卡 ${show(moves)}`,
      en: `Card replaced (${name.en.toLowerCase()}), ${show(moves)} moved to the new one`,
    },
    before: { cardId: card.card_id, balance: card.balance_cents, pending: card.pending_cents },
    after: { cardId, orderNo, vid: terms.range.vid, fee, moves, former },
    amount: fee + moves,
  })
  await later(tx, 'cards.askIssuer', { accountId, orderNo }, { queue: `card ${cardId}` })
  return { cardId, cardSeqNo, orderNo, status: 'PENDING', fee, moves, former, closeTime: plan.closeAt.getTime() }
}

/** The card's group and tags, also those that the caller does not see, locked against deletion. */
async function labelsFor(tx: Tx, accountId: string, { card_id, gid }: CardRow) {
  const tags = (await tagsOfCards(tx, accountId, [card_id])).get(card_id) ?? []
  return resolveLabels(
    tx,
    { accountId, subUid: undefined },
    { gid: gid ?? undefined, tags: tags.map(({ tagId }) => tagId) },
  )
}

/** Brings what is free on the former card back to the wallet, and deletes the card if it goes. */
async function releaseFormer(
  tx: Tx,
  actor: Actor,
  card: CardRow,
  walletBalance: Balance,
  plan: Plan,
): Promise<'KEPT' | 'CLOSING' | 'CLOSED'> {
  if (plan.goes) return (await startClosing(tx, card, walletBalance, actor)).status
  const amount = card.available_cents - plan.stays
  if (amount > 0) await bringBack(tx, actor, card, amount)
  return 'KEPT'
}

/** A withdrawal without a fee. */
async function bringBack(tx: Tx, actor: Actor, card: CardRow, amount: Cents): Promise<void> {
  const { accountId, loginId } = actor
  const { card_id: cardId } = card
  const orderNo = newId('ord')
  const { transferId } = await post(tx, {
    kind: 'CARD_UNLOAD',
    accountId,
    biz: { type: 'card_order', id: orderNo },
    actor: loginId,
    lines: [debit(cardAccount(accountId, cardId), amount), credit(wallet(accountId), amount)],
    meta: {
      bizNo: orderNo,
      cardId,
      cardSeqNo: card.card_seq_no,
      lastFour: card.last4!,
      fee: 0,
      ...(actor.subUid && { subUid: actor.subUid, subNickname: actor.name }),
    },
  })
  await insertOrder(tx, {
    account_id: accountId,
    order_no: orderNo,
    kind: 'UNLOAD',
    card_id: cardId,
    login_id: loginId,
    sub_uid: actor.subUid ?? null,
    amount_cents: amount,
    fee_cents: 0,
    total_cents: amount,
    status: 'SUCCESS',
    transfer_id: transferId,
  })
}

/** The former card's holder; where the issuer identifies people, the verified one as entered now. */
async function holderFor(
  tx: Tx,
  accountId: string,
  terms: Terms,
  card: CardRow,
): Promise<Pick<Opening, 'firstName' | 'lastName' | 'address'>> {
  if (!isVerifiedOnly(terms)) {
    const { first_name: firstName, last_name: lastName, street, city, state, zip_code, country } = card
    return { firstName, lastName, address: { street, city, state, zip_code, country } }
  }
  const {
    firstName,
    lastName,
    zipCode: zip_code,
    street,
    city,
    state,
    country,
  } = await verifiedHolder(tx, accountId, terms)
  return { firstName, lastName, address: { street, city, state, zip_code, country } }
}
