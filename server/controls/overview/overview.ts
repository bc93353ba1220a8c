import type { Limit } from '#contract/controls/documents.ts'
import { LISTED_AT_MOST, NEAR_PERCENT } from '#contract/controls/overview.ts'
import type * as contract from '#contract/controls/overview.ts'
import { controlledCards, documentsOfCards } from '#server/cards/cards.ts'
import type { Answer } from '#server/core/answer.ts'
import { nowMs } from '#server/core/clock.ts'
import { port } from '#server/core/composition.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { db } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import { byScope } from '../applied.ts'
import { documentsOf } from '../documents.ts'
import { readCounters } from '../engine/counters.ts'
import { scopesInForce } from '../queries.ts'
import { namesOfScopes, standingOf } from '../showControls.ts'

/** Every document in force. Those of groups and sub-accounts that no longer exist are left out. */
export const controlsInForce: Answer<typeof contract.controlsInForce> = async (actor) => {
  const { accountId } = actor
  const { time_zone: zone, has_controls } = await accountOf(db, accountId)
  const at = { zone, now: nowMs() }
  const rows = has_controls && !actor.subUid ? await scopesInForce(db, accountId) : []
  const cards = await documentsOfCards(db, actor, LISTED_AT_MOST)
  const documentOf = await documentsOf(
    db,
    accountId,
    [...rows, ...cards].map(({ control_no }) => control_no),
  )
  const shared = await Promise.all(
    [...Map.groupBy(rows, ({ scope }) => scope)].map(async ([scope, own]) => {
      const scopeIds = own.map(({ scope_id }) => scope_id)
      const names = await namesOfScopes(db, actor, scope as Exclude<typeof scope, 'CARD'>, scopeIds)
      return own.flatMap(({ scope_id: scopeId, control_no, counters }) => {
        const name = names.get(scopeId)
        if (name === undefined) return []
        const controls = documentOf(control_no)
        return [{ scope, scopeId, name, controls, standing: standingOf(controls, readCounters(counters), at) }]
      })
    }),
  )
  return {
    scopes: shared.flat().toSorted(byScope).toReversed(),
    documents: cards.map(({ control_no: controlNo, card_id, card_seq_no, last4, cards: cardCount }) => ({
      controlNo,
      controls: documentOf(controlNo),
      cardCount,
      cardId: card_id,
      cardSeqNo: card_seq_no,
      lastFour: last4,
    })),
    documentCount: cards[0]?.documents ?? 0,
  }
}

/** Counters are texts, so each is read: a step takes some milliseconds, and an account with more cards takes several. */
export const CARDS_A_STEP = 5_000

export const cardsNearLimit: Answer<typeof contract.cardsNearLimit> = async (actor, { after = '' }) => {
  const { accountId } = actor
  const cell = cellOf(accountId)
  const read = await controlledCards(db, actor, after, CARDS_A_STEP + 1)
  const cards = read.slice(0, CARDS_A_STEP)
  const { time_zone: zone } = await accountOf(db, accountId)
  const at = { zone, now: nowMs() }
  const documentOf = await documentsOf(
    db,
    accountId,
    cards.map(({ control_no }) => control_no),
  )
  const laIds = cards.filter(({ control_no }) => documentOf(control_no).limits).map(({ la_id }) => la_id)
  const counters = await port('controls.countersOf')(db, cell, laIds)
  const near = cards.flatMap(({ card_id: cardId, card_seq_no: cardSeqNo, last4: lastFour, la_id, control_no }) => {
    const counted = counters.get(la_id)
    if (!counted) return []
    const { limits = [], ...rest } = documentOf(control_no)
    return standingOf({ ...rest, limits }, counted, at).flatMap((standing, n) => {
      const limit = limits[n]!
      const percent = percentOf(limit, standing)
      return percent < NEAR_PERCENT ? [] : [{ cardId, cardSeqNo, lastFour, limit, standing, percent }]
    })
  })
  return {
    list: near.toSorted((a, b) => b.percent - a.percent).slice(0, LISTED_AT_MOST),
    found: near.length,
    looked: cards.length,
    next: read.length > cards.length ? cards.at(-1)!.card_id : null,
  }
}

const percentOf = ({ amount, count: most }: Limit, { used, count }: { used: number; count: number }): number =>
  Math.floor(100 * Math.max(amount === undefined ? 0 : used / amount, most === undefined ? 0 : count / most))
