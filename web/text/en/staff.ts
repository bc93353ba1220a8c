import type { Same } from '../cn.ts'
import type { staff as cn } from '../cn/staff.ts'

export const staff: Same<typeof cn> = {
  list: 'Staff',
  keyword: 'Name or login name',
  role: 'Role',
  name: 'Name',
  loginName: 'Login name',
  roles: 'Roles',
  state: 'State',
  active: 'Active',
  disabled: 'Disabled',
  pending: 'Change of roles waits',
  lastActive: 'Last active',
  never: 'never signed in',
  changeRoles: 'Change roles',
  changeText: 'Another colleague has to agree. Then every session of this person ends, and they sign in again.',
  propose: 'Ask for approval',
  proposed: 'Asked for approval',
  disable: 'Disable',
  enable: 'Enable',
  disableText: 'Every session ends at once, and signing in is refused.',
  enableText: 'May sign in again, with the same roles.',
  isDisabled: 'Disabled',
  isEnabled: 'Enabled',
  self: 'You cannot change yourself',
}
