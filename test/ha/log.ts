/** Everything that the service has acknowledged to the card network and to people, kept here, where no database can lose it. */

export type Authorization = {
  readonly ref: string
  readonly cardId: string
  readonly amountCents: number
  /** What the network was told, every time it was told something definite. */
  readonly told: ('approved' | 'declined')[]
  readonly reasons: string[]
  /** Sent, and perhaps not acknowledged yet. */
  reversing: boolean
  reversed: boolean
}

export type CardLoad = {
  readonly requestNo: string
  readonly cardId: string
  readonly amountCents: number
  /** Undefined: not known. */
  outcome: 'loaded' | 'refused' | undefined
  orderNo: string | undefined
}

export class Log {
  readonly authorizations: Authorization[] = []
  readonly loads: CardLoad[] = []
  readonly beganAt = performance.now()
  /** When an approval was heard, in milliseconds of `performance.now()`. */
  readonly approvedAt: number[] = []
  /** Answers to calls of the console. `busy`: 503. `fault`: 500 and other surprises. `broken`: no answer. */
  readonly console = { good: 0, busy: 0, fault: 0, broken: 0 }
  /** Sent again under the same name. */
  repeated = 0
}

/** What the books hold about one authorization. */
export type BookedAuthorization = { ref: string; status: string; heldCents: number }
export type Verdict = { lost: string[]; doubled: string[]; declinedWhileHeld: string[]; unresolved: string[] }

/** Compares what was acknowledged with the books, after everything has come to rest. */
export function judge(
  { authorizations, loads }: Pick<Log, 'authorizations' | 'loads'>,
  booked: readonly BookedAuthorization[],
  orders: readonly { orderNo: string; cardId: string; amountCents: number }[],
): Verdict {
  const verdict: Verdict = { lost: [], doubled: [], declinedWhileHeld: [], unresolved: [] }
  const rows = new Map<string, BookedAuthorization[]>()
  for (const row of booked) rows.set(row.ref, [...(rows.get(row.ref) ?? []), row])
  for (const { ref, amountCents, told, reversing, reversed } of authorizations) {
    const found = rows.get(ref) ?? []
    const held = found.reduce((sum, { heldCents }) => sum + heldCents, 0)
    const isApproved = told.includes('approved')
    if (found.length > 1) verdict.doubled.push(`authorization ${ref}: ${found.length} rows`)
    if (held > amountCents) verdict.doubled.push(`authorization ${ref}: ${held} held of ${amountCents}`)
    if (told.includes('declined') && (isApproved || held > 0)) verdict.declinedWhileHeld.push(`authorization ${ref}`)
    if (reversing && !reversed) verdict.unresolved.push(`the reversal of ${ref} was never acknowledged`)
    else if (reversed && held > 0) verdict.lost.push(`the reversal of ${ref}: ${held} still held`)
    else if (!reversing && isApproved && held !== amountCents)
      verdict.lost.push(`authorization ${ref}: ${held} held of ${amountCents}`)
    else if (!reversing && told.length === 0) verdict.unresolved.push(`authorization ${ref}`)
  }
  const known = new Map(orders.map((order) => [order.orderNo, order]))
  for (const { requestNo, orderNo, outcome, amountCents } of loads) {
    if (outcome === undefined) verdict.unresolved.push(`load ${requestNo}`)
    if (outcome === 'loaded' && known.get(orderNo!)?.amountCents !== amountCents) verdict.lost.push(`load ${requestNo}`)
  }
  const acknowledged = new Set(loads.map(({ orderNo }) => orderNo))
  for (const { orderNo } of orders)
    if (!acknowledged.has(orderNo)) verdict.doubled.push(`order ${orderNo}: nobody was told of it`)
  return verdict
}

/** The longest time between two approvals, in seconds, from `from` to `to`. */
export function longestGap(approvedAt: readonly number[], from: number, to: number): number {
  const inside = [from, ...approvedAt.filter((at) => at > from && at < to).sort((a, b) => a - b), to]
  return Math.max(...inside.slice(1).map((at, i) => at - inside[i]!)) / 1000
}

/** The value that 95 of 100 do not exceed: with few values the largest. */
export const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0
