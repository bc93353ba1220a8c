import { TRIED_AUTHS, type tryControls as row } from '#contract/controls/tryOn.ts'
import type { Checked } from '#contract/core/call.ts'
import { refuse } from '#contract/core/refusals.ts'
import { bpsOf, declinesTo } from '#contract/trades/declineLadder.ts'
import { cardIdsOfSub, cardNames, cardsWithin, crossBorderOf } from '#server/cards/cards.ts'
import { brandsNow } from '#server/brands/brands.ts'
import { compile, startedFor } from '#server/controls/controls.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { DAY, dayOf, nowMs } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import { maybeWatch, weightByDay } from '../ladder/queries.ts'
import { termsNow, weightOn, windowFrom } from '../ladder/rate.ts'
import { pastAfter } from './queries.ts'
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

/** Card by card, so that what limits have counted is of one card. `most`: authorizations, after which no further ones are read. */
export async function tried(
  actor: Actor,
  { scopeIds, controls, days }: Checked<typeof row>,
  { most = TRIED_AUTHS, step = STEP } = {},
) {
  const { accountId, subUid } = actor
  const wanted = [...new Set(scopeIds)]
  const [cards, { time_zone: zone }, conversionOf] = await Promise.all([
    cardsWithin(db, actor, wanted),
    accountOf(db, accountId),
    crossBorderOf(),
  ])
  if (cards.size < wanted.length) throw refuse('not_found', { field: 'scopeIds' })
  const toMs = nowMs()
  const fromMs = toMs - days * DAY
  await brandsNow()
  const document = compile(controls)
  const all = untried()
  const perCard: ({ cardId: string; judged: number } & Stopped)[] = []
  let [looked, cardsLeft] = [0, 0]
  for (const { card_id: cardId, la_id: laId, currency, vid } of cards.values()) {
    const usage = { counters: startedFor([], document.limits, [], { zone, now: fromMs }) }
    // Whether there was enough money is another rule.
    const card = {
      controls: [{ ...{ scope: 'CARD' as const, scopeId: cardId, controlNo: 0, zone }, ...document, counted: usage }],
      currency,
      conversion: () => conversionOf(accountId, vid),
      available: Infinity,
      usage,
    }
    const { judged, stopped, amount } = all
    let after: string | undefined
    let isEnd = false
    while (!isEnd && looked < most) {
      const past = await pastAfter(db, { accountId, subUid, laId, fromMs, toMs }, after, step)
      walk(all, card, past)
      looked += past.length
      isEnd = past.length < step
      after = past.at(-1)?.key
    }
    if (!isEnd) cardsLeft++
    perCard.push({ cardId, judged: all.judged - judged, stopped: all.stopped - stopped, amount: all.amount - amount })
  }
  return {
    judged: all.judged,
    stopped: all.stopped,
    stoppedAmount: all.amount,
    passed: all.passed,
    byLine: worst([...all.byLine.values()]),
    merchants: actor.may.has('trade:view') ? worst([...all.byMerchant.values()]).slice(0, MOST_MERCHANTS) : [],
    cards: await named(accountId, worst(perCard).slice(0, MOST_CARDS)),
    declineRate: await rateWith(actor, all),
    cardsLeft,
  }
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
