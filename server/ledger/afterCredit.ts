import { port } from '../core/composition.ts'
import type { Tx } from '../core/db.ts'
import { isRow } from './refs.ts'
import type { Posted, Transfer } from './words.ts'

type Work = (tx: Tx, accountId: string) => Promise<void>

declare module '../core/composition.ts' {
  interface Ports {
    /**
     * What a higher module does in every transaction that credits a tenant's account of this code, whichever operation posts it:
     * the wallet of an account that is leaving is emptied by it, so that no way for money to come in is forgotten.
     */
    'ledger.afterCredit': Readonly<Record<'2010' | '2410', Work>>
  }
}

export async function workAfterCredits(
  tx: Tx,
  transfers: readonly Transfer[],
  posted: readonly Posted[],
): Promise<void> {
  const due = new Map<string, () => Promise<void>>()
  transfers.forEach(({ lines }, index) => {
    if (posted[index]!.replayed) return
    for (const { side, to, amount } of lines) {
      if (side !== 'C' || amount <= 0 || !isRow(to) || (to.code !== '2010' && to.code !== '2410')) continue
      const { code, accountId } = to
      due.set(`${code} ${accountId}`, () => port('ledger.afterCredit')[code](tx, accountId))
    }
  })
  for (const work of due.values()) await work()
}
