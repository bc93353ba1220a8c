/** 3-D Secure codes: what a cardholder enters at a merchant that asks for proof. Shown for an hour at most, never exported. */
import * as z from 'zod'
import { call } from '../core/call.ts'
import { CardId } from '../cards/shapes.ts'
import { Cents, Flag, pageInput, text, Time, type Words } from '../core/fields.ts'

/** How a challenge ended. */
export const threeDResults = {
  PASSED: { cn: '验证通过', en: 'Passed' },
  FAILED: { cn: '验证失败', en: 'Failed' },
  EXPIRED: { cn: '已过期', en: 'Expired' },
} as const satisfies Record<string, Words>
export type ThreeDResult = keyof typeof threeDResults
export const enums = { threeDResult: threeDResults }

export const THREE_D_WINDOW_MS = 3_600_000 // the pool shows only the last hour

const Code = z.object({
  merchantName: z.string(),
  amount: Cents,
  unit: z.string(),
  code: z.string(),
  createTime: Time,
  expireTime: Time,
  /** The challenge is over: the code opens nothing any more. */
  used: Flag,
  result: z.enum(Object.keys(threeDResults) as [ThreeDResult, ...ThreeDResult[]]).nullable(),
})
export type ThreeDCode = z.infer<typeof Code>

export const PooledCode = Code.extend({
  id: z.string(),
  cardId: z.string(),
  cardSeqNo: z.string(),
  lastFour: z.string(),
})
export type PooledCode = z.infer<typeof PooledCode>

export const threeDPool = call({
  on: 'GET /api/card/getThreePool',
  title: '最近一小时的 3D 验证码 3-D Secure codes of the last hour',
  who: 'card:otp',
  changes: true,
  input: z.object({
    ...pageInput,
    cardSeqNo: text(20).optional(),
    lastFour: z
      .string()
      .regex(/^\d{4}$/)
      .optional(),
    merchant: text(60).optional(),
  }),
  output: z.object({ list: z.array(PooledCode), total: z.int(), serverTime: Time }),
  refusals: [],
})

export const cardThreeD = call({
  on: 'POST /api/card/getOtp',
  title: '单卡最新 3D 验证码 Latest 3-D Secure codes of a card',
  who: 'card:otp',
  input: z.object({ cardId: CardId }),
  output: z.object({ list: z.array(Code), serverTime: Time }),
  refusals: ['not_found'],
})
