/** Freezes, releases, forfeits and write-offs, each by the people it takes. For tests only. */
import assert from 'node:assert/strict'
import type { Input } from '#contract/core/call.ts'
import type * as contract from '#contract/accounts/funds.ts'
import type { Staff } from '#server/core/actor.ts'
import { db, many, sql, transaction } from '#server/core/db.ts'
import { fundsAnswers, module as accountsModule } from '#server/accounts/module.ts'
import { module as cardsModule } from '#server/cards/module.ts'
import { balanceOf, tenant } from '#server/ledger/ledger.ts'
import { walletOf } from './fixtures/cards.ts'
import { approves, newStaff } from './fixtures/staff.ts'
import { cardInHand, charges, newRef, type Plastic } from './fixtures/trades.ts'
import { runJobs } from './runJobs.ts'
import { newAccount } from './world.ts'

type Account = { readonly accountId: string }

export const asksFreeze = async (
  { accountId }: Account,
  more: Partial<Input<typeof contract.freezeFunds>> = {},
  maker?: Staff,
) => {
  const by = maker ?? (await newStaff(['RISK']))
  const input = { accountId, reason: 'card testing', legalRef: 'court order 4711', deactivate: false, ...more }
  return (await transaction((tx) => fundsAnswers.freezeFunds(by, input, tx))).approvalId
}
export const asksRelease = async ({ accountId }: Account, reason = 'the appeal was right') => {
  const maker = await newStaff(['RISK'])
  return (await transaction((tx) => fundsAnswers.releaseFunds(maker, { accountId, reason }, tx))).approvalId
}
export const asksForfeit = async ({ accountId }: Account, legalNote = 'clause 12 of the terms; counsel agreed') => {
  const maker = await newStaff(['RISK'])
  const input = { accountId, legalNote, reason: 'nobody answered' }
  return (await transaction((tx) => fundsAnswers.forfeitFunds(maker, input, tx))).approvalId
}
export const asksWriteOff = async ({ accountId }: Account, amount: number) => {
  const maker = await newStaff(['FIN_MAKER'])
  const input = { accountId, amount, reason: 'the debtor is bankrupt' }
  return (await transaction((tx) => fundsAnswers.writeOffDebt(maker, input, tx))).approvalId
}

const agrees = async (approvalId: string, people = 1): Promise<void> => {
  for (let n = 0; n < people; n++)
    await approves(await newStaff([n === 0 ? 'RISK_APPROVER' : 'FIN_CHECKER']), approvalId)
}
export const freezesFunds = async (account: Account, more?: Partial<Input<typeof contract.freezeFunds>>) =>
  agrees(await asksFreeze(account, more))
export const releasesFunds = async (account: Account) => agrees(await asksRelease(account))
export const forfeitsFunds = async (account: Account) => agrees(await asksForfeit(account), 2)
export const writesOff = async (account: Account, amount: number) =>
  approves(await newStaff(['FIN_CHECKER']), await asksWriteOff(account, amount))

export const fundsOf = async ({ accountId }: Account) =>
  fundsAnswers.accountFunds(await newStaff(['RISK']), { accountId })

/** Runs what follows a change: debts are paid, and what became free is frozen. */
export const settles = () => runJobs({ ...cardsModule.jobs, ...accountsModule.jobs })
export const frozen = async ({ accountId }: Account) => (await balanceOf(db, tenant('2420', accountId))).posted
/** A purchase that the merchant has not collected; returns the network's reference. */
export async function buys(card: Plastic, amount: number): Promise<string> {
  const ref = newRef()
  assert.ok((await charges(card, amount, { ref })).approved)
  return ref
}
/** The lines of all transfers that touched the frozen funds: `FREEZE_FUNDS D2010 500`. */
export const linesOf = async ({ accountId }: Account): Promise<string[]> =>
  (
    await many(
      db,
      sql<{ line: string }>`
      SELECT kind || ' ' || side || code || ' ' || amount AS line
        FROM ledger_transfer AS transfer
        JOIN ledger_entry AS entry USING (cell, transfer_id)
        JOIN ledger_account AS account USING (cell, la_id)
       WHERE transfer.account_id = ${accountId}
         AND EXISTS (SELECT FROM funds_freeze_move AS move WHERE (move.cell, move.transfer_id) = (transfer.cell, transfer.transfer_id))
       ORDER BY transfer_id, side DESC, code, amount`,
    )
  ).map(({ line }) => line)

/** A holder with a wallet and two cards, of 50 and 30 dollars. */
export async function aHolder() {
  const ana = await newAccount({ balanceCents: 200_00 })
  const one = await cardInHand(ana, { rechargeAmount: 50_00 })
  const two = await cardInHand(ana, { rechargeAmount: 30_00 })
  return { ana, one, two, purse: (await walletOf(ana)).posted }
}
