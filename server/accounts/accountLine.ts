import type { AccountLine } from '#contract/accounts/accounts.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import { maskedOf, type FoundAccount } from '../identity/identity.ts'

const states = {
  ACTIVE: { cn: '正常', en: 'Active' },
  CLOSING: { cn: '注销中', en: 'Closing' },
  CLOSED: { cn: '已注销', en: 'Closed' },
  DEACTIVATED: { cn: '已停用', en: 'Deactivated' },
} as const satisfies Record<AccountLine['status'], unknown>

export const accountStateText = (status: AccountLine['status'], lang: Lang): string => states[status][lang]

export const accountLine = (row: FoundAccount, lang: Lang): AccountLine => ({
  accountId: row.account_id,
  userNo: row.user_no,
  nickname: row.nickname,
  mobile: maskedOf(row),
  status: row.status,
  statusText: states[row.status][lang],
  risk: row.risk_state,
  restricted: flag(row.restricted),
  held: flag(row.held),
  frozen: flag(row.frozen),
  identity: row.identity,
  createTime: row.created_at.getTime(),
})
