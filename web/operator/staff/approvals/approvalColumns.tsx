import type { ApprovalRow, ApprovalState } from '#contract/staff/approvals.ts'
import { column, headColumn, moneyColumn, textColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { age } from '#web/operator/parts/age.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { say, title } from '../text.ts'

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
  headColumn('kindText', title('approvals.kind'), { key: 'kind' }),
  textColumn('target', title('approvals.target')),
  moneyColumn('amount', title('approvals.amount'), { strong: true }),
  column('maker', title('approvals.maker'), (row) => row.maker.name),
  column('state', title('approvals.state'), (row) => stateTag(row)),
  timeColumn('createTime', title('approvals.created'), { key: 'created' }),
  column('expires', title('approvals.expires'), (row) =>
    row.state === 'WAITING' ? say('approvals.left', { time: age(row.expireTime - serverNow()) }) : '–',
  ),
]
