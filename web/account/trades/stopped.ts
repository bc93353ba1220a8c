/** Which of the owner's controls stopped a purchase, what was left of it, and when it renews. */
import { controlScopes, limitWindows, type ControlScope, type StoppedBy } from '#contract/controls/stoppedBy.ts'
import type { Locked } from '#contract/controls/locks.ts'
import { show } from '#contract/core/money.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { showTime } from '#web/parts/dates.ts'
import { langNow } from '#web/text.ts'
import { merchantKind } from './merchantKinds.ts'
import { say } from './text.ts'

const MINUTE_MS = 60_000
/** Renewals that are further away are told by their date. */
const SOON_MINUTES = 48 * 60

/** When a limit renews; null: never. */
export function renewalText(resetTime: number | null): string {
  if (resetTime === null) return say('trades.stopped.never')
  const minutes = Math.ceil((resetTime - serverNow()) / MINUTE_MS)
  if (minutes <= 0) return say('trades.stopped.renewed', { time: showTime(resetTime) })
  if (minutes > SOON_MINUTES) return say('trades.stopped.renewsOn', { time: showTime(resetTime) })
  return minutes < 60
    ? say('trades.stopped.renewsInMinutes', { minutes })
    : say('trades.stopped.renewsIn', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

/** The control by its name: of a limit its own, or its period. */
const nameOf = ({ line, name, window }: StoppedBy): string =>
  name ?? (window ? limitWindows[window][langNow()] : say(`trades.stopped.line.${line}`))

/** What a card is locked to: a brand, a merchant, or a category. */
export const lockedName = ({ by, to = '', name = to }: Pick<Locked, 'by' | 'to' | 'name'>): string =>
  by === 'KIND' ? (merchantKind(to) ?? `MCC ${to}`) : name

/** `Ads a day · $12.00 left · renews in 6 h 12 min`. Of controls that only watch: `would have been declined · Ads a day …`. */
export function stoppedText(why: StoppedBy): string {
  const { scope, left, countLeft, resetTime, lock, watched } = why
  return [
    watched && say('trades.stopped.watched'),
    scope !== 'CARD' && controlScopes[scope][langNow()],
    nameOf(why),
    lock && say('trades.stopped.only', { what: lockedName(lock) }),
    left !== undefined && say('trades.stopped.left', { amount: show(left) }),
    countLeft !== undefined && say('trades.stopped.countLeft', { count: countLeft }),
    resetTime !== undefined && renewalText(resetTime),
  ]
    .filter(Boolean)
    .join(' · ')
}

export const limitKey = ({ limitId }: { limitId: string }): string => `limits.${limitId}`
/** A line of a document as addresses name it; of those of the card's group, sub-account and account with their scope. */
export const keyIn = (scope: ControlScope, key: string): string => (scope === 'CARD' ? key : `${scope}.${key}`)
export const lineKey = ({ scope, line, limitId }: StoppedBy): string =>
  keyIn(scope, limitId === undefined ? line : limitKey({ limitId }))
