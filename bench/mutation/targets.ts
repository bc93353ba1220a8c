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
      'server/ledger/{refs,balances,queries}.ts',
      'server/ledger/posting/*.ts',
      'server/ledger/reading/{owed,statement}.ts',
      'server/ledger/proof/*.ts',
    ],
    tests: [
      'server/ledger/posting/{draft,rules,money}.test.ts',
      'server/ledger/{proof/prove,proof/cover,reading/statement}.test.ts',
      'server/ledger/**/*.test.ts',
    ],
    mutants: 30,
  },
  {
    name: 'decide',
    sources: [
      'server/trades/rules/{rules,usage,limits,compile}.ts',
      'server/trades/decide/{judge,decideSet,decideIncrement,draft,parseRequest,statements,usageBack,moneyOf,cutSet}.ts',
      'server/trades/{authId,events/*}.ts',
    ],
    tests: [
      'server/trades/rules/{rules,usage,compile}.test.ts',
      'server/trades/{parseRequest,authId}.test.ts',
      'server/trades/events/{amounts,intake}.test.ts',
      'server/trades/decide/*.test.ts',
      'server/trades/events/*.test.ts',
      'server/trades/*.test.ts',
      'server/trades/desk/rules/*.test.ts',
    ],
    mutants: 32,
  },
  {
    name: 'pricing',
    sources: [
      'contract/core/money.ts',
      'server/cards/ranges/{prices,quotes,terms}.ts',
      'server/cards/{debts/shareDebt,loading/loadCard,loading/withdrawFromCard,opening/openCard,opening/openCards}.ts',
      'server/funding/rails/rates.ts',
    ],
    tests: [
      'contract/core/money.test.ts',
      'server/cards/{ranges/prices,debts/shareDebt}.test.ts',
      'server/cards/{opening/openCard,loading/loadCard,loading/withdrawFromCard,coupons,debts/debts}.test.ts',
      'server/cards/{desk/ranges/*,batches/startBatch,opening/openCards,tags/tags}.test.ts',
      'server/funding/rails/*.test.ts',
      'server/funding/desk/rails/rails.test.ts',
      'server/funding/payments/payments.test.ts',
      'server/funding/usdt/topUp.test.ts',
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
    mutants: 20,
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
      'server/roles/{permissions,roles,editing/*}.ts',
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
  'server/trades/decide/cutSet.ts bed79e67': 'one request more in a set is only a matter of speed',
  'server/trades/decide/cutSet.ts d22e3ad2': 'in which cell an unknown card is taken to be is only a matter of speed',
  'server/trades/decide/cutSet.ts a9dff81b': 'the sort is stable, and requests come in the order of arrival',
  'server/trades/decide/draft.ts 5b6e2c3a': 'spares the look into an empty map',
  'server/trades/decide/statements.ts ee8fa067': 'the name is compared too: more rows are read, the same are found',
  'server/trades/decide/statements.ts 3b5ca9ed': 'the keyed hash names the issuer too: no two of them share one',
  'server/trades/decide/statements.ts 9d96bcaf':
    'what is awaited is looked for by card and name: more rows are read, the same are found',
  'server/trades/rules/compile.ts fd9e283f': 'no amount is below zero, so “over −1” and “over −2” are the same',
  ...Object.fromEntries(
    ['63948eb0', '8b0432f1', '8bd6bdcb', '8d19a6f6', 'df9e13e7', '0f4b8d79', '4744be84'].map((hash) => [
      `server/cards/opening/openCards.ts ${hash}`,
      'the order of segments only keeps two openings from a deadlock that a test cannot bring about',
    ]),
  ),
  ...Object.fromEntries(
    ['75d7483a', 'e66f1aac', 'ab972afa', 'e8f733f4', '7175104c', 'b0df851a', '8437c2e3'].map((hash) => [
      `server/ledger/queries.ts ${hash}`,
      'the order of new accounts only keeps two transactions from a deadlock that a test cannot bring about',
    ]),
  ),
  'server/funding/orders/limits.ts 1ad2c665':
    'in the millisecond of the deadline the slower check finds the same, unless another order was made in it',
  'server/trades/rules/limits.ts 020864b8': 'a millisecond more of a deadline of 1.5 s is nothing that a test can tell',
  'server/trades/events/refund.ts 0450dbb8':
    'the posting resolves all that is left of the hold: no rest to keep or to void',
}
