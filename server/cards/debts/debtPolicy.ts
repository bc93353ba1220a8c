/** What an account that owes a reversed top-up, or what a deleted card left behind, may do with the money on its cards. */
const debtPolicies = ['pull', 'block', 'spend'] as const
/**
 * `pull`: what is free on cards pays the debt, and cards spend what is left on them. `block`: no card spends while
 * anything is owed. `spend`: cards spend what is on them, and only the wallet pays.
 */
export type DebtPolicy = (typeof debtPolicies)[number]

let policy: DebtPolicy = 'pull'
/** Chosen by whoever runs the service (`KAIKA_DEBT_POLICY`), once at the start. */
export const useDebtPolicy = (chosen: DebtPolicy): void => void (policy = chosen)
export const debtPolicy = (): DebtPolicy => policy
