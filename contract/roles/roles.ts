/** What a login may see and do: pages (Auths) and elements (subPermission). */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { Flag, text, Time } from '../core/fields.ts'
import { elements, type ElementKey } from '../core/permissions.ts'

/** One page of the menu tree; ids and parents are strings of digits, `0` is the root. */
export const PageNode = z.object({ id: z.string(), parentId: z.string(), name: z.string(), path: z.string() })
export type PageNode = z.infer<typeof PageNode>

export type PermissionNode = {
  id: string
  parentId: string
  name: string
  type: 'PAGE' | 'ELEMENT'
  key?: string | undefined
  checked: Flag
  grantable: Flag
  children: PermissionNode[]
}
export const PermissionNode: z.ZodMiniType<PermissionNode, PermissionNode> = z.lazy(() =>
  z.object({
    id: z.string(),
    parentId: z.string(),
    name: z.string(),
    type: z.enum(['PAGE', 'ELEMENT']),
    key: z.optional(z.string()),
    checked: Flag,
    grantable: Flag,
    children: z.array(PermissionNode),
  }),
)

const viewer = ['card:view', 'trade:view', 'flow:view'] as const satisfies ElementKey[]
const operator = [
  ...viewer,
  'card:open',
  'card:recharge',
  'card:freeze',
  'card:otp',
  'card:tag',
  'card:grade',
] as const satisfies ElementKey[]
const senior = [
  ...operator,
  'card:batchOpen',
  'card:import',
  'card:batchRecharge',
  'card:reduce',
  'card:control.view',
  'card:control',
  'card:delete',
  'card:reveal',
  'card:editAddress',
  'card:export',
  'dispute:view',
  'dispute:make',
] as const satisfies ElementKey[]

/** The roles that every account has from the start. They are copied, never edited. */
export const systemRoles = {
  viewer: { name: { cn: '只读', en: 'Viewer' }, keys: viewer },
  operator: { name: { cn: '操作员', en: 'Operator' }, keys: operator },
  senior: { name: { cn: '高级操作员', en: 'Senior operator' }, keys: senior },
  finance: {
    name: { cn: '财务', en: 'Finance' },
    keys: ['wallet:view', 'flow:view', 'flow:export', 'trade:view', 'trade:export', 'card:view'],
  },
} as const satisfies Record<string, { name: { cn: string; en: string }; keys: readonly ElementKey[] }>
export type SystemRole = keyof typeof systemRoles

export const isElementKey = (key: string): key is ElementKey => Object.hasOwn(elements, key)

export const permissions = call({
  on: 'GET /api/sub/role/permission',
  title: '权限 Permissions of the caller, or of a role with roleId',
  who: 'member',
  input: z.object({ roleId: z.optional(text(60)) }),
  output: z.object({ tree: z.array(PermissionNode), auths: z.array(PageNode), subPermission: z.array(z.string()) }),
  refusals: ['not_found'],
})

export const infoForSub = call({
  on: 'GET /api/user/infoForSub',
  title: '子账户信息 Current sub-account',
  who: 'sub',
  input: nothing,
  output: z.object({
    nickname: z.string(),
    subUid: z.string(),
    mobile: z.string(),
    roleId: z.string(),
    roleName: z.string(),
    status: z.enum(['NORMAL', 'FROZEN', 'EXPIRED']),
    expireTime: Time,
    subPermission: z.array(z.string()),
  }),
  refusals: [],
})
