import type { Same } from '../cn.ts'
import type { staff as cn } from '../cn/staff.ts'

export const staff: Same<typeof cn> = {
  list: 'Staff',
  keyword: 'Name or login name',
  role: 'Role',
  name: 'Name',
  loginName: 'Login name',
  roles: 'Roles',
  state: 'Status',
  active: 'Active',
  disabled: 'Disabled',
  pending: 'Role change waiting for approval',
  lastActive: 'Last active',
  never: 'Never signed in',
  changeRoles: 'Change roles',
  changeText: 'A second approver has to agree. All sessions of this person then end, and they have to sign in again.',
  propose: 'Request approval',
  proposed: 'Approval requested',
  disable: 'Disable',
  enable: 'Enable',
  disableText: 'All sessions end now, and this person can no longer sign in.',
  enableText: 'This person can sign in again with the same roles.',
  isDisabled: 'Staff member disabled',
  isEnabled: 'Staff member enabled',
  self: 'You can’t change your own account',
}
