import type { RawBuilder } from 'kysely'
import type * as contract from '#contract/cards/cards.ts'
import type { Checked } from '#contract/core/call.ts'
import type { Locked } from '#contract/controls/locks.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { port } from '#server/core/composition.ts'
import { db, type Database, type Tx } from '#server/core/db.ts'
import { namesOfSubs } from '#server/identity/identity.ts'
import { cardsMatching, cursorAfter, sumsMatching, TOTAL_CAP, type Scope } from './queries.ts'
import type { CardRow } from '../queries.ts'
import { labelsOf, shownCard } from './shownCard.ts'

declare module '#server/core/composition.ts' {
  interface Ports {
    /** Filled by the controls module: what these cards of an account are locked to, by their ids; none of cards without a lock. */
    'cards.locksOf'(
      on: Tx | Database,
      accountId: string,
      cards: readonly Pick<CardRow, 'card_id' | 'la_id' | 'control_no'>[],
    ): Promise<Map<string, Locked>>
    /** SQL: the numbers of the documents of an account that lock their cards. */
    'cards.lockingDocumentsSql'(accountId: string): RawBuilder<unknown>
  }
}

/** Returns a parent's own cards, with `scope=all` or a `subUid` also its sub-accounts'; a sub-account gets its own regardless of the input. */
export const listCards: Answer<typeof contract.listCards> = (actor, input) =>
  page(actor, { of: input.scope, subUid: input.subUid }, input)

/** Returns to a parent the cards of its sub-accounts without its own; to a sub-account its own. */
export const listCardsOfSubs: Answer<typeof contract.listCardsOfSubs> = (actor, input) =>
  page(actor, { of: 'subs', subUid: input.subUid }, input)

async function page(actor: Actor, scope: Scope, input: Checked<typeof contract.listCards>) {
  const [found, sums] = await Promise.all([
    cardsMatching(db, actor, scope, input),
    sumsMatching(db, actor, scope, input),
  ])
  const rows = found.slice(0, input.pageSize)
  const haveNext = found.length > rows.length
  const seesControls = actor.may.has('card:control.view')
  const [names, labels, locks] = await Promise.all([
    namesOfSubs(
      db,
      actor.accountId,
      rows.map(({ owner_sub_uid }) => owner_sub_uid),
    ),
    labelsOf(db, actor, rows),
    seesControls ? port('cards.locksOf')(db, actor.accountId, rows) : undefined,
  ])
  return {
    data: rows.map((card) => ({
      ...shownCard(card, actor.from.lang, labels(card)),
      subNickname: names.get(card.owner_sub_uid) ?? null,
      ...(locks && { lock: locks.get(card.card_id) ?? null }),
    })),
    total: Math.min(sums.cards, TOTAL_CAP),
    ...(sums.cards > TOTAL_CAP && { totalCapped: true }),
    pageNo: input.pageNo,
    pageSize: input.pageSize,
    haveNext,
    ...(haveNext && { cursor: cursorAfter(rows.at(-1)!, input.sort) }),
    summary: { balance: sums.balance, count: sums.count },
  }
}
