/**
 * Which accounts a transaction has changed, and what of them. It is sent when the transaction has committed, never inside it: NOTIFY locks out all other
 * notifying commits of the database until its own is on disk (docs/decisions/0064-one-change-feed.md).
 */
import { topics, type Topic } from '#contract/changes/changes.ts'

/** Topics as bits. */
export type Topics = number
export type Touched = Map<string, Topics>

const bits = Object.fromEntries(topics.map((topic, at) => [topic, 1 << at])) as Record<Topic, Topics>
export const has = (mask: Topics, topic: Topic): boolean => (mask & bits[topic]) !== 0
export const topicsOf = (mask: Topics): Topic[] => topics.filter((topic) => has(mask, topic))

const touchedIn = new WeakMap<object, Touched>()

/** Changes of several transactions in one: an account is named once. */
export function addTo(touched: Touched, accountId: string, mask: Topics): void {
  touched.set(accountId, (touched.get(accountId) ?? 0) | mask)
}

/** In place of an account: what all accounts see has changed. Consoles hear of it spread over half a minute, so that they do not all read at once. */
export const EVERYONE = '*'

/** Outside of a transaction, called after the statement, it is sent immediately. */
export function touch(on: { readonly isTransaction: boolean }, accountId: string, ...what: readonly Topic[]): void {
  if (!on.isTransaction) return touchNow([accountId], ...what)
  const touched = touchedIn.get(on) ?? new Map<string, Topics>()
  touchedIn.set(on, touched)
  addTo(touched, accountId, maskOf(what))
}

/** For changes that are committed already. */
export function touchNow(accountIds: Iterable<string>, ...what: readonly Topic[]): void {
  if (!send) return
  const mask = maskOf(what)
  send(new Map(Array.from(accountIds, (accountId) => [accountId, mask])))
}

const maskOf = (what: readonly Topic[]): Topics => what.reduce((mask, topic) => mask | bits[topic], 0)

/** After the commit. */
export function sendTouched(tx: object): void {
  const touched = touchedIn.get(tx)
  if (touched) send?.(touched)
}

let send: ((touched: Touched) => void) | undefined
/** Without a sender, as in most tests, nothing is sent. */
export const sendBy = (sender: typeof send): void => void (send = sender)
