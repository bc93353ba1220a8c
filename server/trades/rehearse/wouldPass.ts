import { declineReasons } from '#contract/trades/declines.ts'
import type { Checked, Output } from '#contract/core/call.ts'
import type { StoppedBy } from '#contract/controls/stoppedBy.ts'
import { TRIED_MAX, triedFilters, type wouldPass as row } from '#contract/trades/wouldPass.ts'
import { flag } from '#contract/core/fields.ts'
import type { Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { cardsToTry, crossBorderOf, type CardToTry, type TryFilter } from '#server/cards/cards.ts'
import { brandsReady, readShared, usedOf } from '#server/controls/controls.ts'
import { now } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import type { AuthorizationRequest } from '#server/outside/outside.ts'
import { appliedTo, cardFrom, sharedKeys } from '../decide/rows.ts'
import { readCard } from '../decide/statements.ts'
import {
  affordable,
  controlHit,
  feeOn,
  firstHit,
  NOTHING,
  roomFor,
  shopOf,
  whyOf,
  type Case,
  type ControlHit,
} from '../rules/rules.ts'
import { rulesNow } from '../rules/rulesNow.ts'
import { chargeToTry } from './chargeToTry.ts'
import { supposing, type Suppose } from './supposing.ts'
import { curesOf } from './curesOf.ts'

/** Judges a charge on some cards by the rules that decide. It locks nothing and leaves nothing behind. */
export const wouldPass: Answer<typeof row> = async (actor, input) => {
  const at = now()
  const { cardIds } = input
  const suppose = await supposing(actor, input.suppose)
  const { request, ownCard, brand, known } = await chargeToTry(actor, input, at.getTime())
  await brandsReady()
  const [{ cards, more }, judgeOn, { time_zone: zone }] = await Promise.all([
    cardsToTry(actor, { cardIds, filter: filterOf(input), first: ownCard, most: TRIED_MAX }),
    judging(request, at, suppose),
    accountOf(db, actor.accountId),
  ])
  if (cardIds && cards.length === 0) throw refuse('not_found', { field: 'cardIds' })
  const judged = await Promise.all(cards.map(async (card) => ({ card, ...(await judgeOn(card)) })))
  const isOwn = ({ card }: { card: CardToTry }): boolean => card.cardId === ownCard
  const passing = judged.filter(({ reason }) => reason === null)
  const best = (passing.find(isOwn) ?? passing[0])?.card
  // Its own card first; the sort is stable, and the cards with the most money come first.
  const sorted = judged.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || passes(b) - passes(a))
  return {
    charge: {
      merchantName: request.merchant.name,
      mcc: request.merchant.mcc,
      country: request.merchant.country,
      brandId: brand?.brandId ?? null,
      brandName: brand?.name ?? null,
      known: flag(known),
      amount: request.amountCents,
      merchantCurrency: request.merchantCurrency,
    },
    list: sorted.map((one) => shown(actor, one, best)),
    passing: passing.length,
    more: flag(more),
    best: best?.cardId ?? null,
    time: at.getTime(),
    note: noteAt(at, zone)[actor.from.lang],
  }
}

type Judged = ReturnType<typeof judge> & { card: CardToTry }
const passes = ({ reason }: Judged): number => Number(reason === null)

const filterNames = Object.keys(triedFilters) as (keyof typeof triedFilters)[]
/** The filters of the list of cards, if there are any. */
function filterOf(input: Checked<typeof row>): TryFilter | undefined {
  const given = filterNames.filter((name) => input[name] !== undefined)
  return given.length > 0 ? Object.fromEntries(given.map((name) => [name, input[name]])) : undefined
}

/** Reads what the rules depend on, then judges card by card. */
async function judging(request: AuthorizationRequest, at: Date, suppose: Suppose) {
  const [conversionOf, { live: limits }] = await Promise.all([crossBorderOf(), rulesNow()])
  return async (tried: CardToTry) => {
    const { cardId, accountId, cell, laId, available } = tried
    const row = await readCard(db, { cell, la_id: laId, account_id: accountId, card_id: cardId }, at)
    const shared = await readShared(db, sharedKeys({ cell, accountId }, appliedTo(row)))
    const judged = cardFrom(row, { cell, code: null }, available, conversionOf, shared)
    const card = await suppose(judged, tried, at.getTime())
    return judge({ request, card, now: at.getTime(), limits, before: NOTHING })
  }
}

function judge(asked: Case) {
  const { request, card, now: nowMs } = asked
  const { amountCents, merchantCurrency } = request
  const reason = firstHit(asked) ?? null
  const hit = reason?.startsWith('CONTROL_') ? controlHit(asked) : undefined
  const most = Math.min(card.available, roomFor(card, nowMs, shopOf(request.merchant)))
  const amount = reason ? 0 : affordable(request, card, NOTHING, most)
  const fee = feeOn(reason ? amountCents : amount, merchantCurrency, card)
  const shortBy = reason === 'INSUFFICIENT_FUNDS' ? amountCents + fee - card.available : null
  return { reason, amount, fee, shortBy, why: hit ? whyOf(hit) : null, raiseTo: hit ? raiseTo(hit, asked, fee) : null }
}

/** What a limit has counted and this charge, or the whole charge where only its own size matters. */
function raiseTo({ line, room, control }: ControlHit, { request, now: nowMs }: Case, fee: Cents): Cents | null {
  if (line === 'singleMax') return request.amountCents
  if (!room?.limit?.amount || room.byCount) return null
  return (
    usedOf(room.limit, control.counted.counters, { zone: control.zone, now: nowMs }).cents + request.amountCents + fee
  )
}

function shown(actor: Actor, judged: Judged, best: CardToTry | undefined): Output<typeof row>['list'][number] {
  const { card, reason, shortBy } = judged
  const { cardId, cardSeqNo, lastFour, available } = card
  const { lang } = actor.from
  const why = whyFor(actor, judged.why)
  return {
    ...{ cardId, cardSeqNo, lastFour, available, reason, shortBy, why },
    raiseTo: actor.may.has('card:control.view') ? judged.raiseTo : null,
    pass: flag(reason === null),
    amount: judged.amount,
    fee: judged.fee,
    reasonText: reason && declineReasons[reason].words[lang],
    advice: reason && declineReasons[reason].advice[lang],
    cures: reason ? curesOf(actor, { card, reason, shortBy, why, best }) : [],
  }
}

/** Who may not view controls learns which one stops the charge, and not what it allows. */
function whyFor({ may }: Actor, why: StoppedBy | null): StoppedBy | null {
  if (!why || may.has('card:control.view')) return why
  const { scope, scopeId, controlNo, line } = why
  return { scope, scopeId, controlNo, line }
}

function noteAt(at: Date, timeZone: string) {
  const time = at.toLocaleTimeString('en-GB', { timeZone })
  return {
    cn: `截至 ${time}。有效期、安全码和账单地址按正确处理。`,
    en: `As of ${time}. Expiry date, security code and billing address are taken as correct.`,
  }
}
