/** What a cardholder had typed, compared with the card. Kept with each authorization, the approved ones too. */
import * as z from 'zod/mini'
import type { Words } from '../core/fields.ts'

/** `ABSENT`: nothing was typed, or it was not compared. */
export const checkResults = {
  ABSENT: { cn: '未提供', en: 'Not given' },
  MATCH: { cn: '一致', en: 'Matches' },
  MISMATCH: { cn: '不一致', en: 'Doesn’t match' },
} as const satisfies Record<string, Words>
export type CheckResult = keyof typeof checkResults
const Result = z.enum(Object.keys(checkResults) as [CheckResult, ...CheckResult[]])

export const Checks = z.object({ cvc: Result, expiry: Result, zip: Result, street: Result })
export type Checks = z.infer<typeof Checks>
