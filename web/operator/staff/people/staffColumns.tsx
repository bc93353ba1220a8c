import { Link } from 'react-router'
import type { StaffRow } from '#contract/staff/staff.ts'
import { showTime } from '#web/parts/dates.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { paths } from '#web/operator/paths.ts'
import { PersonActions } from './PersonActions.tsx'
import { say } from '../text.ts'

export const staffColumns: readonly Column<StaffRow>[] = [
  { key: 'name', title: () => say('staff.name'), cell: (row) => <strong>{row.name}</strong>, phone: 'head' },
  { key: 'loginName', title: () => say('staff.loginName'), cell: (row) => row.loginName },
  {
    key: 'roles',
    title: () => say('staff.roles'),
    cell: (row) => (
      <span style={{ display: 'inline-flex', flexWrap: 'wrap', gap: 6 }}>
        {row.roles.map(({ role, name }) => (
          <Tag key={role}>{name}</Tag>
        ))}
      </span>
    ),
  },
  {
    key: 'state',
    title: () => say('staff.state'),
    cell: (row) => (
      <span style={{ display: 'inline-flex', flexWrap: 'wrap', gap: 6 }}>
        <StatusTag
          tone={row.disabled ? 'bad' : 'ok'}
          text={row.disabled ? say('staff.disabled') : say('staff.active')}
        />
        {row.pendingApprovalId && <Link to={paths.approval(row.pendingApprovalId)}>{say('staff.pending')}</Link>}
      </span>
    ),
  },
  {
    key: 'lastActive',
    title: () => say('staff.lastActive'),
    cell: (row) => (row.lastActiveTime ? showTime(row.lastActiveTime) : say('staff.never')),
  },
  { key: 'actions', title: () => say('parts.actions'), cell: (row) => <PersonActions person={row} /> },
]
