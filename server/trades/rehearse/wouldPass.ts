import { declineReasons } from '#contract/trades/declines.ts'
import { TRIED_MAX, type wouldPass as row } from '#contract/trades/wouldPass.ts'
import { flag } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { cardsToTry, crossBorderOf } from '#server/cards/cards.ts'
import { brandsReady, readShared } from '#server/controls/controls.ts'
import { now } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import type { AuthorizationRequest } from '#server/outside/outside.ts'
import { authById, type AuthRow } from '../auths.ts'
import { appliedTo, cardFrom, sharedKeys } from '../decide/rows.ts'
import { readCard } from '../decide/statements.ts'
import { controlHit, feeOn, firstHit, NOTHING, whyOf } from '../rules/rules.ts'
import { rulesNow } from '../rules/rulesNow.ts'
import { merchantByNo, type KnownMerchant } from '../decide/merchants.ts'

/** Judges a charge like an earlier authorization on some cards, by the rules that decide. It locks nothing and leaves nothing behind. */
export const wouldPass: Answer<typeof row> = async (actor, { cardAuthId, amount, cardIds }) => {
  const auth = await authorizationOf(actor, cardAuthId)
  await brandsReady()
  const [merchant, cards, conversionOf, { live: limits }] = await Promise.all([
    merchantByNo(db, auth.merchant_no),
    cardsToTry(actor, { cardIds, first: auth.card_id, most: TRIED_MAX }),
    crossBorderOf(),
    rulesNow(),
  ])
  if (cardIds && cards.length === 0) throw refuse('not_found', { field: 'cardIds' })
  const at = now()
  const request = requestLike(auth, merchant, amount, at.getTime())
  const { amountCents, merchantCurrency } = request
  const list = await Promise.all(
    cards.map(async ({ cardId, accountId, cardSeqNo, lastFour, cell, laId, available }) => {
      const placed = { cell, la_id: laId, account_id: accountId, card_id: cardId }
      const row = await readCard(db, placed, at)
      const shared = await readShared(db, sharedKeys({ cell, accountId }, appliedTo(row)))
      const card = cardFrom(row, { cell, code: null }, available, conversionOf, shared)
      const asked = { request, card, now: at.getTime(), limits, before: NOTHING }
      const reason = firstHit(asked) ?? null
      const hit = reason?.startsWith('CONTROL_') ? controlHit(asked) : undefined
      const fee = feeOn(amountCents, merchantCurrency, card)
      const { words, advice } = reason ? declineReasons[reason] : { words: null, advice: null }
      return {
        ...{ cardId, cardSeqNo, lastFour, fee, available, reason },
        pass: flag(reason === null),
        reasonText: words && words[actor.from.lang],
        advice: advice && advice[actor.from.lang],
        shortBy: reason === 'INSUFFICIENT_FUNDS' ? amountCents + fee - available : null,
        why: hit ? whyOf(hit) : null,
      }
    }),
  )
  const isIts = ({ cardId }: { cardId: string }): boolean => cardId === auth.card_id
  const passing = list.filter(({ pass }) => pass)
  return {
    charge: { merchantName: merchant.name, amount: amountCents, merchantCurrency },
    // Its own card first; the sort is stable, and the cards with the most money come first.
    list: list.toSorted((a, b) => Number(isIts(b)) - Number(isIts(a)) || b.pass - a.pass),
    passing: passing.length,
    best: (passing.find(isIts) ?? passing[0])?.cardId ?? null,
    time: at.getTime(),
  }
}

/** An authorization that the caller may see. */
async function authorizationOf(actor: Actor, cardAuthId: string): Promise<AuthRow> {
  const auth = actor.may.has('trade:view') ? await authById(db, actor.accountId, cardAuthId) : undefined
  if (!auth || (actor.subUid && auth.owner_sub_uid !== actor.subUid)) throw refuse('not_found', { field: 'cardAuthId' })
  return auth
}

function requestLike(
  auth: AuthRow,
  merchant: KnownMerchant,
  amount: number | undefined,
  nowMs: number,
): AuthorizationRequest {
  const match = 'MATCH'
  return {
    kind: 'authorization',
    ref: '',
    merchant: { ...merchant, id: merchant.ref, descriptor: auth.descriptor },
    amountCents: amount ?? auth.amount_cents,
    merchantAmount: auth.merchant_amount,
    merchantCurrency: auth.merchant_currency,
    ...(auth.rate !== null && { rate: auth.rate }),
    pos: auth.pos as AuthorizationRequest['pos'],
    occurredAt: nowMs,
    checks: { cvc: match, expiry: match, zip: match, street: match },
    threeDs: auth.three_ds === 'FAILED' ? 'CHALLENGED' : ((auth.three_ds ?? 'NONE') as 'NONE'),
  }
}
