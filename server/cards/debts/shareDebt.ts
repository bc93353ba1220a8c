import { add, type Cents } from '#contract/core/money.ts'

/** How an account with a debt (from a reversed top-up or a deleted card) may use the money on its cards. */
const debtPolicies = ['pull', 'block', 'spend'] as const

/**
 * `pull`: the free balance of cards pays the debt, and cards can spend the rest. `block`: no card can spend while there is a debt. `spend`: cards can spend
 * their balance, and only the wallet pays.
 */
export type DebtPolicy = (typeof debtPolicies)[number]

let policy: DebtPolicy = 'pull'

/** Configured with `KAIKA_DEBT_POLICY`, once at the start. */
export const useDebtPolicy = (chosen: DebtPolicy): void => void (policy = chosen)

export const debtPolicy = (): DebtPolicy => policy

type CardMoney = { readonly cardId: string; readonly posted: Cents; readonly available: Cents }

/** `cardId` with the wallet: the card whose debt is paid; with a card: the card that pays. */
export type Payment = { readonly from: 'wallet' | 'card'; readonly cardId?: string; readonly amount: Cents }

/**
 * Computes who pays how much of a debt: the wallet pays negative card balances first, then the account's own debt; cards contribute their free balance to the
 * latter if the policy says so. Only available money pays: what is held for purchases and openings is reserved. Pure.
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
