import type * as contract from '#contract/accounts/accounts.ts'
import { accountFinds, type AccountFind, type AccountLine } from '#contract/accounts/accounts.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import type { Answer } from '#server/core/answer.ts'
import { accountsWithLastFour } from '#server/cards/cards.ts'
import { db, transaction } from '#server/core/db.ts'
import { accountsWithTxHash } from '#server/funding/funding.ts'
import {
  accountsOfIds,
  accountsOfMobile,
  accountsOfNo,
  maskedOf,
  type FoundAccount,
} from '#server/identity/identity.ts'
import { recordStaff } from '#server/staff/staff.ts'

const MOST = 20

/** What was typed says by its form what it is: four digits, a whole hash, a mobile, a user number. */
export const searchAccounts: Answer<typeof contract.searchAccounts> = async (staff, { keyword }) => {
  const { lang } = staff.from
  const typed = keyword.replace(/[\s-]/g, '')
  const [by, found] = await find(typed)
  const target = maskTyped(typed)
  const [words, count] = [by ? accountFinds[by] : { cn: '其他', en: 'other' }, Math.min(found.length, MOST)]
  const content = {
    cn: `查找账户（${words.cn}），找到 ${count} 个`,
    en: `Searched accounts (${words.en}), results: ${count}`,
  }
  // A list shows masked data alone, so its holders read of nothing yet: opening an account is what they see.
  await transaction((tx) => recordStaff(tx, staff, { action: 'VIEW', target, content }))
  return { by, list: found.slice(0, MOST).map((row) => accountLine(row, lang)), more: found.length > MOST }
}

async function find(typed: string): Promise<[AccountFind | null, FoundAccount[]]> {
  if (/^\d{4}$/.test(typed)) return ['LAST_FOUR', await accountsOfIds(await accountsWithLastFour(db, typed, MOST + 1))]
  if (/^(0x)?[0-9a-f]{64}$/i.test(typed))
    return ['TX_HASH', await accountsOfIds(await accountsWithTxHash(db, typed.replace(/^0x/i, '')))]
  const byMobile = await accountsOfMobile(typed)
  if (byMobile) return ['MOBILE', byMobile]
  return /^\d{6,12}$/.test(typed) ? ['USER_NO', await accountsOfNo(typed)] : [null, []]
}

/** What somebody typed may be somebody's number: its ends are enough to know it again. */
const maskTyped = (typed: string): string =>
  typed.length <= 4 ? `**${typed.slice(-2)}` : `${typed.slice(0, 2)}****${typed.slice(-2)}`

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
  identity: row.identity,
  createTime: row.created_at.getTime(),
})
