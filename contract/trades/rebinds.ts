/** After a card was replaced: the merchants that have to be given the new one. */
import * as z from 'zod/mini'
import { CardId } from '../cards/shapes.ts'
import { call } from '../core/call.ts'
import { Cents, Flag, Time } from '../core/fields.ts'

/** Computed from charges of both cards, so nobody has to tick anything. Empty for a card that has replaced none. */
export const cardRebinds = call({
  on: 'GET /api/card/rebinds',
  title: '换卡后需改绑的商户 Merchants that charged the former card',
  who: 'trade:view',
  input: z.object({ cardId: CardId }),
  output: z.object({
    data: z.array(
      z.object({
        merchantName: z.string(),
        lastAmount: Cents,
        lastTime: Time,
        times: z.int(),
        /** Null for a merchant without regular charges. */
        everyDays: z.nullable(z.int()),
        /** The new card has been charged there. */
        rebound: Flag,
      }),
    ),
    /** How long before the replacement the charges begin. */
    days: z.int(),
  }),
  refusals: ['not_found'],
})
