import type { StaffAuditRow } from '#contract/staff/staff.ts'
import { showTime } from '#web/parts/dates.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { say } from '../say.ts'
import { Tag } from '#web/ui/tags/Tag.tsx'
import css from './Audit.module.css'

export const auditColumns: readonly Column<StaffAuditRow>[] = [
  { key: 'time', title: () => say('staffAudit.time'), cell: (row) => showTime(row.createTime) },
  { key: 'who', title: () => say('staffAudit.who'), cell: (row) => row.staffName, phone: 'head' },
  { key: 'action', title: () => say('staffAudit.action'), cell: (row) => <Tag>{row.actionText}</Tag> },
  {
    key: 'content',
    title: () => say('staffAudit.content'),
    cell: (row) => (
      <span className={css.what}>
        {row.content}
        {row.reason && <small>{row.reason}</small>}
      </span>
    ),
  },
  { key: 'target', title: () => say('staffAudit.target'), cell: (row) => row.target },
]
