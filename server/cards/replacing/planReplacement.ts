import { replaceReasons, type replaceCard } from '#contract/cards/replacing.ts'
import { mayMove } from '#contract/cards/states.ts'
import type { Checked } from '#contract/core/call.ts'
import type { Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import { DAY, nowMs } from '#server/core/clock.ts'
import { stateOf, type CardRow, type Reader } from '../queries.ts'
import { isSold, soldTerms, termsOf, type Terms } from '../ranges/terms.ts'
import { replacementsOf } from './queries.ts'

export type ReplaceInput = Pick<Checked<typeof replaceCard>, 'cardId' | 'reason' | 'vid' | 'keepDays' | 'keepAmount'>

/** What replacing a card means for its money. Amounts in cents. */
export type Plan = {
  readonly terms: Terms
  readonly fee: Cents
  /** From the former card to the new one; left on the former; back to the wallet. */
  readonly moves: Cents
  readonly stays: Cents
  readonly toWallet: Cents
  /** What the wallet lacks for the fee, with all that the card gives back. */
  readonly short: Cents
  readonly closeAt: Date
  /** The former card is stopped immediately. */
  readonly goes: boolean
}

/** Refuses what cannot be replaced, and says what a replacement costs and where the money goes. The same for the price and for the act. */
export async function planReplacement(
  reader: Reader,
  actor: Actor,
  card: CardRow,
  walletFree: Cents,
  { reason, vid, keepDays, keepAmount }: ReplaceInput,
): Promise<Plan> {
  if (!actor.may.has('card:delete')) throw refuse('not_permitted')
  if (!mayMove('replace', stateOf(card))) throw refuse('card_not_active', { status: card.shown_status })
  if ((await replacementsOf(reader, actor.accountId, card.card_id)).went) throw refuse('conflict')
  const terms = await termsFor(reader, actor, card, reason, vid)

  // An expired card approves nothing: it has no days to keep.
  const goes = replaceReasons[reason].goes || card.status === 'EXPIRED'
  const free = Math.max(0, card.available_cents)
  const stays = goes ? 0 : Math.min(keepAmount, free)
  const moving = free - stays
  const { openFee: fee } = terms
  const short = Math.max(0, fee - Math.max(0, walletFree) - moving)
  // The wallet pays the fee; the card's own money pays what the wallet lacks.
  const fromMoving = Math.min(moving, Math.max(0, fee - Math.max(0, walletFree)))
  const moves = Math.min(moving - fromMoving, terms.range.max_balance_cents)
  // An opening holds what it costs; there is none that costs nothing.
  if (fee + moves === 0) throw refuse('amount_below_min', { msg: nothing[actor.from.lang] })
  return {
    terms,
    fee,
    moves,
    stays,
    toWallet: moving - fromMoving - moves,
    short,
    closeAt: new Date(nowMs() + (goes ? 0 : keepDays * DAY)),
    goes,
  }
}

const nothing = {
  cn: '该卡没有可转移的余额，且开卡免费：请直接开一张新卡',
  en: 'This card has no balance to move and opening a card is free. Open a new card instead.',
}

/** Another segment than the card's own only for MOVED, or where no cards of its own are sold. */
async function termsFor(
  reader: Reader,
  actor: Actor,
  card: CardRow,
  reason: ReplaceInput['reason'],
  vid: string | undefined,
): Promise<Terms> {
  const own = !vid || vid === card.vid
  if (own && reason === 'MOVED') throw refuse('invalid', { field: 'vid' })
  if (!own && reason !== 'MOVED' && isSold(await termsOf(reader, actor.accountId, card.vid)))
    throw refuse('invalid', { field: 'vid' })
  const terms = await soldTerms(reader, actor, own ? card.vid : vid)
  // The billing address goes along, so it has to be one of the segment's country.
  if (terms.range.billing_country !== card.country) throw refuse('range_unavailable', { field: 'vid' })
  return terms
}
