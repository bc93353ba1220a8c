/** Personal notices by day, those of one day and event together. Pure. */
import type { Output } from '#contract/core/call.ts'
import type { personalNotices } from '#contract/notices/notices.ts'

export type Notice = Output<typeof personalNotices>['list'][number]
/** One notice, or several of one day and event, newest first. */
export type Entry = { readonly key: string; readonly notices: readonly Notice[] }
export type Day = { readonly day: string; readonly entries: readonly Entry[] }

/** `notices` are newest first, and so are the entries, by their newest notice. Urgent notices are never bundled, so that nobody overlooks one. */
export function bundlesByDay(notices: readonly Notice[], dayOf: (time: number) => string): Day[] {
  const days = Map.groupBy(notices, ({ createTime }) => dayOf(createTime))
  return [...days].map(([day, those]) => ({
    day,
    entries: [
      ...Map.groupBy(those, ({ id, event, level }) => (level === 'URGENT' ? id : `${day} ${event}`)).values(),
    ].map((some) => ({ key: some.length === 1 ? some[0]!.id : `${day} ${some[0]!.event}`, notices: some })),
  }))
}

/** Events that tell of purchases and refunds: of how many cards they are is worth saying. */
const ofPurchases = ['refund_posted', 'refund_under_review', 'refund_returned', 'card_declined', 'sub_card_declined']
/** A sum of what did not happen says nothing. */
const failed = ['card_declined', 'sub_card_declined', 'card_open_failed']

export type Summary = {
  readonly count: number
  /** 0 where it is not known or goes without saying. */
  readonly cards: number
  readonly cents: number | undefined
  readonly merchants: readonly string[]
}

/** What the notices of an entry tell together. A figure is left out unless every notice has its part of it. */
export function summaryOf(notices: readonly Notice[]): Summary {
  const event = notices[0]!.event
  const facts = notices.map((notice) => notice.facts ?? {})
  const count = facts.reduce((sum, { count: some = 1 }) => sum + some, 0)
  const cards = new Set(facts.map(({ cardId }) => cardId))
  const amounts = facts.flatMap(({ cents }) => cents ?? [])
  return {
    count,
    cards: ofPurchases.includes(event) && !cards.has(undefined) ? cards.size : 0,
    cents:
      amounts.length === facts.length && !failed.includes(event)
        ? amounts.reduce((sum, one) => sum + one, 0)
        : undefined,
    merchants: [...new Set(facts.flatMap(({ merchant }) => merchant ?? []))],
  }
}
