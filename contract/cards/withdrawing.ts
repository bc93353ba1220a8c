/** Withdrawing from several cards together: all that is free on each, or all but an amount. */
import * as z from 'zod/mini'
import { BATCH_CARDS } from './batches.ts'
import { call } from '../core/call.ts'
import { Cents, cents, Flag, listOf, requestNo, withDefault } from '../core/fields.ts'
import { CardId } from './shapes.ts'

const input = {
  cardIds: listOf(CardId, 1, BATCH_CARDS),
  /** The available balance that stays on each card. */
  leave: withDefault(cents(0), 0),
}

const line = z.object({
  cardId: z.string(),
  lastFour: z.nullable(z.string()),
  amount: Cents,
  fee: Cents,
  receive: Cents,
  ok: Flag,
  /** Why nothing is withdrawn; otherwise empty. */
  msg: z.string(),
})
const sums = { num: z.int(), amount: Cents, fee: Cents, receive: Cents, lines: z.array(line) }
export type WithdrawalLine = z.infer<typeof line>

export const priceWithdrawals = call({
  on: 'POST /api/card/batchReduceAmount',
  title: '批量提现预览（逐张） Quote withdrawing from several cards, card by card',
  reads: true,
  who: 'card:reduce',
  input: z.object(input),
  output: z.object(sums),
  refusals: ['not_found'],
})

export const withdrawFromCards = call({
  on: 'POST /api/card/batchReduce',
  title: '批量提现到钱包 Withdraw from several cards to the wallet',
  who: 'card:reduce',
  action: 'unload',
  once: true,
  input: z.object({ ...input, requestNo }),
  output: z.object(sums),
  refusals: ['not_found', 'sub_frozen'],
})
