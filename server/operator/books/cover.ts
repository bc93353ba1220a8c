import { ruleOf, type AccountCode } from '../../../contract/ledger.ts'
import { share } from '../../../contract/money.ts'
import type { Sum } from '../../ledger/ledger.ts'

/** US cents of so many minor units, by the same rates as the proof (ledger/checks.ts). */
function inCents(units: number, currency: string): number {
  const size = Math.abs(units)
  const cents =
    currency === 'USDT' ? share(size, 1, 10_000, 'half-up') : currency === 'CNY' ? share(size, 10, 72, 'half-up') : size
  return units < 0 ? -cents : cents
}

const countsAs = (code: AccountCode): 'client' | 'cover' | undefined => {
  const { counts } = ruleOf(code)
  return counts === 'fee' ? undefined : counts
}

/** What is owed to customers and for them, and the money that stands behind it, code by code. */
export function coverOf(lines: readonly (Pick<Sum, 'code' | 'currency'> & { balance: number })[]) {
  const codes = [...new Set(lines.map(({ code }) => code))].toSorted()
  return codes.flatMap((code) => {
    const counts = countsAs(code)
    const cents = lines
      .filter((line) => line.code === code)
      .reduce((sum, { balance, currency }) => sum + inCents(balance, currency), 0)
    return counts ? [{ code, counts, cents }] : []
  })
}
