/** What the page of a card asks for, and its remark. */
import { aCard, type InputRecipe } from './fixtures.ts'
import { someRequestNo } from './actors.ts'

export const cardInputs = {
  cardBill: aCard,
  cardLog: aCard,
  cardRecurring: aCard,
  cardSpend: ({ has }) => ({ cardId: has.steady, days: 30 }),
  spendAnalysis: () => ({ by: 'merchant', period: '30' }),
  changeRemark: ({ has }) => ({ cardId: has.steady, remark: someRequestNo(), requestNo: someRequestNo() }),
} satisfies Record<string, InputRecipe>
