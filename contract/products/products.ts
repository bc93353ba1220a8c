/** Product changes by staff: each has its time, reason and people, and is shown in a timeline. */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { Flag, id, requestNo, text, time, Time, type Words } from '../core/fields.ts'

export const changeStates = {
  SCHEDULED: { cn: '待生效', en: 'Scheduled' },
  IN_FORCE: { cn: '已生效', en: 'In effect' },
  WITHDRAWN: { cn: '已撤回', en: 'Cancelled' },
} as const satisfies Record<string, Words>
export type ChangeState = keyof typeof changeStates
const StateName = z.enum(Object.keys(changeStates) as [ChangeState, ...ChangeState[]])

const ChangeId = id('pch')

/** Absent or in the past: now. At most a year ahead, so that no forgotten change surprises anyone. */
export const effectTime = z.optional(time)
export const reason = text(500, 2)

export const ProductChange = z.object({
  changeId: z.string(),
  kind: z.enum(['RANGE', 'PRICE', 'PLAN']),
  /** For an exception. */
  userNo: z.nullable(z.string()),
  lines: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
  effectTime: Time,
  state: StateName,
  stateText: z.string(),
  reason: z.string(),
  maker: z.string(),
  checker: z.nullable(z.string()),
  withdrawnBy: z.nullable(z.string()),
  withdrawnWhy: z.nullable(z.string()),
  createTime: Time,
})
export type ProductChange = z.infer<typeof ProductChange>

/** The answer for a change that one person makes alone, and for one that takes two. */
export const Changed = z.object({ changeId: z.string(), scheduled: Flag })
export const Asked = z.object({ approvalId: z.string() })

export const withdrawChange = call({
  on: 'POST /api/operator/product/withdraw',
  title: '撤回未生效的变更 Cancel a scheduled change',
  who: 'staff:product.make',
  once: true,
  input: z.object({ changeId: ChangeId, reason, requestNo }),
  output: z.object({ changeId: z.string() }),
  refusals: ['not_found', 'conflict'],
})
