import { port } from '../core/composition.ts'
import type { Tx } from '../core/db.ts'
import type { Draft } from './draft.ts'

declare module '../core/composition.ts' {
  interface Ports {
    /**
     * Hears of account holders of whom a wallet or a card has more to spend than before, or who owe less, in the transaction
     * in which it becomes so. Every posting and every released hold passes here, so none of the many ways in which money
     * comes home has to remember those who owe some.
     */
    'ledger.moneyFreed'(tx: Tx, accountIds: readonly string[]): Promise<void>
  }
}

export async function tellMoneyFreed(tx: Tx, { accounts }: Draft): Promise<void> {
  const freed = [...accounts.values()].filter(({ ref: { code }, moved }) =>
    code === '1310' ? moved.posted < 0 : (code === '2010' || code === '2020') && moved.posted > moved.held,
  )
  if (!freed.length) return
  const accountIds = [...new Set(freed.map(({ ref }) => ref.accountId))]
  await port('ledger.moneyFreed')(tx, accountIds)
}
