import { ago, HOUR } from '../core/clock.ts'
import { db, transaction, type Tx } from '../core/db.ts'
import { accountOf } from '../identity/identity.ts'
import { later } from '../core/jobs.ts'
import { outside, OutsideUnknown, type ListedCard } from '../outside/outside.ts'
import { about, endBreak, isOpen, openCardBreaks, report, viewOf } from './cardBreaks.ts'
import { closeLater } from './closeFailedOpening.ts'
import { isInUse, liveCardsAfter, openingsByNo, refsOfOurs, type LiveCard, type Opening } from './compareQueries.ts'
import { lockCardRow } from './queries.ts'

declare module '../core/jobs.ts' {
  interface Jobs {
    'cards.compareWithIssuer': Record<string, never>
  }
}

const AT_ONCE = 500
/** What is younger may be under way: made there and not answered yet, opened here and not listed yet. */
const SETTLED_AFTER_MS = HOUR
/** A list that goes on is broken. A card that is open takes about 100 bytes of memory while the list is read. */
const CARDS_MAX = 10_000_000

/** By the day. A job, so that an issuer that does not answer is asked again within the hours that follow. */
export const compareDaily = (): Promise<void> =>
  transaction((tx) => later(tx, 'cards.compareWithIssuer', {}, { key: 'cards.compareWithIssuer' }))

/**
 * The issuer's list of cards against ours, by our order number and by its name for each card. Every difference is a break on the
 * Reconciliation page and an alarm. Only a card whose opening has failed here is closed there; for the others a person decides.
 */
export async function compareWithIssuer(): Promise<void> {
  const open = await compareList()
  await findMissing(open)
  await recheckBreaks()
}

/** All pages of the list. Gives the names of the cards that are open at the issuer. */
async function compareList(): Promise<Set<string>> {
  const open = new Set<string>()
  let listed = 0
  for (let cursor: string | undefined; ;) {
    const { cards, next } = await outside.issuer.listCards(cursor)
    const page = cards.filter(({ state }) => isOpen(state))
    for (const { ref } of page) open.add(ref)
    await comparePage(page)
    if (next === undefined) return open
    listed += cards.length
    if (next === cursor || cards.length === 0 || listed > CARDS_MAX)
      throw new OutsideUnknown('the list of cards does not end')
    cursor = next
  }
}

async function comparePage(page: readonly ListedCard[]): Promise<void> {
  const refs = page.map(({ ref }) => ref)
  // Orders first: a card that is opened between the two reads is found among the cards.
  const orders = await openingsByNo(
    db,
    page.map(({ idem }) => idem),
  )
  const ours = await refsOfOurs(db, outside.issuer.id, refs)
  for (const card of page) {
    const order = orders.get(card.idem)
    if (ours.has(card.ref) || isUnderWay(card, order)) continue
    if (order?.status === 'FAILED') await transaction((tx) => reportFailedButOpen(tx, card, order))
    else
      await transaction((tx) =>
        report(tx, { ...about('UNKNOWN_CARD', card.ref), orderNo: order?.order_no ?? null, detail: factsOf(card) }),
      )
  }
}

const isUnderWay = ({ createdAt }: ListedCard, order: Opening | undefined): boolean => {
  const settledBy = ago(SETTLED_AFTER_MS).getTime()
  if (!order) return createdAt > settledBy
  return !(order.status === 'SUCCESS' || order.status === 'FAILED') || order.updated_at.getTime() > settledBy
}

async function reportFailedButOpen(tx: Tx, card: ListedCard, order: Opening): Promise<void> {
  const { account_id: accountId, order_no: orderNo } = order
  const { user_no: userNo } = await accountOf(tx, accountId)
  await report(tx, { ...about('FAILED_BUT_OPEN', card.ref), orderNo, detail: { ...factsOf(card), userNo } })
  await closeLater(tx, { orderNo, ref: card.ref })
}

/** Cards in use here that the list does not have as open. Each is asked for by its name: one page may have been short. */
async function findMissing(open: ReadonlySet<string>): Promise<void> {
  const openedBefore = ago(SETTLED_AFTER_MS)
  for (let after = { account_id: '', card_id: '' }; ;) {
    const page = await liveCardsAfter(db, outside.issuer.id, openedBefore, after, AT_ONCE)
    for (const card of page) {
      if (open.has(card.ref)) continue
      const there = await viewOf(card.ref)
      if (!there || !isOpen(there.state)) await transaction((tx) => reportMissing(tx, card, there?.state ?? 'NONE'))
    }
    if (page.length < AT_ONCE) return
    after = page.at(-1)!
  }
}

async function reportMissing(tx: Tx, { account_id, card_id, ref }: LiveCard, atIssuer: string): Promise<void> {
  const card = await lockCardRow(tx, account_id, card_id)
  if (card.status !== 'ACTIVE') return // deleted while we asked
  const { user_no: userNo } = await accountOf(tx, account_id)
  const detail = { card: ref, cardNo: card.card_seq_no, last4: card.last4, userNo, atIssuer }
  await report(tx, { ...about('MISSING_AT_ISSUER', ref), orderNo: card.open_order_no, detail })
}

/** What is no longer so is closed; a card whose closing got no answer is closed again. */
async function recheckBreaks(): Promise<void> {
  for (const { kind, ref, orderNo } of await openCardBreaks()) {
    if (kind === 'FAILED_BUT_OPEN') await transaction((tx) => closeLater(tx, { orderNo: orderNo!, ref }))
    else if (await isOver(kind, ref)) await transaction((tx) => endBreak(tx, kind, ref))
  }
}

async function isOver(kind: 'UNKNOWN_CARD' | 'MISSING_AT_ISSUER', ref: string): Promise<boolean> {
  const there = await viewOf(ref)
  const openThere = there !== null && isOpen(there.state)
  if (kind === 'UNKNOWN_CARD') return !openThere || (await refsOfOurs(db, outside.issuer.id, [ref])).has(ref)
  return openThere || !(await isInUse(db, outside.issuer.id, ref))
}

const factsOf = ({ ref, last4, state }: ListedCard) => ({ card: ref, last4, atIssuer: state })
