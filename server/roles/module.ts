import * as rightsContract from '#contract/roles/desk.ts'
import * as roleEditingContract from '#contract/roles/editing.ts'
import * as rolesContract from '#contract/roles/roles.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { rightsCatalogue } from './desk/rightsCatalogue.ts'
import { changePermissions } from './editing/changePermissions.ts'
import { deleteRole, editRole, addRole, listRoles, roleOptions } from './editing/editRoles.ts'
import { permissions, infoForSub } from './permissions.ts'

export const answers = { permissions, infoForSub } satisfies Answers<typeof rolesContract>

export const editingAnswers = {
  listRoles,
  roleOptions,
  addRole,
  editRole,
  deleteRole,
  changePermissions,
} satisfies Answers<typeof roleEditingContract>

const deskAnswers = { rightsCatalogue } satisfies Answers<typeof rightsContract>

export const module = {
  calls: [
    answered(rolesContract, answers),
    answered(roleEditingContract, editingAnswers),
    answered(rightsContract, deskAnswers),
  ],
} satisfies Module
