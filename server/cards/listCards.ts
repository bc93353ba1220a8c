import type { Checked } from '#contract/core/call.ts'
import type * as contract from '#contract/cards/cards.ts'
import type { Actor } from '../core/actor.ts'
import type { Answer } from '../core/answer.ts'
import { db } from '../core/db.ts'
import { namesOfSubs } from '../identity/identity.ts'
import { labelsOf } from './labels.ts'
import { cardsMatching, cursorAfter, sumsMatching, TOTAL_CAP, type Scope } from './listQueries.ts'
import { shownCard } from './shown.ts'

/** A parent's own cards, with `scope=all` or a `subUid` also its sub-accounts'; a sub-account's own, whatever it asks. */
export const listCards: Answer<typeof contract.listCards> = (actor, wish) =>
  page(actor, { of: wish.scope, subUid: wish.subUid }, wish)

/** A parent sees the cards of its sub-accounts and none of its own; a sub-account its own. */
export const listCardsOfSubs: Answer<typeof contract.listCardsOfSubs> = (actor, wish) =>
  page(actor, { of: 'subs', subUid: wish.subUid }, wish)

async function page(actor: Actor, scope: Scope, wish: Checked<typeof contract.listCards>) {
  const [found, sums] = await Promise.all([cardsMatching(db, actor, scope, wish), sumsMatching(db, actor, scope, wish)])
  const rows = found.slice(0, wish.pageSize)
  const haveNext = found.length > rows.length
  const [names, labels] = await Promise.all([
    namesOfSubs(
      db,
      actor.accountId,
      rows.map(({ owner_sub_uid }) => owner_sub_uid),
    ),
    labelsOf(db, actor, rows),
  ])
  return {
    data: rows.map((card) => ({
      ...shownCard(card, actor.from.lang, labels(card)),
      subNickname: names.get(card.owner_sub_uid) ?? null,
    })),
    total: Math.min(sums.cards, TOTAL_CAP),
    ...(sums.cards > TOTAL_CAP && { totalCapped: true }),
    pageNo: wish.pageNo,
    pageSize: wish.pageSize,
    haveNext,
    ...(haveNext && { cursor: cursorAfter(rows.at(-1)!, wish.sort) }),
    summary: { balance: sums.balance, count: sums.count },
  }
}
