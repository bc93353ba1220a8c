/** Sub-accounts: seats and their prices, budgets, and a sub-account's requests to its parent. */
export type { CardsOfSubs } from './cardPorts.ts'
export { countOpenAsks } from './asks/queries.ts'
