/** Roles as the account holder edits them. Separate from `roles.ts`, which loads before sign-in and stays light. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { Flag, listOf, pageInput, pageOf, requestNo, text, Time, whole, withDefault } from '../core/fields.ts'
import { elementKeys, pages, type ElementKey, type PageId } from '../core/permissions.ts'

/** Custom roles per account. */
export const ROLES_AT_MOST = 20

const RoleId = text(60, 1)
const roleName = text(20, 1)
const remark = text(100)
const key = z.enum(elementKeys as [ElementKey, ...ElementKey[]])
/** Pages that a role may grant. Pages that every sub-account has are not part of a role. */
export const grantablePages = (Object.keys(pages) as PageId[]).filter((page) => pages[page].grant === 'yes')
const given = { pageIds: listOf(z.enum(grantablePages as [PageId, ...PageId[]]), 0, 100), keys: listOf(key, 0, 100) }

export const Role = z.object({
  roleId: z.string(),
  name: z.string(),
  remark: z.string(),
  /** Predefined for every account: can be viewed and copied, never changed. */
  system: Flag,
  /** How many sub-accounts have it, and the names of the first few. */
  userCount: z.int(),
  users: z.array(z.string()),
  pageIds: z.array(z.string()),
  keys: z.array(z.string()),
  version: z.int(),
  createTime: Time,
})
export type Role = z.infer<typeof Role>

/** System roles first, then the account's own in order of creation: few enough for one page. */
export const listRoles = call({
  on: 'GET /api/sub/role/list',
  title: '角色列表 Roles',
  who: 'parent',
  input: z.object(pageInput),
  output: pageOf(Role),
  refusals: [],
})

export const roleOptions = call({
  on: 'GET /api/sub/role/enum',
  title: '角色选项 Role options',
  who: 'parent',
  input: nothing,
  output: z.array(z.object({ value: z.string(), label: z.string() })),
  refusals: [],
})

export const addRole = call({
  on: 'POST /api/sub/role/add',
  title: '新增角色 Create a role, empty or copied from another',
  who: 'parent',
  once: true,
  input: z.object({
    name: roleName,
    remark: z.optional(remark),
    pageIds: withDefault(given.pageIds, []),
    keys: withDefault(given.keys, []),
    requestNo,
  }),
  output: z.object({ roleId: z.string() }),
  refusals: ['name_taken', 'role_limit'],
})

export const editRole = call({
  on: 'POST /api/sub/role/edit',
  title: '修改角色 Edit a role: name and note',
  who: 'parent',
  /** An absent remark stays the same. */
  input: z.object({ roleId: RoleId, name: roleName, remark: z.optional(remark) }),
  output: z.object({ ok: Flag }),
  refusals: ['not_found', 'name_taken', 'role_fixed'],
})

export const deleteRole = call({
  on: 'POST /api/sub/role/delete',
  title: '删除角色 Delete an unused role',
  who: 'parent',
  input: z.object({ roleId: RoleId }),
  output: z.object({ ok: Flag }),
  refusals: ['not_found', 'role_fixed', 'role_in_use'],
})

export const changePermissions = call({
  on: 'POST /api/sub/role/permission',
  title: '修改角色权限 Replace the permissions of a role, effective immediately',
  who: 'parent',
  body: 'json',
  /** `version`: the one that was edited, so that changes saved in another window are not overwritten. */
  input: z.object({ roleId: RoleId, ...given, version: z.optional(whole(1)), ticket: z.optional(text(200)) }),
  output: z.object({ version: z.int() }),
  refusals: ['not_found', 'role_fixed', 'role_changed', 'step_up'],
})
