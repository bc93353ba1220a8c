/** What the issuer tells about a dispute, and what it answers when we ask. */
import { show } from '#contract/core/money.ts'
import { ago, DAY } from '#server/core/clock.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { issuerOf, type DisputeStatus, type DisputeUpdated } from '#server/outside/outside.ts'
import { Mismatch, NotYet } from '#server/trades/trades.ts'
import { disputedRest, endUndecided, lockWithMoney, lose, win } from '../closing.ts'
import type { Locked } from '../money.ts'
import { disputeByRef, unheard, updateDispute } from '../queries.ts'

type Told = Pick<DisputeUpdated, 'status' | 'amount' | 'currency'>

/** A dispute that we do not know may be one whose filing has not been recorded yet. */
export async function disputeUpdated(tx: Tx, event: DisputeUpdated): Promise<void> {
  const found = await disputeByRef(tx, event.issuer, event.disputeRef)
  if (!found) throw new NotYet(`dispute ${event.disputeRef} has not been filed`)
  await moveOn(tx, (await lockWithMoney(tx, found))!, event)
}

async function moveOn(tx: Tx, locked: Locked, told: Told): Promise<void> {
  const { dispute } = locked
  if (told.status === 'OPEN' || told.status === 'IN_PROGRESS') return
  if (dispute.state === 'SUBMITTED') throw new NotYet(`dispute ${dispute.dispute_id} is being filed`)
  if (dispute.state !== 'IN_PROGRESS') return refuseMoneyAgain(locked, told)
  if (told.status !== 'WON') return ended[told.status](tx, locked)
  const rest = disputedRest(dispute)
  if (told.currency !== locked.card.currency)
    throw new Mismatch('CURRENCY_DIFFERS', { fact: 'currency', told: told.currency, ours: locked.card.currency })
  if (!Number.isSafeInteger(told.amount) || told.amount <= 0)
    throw new Mismatch('AMOUNT_INVALID', { fact: 'amount', told: String(told.amount), ours: '' })
  if (told.amount > rest)
    throw new Mismatch('AMOUNT_DIFFERS', { fact: 'amount', told: show(told.amount, told.currency), ours: show(rest) })
  await win(tx, locked, told.amount, 'ISSUER')
}

/** A dispute has ended here already. Money that would come once more is a contradiction, and so is money that the issuer takes back. */
function refuseMoneyAgain({ dispute }: Locked, { status, amount }: Told): void {
  const isAgain = status === 'WON' && !(dispute.state === 'WON' && dispute.won_cents === amount)
  const isTakenBack = status === 'LOST' && dispute.won_cents > 0
  if (!isAgain && !isTakenBack) return
  throw new Mismatch(
    'STATUS_DIFFERS',
    { fact: 'status', told: status, ours: dispute.state },
    { fact: 'amount', told: show(amount), ours: show(dispute.won_cents) },
  )
}

const ended: Record<
  Exclude<DisputeStatus, 'OPEN' | 'IN_PROGRESS' | 'WON'>,
  (tx: Tx, locked: Locked) => Promise<void>
> = {
  LOST: (tx, locked) => lose(tx, locked, 'ISSUER'),
  EXPIRED: (tx, locked) => endUndecided(tx, locked, { state: 'EXPIRED', why: 'TOO_LATE', by: 'ISSUER' }),
  CANCELED: (tx, locked) => endUndecided(tx, locked, { state: 'CANCELED', why: 'NOT_ACCEPTED', by: 'ISSUER' }),
}

/** Events are kept by issuers for weeks, disputes last for months: those that we have not heard of for a day are asked about. */
export async function askUnheard(): Promise<void> {
  await eachAlone(await unheard(db, ago(DAY)), async (dispute) => {
    const api = issuerOf(dispute.issuer_id).disputes
    if (!api || dispute.issuer_ref === null) return
    const { status, wonAmount: amount, currency } = await api.get(dispute.issuer_ref)
    await transaction(async (tx) => {
      const locked = (await lockWithMoney(tx, dispute))!
      await moveOn(tx, locked, { status, amount, currency: currency ?? locked.card.currency })
      // Not before tomorrow again.
      await updateDispute(tx, dispute, {})
    })
  })
}
