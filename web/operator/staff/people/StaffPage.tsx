import { Outlet, Link, useLocation, useNavigate } from 'react-router'
import { listStaff, type StaffRow } from '#contract/staff/staff.ts'
import { staffRoleNames, staffRoles } from '#contract/core/staffRoles.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { column, headColumn, textColumn, type Column } from '#web/parts/lists/columns.tsx'
import { QueryList, useList, type Filter } from '#web/parts/lists/QueryList.tsx'
import { Row } from '#web/ui/layout.tsx'
import { langNow } from '#web/text.ts'
import { showTime } from '#web/parts/dates.ts'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { paths } from '#web/operator/paths.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { useHolds, useSelf } from '#web/operator/desk.ts'
import { say, title, useText } from '../text.ts'

export default function StaffPage() {
  const t = useText()
  const roles = staffRoleNames.map((value) => ({ value, label: staffRoles[value].name[langNow()] }))
  const filters: Filter[] = [
    { kind: 'text', name: 'keyword', label: t('staff.keyword') },
    { kind: 'choice', name: 'role', label: t('staff.role'), options: roles },
  ]
  const listed = useList(listStaff, { filters })
  return (
    <PageFrame>
      <QueryList label={t('staff.list')} of={listed} columns={staffColumns} rowKey={({ staffId }) => staffId} />
      <Outlet />
    </PageFrame>
  )
}

const staffColumns: readonly Column<StaffRow>[] = [
  headColumn('name', title('staff.name')),
  textColumn('loginName', title('staff.loginName')),
  column('roles', title('staff.roles'), (row) => (
    <Row as="span">
      {row.roles.map(({ role, name }) => (
        <Tag key={role}>{name}</Tag>
      ))}
    </Row>
  )),
  column('state', title('staff.state'), (row) => (
    <Row as="span">
      <StatusTag tone={row.disabled ? 'bad' : 'ok'} text={row.disabled ? say('staff.disabled') : say('staff.active')} />
      {row.pendingApprovalId && <Link to={paths.approval(row.pendingApprovalId)}>{say('staff.pending')}</Link>}
    </Row>
  )),
  column('lastActive', title('staff.lastActive'), (row) =>
    row.lastActiveTime ? showTime(row.lastActiveTime) : say('staff.never'),
  ),
  column('actions', title('parts.actions'), (row) => <PersonActions person={row} />),
]

/** What an administrator may do with this person; never with themselves. */
function PersonActions({ person }: { person: StaffRow }) {
  const t = useText()
  const self = useSelf()
  const navigate = useNavigate()
  const { search } = useLocation()
  if (!useHolds('staff:people.make')) return null
  const own = person.staffId === self?.staffId ? t('staff.self') : undefined
  const go = (move: 'roles' | 'disable' | 'enable') =>
    navigate({ pathname: paths.person(person.staffId, move), search })
  return (
    <Row as="span">
      <Button
        size="s"
        disabled={own ?? (person.pendingApprovalId ? t('staff.pending') : undefined)}
        onClick={() => void go('roles')}
      >
        {t('staff.changeRoles')}
      </Button>
      <Button size="s" disabled={own} onClick={() => void go(person.disabled ? 'enable' : 'disable')}>
        {person.disabled ? t('staff.enable') : t('staff.disable')}
      </Button>
    </Row>
  )
}
