/** The history of an authorization, oldest first, from its row, its events and its settlements. */
import { authEvents } from '#contract/trades/trades.ts'
import type { Authorization, Trade } from '../tradeTones.ts'

export type Moment =
  | { kind: 'asked'; time: number }
  | { kind: 'approved'; time: number; amount: number; fee: number }
  | { kind: 'declined'; time: number; amount: number }
  | { kind: 'increment' | 'reversal' | 'expiry'; time: number; amount: number }
  | { kind: 'incrementDeclined'; time: number; amount: number; reason: string }
  | { kind: 'trade'; time: number; trade: Trade }
  /** The end, if no row records its time. */
  | { kind: 'released'; time: undefined; amount: number }
  | { kind: 'waiting' | 'waitingMore'; time: undefined; amount: number; until: number | null }

type Timed = Extract<Moment, { time: number }>

export function storyOf(auth: Authorization, trades: readonly Trade[] = []): Moment[] {
  const asked: Moment = { kind: 'asked', time: auth.tradeTime }
  const decided = auth.approveTime ?? auth.tradeTime
  if (auth.status === 'DECLINED')
    return [asked, { kind: 'declined', time: decided, amount: auth.amount }, ...settled(trades)]

  // Settlements have their own rows.
  const events = (auth.events ?? []).filter(({ kind }) => kind in authEvents)
  // The row has the current amount; the initially approved amount is that without later changes.
  const first = events.reduce(
    (amount, { kind, amount: by, reasonText }) =>
      kind === 'INCREMENT' && reasonText === null ? amount - by : kind === 'REVERSAL' ? amount + by : amount,
    auth.amount,
  )
  const later: Timed[] = [
    ...events.map(({ kind, amount, reasonText, time }): Timed => {
      if (kind !== 'INCREMENT') return { kind: kind === 'REVERSAL' ? 'reversal' : 'expiry', time, amount }
      return reasonText === null
        ? { kind: 'increment', time, amount }
        : { kind: 'incrementDeclined', time, amount, reason: reasonText }
    }),
    ...settled(trades),
  ].sort((a, b) => a.time - b.time)
  return [asked, { kind: 'approved', time: decided, amount: first, fee: auth.fee }, ...later, ...endOf(auth, later)]
}

const settled = (trades: readonly Trade[]): Timed[] =>
  trades.map((trade) => ({ kind: 'trade' as const, time: trade.postTime, trade })).sort((a, b) => a.time - b.time)

function endOf({ status, amount, clearedAmount, remainingHold, expireTime }: Authorization, later: Timed[]): Moment[] {
  const rest = amount - clearedAmount
  switch (status) {
    case 'PENDING':
      return [{ kind: 'waiting', time: undefined, amount: remainingHold, until: expireTime }]
    case 'PARTIAL':
      return [{ kind: 'waitingMore', time: undefined, amount: remainingHold, until: expireTime }]
    case 'REVERSED':
    case 'EXPIRED':
    case 'COMPLETE': {
      const told = later.some(({ kind }) => kind === 'reversal' || kind === 'expiry')
      return told || rest <= 0 ? [] : [{ kind: 'released', time: undefined, amount: rest }]
    }
    case 'DECLINED':
      return []
  }
}
