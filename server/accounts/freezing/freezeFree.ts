/** While the funds of an account are frozen, everything that becomes free on it is moved to 2420, wherever it comes from. */
import type { FlowMeta } from '#contract/funding/funding.ts'
import { show, type Cents } from '#contract/core/money.ts'
import { record, system } from '#server/audit/audit.ts'
import { logCards } from '#server/cards/cards.ts'
import { db, transaction, type Database, type Tx } from '#server/core/db.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { markPayableEmpty, settleDebts } from '#server/identity/identity.ts'
import {
  credit,
  debit,
  freeMoneyOf,
  linesOf,
  lockAccounts,
  lockAllMoney,
  owedBy,
  post,
  tenant,
  wallet,
  type Balance,
} from '#server/ledger/ledger.ts'
import { arrivalsOf, frozenAccounts, insertMove, openFreeze, type FreezeRow } from './queries.ts'

/**
 * Freezes what is free in the wallet, on every card and payable after closing; returns the amount. What is held for purchases and openings stays where it is. Debts
 * are paid first, from what they are always paid from. Everything is locked before the first step, and the account's row after it. `recorded`: in
 * the holder's log, where nobody else writes it there.
 */
export async function freezeFree(tx: Tx, accountId: string, { recorded = true } = {}): Promise<Cents> {
  await lockAllMoney(tx, accountId)
  await settleDebts(tx, accountId)
  const { wallet: purse, payable, cards } = await lockAllMoney(tx, accountId)
  return take(tx, accountId, [await withoutOwed(tx, purse), partOf(payable), ...cards.map(partOf)], recorded)
}

/** After money became free: a hold was released, a refund came to a card. */
export const freezeMore = ({ accountId }: { accountId: string }): Promise<void> =>
  transaction(async (tx) => void (await freezeFree(tx, accountId)))

/** Freezes what no job has frozen: after a lost job. An account that cannot be handled now stops no other; it is tried again. */
export const freezeAllFree = async (): Promise<void> =>
  eachAlone(await frozenAccounts(db), async (accountId) => {
    if ((await freeMoneyOf(db, accountId)).length) await freezeMore({ accountId })
  })

/** The wallet, which is locked, was credited: freezes what is free in it. What the account owes stays, as debts are paid from there. */
export async function freezeWallet(tx: Tx, accountId: string): Promise<boolean> {
  const [purse] = await lockAccounts(tx, [wallet(accountId), tenant('2420', accountId)])
  return (await take(tx, accountId, [await withoutOwed(tx, purse!)])) > 0
}

/** A payout came back to what is payable after closing. The wallet is not locked any more after that. */
export async function freezePayable(tx: Tx, accountId: string): Promise<void> {
  const [payable] = await lockAccounts(tx, [tenant('2410', accountId), tenant('2420', accountId)])
  await take(tx, accountId, [partOf(payable!)])
}

/** Transfers of any operation credited the frozen funds. */
export async function recordArrivals(tx: Tx, accountId: string, transferIds: readonly string[]): Promise<void> {
  const freeze = await openFreeze(tx, accountId)
  if (!freeze) return
  for (const { transferId, code, amount } of await linesOf(tx, accountId, transferIds, 'C'))
    if (code === '2420') await insertMove(tx, freeze, { transferId, kind: 'FROZEN', amount })
}

/**
 * Where the frozen funds came from since the last forfeit, the largest amounts first. Money that arrived frozen, a refund of a deleted card, was taken from nowhere
 * and is in none of the parts.
 */
export async function frozenParts(on: Tx | Database, freeze: FreezeRow): Promise<FrozenPart[]> {
  const parts = new Map<string, FrozenPart>()
  for (const { code, owner, amount } of await linesOf(on, freeze.account_id, await arrivalsOf(on, freeze), 'D')) {
    if (code !== '2010' && code !== '2020' && code !== '2410') continue
    const before = parts.get(`${code} ${owner}`)?.amount ?? 0
    parts.set(`${code} ${owner}`, { code, owner, amount: before + amount })
  }
  return [...parts.values()].sort((a, b) => b.amount - a.amount || (a.owner < b.owner ? -1 : 1))
}
export type FrozenPart = { readonly code: '2010' | '2020' | '2410'; readonly owner: string; readonly amount: Cents }

type Part = { readonly from: Balance; readonly amount: Cents }
const partOf = (from: Balance): Part => ({ from, amount: Math.max(0, from.available) })
const withoutOwed = async (tx: Tx, purse: Balance): Promise<Part> => ({
  from: purse,
  amount: Math.max(0, purse.available - (await owedBy(tx, purse.ref.accountId)).total),
})

/** Everything concerned is locked. One transfer, whatever the number of cards. */
async function take(tx: Tx, accountId: string, all: readonly Part[], recorded = true): Promise<Cents> {
  const parts = all.filter(({ amount }) => amount > 0)
  const freeze = parts.length ? await openFreeze(tx, accountId) : undefined
  if (!freeze) return 0
  const total = parts.reduce((sum, { amount }) => sum + amount, 0)
  const frozen = tenant('2420', accountId)
  const [{ version }] = (await lockAccounts(tx, [frozen])) as [Balance]
  const meta: FlowMeta = { bizNo: freeze.freeze_id }
  await post(tx, {
    kind: 'FREEZE_FUNDS',
    accountId,
    biz: { type: 'funds_freeze', id: freeze.freeze_id },
    // Each is a separate transfer.
    leg: `after ${version}`,
    lines: [...parts.map(({ from, amount }) => debit(from.ref, amount)), credit(frozen, total)],
    meta,
  })
  if (parts.some(({ from, amount }) => from.ref.code === '2410' && amount === from.posted))
    await markPayableEmpty(tx, accountId)
  await logCards(
    tx,
    parts
      .filter(({ from }) => from.ref.code === '2020')
      .map(({ from, amount }) => ({
        accountId,
        cardId: from.ref.owner,
        type: 'FREEZE_FUNDS',
        before: show(from.posted),
        after: show(from.posted - amount),
        amount,
      })),
  )
  const content = { cn: `到账或释放的资金 ${show(total)} 已冻结`, en: `${show(total)} became free and was frozen` }
  if (recorded) await record(tx, system(accountId), { type: 'FUNDS', target: freeze.freeze_id, content, amount: total })
  return total
}
