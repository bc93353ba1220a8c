/** What is mutated, and the module's own tests that have to notice, short ones first. Globs from the root of the repository. */
export type Target = {
  name: string
  sources: readonly string[]
  tests: readonly string[]
  /** How many mutants are drawn. */
  mutants: number
}

export const targets: readonly Target[] = [
  {
    name: 'ledger',
    sources: ['server/ledger/{draft,hold,release,post,mirror,lockAccounts,refs,balances,owed,moneyFreed,prove}.ts'],
    tests: ['server/ledger/{draft,rules,money,prove}.test.ts', 'server/ledger/*.test.ts'],
    mutants: 22,
  },
  {
    name: 'decide',
    sources: ['server/trades/decide/{rules,judge,usage,decideIncrement,limits}.ts', 'server/trades/events/*.ts'],
    tests: [
      'server/trades/decide/{rules,usage}.test.ts',
      'server/trades/events/{amounts,intake}.test.ts',
      'server/trades/decide/*.test.ts',
      'server/trades/events/*.test.ts',
    ],
    mutants: 32,
  },
  {
    name: 'pricing',
    sources: [
      'contract/core/money.ts',
      'server/cards/{prices,priceLoad,priceOpening,priceWithdrawal,agreedPrice,shareDebt,terms}.ts',
    ],
    tests: [
      'contract/core/money.test.ts',
      'server/cards/{prices,shareDebt,openCard,loadCard,withdrawFromCard,coupons,debts}.test.ts',
      'server/cards/rangeDesk/*.test.ts',
    ],
    mutants: 20,
  },
  {
    name: 'limits',
    sources: [
      'server/funding/limits.ts',
      'server/cards/budget.ts',
      'server/plans/ownLimits.ts',
      'server/plans/entitlements.ts',
    ],
    tests: [
      'server/funding/{limits,identityLimit,createRecharge}.test.ts',
      'server/subaccounts/budget.test.ts',
      'server/plans/*.test.ts',
    ],
    mutants: 14,
  },
  {
    name: 'plans',
    sources: ['server/plans/{price,pricePlan,buyPlan,carryOut,lots,lotBooks,recognise,refundPlan,expirePlans}.ts'],
    tests: ['server/plans/lots.test.ts', 'server/plans/*.test.ts'],
    mutants: 20,
  },
  {
    name: 'permissions',
    sources: [
      'contract/core/permissions.ts',
      'server/roles/{permissions,assign,roles}.ts',
      'server/identity/standing.ts',
    ],
    tests: [
      'contract/core/permissions.test.ts',
      'server/identity/standing.test.ts',
      'server/roles/*.test.ts',
      'server/roles/editing/*.test.ts',
      'server/identity/{session,signIn}.test.ts',
    ],
    mutants: 20,
  },
]

/** Mutants that no test can notice, or need not: by their names, with the reason. */
export const excused: Readonly<Record<string, string>> = {
  'server/trades/decide/limits.ts 020864b8':
    'a millisecond more of a deadline of 1.5 s is nothing that a test can tell',
  'server/trades/events/refund.ts 0450dbb8':
    'the posting resolves all that is left of the hold: no rest to keep or to void',
}
