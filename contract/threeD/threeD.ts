/** 3-D Secure: the code that a cardholder enters when a merchant requires it, or the payment that is confirmed here. Shown for an hour at most, never exported. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { Cents, Flag, id, pageInput, pattern, text, Time, type Words } from '../core/fields.ts'

/** How a challenge ended. */
export const threeDResults = {
  PASSED: { cn: '验证通过', en: 'Passed' },
  FAILED: { cn: '验证失败', en: 'Failed' },
  EXPIRED: { cn: '已过期', en: 'Expired' },
} as const satisfies Record<string, Words>
export type ThreeDResult = keyof typeof threeDResults

/** What a cardholder can answer to a challenge that has no code. */
export const threeDAnswers = {
  APPROVE: { cn: '已确认', en: 'Confirmed' },
  DECLINE: { cn: '已拒绝', en: 'Rejected' },
} as const satisfies Record<string, Words>
export type ThreeDAnswer = keyof typeof threeDAnswers
const Answer = z.enum(Object.keys(threeDAnswers) as [ThreeDAnswer, ...ThreeDAnswer[]])
export const enums = { threeDResult: threeDResults, threeDAnswer: threeDAnswers }

/** Not from the cards' own file: the frame around every page reads this one, and no more than it needs. */
const CardId = id('crd')

export const THREE_D_WINDOW_MS = 3_600_000 // the pool shows only the last hour

const Code = z.object({
  id: z.string(),
  merchantName: z.string(),
  amount: Cents,
  unit: z.string(),
  /** null: there is no code, and the payment is confirmed or rejected here (`answerThreeD`). */
  code: z.nullable(z.string()),
  answer: z.nullable(Answer),
  createTime: Time,
  expireTime: Time,
  /** The challenge is over. */
  used: Flag,
  result: z.nullable(z.enum(Object.keys(threeDResults) as [ThreeDResult, ...ThreeDResult[]])),
})
export type ThreeDCode = z.infer<typeof Code>

export const PooledCode = z.extend(Code, { cardId: z.string(), cardSeqNo: z.string(), lastFour: z.string() })
export type PooledCode = z.infer<typeof PooledCode>

export const threeDPool = call({
  on: 'GET /api/card/getThreePool',
  title: '最近一小时的 3D 验证码 3-D Secure codes of the last hour',
  who: 'card:otp',
  changes: true,
  input: z.object({
    ...pageInput,
    cardSeqNo: z.optional(text(20)),
    lastFour: z.optional(pattern(/^\d{4}$/)),
    merchant: z.optional(text(60)),
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

export const answerThreeD = call({
  on: 'POST /api/card/answerThreeD',
  title: '确认或拒绝一笔 3D 验证 Confirm or reject a payment that has no code',
  who: 'card:otp',
  input: z.object({ id: text(40), answer: Answer }),
  output: nothing,
  refusals: ['not_found', 'conflict', 'issuer_unavailable'],
})
