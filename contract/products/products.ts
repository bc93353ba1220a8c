/** What staff change of the product: each change has its time, its reason and its people, and is shown in a timeline. */
import * as z from 'zod'
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

/** Absent, or in the past: at once. At most a year ahead, so that nobody is surprised by what all have forgotten. */
export const effectTime = time.optional()
export const reason = text(500, 2)

export const ProductChange = z.object({
  changeId: z.string(),
  kind: z.enum(['RANGE', 'PRICE', 'PLAN']),
  /** Of an exception. */
  userNo: z.string().nullable(),
  lines: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
  effectTime: Time,
  state: StateName,
  stateText: z.string(),
  reason: z.string(),
  maker: z.string(),
  checker: z.string().nullable(),
  withdrawnBy: z.string().nullable(),
  withdrawnWhy: z.string().nullable(),
  createTime: Time,
})
export type ProductChange = z.infer<typeof ProductChange>

/** What a change answers that one person makes alone, and what one that takes two. */
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
