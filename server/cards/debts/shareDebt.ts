import { add, type Cents } from '#contract/core/money.ts'

/** What an account that owes a reversed top-up, or what a deleted card left behind, may do with the money on its cards. */
const debtPolicies = ['pull', 'block', 'spend'] as const

/**
 * `pull`: what is free on cards pays the debt, and cards spend what is left on them. `block`: no card spends while
 * anything is owed. `spend`: cards spend what is on them, and only the wallet pays.
 */
export type DebtPolicy = (typeof debtPolicies)[number]

let policy: DebtPolicy = 'pull'

/** Configured with `KAIKA_DEBT_POLICY`, once at the start. */
export const useDebtPolicy = (chosen: DebtPolicy): void => void (policy = chosen)

export const debtPolicy = (): DebtPolicy => policy

type CardMoney = { readonly cardId: string; readonly posted: Cents; readonly available: Cents }

/** `cardId` with the wallet: the card whose debt it pays; with a card: the card that pays. */
export type Payment = { readonly from: 'wallet' | 'card'; readonly cardId?: string; readonly amount: Cents }

/**
 * Who pays how much of a debt: the wallet what cards are below zero, then what stands on the account; and for the
 * latter, where the policy says so, cards with what is free on them. Only what is available pays: what is held for
 * purchases and openings is promised to others. Pure.
 */
export function shareDebt(
  money: { readonly wallet: Cents; readonly cards: readonly CardMoney[]; readonly receivable: Cents },
  policy: DebtPolicy,
): Payment[] {
  const payments: Payment[] = []
  let free = Math.max(0, money.wallet)
  for (const { cardId, posted } of money.cards) {
    const amount = Math.min(Math.max(0, -posted), free)
    if (amount === 0) continue
    free = add(free, -amount)
    payments.push({ from: 'wallet', cardId, amount })
  }
  let { receivable } = money
  const fromWallet = Math.min(Math.max(0, receivable), free)
  if (fromWallet > 0) payments.push({ from: 'wallet', amount: fromWallet })
  receivable = add(receivable, -fromWallet)
  if (policy !== 'pull') return payments
  for (const { cardId, available } of money.cards) {
    const amount = Math.min(Math.max(0, available), Math.max(0, receivable))
    if (amount === 0) continue
    receivable = add(receivable, -amount)
    payments.push({ from: 'card', cardId, amount })
  }
  return payments
}
