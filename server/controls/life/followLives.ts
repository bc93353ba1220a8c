import type { Controls } from '#contract/controls/documents.ts'
import { blocksOf, reasonWords, type CardReason } from '#contract/cards/states.ts'
import type { Words } from '#contract/core/fields.ts'
import {
  blockCards,
  closeOnDate,
  dueLives,
  lastOwnBlock,
  lockCards,
  noLife,
  setLives,
  type CardLife,
  type CardRow,
} from '#server/cards/cards.ts'
import { DAY, nowMs } from '#server/core/clock.ts'
import { port } from '#server/core/composition.ts'
import { transaction, type Database, type Tx } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { accountOf } from '#server/identity/identity.ts'
import { lifeIn, TOLD_BEFORE_MS, toldAt } from '../deadlines.ts'
import { documentsOf } from '../documents.ts'
import { wallOf } from '../engine/windows.ts'
import { eachDue } from './eachDue.ts'

declare module '#server/core/composition.ts' {
  interface Ports {
    /** Filled by the transactions module: when cards last had a purchase approved, to the hour, by their money accounts. Cards that never had one have none. */
    'controls.lastApprovals'(on: Tx | Database, cell: number, laIds: readonly number[]): Promise<Map<number, number>>
  }
}

/** What the controls of cards say of their lives: cards are closed, frozen and unfrozen on their dates, frozen when they are not used, and their owners told before and after. */
export const followLives = (): Promise<void> =>
  eachDue(dueLives, (due) =>
    eachAlone(
      Map.groupBy(due, ({ account_id }) => account_id),
      ([accountId, cards]) =>
        followAccount(
          accountId,
          cards.map(({ card_id }) => card_id),
        ),
    ),
  )

/** Everything but closing is one transaction for all cards of an account, so that its notices are bundled; closing moves money, card by card. */
async function followAccount(accountId: string, cardIds: readonly string[]): Promise<void> {
  const closing = await transaction((tx) => follow(tx, accountId, cardIds))
  await eachAlone(closing, (cardId) => transaction((tx) => closeOnDate(tx, accountId, cardId)))
}

type Told = Named & { end: End; at: number }
type Done = { freeze: CardRow[]; idle: CardRow[]; thaw: CardRow[]; close: string[]; told: Told[] }

/** Returns the cards that have to be closed. */
async function follow(tx: Tx, accountId: string, cardIds: readonly string[]): Promise<string[]> {
  const cards = await lockCards(tx, { accountId, subUid: undefined }, cardIds)
  const documentOf = await documentsOf(
    tx,
    accountId,
    cards.map(({ control_no }) => control_no),
  )
  const done: Done = { freeze: [], idle: [], thaw: [], close: [], told: [] }
  for (const card of cards) {
    if (card.status === 'PENDING') continue
    const next = await followCard(tx, card, documentOf(card.control_no), done)
    await setLives(tx, accountId, [card.card_id], next)
  }
  await block(tx, accountId, done.freeze, true, 'CONTROL_FREEZE')
  await block(tx, accountId, done.idle, true, 'CONTROL_IDLE')
  await block(tx, accountId, done.thaw, false, 'CONTROL_THAW')
  await tellAhead(tx, accountId, done.told)
  return done.close
}

/** What is due for a locked card goes to `done`; returns its deadlines from now on. */
async function followCard(tx: Tx, card: CardRow, controls: Controls, done: Done): Promise<CardLife> {
  const { close_at, freeze_at, thaw_at, idle_freeze_at, life_tell_at } = card
  const life = lifeIn(controls)
  const now = nowMs()
  const isDue = (at: Date | null) => at !== null && at.getTime() <= now
  // A server of the version before may have set another document without its deadlines.
  const kept = (at: Date | null, said: number | undefined) => (at !== null && at.getTime() === said ? at : null)
  if (!['ACTIVE', 'EXPIRED'].includes(card.status)) return noLife
  const dates = {
    close_at: kept(close_at, life.closeAt),
    freeze_at: kept(freeze_at, life.freezeAt),
    thaw_at: kept(thaw_at, life.thawAt),
  }
  if (isDue(dates.close_at)) {
    done.close.push(card.card_id)
    return { ...card, ...dates }
  }
  const ahead = (at: Date | null) => (isDue(at) ? null : at)
  const next: CardLife = {
    close_at: dates.close_at,
    freeze_at: ahead(dates.freeze_at),
    thaw_at: ahead(dates.thaw_at),
    idle_freeze_at: life.idleDays === undefined ? null : idle_freeze_at,
    life_tell_at: isDue(life_tell_at) ? toldAt(dates, now) : life_tell_at,
  }
  if (isDue(life_tell_at)) done.told.push(...endsOf(card, dates, now))
  if (card.status !== 'ACTIVE') return next
  const frozen = blocksOf(card.blocks).includes('USER')
  if (isDue(dates.thaw_at)) {
    if (frozen && (await isFrozenByDate(tx, card))) done.thaw.push(card)
  } else if (isDue(dates.freeze_at)) {
    if (!frozen) done.freeze.push(card)
  } else if (isDue(next.idle_freeze_at)) {
    const idleMs = life.idleDays! * DAY
    const until = frozen ? now + idleMs : (await lastUsed(tx, card)) + idleMs
    if (until <= now) done.idle.push(card)
    next.idle_freeze_at = new Date(until <= now ? now + idleMs : until)
  }
  return next
}

/** A freeze by a person, or one for another reason, is not lifted by a date. */
const isFrozenByDate = async (tx: Tx, { account_id, card_id }: CardRow): Promise<boolean> => {
  const last = await lastOwnBlock(tx, account_id, card_id)
  return last?.type === 'BLOCK' && last.remark === ('CONTROL_FREEZE' satisfies CardReason)
}

/** When a card was last used; an unfreeze counts as use, or the card would be frozen again at once. */
async function lastUsed(tx: Tx, { cell, la_id, account_id, card_id }: CardRow): Promise<number> {
  const approvals = await port('controls.lastApprovals')(tx, cell, [la_id])
  const block = await lastOwnBlock(tx, account_id, card_id)
  return Math.max(approvals.get(la_id) ?? 0, block?.created_at.getTime() ?? 0)
}

const ends = { CLOSE: { cn: '删除', en: 'deleted' }, FREEZE: { cn: '冻结', en: 'frozen' } } as const satisfies Record<
  string,
  Words
>
type End = keyof typeof ends

/** What of a card ends within the time of which its owner is told. */
function endsOf(
  { card_id: cardId, last4 }: CardRow,
  { close_at, freeze_at }: Pick<CardLife, 'close_at' | 'freeze_at'>,
  now: number,
): Told[] {
  const of = (end: End, at: Date | null) =>
    at && at.getTime() > now && at.getTime() - now <= TOLD_BEFORE_MS
      ? [{ end, at: at.getTime(), cardId, last4: last4 ?? '' }]
      : []
  return [...of('CLOSE', close_at), ...of('FREEZE', freeze_at)]
}

/** One notice for all cards that end in the same way on the same day of the account. */
async function tellAhead(tx: Tx, accountId: string, told: readonly Told[]): Promise<void> {
  if (!told.length) return
  const zone = (await accountOf(tx, accountId)).time_zone
  const dayOf = ({ at }: Told) => new Date(wallOf(zone, at)).toISOString().slice(0, 10)
  for (const those of Map.groupBy(told, (one) => `${one.end} ${dayOf(one)}`).values()) {
    const [first] = those
    const params = { ...counted(those), what: ends[first!.end], date: dayOf(first!) }
    await notify(tx, { accountId }, 'card_ends_soon', params, about(those))
  }
}

/** The system sets or lifts the owner's block; a freeze is told in one notice for all cards. */
async function block(tx: Tx, accountId: string, cards: readonly CardRow[], on: boolean, reason: CardReason) {
  if (!cards.length) return
  const cardIds = cards.map(({ card_id }) => card_id)
  await blockCards(tx, { accountId, cardIds, block: 'USER', on, reason, tell: false })
  if (!on) return
  const those = cards.map(({ card_id, last4 }) => ({ cardId: card_id, last4: last4 ?? '' }))
  const params = { ...counted(those), reason: reasonWords(reason) }
  await notify(tx, { accountId }, 'card_frozen_by_controls', params, about(those))
}

type Named = { cardId: string; last4: string }
/** A notice names so many cards at most. */
const NAMED = 5
const counted = (those: readonly Named[]) => ({
  count: those.length,
  cards:
    those
      .slice(0, NAMED)
      .map(({ last4 }) => last4)
      .join(', ') + (those.length > NAMED ? ' …' : ''),
})
const about = ([first, ...others]: readonly Named[]) =>
  others.length ? undefined : { type: 'card', id: first!.cardId }
