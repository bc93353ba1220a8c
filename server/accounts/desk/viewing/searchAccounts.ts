import type * as contract from '#contract/accounts/accounts.ts'
import { accountFinds, type AccountFind } from '#contract/accounts/accounts.ts'
import type { Answer } from '#server/core/answer.ts'
import { accountsWithLastFour } from '#server/cards/cards.ts'
import { db, transaction } from '#server/core/db.ts'
import { accountsWithTxHash } from '#server/funding/funding.ts'
import { accountsOfIds, accountsOfMobile, accountsOfNo, type FoundAccount } from '#server/identity/identity.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { accountLine } from '#server/accounts/accountLine.ts'

const MOST = 20

/** The form of the keyword decides what to search: four digits, a transaction hash, a mobile, a user number. */
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
  // The list shows masked data only, so it is not in the holders' own logs; opening an account is.
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

/** The keyword may be a person's number, so the log keeps its ends only. */
const maskTyped = (typed: string): string =>
  typed.length <= 4 ? `**${typed.slice(-2)}` : `${typed.slice(0, 2)}****${typed.slice(-2)}`
