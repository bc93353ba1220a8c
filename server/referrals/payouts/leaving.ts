/** Commission of an account that closes: none of it may stay where its holder can no longer withdraw it. */
import type { Cents } from '#contract/core/money.ts'
import { system, type By } from '#server/audit/audit.ts'
import type { Database, Tx } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import { balancesOf, tenant } from '#server/ledger/ledger.ts'
import { lockCommissionBalance, type CommissionBalance } from '../commission/balance.ts'
import { rebateTerms } from '../commission/terms.ts'
import { moveToWallet } from './toWallet.ts'

/** Too little to be withdrawn: it does not keep an account from closing, but is paid out with the wallet's balance. */
const tooLittle = (available: Cents): boolean => available < rebateTerms.min.WALLET

/** How many of these keep the account from closing: commission that may still be clawed back, that can be withdrawn, that is being paid. */
export async function commissionInFlight(on: Tx | Database, accountId: string): Promise<number> {
  const [pending, available, paying] = await amountsOf(on, accountId)
  return [pending !== 0, !tooLittle(available!), paying !== 0].filter(Boolean).length
}

/** What closing adds to the wallet. */
export async function commissionAtClosing(on: Tx | Database, accountId: string): Promise<Cents> {
  const [, available] = await amountsOf(on, accountId)
  return tooLittle(available!) ? available! : 0
}

const amountsOf = async (on: Tx | Database, accountId: string): Promise<Cents[]> =>
  (
    await balancesOf(
      on,
      (['2310', '2320', '2330'] as const).map((code) => tenant(code, accountId)),
    )
  ).map(({ posted }) => posted)

/** The account closes: what is left of its commission goes to the wallet. Nothing can be earned or withdrawn until this transaction ends. */
export async function closeCommission(tx: Tx, by: By): Promise<void> {
  const balance = await lockCommissionBalance(tx, by.accountId, { withWallet: true })
  if (balance.available > 0) await moveToWallet(tx, balance, balance.available, by)
}

/** After commission has become available: a closing account's goes to its wallet, and from there to the payout. The wallet is locked. */
export async function moveIfLeaving(tx: Tx, balance: CommissionBalance): Promise<void> {
  const { status } = await accountOf(tx, balance.accountId)
  if ((status === 'CLOSING' || status === 'CLOSED') && balance.available > 0)
    await moveToWallet(tx, balance, balance.available, system(balance.accountId))
}
