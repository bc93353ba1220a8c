import type { StaffAuditRow } from '#contract/staff/staff.ts'
import { showTime } from '#web/parts/dates.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { say } from './text.ts'
import css from './Audit.module.css'

export const auditColumns: readonly Column<StaffAuditRow>[] = [
  { key: 'time', title: () => say('audit.time'), cell: (row) => showTime(row.createTime) },
  { key: 'who', title: () => say('audit.who'), cell: (row) => row.staffName, phone: 'head' },
  { key: 'action', title: () => say('audit.action'), cell: (row) => <Tag>{row.actionText}</Tag> },
  {
    key: 'content',
    title: () => say('audit.content'),
    cell: (row) => (
      <span className={css.what}>
        {row.content}
        {row.reason && <small>{row.reason}</small>}
      </span>
    ),
  },
  { key: 'target', title: () => say('audit.target'), cell: (row) => row.target },
]
