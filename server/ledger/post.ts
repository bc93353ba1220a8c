import type { Tx } from '../core/db.ts'
import { workAfterCredits } from './afterCredit.ts'
import { draftOn, draftTransfer } from './draft.ts'
import { lockedOrOpened } from './lockAccounts.ts'
import { findHolds, findPosted, transferKey } from './queries.ts'
import { refKey } from './refs.ts'
import { Overtaken } from './refusals.ts'
import type { Posted, Transfer } from './words.ts'
import { write } from './write.ts'

/** Post one transfer. See {@link postMany}. */
export const post = async (tx: Tx, transfer: Transfer): Promise<Posted> => (await postMany(tx, [transfer]))[0]!

/**
 * Post transfers, all or none, in the order given: each sees the balances that the ones before it left. A few
 * statements whatever their number. A transfer that was posted before under its key (tenant, kind, business object,
 * leg) is answered with the first one and moves nothing.
 *
 * Throws {@link NotEnough} where an account would fall under its floor (forced kinds may take a card there), and
 * {@link LedgerFault} for lines that do not balance, accounts that are not open, and holds that have less left.
 */
export async function postMany(tx: Tx, transfers: readonly Transfer[]): Promise<Posted[]> {
  if (!transfers.length) return []
  const refs = [...new Map(transfers.flatMap(({ lines }) => lines.map(({ to }) => [refKey(to), to] as const))).values()]
  const holds = transfers.flatMap(({ resolves = [] }) => resolves.map(({ hold }) => hold))

  const accounts = await lockedOrOpened(tx, refs, holds)
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
