/** Writes a notice in one line from its facts. If a fact is missing, the notice shows its own text. */
import { show } from '#contract/core/money.ts'
import { say } from './text.ts'
import { summaryOf, type Notice } from './bundles.ts'

type LineKey = Parameters<typeof say>[0] & `inbox.line.${string}`
type BundleKey = Parameters<typeof say>[0] & `inbox.bundle.${string}`

/** The facts that a line needs. */
const needed = {
  'inbox.line.refund_posted': ['merchant', 'amount', 'card'],
  'inbox.line.refund_under_review': ['merchant', 'amount', 'card'],
  'inbox.line.refund_returned': ['merchant', 'amount', 'card'],
  'inbox.line.card_declined': ['merchant', 'amount', 'card', 'reason'],
  'inbox.line.card_declined_several': ['merchant', 'card', 'reason'],
  'inbox.line.card_declined_check': ['merchant', 'card', 'reason'],
  'inbox.line.sub_card_declined': ['name', 'merchant', 'amount', 'card', 'reason'],
  'inbox.line.sub_card_declined_several': ['name', 'merchant', 'card', 'reason'],
  'inbox.line.sub_card_declined_check': ['name', 'merchant', 'card', 'reason'],
  'inbox.line.card_opened': ['card', 'amount'],
  'inbox.line.card_open_failed': ['amount', 'reason'],
  'inbox.line.card_close_done': ['card', 'amount'],
  'inbox.line.card_blocked_by_system': ['card', 'reason'],
  'inbox.line.topup_credited': ['amount'],
  'inbox.line.commission_in': ['amount'],
} as const satisfies Record<LineKey, readonly ('merchant' | 'amount' | 'card' | 'reason' | 'name')[]>

const isLine = (key: string): key is LineKey => Object.hasOwn(needed, key)

export function sentenceOf({ event, facts, text }: Notice): string {
  const { last4, merchant = '', name = '', count = 1, cents, reason = '' } = facts ?? {}
  const amount = cents === undefined ? '' : show(cents)
  const values = { merchant, name, count, reason, amount, card: last4 ? `····\u00a0${last4}` : '' }
  // A decline tells of several charges, of one, or of a check of the card, which has no amount.
  const form = !event.endsWith('card_declined') ? '' : count > 1 ? '_several' : amount ? '' : '_check'
  const key = `inbox.line.${event}${form}`
  return isLine(key) && needed[key].every((fact) => values[fact]) ? say(key, values) : text
}

/** So many merchants are named. */
const NAMED = 2

const bundleKeys = {
  refund_posted: 'inbox.bundle.refund_posted',
  refund_under_review: 'inbox.bundle.refund_under_review',
  refund_returned: 'inbox.bundle.refund_returned',
  card_declined: 'inbox.bundle.card_declined',
  sub_card_declined: 'inbox.bundle.sub_card_declined',
  card_opened: 'inbox.bundle.card_opened',
  card_open_failed: 'inbox.bundle.card_open_failed',
  card_close_done: 'inbox.bundle.card_close_done',
  card_blocked_by_system: 'inbox.bundle.card_blocked_by_system',
  topup_credited: 'inbox.bundle.topup_credited',
  commission_in: 'inbox.bundle.commission_in',
} as const satisfies Record<string, BundleKey>

/** Several notices in one line, and the merchants that they are about. */
export function bundleSentence(notices: readonly Notice[]): { line: string; note: string } {
  const { event, title } = notices[0]!
  const { count, cards, cents, merchants } = summaryOf(notices)
  const line = [
    Object.hasOwn(bundleKeys, event)
      ? say(bundleKeys[event as keyof typeof bundleKeys], { count })
      : say('inbox.bundle.other', { title, count: notices.length }),
    ...(cards > 0 ? [say('inbox.bundle.cards', { count: cards })] : []),
    ...(cents === undefined ? [] : [say('inbox.bundle.total', { total: show(cents) })]),
  ].join('')
  const names = merchants.slice(0, NAMED).join(', ')
  const more = merchants.length - NAMED
  return { line, note: more > 0 ? say('inbox.more', { names, count: more }) : names }
}
