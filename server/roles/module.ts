import * as roleEditingContract from '#contract/roles/editing.ts'
import * as rolesContract from '#contract/roles/roles.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { addRole } from './editing/addRole.ts'
import { changePermissions } from './editing/changePermissions.ts'
import { deleteRole, editRole } from './editing/editRole.ts'
import { listRoles, roleOptions } from './editing/listRoles.ts'
import { infoForSub } from './infoForSub.ts'
import { permissions } from './permissions.ts'

export const answers = { permissions, infoForSub } satisfies Answers<typeof rolesContract>

export const editingAnswers = {
  listRoles,
  roleOptions,
  addRole,
  editRole,
  deleteRole,
  changePermissions,
} satisfies Answers<typeof roleEditingContract>

export const module = {
  calls: [answered(rolesContract, answers), answered(roleEditingContract, editingAnswers)],
} satisfies Module
