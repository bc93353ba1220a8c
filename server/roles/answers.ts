import type * as contract from '../../contract/roles.ts'
import type { Answers } from '../answer.ts'
import { addRole } from './addRole.ts'
import { changePermissions } from './changePermissions.ts'
import { deleteRole, editRole } from './editRole.ts'
import { infoForSub } from './infoForSub.ts'
import { listRoles, roleOptions } from './listRoles.ts'
import { permissions } from './permissions.ts'

export const answers = {
  permissions,
  infoForSub,
  listRoles,
  roleOptions,
  addRole,
  editRole,
  deleteRole,
  changePermissions,
} satisfies Answers<typeof contract>
