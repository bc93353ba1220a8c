import type { ApprovalRow, ApprovalState } from '#contract/staff/approvals.ts'
import { headColumn, moneyColumn, textColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { age } from '#web/operator/parts/age.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { say } from '../text.ts'

const tones = {
  WAITING: 'warn',
  APPROVED: 'ok',
  REJECTED: 'bad',
  WITHDRAWN: 'quiet',
  EXPIRED: 'quiet',
} as const satisfies Record<ApprovalState, Tone>

export const stateTag = ({ state, stateText }: Pick<ApprovalRow, 'state' | 'stateText'>) => (
  <StatusTag tone={tones[state]} text={stateText} />
)

export const approvalColumns: readonly Column<ApprovalRow>[] = [
  headColumn('kindText', () => say('approvals.kind'), { key: 'kind' }),
  textColumn('target', () => say('approvals.target')),
  moneyColumn('amount', () => say('approvals.amount'), { strong: true }),
  { key: 'maker', title: () => say('approvals.maker'), cell: (row) => row.maker.name },
  { key: 'state', title: () => say('approvals.state'), cell: (row) => stateTag(row) },
  timeColumn('createTime', () => say('approvals.created'), { key: 'created' }),
  {
    key: 'expires',
    title: () => say('approvals.expires'),
    cell: (row) => (row.state === 'WAITING' ? say('approvals.left', { time: age(row.expireTime - serverNow()) }) : '–'),
  },
]
