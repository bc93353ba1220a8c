import { record, system } from '#server/audit/audit.ts'
import { endAlarm, raiseAlarm } from '#server/core/alarms.ts'
import { ago, HOUR } from '#server/core/clock.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { keepBreakOpen, mendBreaksOf, openBreaksOf, type Break } from '#server/funding/funding.ts'
import { accountOf } from '#server/identity/identity.ts'
import {
  issuerOf,
  outside,
  OutsideUnknown,
  OutsideRefused,
  type CardView,
  type Issuer,
  type ListedCard,
} from '#server/outside/outside.ts'
import { lockCardRow, maybeCard, nameOf } from '../queries.ts'
import { isInUse, liveCardsAfter, openingsByNo, cardsByRef, type LiveCard, type Opening } from './queries.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    'cards.compareWithIssuer': { issuerId: string }
    'cards.closeFailedOpening': FailedOpening
  }
}
/** An opening that failed here although the issuer made its card. */
type FailedOpening = { issuerId: string; orderNo: string; ref: string }

const AT_ONCE = 500
/** Younger cards may be in progress: made there and not answered yet, or opened here and not listed yet. */
const SETTLED_AFTER_MS = HOUR
/** A list longer than this is broken. An open card takes about 100 bytes of memory while the list is read. */
const CARDS_MAX = 10_000_000

/** Runs daily. A job for each issuer, so that one that does not answer is called again within the following hours. */
export const compareDaily = (): Promise<void> =>
  transaction(async (tx) => {
    for (const issuerId of outside.issuers.keys())
      await later(tx, 'cards.compareWithIssuer', { issuerId }, { key: `cards.compareWithIssuer ${issuerId}` })
  })

/**
 * Compares the issuer's list of cards with ours, by our order number and by its reference for each card. Every difference is a break on the Reconciliation page
 * and an alarm. Only a card whose opening failed here is closed there; the others are decided by a person.
 */
export async function compareWithIssuer({ issuerId }: { issuerId: string }): Promise<void> {
  const issuer = issuerOf(issuerId)
  const open = await compareList(issuer)
  await findMissing(issuer, open)
  await recheckBreaks(issuer)
}

/** Compares all pages of the list. Returns the references of the cards that are open at the issuer. */
async function compareList(issuer: Issuer): Promise<Set<string>> {
  const open = new Set<string>()
  let listed = 0
  for (let cursor: string | undefined; ;) {
    const { cards, next } = await issuer.listCards(cursor)
    const page = cards.filter(({ state }) => isOpen(state))
    for (const { ref } of page) open.add(ref)
    await comparePage(issuer, page)
    if (next === undefined) return open
    listed += cards.length
    if (next === cursor || cards.length === 0 || listed > CARDS_MAX)
      throw new OutsideUnknown('the list of cards does not end')
    cursor = next
  }
}

async function comparePage({ id: issuerId }: Issuer, page: readonly ListedCard[]): Promise<void> {
  const refs = page.map(({ ref }) => ref)
  // Orders first: a card opened between the two reads is then found among the cards.
  const orders = await openingsByNo(
    db,
    page.map(({ idem }) => idem),
  )
  const ours = await cardsByRef(db, issuerId, refs)
  for (const card of page) {
    const order = orders.get(card.idem)
    if (ours.has(card.ref) || isUnderWay(card, order)) continue
    if (order?.status === 'FAILED') await transaction((tx) => reportFailedButOpen(tx, issuerId, card, order))
    else
      await transaction((tx) =>
        report(tx, {
          ...about('UNKNOWN_CARD', card.ref),
          orderNo: order?.order_no ?? null,
          detail: factsOf(issuerId, card),
        }),
      )
  }
}

const isUnderWay = ({ createdAt }: ListedCard, order: Opening | undefined): boolean => {
  const settledBy = ago(SETTLED_AFTER_MS).getTime()
  if (!order) return createdAt > settledBy
  return !(order.status === 'SUCCESS' || order.status === 'FAILED') || order.updated_at.getTime() > settledBy
}

async function reportFailedButOpen(tx: Tx, issuerId: string, card: ListedCard, order: Opening): Promise<void> {
  const { account_id: accountId, order_no: orderNo } = order
  const { user_no: userNo } = await accountOf(tx, accountId)
  await report(tx, { ...about('FAILED_BUT_OPEN', card.ref), orderNo, detail: { ...factsOf(issuerId, card), userNo } })
  await closeLater(tx, { issuerId, orderNo, ref: card.ref })
}

/** Finds cards in use here that are not open in the list. Each is looked up by its reference, because a page may have been incomplete. */
async function findMissing(issuer: Issuer, open: ReadonlySet<string>): Promise<void> {
  const openedBefore = ago(SETTLED_AFTER_MS)
  for (let after = { cell: 0, account_id: '', card_id: '' }; ;) {
    const page = await liveCardsAfter(db, issuer.id, openedBefore, after, AT_ONCE)
    for (const card of page) {
      if (open.has(card.ref)) continue
      const there = await viewOf(issuer, card.ref)
      if (!there || !isOpen(there.state))
        await transaction((tx) => reportMissing(tx, issuer.id, card, there?.state ?? 'NONE'))
    }
    if (page.length < AT_ONCE) return
    after = page.at(-1)!
  }
}

async function reportMissing(
  tx: Tx,
  issuerId: string,
  { account_id, card_id, ref }: LiveCard,
  atIssuer: string,
): Promise<void> {
  const card = await lockCardRow(tx, account_id, card_id)
  if (card.status !== 'ACTIVE') return // deleted during the request
  const { user_no: userNo } = await accountOf(tx, account_id)
  const detail = { issuer: issuerId, card: ref, cardNo: card.card_seq_no, last4: card.last4, userNo, atIssuer }
  await report(tx, { ...about('MISSING_AT_ISSUER', ref), orderNo: card.open_order_no, detail })
}

/** Closes breaks that no longer exist; retries closing a card if the first attempt got no answer. */
async function recheckBreaks(issuer: Issuer): Promise<void> {
  for (const { kind, ref, orderNo, detail } of await openCardBreaks()) {
    if (detail['issuer'] !== issuer.id) continue
    if (kind === 'FAILED_BUT_OPEN')
      await transaction((tx) => closeLater(tx, { issuerId: issuer.id, orderNo: orderNo!, ref }))
    else if (await isOver(issuer, kind, ref)) await transaction((tx) => endBreak(tx, kind, ref))
  }
}

async function isOver(issuer: Issuer, kind: 'UNKNOWN_CARD' | 'MISSING_AT_ISSUER', ref: string): Promise<boolean> {
  const there = await viewOf(issuer, ref)
  const openThere = there !== null && isOpen(there.state)
  if (kind === 'UNKNOWN_CARD') return !openThere || (await cardsByRef(db, issuer.id, [ref])).has(ref)
  return openThere || !(await isInUse(db, issuer.id, ref))
}

const factsOf = (issuer: string, { ref, last4, state }: ListedCard) => ({ issuer, card: ref, last4, atIssuer: state })

const closeLater = (tx: Tx, failed: FailedOpening): Promise<void> =>
  later(tx, 'cards.closeFailedOpening', failed, { key: `close ${failed.ref}` })

/**
 * Has the issuer close a card that it made although the opening failed here and its money was returned. Whatever the list said, it never closes a card of ours
 * or a card of another order. May run any number of times; without an answer it runs again.
 */
export async function closeFailedOpening({ issuerId, orderNo, ref }: FailedOpening): Promise<void> {
  const issuer = issuerOf(issuerId)
  const order = (await openingsByNo(db, [orderNo])).get(orderNo)
  if (order?.status !== 'FAILED' || (await cardsByRef(db, issuerId, [ref])).size > 0) return
  const before = await viewOf(issuer, ref)
  if (before && before.idem !== orderNo) return
  const closes = before !== null && isOpen(before.state)
  if (closes) {
    await issuer.setState(ref, 'CLOSED', 'its opening has failed', `close-${orderNo}`)
    const after = await viewOf(issuer, ref)
    if (after && isOpen(after.state)) throw new OutsideUnknown('the card is still open')
  }
  await transaction(async (tx) => {
    const ended = await endBreak(tx, 'FAILED_BUT_OPEN', ref)
    if (!ended && !closes) return // recorded before
    const card = (await maybeCard(tx, { accountId: order.account_id, subUid: undefined }, order.card_id))!
    await record(tx, system(order.account_id), {
      type: 'CARD_OPEN',
      target: nameOf(card),
      content: {
        cn: '开卡已失败并退款，发卡行仍制出了卡片；该卡已关闭',
        en: 'The opening failed and was refunded, but the issuer created the card later. The card was closed.',
      },
      before: { atIssuer: before?.state ?? 'NONE' },
      after: { atIssuer: 'CLOSED', ref },
    })
  })
}

/** The rail of these breaks on the Reconciliation page, as in the reconciliation of card spend. */
const CARDS = 'CARDS'
const kinds = ['UNKNOWN_CARD', 'FAILED_BUT_OPEN', 'MISSING_AT_ISSUER'] as const
const openCardBreaks = () => openBreaksOf(db, CARDS, kinds)
const about = (kind: (typeof kinds)[number], ref: string) => ({ rail: CARDS, kind, ref })

async function report(tx: Tx, found: Break): Promise<void> {
  if (await keepBreakOpen(tx, found))
    await raiseAlarm(tx, { kind: 'CARD_DIFFERS', subject: found.ref, detail: { card: found.ref, kind: found.kind } })
}

/** Returns true if it was open. */
async function endBreak(tx: Tx, kind: (typeof kinds)[number], ref: string): Promise<boolean> {
  await endAlarm(tx, 'CARD_DIFFERS', ref)
  return (await mendBreaksOf(tx, CARDS, kind, [ref])) > 0
}

const isOpen = (state: CardView['state']): boolean => state !== 'CLOSED' && state !== 'FAILED'

/** Null: the issuer has no such card. */
async function viewOf(issuer: Issuer, ref: string): Promise<CardView | null> {
  try {
    return await issuer.getCard(ref)
  } catch (error) {
    if (error instanceof OutsideRefused && error.code === 'CARD_NOT_FOUND') return null
    throw error
  }
}
