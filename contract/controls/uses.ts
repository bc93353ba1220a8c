/** More purchases for a card that is for some only. */
import * as z from 'zod/mini'
import { CardId } from '../cards/shapes.ts'
import { shownStatuses } from '../cards/states.ts'
import { call } from '../core/call.ts'
import { requestNo, whole } from '../core/fields.ts'

/** The most that one request allows. */
export const USES_A_CALL = 100

export const allowUses = call({
  on: 'POST /api/card/controls/use',
  title: '再允许若干次 Allow more uses of a card',
  who: 'card:control',
  action: 'edit',
  once: true,
  perMinute: 40,
  input: z.object({ cardId: CardId, add: whole(1, USES_A_CALL), requestNo }),
  output: z.object({ usesLeft: z.int(), status: z.enum(shownStatuses) }),
  refusals: ['not_found', 'card_not_active', 'controls_pinned'],
})
