import type * as contract from '../../../contract/accounts.ts'
import type { AccountFind, AccountLine } from '../../../contract/accounts.ts'
import { flag, type Lang } from '../../../contract/fields.ts'
import type { Answer } from '../../answer.ts'
import { accountsWithLastFour } from '../../cards/cards.ts'
import { db } from '../../db.ts'
import { accountsWithTxHash } from '../../funding/funding.ts'
import { accountsOfIds, accountsOfMobile, accountsOfNo, maskedOf, type FoundAccount } from '../../identity/identity.ts'

const MOST = 20

/** What was typed says by its form what it is: four digits, a whole hash, a mobile, a user number. */
export const searchAccounts: Answer<typeof contract.searchAccounts> = async ({ from: { lang } }, { keyword }) => {
  const typed = keyword.replace(/[\s-]/g, '')
  const [by, found] = await find(typed)
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

const states = {
  ACTIVE: { cn: '正常', en: 'Active' },
  CLOSING: { cn: '注销中', en: 'Closing' },
  CLOSED: { cn: '已注销', en: 'Closed' },
  DEACTIVATED: { cn: '已停用', en: 'Deactivated' },
} as const satisfies Record<AccountLine['status'], unknown>

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
