/** Sub-accounts: seats and what they cost, budgets, and what a sub-account asks its parent for. */
export type { CardsOfSubs } from './cardPorts.ts'
export { countOpenAsks } from './asks/queries.ts'
