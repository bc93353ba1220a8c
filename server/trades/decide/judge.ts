/** Handles one request of a set: the rules, then the effect of the answer on the card in memory and on the draft. */
import type { Checks, CheckResult } from '#contract/trades/checks.ts'
import { approvalCodes, declineReasons, type DeclineReason } from '#contract/trades/declines.ts'
import type { Cents } from '#contract/core/money.ts'
import { isUsedUp, lockIn } from '#server/controls/controls.ts'
import { declined, type AuthorizationDecision, type AuthorizationRequest } from '#server/outside/outside.ts'
import { timeOfId } from '#server/core/ids.ts'
import { checksNumber } from '../checks.ts'
import { authIdText, messageHashOf, newAuthId } from '../authId.ts'
import type { Draft } from './draft.ts'
import { whyByStaff } from '../why.ts'
import { boundedMs } from '../networkTime.ts'
import { seenOf } from '../rules/seen.ts'
import { compared } from '../rules/shadow.ts'
import { staffRuleThatHit } from '../rules/compile.ts'
import { holdForMs } from '../rules/limits.ts'
import {
  affordable,
  controlHit,
  countIn,
  feeOn,
  firstHit,
  noteControlStop,
  noteWatching,
  NOTHING,
  roomFor,
  shopOf,
  watchedHit,
  whyOf,
  type Case,
  type DecidedCard,
} from '../rules/rules.ts'
import { printOf } from '../rules/printOf.ts'
import { approved, ranShort, remember, wrongCvc } from '../rules/usage.ts'

export type Judged = { readonly request: AuthorizationRequest; readonly merchantNo: number }

/** Instead of an answer: the request raises an authorization that was answered before, and is not decided in a set. */
export const RAISES: AuthorizationDecision = declined('ISSUER_DECLINED')

export function judge(
  draft: Draft,
  card: DecidedCard | undefined,
  { request, merchantNo }: Judged,
): AuthorizationDecision {
  // No account to show it to; or an issuer asks about another's card.
  if (card?.issuerId !== draft.issuerId) return declined('CARD_NOT_FOUND')
  const before = draft.answeredFor(card, request.ref)
  // The reference is another card's: nothing is held on this one, and the reference can be stored only once.
  if (before && before.laId !== card.laId) return declined('ISSUER_DECLINED')
  if (before) return before.messageHash === messageHashOf(request.messageRef) ? before.answer : RAISES
  const answer = decide(draft, card, request, merchantNo)
  draft.answer(card, request, answer)
  return answer
}

function decide(
  draft: Draft,
  card: DecidedCard,
  request: AuthorizationRequest,
  merchantNo: number,
): AuthorizationDecision {
  draft.openDay(card)
  const awaited = draft.awaitedFor(card, request.ref)
  // It has already settled, so there is nothing left to hold or to decline, whatever was reversed of the rest.
  if (awaited && awaited.clearedCents > 0)
    return write(draft, card, request, merchantNo, {
      status: 'COMPLETE',
      amount: request.amountCents,
      cleared: awaited.clearedCents,
    })
  // The network timed out and reversed the request before it arrived, so nobody waits for an approval.
  if (awaited?.reversed) return write(draft, card, request, merchantNo, { status: 'REVERSED', reason: 'TIMEOUT' })
  // Of an authorization whose early clearings were all reversed nothing is left: it is decided like any other.

  const { limits, shadow } = draft
  const shop = shopOf(request.merchant)
  const asked = { request, card, now: draft.now, limits, before: NOTHING, shop }
  const reason = firstHit(asked)
  if (shadow) draft.seen.push(compared({ ...asked, limits: shadow }, reason, firstHit))
  if (reason) {
    // Before the decline is counted.
    const seen = JSON.stringify(seenOf(asked, reason))
    noteDecline(draft, card, reason)
    const stopped = reason.startsWith('CONTROL_') ? stopOf(asked) : byStaff(asked, reason)
    return write(draft, card, request, merchantNo, { status: 'DECLINED', reason, seen, ...stopped })
  }
  if (request.amountCents === 0) {
    lockIn(card.controls, draft.now, shop, 0)
    return write(draft, card, request, merchantNo, { status: 'COMPLETE', amount: 0 })
  }
  const watching = watchedHit(asked)
  const amount = affordable(request, card, NOTHING, Math.min(card.available, roomFor(card, draft.now, shop)))
  const fee = feeOn(amount, request.merchantCurrency, card)
  card.available -= amount + fee
  approved(card.usage, amount, draft.now)
  const why = watching && JSON.stringify(whyOf(watching))
  const answer = write(draft, card, request, merchantNo, { status: 'PENDING', amount, fee, why })
  const madeMs = timeOfId(answer.authorizationId!)
  remember(card.usage, printOf(request), madeMs)
  const { accountId, cardId } = card
  for (const warning of countIn(card, { time: madeMs, cents: amount + fee, count: 1, shop }))
    draft.news.push({ kind: 'nearLimit', accountId, cardId, warning })
  if (watching) noteWatching(watching, madeMs, amount)
  lockIn(card.controls, draft.now, shop, amount)
  if (card.controls.some(isUsedUp)) draft.news.push({ kind: 'usedUp', accountId, cardId })
  return answer
}

/** Records the effects of a decline on the card. */
function noteDecline(draft: Draft, card: DecidedCard, reason: DeclineReason): void {
  const { accountId, cardId, usage } = card
  const { limits } = draft
  if (reason === 'CVC_MISMATCH') {
    wrongCvc(usage, draft.now, limits)
    if (usage.blockedUntil > draft.now) draft.news.push({ kind: 'blocked', accountId, cardId })
  }
  if (reason === 'INSUFFICIENT_FUNDS' && ranShort(usage, draft.now, limits))
    draft.news.push({ kind: 'ranShort', accountId, cardId })
}

/** A decline by the owner's own controls. Not each of them counts in the decline rate; a verification never does. */
function stopOf(c: Case): Stopped | undefined {
  const { card, now, request } = c
  const hit = controlHit(c)
  return (
    hit && {
      why: JSON.stringify(whyOf(hit)),
      repeats: request.amountCents > 0 && !noteControlStop(card, hit, request.merchant, now),
      ...(hit.room?.byCount && { isoCode: COUNT_LIMIT }),
    }
  )
}
/** Staff's rule that declined it, for the desk alone. */
function byStaff(c: Case, reason: DeclineReason): Stopped | undefined {
  const rule = staffRuleThatHit(c, reason)
  return rule && { why: whyByStaff({ rulesId: c.limits.rulesId ?? '', rule: rule.name }), repeats: false }
}

/** The network's code where a limit counts purchases. */
const COUNT_LIMIT = '65'
type Stopped = { readonly why: string; readonly repeats: boolean; readonly isoCode?: string }

/** What was typed, compared with the card. What the rules have found is not compared again. */
function checksOf(request: AuthorizationRequest, card: DecidedCard, reason: string | null): Checks {
  const { checks, cvc, zipCode, expMonth, expYear } = request
  if (checks) return checks
  return {
    cvc: cvc === undefined ? 'ABSENT' : result(reason === null || card.cvcMatches(request)),
    expiry: result(expMonth === card.expMonth && expYear === card.expYear),
    zip: zipCode === undefined || !card.checksZip ? 'ABSENT' : result(reason === null || card.zipMatches(zipCode)),
    street: 'ABSENT',
  }
}
const result = (matches: boolean): CheckResult => (matches ? 'MATCH' : 'MISMATCH')

type Outcome =
  | {
      readonly status: 'PENDING' | 'COMPLETE'
      readonly amount: Cents
      readonly fee?: Cents
      readonly cleared?: Cents
      readonly why?: string | undefined
    }
  | ({
      readonly status: 'DECLINED' | 'REVERSED'
      readonly reason: DeclineReason
      readonly seen?: string
    } & Partial<Stopped>)

function write(
  draft: Draft,
  card: DecidedCard,
  request: AuthorizationRequest,
  merchantNo: number,
  outcome: Outcome,
): AuthorizationDecision {
  const { accountId, cardId } = card
  const idBytes = newAuthId()
  const authId = authIdText(idBytes)
  const reason = 'reason' in outcome ? outcome.reason : null
  const [amount, fee, cleared] =
    'reason' in outcome ? [0, 0, 0] : [outcome.amount, outcome.fee ?? 0, outcome.cleared ?? 0]
  const stop: Partial<Stopped> = 'reason' in outcome ? outcome : {}
  const isoCode = reason
    ? (stop.isoCode ?? declineReasons[reason].iso)
    : request.amountCents === 0
      ? approvalCodes.verified
      : amount < request.amountCents
        ? approvalCodes.partial
        : approvalCodes.full
  // A zero-amount verification is never counted (it costs nothing and says nothing about the cardholder).
  const counted = reason !== null && request.amountCents > 0 && declineReasons[reason].counted && !stop.repeats
  const held = outcome.status === 'PENDING'
  if (counted) {
    card.usage.declined++
    draft.news.push({ kind: 'declined', accountId, cardId })
  }
  if (draft.awaitedFor(card, request.ref)) draft.adopted.push({ ref: request.ref, authId, cardId, cell: card.cell })
  draft.write(card, {
    cell: card.cell,
    account_no: card.accountNo,
    auth_id: idBytes,
    la_id: card.laId,
    ref_hash: draft.refHash(request.ref),
    message_hash: messageHashOf(request.messageRef),
    owner_sub_no: card.ownerSubNo,
    issuer_ref: request.ref,
    merchant_no: merchantNo,
    descriptor: request.merchant.descriptor,
    answered_cents: amount,
    amount_cents: reason ? request.amountCents : amount,
    merchant_amount: request.merchantAmount,
    merchant_currency: request.merchantCurrency,
    rate: request.rate ?? null,
    fee_cents: fee,
    held_cents: held ? amount + fee : 0,
    cleared_cents: cleared,
    status: outcome.status,
    reason,
    iso_code: isoCode,
    counted,
    three_ds: request.threeDs ?? null,
    pos: request.pos,
    occurred_at: boundedMs(request.occurredAt, draft.now),
    expires_at: held ? draft.now + holdForMs(request.merchant.mcc) : null,
    why: outcome.why ?? null,
    checks: checksNumber(checksOf(request, card, reason)),
    seen: 'reason' in outcome ? (outcome.seen ?? null) : null,
  })
  return reason
    ? { ...declined(reason, authId), isoCode }
    : { approved: true, amountCents: amount, isoCode, authorizationId: authId }
}
