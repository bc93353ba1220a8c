/** What the console loads about the user at start. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { Flag, Time } from '../core/fields.ts'
import { standings } from '../core/permissions.ts'
import { PageNode } from '../roles/roles.ts'

export const UserInfo = z.object({
  userId: z.string(),
  nickname: z.string(),
  /** Masked. */
  mobile: z.string(),
  area: z.string(),
  lang: z.enum(['cn', 'en']),
  timeZone: z.string(),
  avatarFileId: z.optional(z.string()),
  createTime: Time,
  /** Empty for a sub-account. */
  inviteCode: z.string(),
  subAccount: Flag,
  statusList: z.object({
    subSwitch: Flag,
    googleBind: Flag,
    /** Whether there is a passkey, which then comes before a code. */
    passkey: Flag,
    identity: z.enum(['NONE', 'PENDING', 'PASSED', 'REJECTED']),
    identityType: z.nullable(z.enum(['PERSON', 'BUSINESS'])),
    risk: z.enum(['NORMAL', 'WARN', 'SHUTDOWN']),
    restricted: Flag,
    businessAccount: Flag,
    /** The account is closing: everything can be viewed, nothing new started. */
    closing: Flag,
    /** The status that disables buttons, of the account or of the calling sub-account. */
    standing: z.enum(standings),
  }),
  /** Where images are uploaded (KAIKA_UPLOAD_URL). */
  uploadUrl: z.string(),
  auths: z.array(PageNode),
  subPermission: z.array(z.string()),
})

export const userInfo = call({
  on: 'GET /api/user/info',
  title: '用户信息 Current user',
  who: 'member',
  input: nothing,
  output: UserInfo,
  refusals: [],
})
