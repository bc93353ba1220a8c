import type { Tx } from '#server/core/db.ts'
import { port } from '#server/core/composition.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { findHolds, findPosted, transferKey } from '../queries.ts'
import { placeKey, placesIn } from '../refs.ts'
import { type Posted, type Transfer, Overtaken } from '../words.ts'
import { draftOn, draftTransfer } from './draft.ts'
import { lockedOrOpened } from './lockAccounts.ts'
import { write } from './write.ts'

/** Posts one transfer. See {@link postMany}. */
export const post = async (tx: Tx, transfer: Transfer): Promise<Posted> => (await postMany(tx, [transfer]))[0]!

/**
 * Posts transfers, all or none, in the given order: each sees the balances left by the previous ones. Uses a few statements whatever their number. A transfer
 * already posted under its key (tenant, kind, business object, leg) returns the first one and moves nothing.
 *
 * Throws {@link NotEnough} if an account would fall below its floor (forced kinds may take a card there), and {@link LedgerFault} for lines that do not
 * balance, accounts that are not open, and holds with less left.
 */
export async function postMany(tx: Tx, transfers: readonly Transfer[]): Promise<Posted[]> {
  if (!transfers.length) return []
  const used = transfers.flatMap(({ accountId, lines }) =>
    placesIn(
      accountId,
      lines.map(({ to }) => to),
    ),
  )
  const places = [...new Map(used.map((place) => [placeKey(place.cell, place), place])).values()]
  const holds = transfers.flatMap(({ accountId, resolves = [] }) =>
    resolves.flatMap(({ hold }) => (typeof hold === 'string' ? [{ cell: cellOf(accountId), holdId: hold }] : [])),
  )

  const accounts = await lockedOrOpened(tx, places, holds)
  const before = await findPosted(tx, transfers)
  const draft = draftOn(accounts, holds.length ? await findHolds(tx, holds) : [])

  const answers = transfers.map((transfer, index) => {
    const key = transferKey(transfer)
    const first = before.get(key)
    if (first) return first
    const posted = draftTransfer(draft, transfer, index)
    before.set(key, { ...posted, replayed: true })
    return posted
  })

  const written = await write(tx, draft)
  if (written !== draft.transfers.length) throw new Overtaken('posted by somebody else meanwhile')
  await workAfterCredits(tx, transfers, answers)
  return answers
}

/** `transferIds`: the transfers that credited the account. */
type Work = (tx: Tx, accountId: string, transferIds: readonly string[]) => Promise<void>

declare module '#server/core/composition.ts' {
  interface Ports {
    /**
     * Work of a higher module in every transaction that credits a tenant's account of this code, whatever operation posts it: it empties the wallet of a
     * closing account and freezes what comes to an account with frozen funds, so that no incoming path is missed.
     */
    'ledger.afterCredit': Readonly<Record<'2010' | '2410' | '2420', Work>>
  }
}

async function workAfterCredits(tx: Tx, transfers: readonly Transfer[], posted: readonly Posted[]): Promise<void> {
  const due = new Map<string, { code: '2010' | '2410' | '2420'; accountId: string; transferIds: string[] }>()
  transfers.forEach(({ lines }, index) => {
    const { replayed, transferId } = posted[index]!
    if (replayed) return
    for (const { side, to, amount } of lines) {
      const { code, accountId } = to
      if (side !== 'C' || amount <= 0 || (code !== '2010' && code !== '2410' && code !== '2420')) continue
      const credited = due.get(`${code} ${accountId}`) ?? { code, accountId, transferIds: [] }
      due.set(`${code} ${accountId}`, credited)
      credited.transferIds.push(transferId)
    }
  })
  for (const { code, accountId, transferIds } of due.values())
    await port('ledger.afterCredit')[code](tx, accountId, transferIds)
}
