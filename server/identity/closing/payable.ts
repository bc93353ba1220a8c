/** Money of a closing account: all of it becomes payable (2410), wherever it comes from. */
import type { FlowMeta } from '#contract/funding/funding.ts'
import { show, type Cents } from '#contract/core/money.ts'
import { record, system } from '#server/audit/audit.ts'
import { port, type Ports } from '#server/core/composition.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { balancesOf, credit, debit, owedBy, lockAccounts, post, tenant, wallet } from '#server/ledger/ledger.ts'
import { accountById } from '../queries.ts'
import { casesAfter, caseOf, markEmpty, markWaiting } from './queries.ts'

/**
 * Moves a closing account's wallet balance to 2410. What the account owes stays in the wallet: debts are paid from there first. The wallet is locked before the
 * status is read, because closing locks it before it changes the status.
 */
async function moveToPayable(tx: Tx, accountId: string): Promise<boolean> {
  const { status, frozen } = await accountById(tx, accountId)
  if (frozen) return port('identity.freezeWallet')(tx, accountId)
  if (status !== 'CLOSING' && status !== 'CLOSED') return false
  const found = await caseOf(tx, accountId)
  if (!found) return false
  const [purse] = await lockAccounts(tx, [wallet(accountId), tenant('2410', accountId)])
  const amount = purse!.available - (await owedBy(tx, accountId)).total
  if (amount <= 0) return false
  const meta: FlowMeta = { bizNo: found.case_id }
  await post(tx, {
    kind: 'CLOSE_ACCOUNT',
    accountId,
    biz: { type: 'closing_case', id: found.case_id },
    // Each is a separate transfer; the first, of the closing itself, has no leg.
    leg: `wallet ${purse!.version}`,
    lines: [debit(wallet(accountId), amount), credit(tenant('2410', accountId), amount)],
    meta,
  })
  const content = {
    cn: `注销后到账 ${show(amount)}，转为待退款`,
    en: `${show(amount)} received after closing, added to the payout`,
  }
  await record(tx, system(accountId), { type: 'CLOSE', target: found.case_id, content, amount })
  return true
}

/**
 * Deducts a closing account's debt from what it is owed: the amount returns to the wallet, from which debts are paid. Locks the wallet before 2410; crediting
 * 2410 for a deleted card locks the wallet first too.
 */
export async function reclaimForDebt(tx: Tx, accountId: string, owed: Cents): Promise<void> {
  const found = await caseOf(tx, accountId)
  if (!found?.waiting_since) return
  const [purse, payable] = await lockAccounts(tx, [wallet(accountId), tenant('2410', accountId)])
  const amount = Math.min(owed - Math.max(0, purse!.available), payable!.posted)
  if (amount <= 0) return
  const meta: FlowMeta = { bizNo: found.case_id }
  await post(tx, {
    kind: 'CLOSURE_RECLAIMED',
    accountId,
    biz: { type: 'closing_case', id: found.case_id },
    leg: `payable ${payable!.version}`,
    lines: [debit(tenant('2410', accountId), amount), credit(wallet(accountId), amount)],
    meta,
  })
  if (amount === payable!.posted) await markEmpty(tx, accountId)
  const content = {
    cn: `待退款中 ${show(amount)} 用于抵扣欠款`,
    en: `${show(amount)} of the payout applied to the account’s debt`,
  }
  await record(tx, system(accountId), { type: 'CLOSE', target: found.case_id, content, amount })
}

declare module '#server/core/composition.ts' {
  interface Ports {
    /** Staff's freezes are a higher module. Freezes what is free in the wallet of an account whose funds are frozen; returns whether anything was. */
    'identity.freezeWallet'(tx: Tx, accountId: string): Promise<boolean>
    /** The same of what is payable after closing. */
    'identity.freezePayable'(tx: Tx, accountId: string): Promise<void>
    /** These transfers credited the account's frozen funds (2420). */
    'identity.fundsFrozen'(tx: Tx, accountId: string, transferIds: readonly string[]): Promise<void>
  }
}

export const afterCredit: Ports['ledger.afterCredit'] = {
  '2010': async (tx, accountId) => void (await moveToPayable(tx, accountId)),
  // The case is on the desk exactly while 2410 holds money.
  '2410': async (tx, accountId) => {
    if ((await accountById(tx, accountId)).frozen) await port('identity.freezePayable')(tx, accountId)
    else await markWaiting(tx, accountId)
  },
  '2420': (tx, accountId, transferIds) => port('identity.fundsFrozen')(tx, accountId, transferIds),
}

/** Moves what became free in closing accounts' wallets without a credit: a hold that ended, a debt that was paid. */
export async function emptyLeavingWallets(): Promise<number> {
  const due: string[] = []
  for (let after = { cell: 0, account_id: '' }; ;) {
    const cases = await casesAfter(db, after)
    if (cases.length === 0) break
    after = cases.at(-1)!
    const wallets = await balancesOf(
      db,
      cases.map(({ account_id }) => wallet(account_id)),
    )
    due.push(...wallets.flatMap(({ ref, available }) => (available > 0 ? [ref.accountId] : [])))
  }
  let moved = 0
  await eachAlone(due, async (accountId) => {
    if (await transaction((tx) => moveToPayable(tx, accountId))) moved++
  })
  return moved
}
