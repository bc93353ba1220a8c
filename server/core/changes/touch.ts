/**
 * Which accounts a transaction has changed, and what of them. It is sent when the transaction has committed, never inside it: NOTIFY locks out all other
 * notifying commits of the database until its own is on disk (docs/decisions/0064-one-change-feed.md).
 */
import { topics, type Topic } from '#contract/changes/changes.ts'

/** Topics as bits. */
export type Topics = number
/** `cards`: only what belongs to these. Undefined: anything of the account. */
export type Change = { readonly topics: Topics; readonly cards: ReadonlySet<string> | undefined }
export type Touched = Map<string, Change>

/** Where more change together, a console reads all that it shows. */
const CARDS_MAX = 8

const bits = Object.fromEntries(topics.map((topic, at) => [topic, 1 << at])) as Record<Topic, Topics>
export const has = (mask: Topics, topic: Topic): boolean => (mask & bits[topic]) !== 0
export const topicsOf = (mask: Topics): Topic[] => topics.filter((topic) => has(mask, topic))

const touchedIn = new WeakMap<object, Touched>()

/** Changes of several transactions in one: an account is named once. */
export function addTo(touched: Touched, accountId: string, change: Change): void {
  const before = touched.get(accountId)
  touched.set(accountId, before ? both(before, change) : change)
}

/** Both changes as one. */
export const both = (a: Change, b: Change): Change => ({ topics: a.topics | b.topics, cards: cardsOfBoth(a, b) })

function cardsOfBoth({ cards: a }: Change, { cards: b }: Change): Change['cards'] {
  return few(a && b && new Set([...a, ...b]))
}

const few = (cards: Change['cards']): Change['cards'] => (cards && cards.size <= CARDS_MAX ? cards : undefined)

/** In place of an account: what all accounts see has changed. Consoles hear of it spread over half a minute, so that they do not all read at once. */
export const EVERYONE = '*'

/** Outside of a transaction, called after the statement, it is sent immediately. */
export function touch(on: { readonly isTransaction: boolean }, accountId: string, ...what: readonly Topic[]): void {
  if (!on.isTransaction) return touchNow(new Map([[accountId, undefined]]), ...what)
  const touched: Touched = touchedIn.get(on) ?? new Map()
  touchedIn.set(on, touched)
  addTo(touched, accountId, { topics: topicsIn(what), cards: undefined })
}

/** For changes that are committed already: by account, the cards that they concern. */
export function touchNow(accounts: ReadonlyMap<string, Change['cards']>, ...what: readonly Topic[]): void {
  if (!send) return
  const topics = topicsIn(what)
  send(new Map(Array.from(accounts, ([accountId, cards]) => [accountId, { topics, cards: few(cards) }])))
}

const topicsIn = (what: readonly Topic[]): Topics => what.reduce((mask, topic) => mask | bits[topic], 0)

/** After the commit. */
export function sendTouched(tx: object): void {
  const touched = touchedIn.get(tx)
  if (touched) send?.(touched)
}

let send: ((touched: Touched) => void) | undefined
/** Without a sender, as in most tests, nothing is sent. */
export const sendBy = (sender: typeof send): void => void (send = sender)
