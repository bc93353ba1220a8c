/** What the issuer told us, applied: one event, one transaction, once. */
import { cardCreated, cardStateChanged, crossBorderOf, WalletToo } from '#server/cards/cards.ts'
import { ago, DAY, nowMs } from '#server/core/clock.ts'
import { isTaken, transaction, type Tx } from '#server/core/db.ts'
import type { NetworkEvent } from '#server/outside/outside.ts'
import { codeFinished, codeIssued } from '#server/threeD/threeD.ts'
import { merchantNumber } from '../decide/merchants.ts'
import { forgetCode, noteFailure, takeEvent, waitingEvents } from '../queries.ts'
import { authDeclined } from './authDeclined.ts'
import { boundedTime, Mismatch } from './checkEvent.ts'
import { clearingPosted } from './clearing.ts'
import { clearingReversed } from './clearingReversed.ts'
import { holdEvent } from './holdEvent.ts'
import { authExpired, authReversed } from './letGo.ts'
import { refundPosted, refundReversed } from './refund.ts'

type Apply = { [E in NetworkEvent as E['type']]: (tx: Tx, event: E, known: Known) => Promise<void> }

const applying: Apply = {
  'card.created': cardCreated,
  'card.state': cardStateChanged,
  'auth.declined': authDeclined,
  'auth.reversed': authReversed,
  'auth.expired': authExpired,
  'clearing.posted': clearingPosted,
  'clearing.reversed': clearingReversed,
  'refund.posted': refundPosted,
  'refund.reversed': refundReversed,
  async 'threeDs.challenged'(tx, event) {
    await codeIssued(tx, event)
    await forgetCode(tx, event.issuer, event.id)
  },
  'threeDs.finished': codeFinished,
}

/**
 * What does not belong to the transaction is looked up before it: a transaction that asks for a second connection waits
 * for ever once enough of them do.
 */
export type Known = {
  readonly merchantNo: number
  readonly conversionOf: Awaited<ReturnType<typeof crossBorderOf>>
  /** Lock the wallet before the card: this event reaches it. */
  readonly withWallet: boolean
}
const knownOf = async (event: NetworkEvent): Promise<Omit<Known, 'withWallet'>> => ({
  merchantNo: 'merchant' in event ? await merchantNumber(event.merchant) : 0,
  conversionOf: await crossBorderOf(),
})

/** An event that cannot be applied is tried for this long; then it waits at the desk. */
const GIVE_UP_AFTER_MS = DAY

/**
 * Apply what waits for one card, in the order in which it happened. One that cannot be applied yet does not stop the
 * others; the job ends in failure and is tried again.
 */
export async function applyEvents({ issuerId, cardRef }: { issuerId: string; cardRef: string }): Promise<void> {
  const failures: unknown[] = []
  for (const { event_id, body, received_at } of await waitingEvents(issuerId, cardRef)) {
    try {
      await applyOnce(body as unknown as NetworkEvent, { receivedMs: received_at.getTime() })
    } catch (error) {
      const said = error instanceof Error ? error.message : 'unknown'
      if (error instanceof Mismatch || received_at < ago(GIVE_UP_AFTER_MS)) await holdEvent(issuerId, event_id, error)
      else {
        await noteFailure(issuerId, event_id, said)
        failures.push(error)
      }
    }
  }
  if (failures.length) throw failures[0]
}

/** Taking the event, what it does to the books and what it leaves for others are one transaction. */
export async function applyOnce(
  told: NetworkEvent,
  { receivedMs = nowMs(), withWallet = false }: { receivedMs?: number; withWallet?: boolean } = {},
): Promise<void> {
  const event = boundedTime(told, receivedMs)
  const known = { ...(await knownOf(event)), withWallet }
  try {
    await transaction(async (tx) => {
      if (!(await takeEvent(tx, event.issuer, event.id))) return
      await (applying[event.type] as (tx: Tx, event: NetworkEvent, known: Known) => Promise<void>)(tx, event, known)
    })
  } catch (error) {
    if (error instanceof WalletToo) return applyOnce(told, { receivedMs, withWallet: true })
    // Two events of one clearing at once: the second is applied when it is tried again, and finds it done.
    if (isTaken(error, 'trade_once')) return applyOnce(told, { receivedMs, withWallet })
    throw error
  }
}
