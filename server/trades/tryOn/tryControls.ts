import { TRIED_AUTHS, type tryControls as row } from '#contract/controls/tryOn.ts'
import type { ControlScope } from '#contract/controls/stoppedBy.ts'
import type { Checked } from '#contract/core/call.ts'
import { refuse } from '#contract/core/refusals.ts'
import { bpsOf, declinesTo } from '#contract/trades/declineLadder.ts'
import { cardIdsOfSub, cardNames, cardsIn, cardsWithin, crossBorderOf, type CardRow } from '#server/cards/cards.ts'
import { brandsNow } from '#server/brands/brands.ts'
import { compile, namesOfScopes, startedFor } from '#server/controls/controls.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { DAY, dayOf, nowMs } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import { maybeWatch, weightByDay } from '../ladder/queries.ts'
import { termsNow, weightOn, windowFrom } from '../ladder/rate.ts'
import { pastAfter, type Past } from './queries.ts'
import { untried, walk, type Stopped, type Tried } from './walk.ts'

/** Read at once: memory does not grow with the past, and between two steps the process answers others. */
const STEP = 2000
const MOST_MERCHANTS = 10
const MOST_CARDS = 20

/** One at a time for each login: a long past takes a processor for seconds. */
const trying = new Set<string>()

/** Tries controls on the past of cards, by the rules that decide. It locks nothing and leaves nothing behind. */
export const tryControls: Answer<typeof row> = async (actor, input) => {
  const { loginId } = actor
  if (trying.has(loginId)) throw refuse('busy')
  trying.add(loginId)
  try {
    return await tried(actor, input)
  } finally {
    trying.delete(loginId)
  }
}

/** `most`: authorizations, after which no further ones are read. */
export async function tried(
  actor: Actor,
  { scope, scopeIds = [], controls, days }: Checked<typeof row>,
  { most = TRIED_AUTHS, step = STEP } = {},
) {
  const { accountId } = actor
  const cards = await cardsOf(actor, scope, [...new Set(scopeIds)])
  const [{ time_zone: zone }, conversionOf] = await Promise.all([accountOf(db, accountId), crossBorderOf()])
  const toMs = nowMs()
  const fromMs = toMs - days * DAY
  await brandsNow()
  const document = compile(controls)
  const begun = () => ({ counters: startedFor([], document.limits, [], { zone, now: fromMs }) })
  const shared = scope === 'CARD' ? undefined : begun()
  const all = untried()
  const results = new Map<number, { cardId: string; judged: number } & Stopped>()
  const cardOf = new Map(
    cards.map(({ card_id: cardId, la_id: laId, currency, vid }) => {
      const usage = scope === 'CARD' ? begun() : { counters: [] }
      const own = { ...{ scope, scopeId: cardId, controlNo: 0, zone }, ...document, counted: shared ?? usage }
      // Whether there was enough money is another rule.
      const conversion = () => conversionOf(accountId, vid)
      results.set(laId, { cardId, judged: 0, stopped: 0, amount: 0 })
      return [laId, { controls: [own], currency, conversion, available: Infinity, usage }] as const
    }),
  )
  let looked = 0
  /** Reads one past to its end, or to the bound; whether it came to its end. */
  async function walkThrough(laId?: number): Promise<boolean> {
    const of = { accountId, subUid: actor.subUid, ...(laId !== undefined && { laId }), fromMs, toMs }
    let after: string | undefined
    while (looked < most) {
      const past = await pastAfter(db, of, after, step)
      for (const one of past) judge(one)
      looked += past.length
      if (past.length < step) return true
      after = past.at(-1)!.key
    }
    return false
  }
  function judge(one: Past): void {
    const [card, result] = [cardOf.get(one.la_id), results.get(one.la_id)]
    if (!card || !result) return
    const { judged, stopped, amount } = all
    walk(all, card, [one])
    result.judged += all.judged - judged
    result.stopped += all.stopped - stopped
    result.amount += all.amount - amount
  }

  let cardsLeft = 0
  // What cards share is counted over all of them, so they are read together; otherwise card by card, which reads nothing of others.
  if (shared) cardsLeft = (await walkThrough()) ? 0 : cards.length
  else for (const { la_id: laId } of cards) if (!(await walkThrough(laId))) cardsLeft++
  return {
    judged: all.judged,
    stopped: all.stopped,
    stoppedAmount: all.amount,
    passed: all.passed,
    byLine: worst([...all.byLine.values()]),
    merchants: actor.may.has('trade:view') ? worst([...all.byMerchant.values()]).slice(0, MOST_MERCHANTS) : [],
    cards: await named(accountId, worst([...results.values()]).slice(0, MOST_CARDS)),
    declineRate: await rateWith(actor, all),
    cardsLeft,
  }
}

/** The cards that the scope has now, as far as the caller may limit it. */
async function cardsOf(actor: Actor, scope: ControlScope, scopeIds: readonly string[]): Promise<CardRow[]> {
  const missing = () => refuse('not_found', { field: 'scopeIds' })
  if (scope === 'CARD') {
    const cards = await cardsWithin(db, actor, scopeIds)
    if (!scopeIds.length || cards.size < scopeIds.length) throw missing()
    return [...cards.values()]
  }
  const scopeId = scope === 'ACCOUNT' ? actor.accountId : scopeIds[0]
  if (scopeId === undefined || scopeIds.length > 1) throw missing()
  if (!(await namesOfScopes(db, actor, scope, [scopeId])).has(scopeId)) throw missing()
  return cardsIn(db, actor, scope === 'GROUP' ? { gid: scopeId } : scope === 'SUB' ? { subUid: scopeId } : 'all')
}

const worst = <S extends Stopped>(all: S[]): S[] =>
  all.filter(({ stopped }) => stopped > 0).toSorted((a, b) => b.stopped - a.stopped || b.amount - a.amount)

async function named<C extends { cardId: string }>(accountId: string, cards: C[]) {
  const names = await cardNames(
    db,
    accountId,
    cards.map(({ cardId }) => cardId),
  )
  return cards.map((card) => ({
    ...card,
    cardSeqNo: names.get(card.cardId)?.cardSeqNo ?? '',
    lastFour: names.get(card.cardId)?.lastFour ?? '',
  }))
}

/** The decline rate as it is, and with what would have been approved and declined otherwise in its days. Of a sub-account its share of it, by which no cards stop. */
async function rateWith({ accountId, subUid }: Actor, { byDay }: Tried) {
  const today = dayOf(nowMs())
  const watch = subUid === undefined ? await maybeWatch(db, accountId) : undefined
  const cardIds = subUid === undefined ? undefined : await cardIdsOfSub(db, accountId, subUid)
  const days = await weightByDay(db, { accountId, cardIds }, windowFrom(today, watch))
  const changed = [...byDay].map(([day, weight]) => ({ day, ...weight }))
  const then = weightOn(today, [...days, ...changed], watch)
  return {
    nowBps: bpsOf(weightOn(today, days, watch)),
    thenBps: bpsOf(then),
    toStop: subUid === undefined ? declinesTo('STOP', then, termsNow(watch)) : null,
  }
}
