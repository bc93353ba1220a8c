import type * as contract from '../../../contract/roleEditing.ts'
import type { Answers } from '../../answer.ts'
import { addRole } from './addRole.ts'
import { changePermissions } from './changePermissions.ts'
import { deleteRole, editRole } from './editRole.ts'
import { listRoles, roleOptions } from './listRoles.ts'

export const answers = {
  listRoles,
  roleOptions,
  addRole,
  editRole,
  deleteRole,
  changePermissions,
} satisfies Answers<typeof contract>
