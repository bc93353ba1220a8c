/** The remark of a card, for its owner only. */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { requestNo, text } from '../core/fields.ts'
import { CardId } from './shapes.ts'

export const changeRemark = call({
  on: 'POST /api/card/remark',
  title: '修改卡片备注 Change the remark of a card',
  who: 'card:tag',
  action: 'edit',
  once: true,
  input: z.object({ cardId: CardId, remark: text(50), requestNo }),
  output: z.object({ remark: z.string() }),
  refusals: ['not_found'],
})
