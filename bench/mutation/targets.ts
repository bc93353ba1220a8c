/** The mutated files, and the module's own tests that have to notice, fast ones first. Globs from the root of the repository. */
export type Target = {
  name: string
  sources: readonly string[]
  tests: readonly string[]
  /** How many mutants to draw. */
  mutants: number
}

export const targets: readonly Target[] = [
  {
    name: 'ledger',
    sources: [
      'server/ledger/{refs,balances}.ts',
      'server/ledger/posting/{draft,hold,post,mirror,lockAccounts,write}.ts',
      'server/ledger/reading/owed.ts',
      'server/ledger/proof/prove.ts',
    ],
    tests: [
      'server/ledger/posting/{draft,rules,money}.test.ts',
      'server/ledger/proof/prove.test.ts',
      'server/ledger/**/*.test.ts',
    ],
    mutants: 22,
  },
  {
    name: 'decide',
    sources: [
      'server/trades/rules/{rules,usage,limits}.ts',
      'server/trades/decide/{judge,decideIncrement}.ts',
      'server/trades/events/*.ts',
    ],
    tests: [
      'server/trades/rules/{rules,usage}.test.ts',
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
      'server/cards/ranges/{prices,quotes,terms}.ts',
      'server/cards/{debts/shareDebt,loading/loadCard,loading/withdrawFromCard,opening/openCard}.ts',
    ],
    tests: [
      'contract/core/money.test.ts',
      'server/cards/{ranges/prices,debts/shareDebt}.test.ts',
      'server/cards/{opening/openCard,loading/loadCard,loading/withdrawFromCard,coupons,debts/debts}.test.ts',
      'server/cards/desk/ranges/*.test.ts',
    ],
    mutants: 20,
  },
  {
    name: 'limits',
    sources: [
      'server/funding/orders/limits.ts',
      'server/cards/figures/budget.ts',
      'server/plans/entitlements/entitlements.ts',
    ],
    tests: [
      'server/funding/orders/limits.test.ts',
      'server/funding/recharge.test.ts',
      'server/subaccounts/budget.test.ts',
      'server/plans/*/*.test.ts',
    ],
    mutants: 14,
  },
  {
    name: 'plans',
    sources: [
      'server/plans/{buying/price,buying/buyPlan,buying/subscribe,lots/lots,lots/recognise,desk/refundPlan}.ts',
    ],
    tests: ['server/plans/lots/lots.test.ts', 'server/plans/*/*.test.ts'],
    mutants: 20,
  },
  {
    name: 'permissions',
    sources: [
      'contract/core/permissions.ts',
      'server/roles/{permissions,roles}.ts',
      'server/identity/sessions/authenticate.ts',
    ],
    tests: [
      'contract/core/permissions.test.ts',
      'server/identity/sessions/session.test.ts',
      'server/roles/*.test.ts',
      'server/roles/editing/*.test.ts',
      'server/identity/signIn/signIn.test.ts',
    ],
    mutants: 20,
  },
]

/** Mutants that tests cannot or need not notice: by name, with the reason. */
export const excused: Readonly<Record<string, string>> = {
  'server/trades/rules/limits.ts 020864b8': 'a millisecond more of a deadline of 1.5 s is nothing that a test can tell',
  'server/trades/events/refund.ts 0450dbb8':
    'the posting resolves all that is left of the hold: no rest to keep or to void',
}
