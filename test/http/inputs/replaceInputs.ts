/** Inputs for replacing cards. A card can be replaced once, so each request has its own. */
import { opened, someRequestNo } from './actors.ts'
import type { InputRecipe } from './fixtures.ts'

export const replaceInputs = {
  priceReplacement: ({ has }) => ({ cardId: has.steady, reason: 'EXPIRING' }),
  replaceCard: async ({ served, member }) => ({
    cardId: (await opened(served, member, 1))[0]!,
    reason: 'LOST',
    requestNo: someRequestNo(),
  }),
  replacementsOfCard: ({ has }) => ({ cardId: has.steady }),
  cardRebinds: ({ has }) => ({ cardId: has.steady }),
} as const satisfies Record<string, InputRecipe>
