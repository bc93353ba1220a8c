import type { AccountCode } from '../../contract/ledger.ts'
import type { Tx } from '../db.ts'
import { isRow } from './refs.ts'
import type { Posted, Transfer } from './words.ts'

type Work = (tx: Tx, accountId: string) => Promise<void>
const works = new Map<AccountCode, Work>()

/**
 * What a higher module does in every transaction that credits a tenant's account of this code, whichever operation posts it:
 * the wallet of an account that is leaving is emptied by it, so that no way for money to come in is forgotten.
 */
export const afterCredit = (code: '2010' | '2410', work: Work): void => void works.set(code, work)

export async function workAfterCredits(
  tx: Tx,
  transfers: readonly Transfer[],
  posted: readonly Posted[],
): Promise<void> {
  const due = new Map<string, () => Promise<void>>()
  transfers.forEach(({ lines }, index) => {
    if (posted[index]!.replayed) return
    for (const { side, to, amount } of lines) {
      const work = side === 'C' && amount > 0 && isRow(to) ? works.get(to.code) : undefined
      if (work) due.set(`${to.code} ${to.accountId}`, () => work(tx, to.accountId))
    }
  })
  for (const work of due.values()) await work()
}
