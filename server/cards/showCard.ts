import type * as contract from '#contract/cards/cards.ts'
import { mayMove } from '#contract/cards/states.ts'
import { declineRisk } from '#contract/trades/declines.ts'
import { flag } from '#contract/core/fields.ts'
import { availability } from '#contract/core/permissions.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '../core/actor.ts'
import type { Answer } from '../core/answer.ts'
import { port } from '../core/composition.ts'
import { record } from '../audit/audit.ts'
import { db, transaction } from '../core/db.ts'
import { useTicket } from '../identity/identity.ts'
import { outside, OutsideRefused, OutsideUnknown, type CardSecret } from '../outside/outside.ts'
import { openFailureOf, shownChange } from './holders/shownChange.ts'
import { labelsOf } from './labels.ts'
import { countOrders, logCards, takeReveal } from './orderQueries.ts'
import { WITHDRAWALS_PER_DAY } from './priceWithdrawal.ts'
import { maybeCard, type CardRow } from './queries.ts'
import { addressOf, nameOf, shownCard, stateOf } from './shown.ts'
import { termsOf } from './terms.ts'
import { dayBegan } from '../core/clock.ts'

/** Attempts on one card that weigh in the decline rate, in the rate's own window, and the counted declines among them. */
type CardStats = { readonly attempts: number; readonly declined: number; readonly bps: number }

declare module '../core/composition.ts' {
  interface Ports {
    /** The transactions stand above cards, and are counted there. */
    'cards.declineStats'(accountId: string, cardId: string): Promise<CardStats>
  }
}

/** Numbers shown to one login in one hour. */
const REVEALS_PER_HOUR = 30

/** One card with everything about it. Its number and code come from the issuer, on demand, and go through us unseen. */
export const showCard: Answer<typeof contract.showCard> = async (actor, wish) => {
  const card = await maybeCard(db, actor, wish.cardId)
  if (!card) throw refuse('not_found', { field: 'cardId' })
  const secret = wish.reveal ? await revealed(actor, card, wish.ticket) : undefined

  const { lang } = actor.from
  const { range, perLoadMax } = await termsOf(db, actor.accountId, card.vid)
  const [{ change, left }, openFailure, withdrawals, stats, labels] = await Promise.all([
    shownChange(card, range.edit_address, lang),
    openFailureOf(card, lang),
    countOrders(db, actor.accountId, card.card_id, 'UNLOAD', dayBegan()),
    port('cards.declineStats')(actor.accountId, card.card_id),
    labelsOf(db, actor, [card]).then((of) => of(card)),
  ])
  return {
    card: {
      ...shownCard(card, lang, labels),
      number: secret?.pan ?? (card.last4 && `${card.bin.slice(0, 4)} **** **** ${card.last4}`),
      ...(secret && { cvc: secret.cvc }),
      limits: {
        minLoad: range.min_load_cents,
        perLoadMax,
        maxBalance: range.max_balance_cents,
        withdrawalsLeftToday: Math.max(0, WITHDRAWALS_PER_DAY - withdrawals),
        addressChangesLeft: left,
      },
      threeDs: flag(card.three_ds),
    },
    address: addressOf(card),
    tags: labels.tags,
    group: labels.gid === null ? null : { gid: labels.gid, name: labels.groupName! },
    holderChange: change,
    openFailure,
    stats: {
      authCount: stats.attempts,
      declineCount: stats.declined,
      declineRateBps: stats.bps,
      windowDays: declineRisk.windowDays,
    },
  }
}

/** Proved, counted and logged before the issuer is asked: what nobody saw may be in the log, what somebody saw must be. */
async function revealed(actor: Actor, card: CardRow, ticket: string | undefined): Promise<CardSecret> {
  if (!actor.may.has('card:reveal')) throw refuse('not_permitted')
  if (!availability.reveal[actor.standing])
    throw refuse(actor.standing === 'SHUTDOWN' ? 'account_shutdown' : 'account_closing')
  if (!mayMove('reveal', stateOf(card))) throw refuse('card_not_active', { status: card.shown_status })

  await transaction(async (tx) => {
    await useTicket(tx, actor, 'reveal', ticket)
    if (!(await takeReveal(tx, actor.loginId, REVEALS_PER_HOUR))) throw refuse('too_fast')
    await logCards(tx, [{ ...actor, cardId: card.card_id, type: 'REVEAL' }])
    await record(tx, actor, {
      type: 'CARD_REVEAL',
      target: nameOf(card),
      content: { cn: '查看完整卡号', en: 'Viewed the card number' },
    })
  })
  try {
    return await outside.issuer.reveal(card.issuer_ref!, { actorId: actor.loginId, reason: 'shown to its owner' })
  } catch (error) {
    if (error instanceof OutsideUnknown || error instanceof OutsideRefused) throw refuse('issuer_unavailable')
    throw error
  }
}
