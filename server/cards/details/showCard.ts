import type * as contract from '#contract/cards/cards.ts'
import { flag } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import { declineRisk } from '#contract/trades/declines.ts'
import type { Answer } from '#server/core/answer.ts'
import { dayBegan, nowMs } from '#server/core/clock.ts'
import { port } from '#server/core/composition.ts'
import { db } from '#server/core/db.ts'
import { feesOf } from '../fees/shownFees.ts'
import { openFailureOf, shownChange } from '../holders/shownChange.ts'
import { labelsOf, addressOf, shownCard } from '../lists/shownCard.ts'
import { WITHDRAWALS_PER_DAY } from '../loading/withdrawFromCard.ts'
import { countOrders } from '../orders/queries.ts'
import { maybeCard } from '../queries.ts'
import { mayEditHolder, termsOf } from '../ranges/terms.ts'
import { replacementsOf } from '../replacing/queries.ts'
import { revealNumber } from './reveals.ts'

/** Attempts on one card that count for the decline rate, in the rate's own window, and the counted declines among them. */
type CardStats = { readonly attempts: number; readonly declined: number; readonly bps: number }

declare module '#server/core/composition.ts' {
  interface Ports {
    /** Filled by the transactions module, which is higher than cards and counts them. */
    'cards.declineStats'(accountId: string, cardId: string): Promise<CardStats>
  }
}

/** Returns one card with all its details. Number and code come from the issuer on demand and are passed through without being stored. */
export const showCard: Answer<typeof contract.showCard> = async (actor, input) => {
  const card = await maybeCard(db, actor, input.cardId)
  if (!card) throw refuse('not_found', { field: 'cardId' })
  const secret = input.reveal ? await revealNumber(actor, card, input.ticket) : undefined

  const { lang } = actor.from
  const terms = await termsOf(db, actor.accountId, card.vid)
  const { range, perLoadMax } = terms
  const [{ change, left }, openFailure, withdrawals, stats, labels, fees, { came, went }] = await Promise.all([
    shownChange(card, mayEditHolder(range), lang),
    openFailureOf(card, lang),
    countOrders(db, actor.accountId, card.card_id, 'UNLOAD', dayBegan()),
    port('cards.declineStats')(actor.accountId, card.card_id),
    labelsOf(db, actor, [card]).then((of) => of(card)),
    feesOf(card, terms),
    replacementsOf(db, actor.accountId, card.card_id),
  ])
  return {
    card: {
      ...shownCard(card, lang, labels),
      number: secret && 'pan' in secret ? secret.pan : card.last4 && `${card.bin.slice(0, 4)} **** **** ${card.last4}`,
      ...(secret && ('pan' in secret ? { cvc: secret.cvc } : { frame: secret.iframeUrl })),
      limits: {
        minLoad: range.min_load_cents,
        perLoadMax,
        maxBalance: range.max_balance_cents,
        withdrawalsLeftToday: Math.max(0, WITHDRAWALS_PER_DAY - withdrawals),
        addressChangesLeft: left,
      },
      threeDs: flag(card.three_ds),
      replaced: flag(went !== undefined),
      replaces: flag(came !== undefined),
    },
    address: addressOf(card),
    tags: labels.tags,
    group: labels.gid === null ? null : { gid: labels.gid, name: labels.groupName! },
    holderChange: change,
    openFailure,
    fees,
    stats: {
      authCount: stats.attempts,
      declineCount: stats.declined,
      declineRateBps: stats.bps,
      windowDays: declineRisk.windowDays,
    },
  }
}

/** Returns the current balance from the books. */
export const cardBalance: Answer<typeof contract.cardBalance> = async (actor, { cardId }) => {
  const card = await maybeCard(db, actor, cardId)
  if (!card) throw refuse('not_found', { field: 'cardId' })
  return {
    cardId,
    balance: card.balance_cents,
    available: card.available_cents,
    pending: card.pending_cents,
    unit: card.currency,
    asOf: nowMs(),
  }
}
