import type { ApprovalRow, ApprovalState } from '#contract/staff/approvals.ts'
import { showTime } from '#web/parts/dates.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { Money } from '#web/ui/Money.tsx'
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
  { key: 'kind', title: () => say('approvals.kind'), cell: (row) => <strong>{row.kindText}</strong>, phone: 'head' },
  { key: 'target', title: () => say('approvals.target'), cell: (row) => row.target },
  {
    key: 'amount',
    title: () => say('approvals.amount'),
    align: 'right',
    cell: (row) => <Money cents={row.amount} strong />,
  },
  { key: 'maker', title: () => say('approvals.maker'), cell: (row) => row.maker.name },
  { key: 'state', title: () => say('approvals.state'), cell: (row) => stateTag(row) },
  { key: 'created', title: () => say('approvals.created'), cell: (row) => showTime(row.createTime) },
  {
    key: 'expires',
    title: () => say('approvals.expires'),
    cell: (row) => (row.state === 'WAITING' ? say('approvals.left', { time: age(row.expireTime - serverNow()) }) : '–'),
  },
]
