/** What the page of a card asks for, its remark, and figures over all cards. */
import { aCard, type InputRecipe } from './fixtures.ts'
import { someRequestNo } from './actors.ts'

export const cardInputs = {
  cardBill: aCard,
  cardLog: aCard,
  cardRecurring: aCard,
  cardSpend: ({ has }) => ({ cardId: has.steady, days: 30 }),
  spendAnalysis: () => ({ by: 'merchant', period: '30' }),
  moneyFlow: () => ({ from: '2026-01-01', until: '2026-12-31' }),
  moneyFlowEntries: () => ({ from: '2026-01-01', until: '2026-12-31', ribbon: 'WALLET.OUT.CARDS' }),
  changeRemark: ({ has }) => ({ cardId: has.steady, remark: someRequestNo(), requestNo: someRequestNo() }),
} satisfies Record<string, InputRecipe>
