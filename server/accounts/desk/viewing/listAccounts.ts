/** Accounts by what staff come for: the newest, those with the most money, the riskiest, and those that one has looked at. */
import type * as contract from '#contract/accounts/accounts.ts'
import { accountMarks, accountSorts, type AccountMark } from '#contract/accounts/accounts.ts'
import { accountLine } from '#server/accounts/accountLine.ts'
import { lastSeen } from '#server/accounts/queries.ts'
import type { Staff } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { port } from '#server/core/composition.ts'
import { db, transaction } from '#server/core/db.ts'
import { accountsOfIds, listedAccounts, type FoundAccount } from '#server/identity/identity.ts'
import { moneyByAccount, richestAccounts } from '#server/ledger/ledger.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { declineRate } from '#server/trades/trades.ts'

declare module '#server/core/composition.ts' {
  interface Ports {
    /** Accounts with counted declines, the highest rate first. */
    'accounts.riskiest'(limit: number): Promise<readonly string[]>
  }
}

/** A rank is of so many accounts. Whoever looks for another one searches. */
const RANKED = 200
/** Counting further would cost more than it says. */
const COUNT_CAP = 10_000

const has: Record<AccountMark, (account: FoundAccount) => boolean> = {
  STOPPED: ({ risk_state }) => risk_state === 'SHUTDOWN',
  HELD: ({ held }) => held,
  FROZEN: ({ frozen }) => frozen,
  OWES: ({ restricted }) => restricted,
  LEAVING: ({ status }) => status !== 'ACTIVE',
}

export const listAccounts: Answer<typeof contract.listAccounts> = async (staff, input) => {
  const { order, mark, pageNo, pageSize } = input
  const seen = new Map((await lastSeen(db, staff.staffId, RANKED)).map((one) => [one.account_id, one.at]))
  const { rows, count } =
    order === 'NEWEST'
      ? await listedAccounts(db, { mark, pageNo, pageSize, most: COUNT_CAP })
      : await ranked(await idsBy(order, seen), input)
  const ids = rows.map(({ account_id }) => account_id)
  const [money, rates] = await Promise.all([
    moneyByAccount(db, ids),
    Promise.all(ids.map((accountId) => declineRate(db, accountId))),
  ])
  await recordListing(staff, input)
  return {
    data: rows.map((row, at) => {
      const { mobile: _, ...line } = accountLine(row, staff.from.lang)
      return {
        ...line,
        money: money.get(row.account_id) ?? 0,
        declineBps: rates[at]!.attempts > 0 ? rates[at]!.bps : null,
        seenTime: seen.get(row.account_id)?.getTime() ?? null,
      }
    }),
    total: Math.min(count, COUNT_CAP),
    ...(count > COUNT_CAP && { totalCapped: true }),
    ...{ pageNo, pageSize, haveNext: count > pageNo * pageSize, summary: undefined },
  }
}

type Ranking = 'BIGGEST' | 'RISKIEST' | 'SEEN'
const idsBy = async (order: Ranking, seen: ReadonlyMap<string, Date>): Promise<readonly string[]> =>
  order === 'SEEN'
    ? [...seen.keys()]
    : order === 'BIGGEST'
      ? await richestAccounts(RANKED)
      : await port('accounts.riskiest')(RANKED)

type Page = { mark?: AccountMark | undefined; pageNo: number; pageSize: number }

async function ranked(ids: readonly string[], { mark, pageNo, pageSize }: Page) {
  const found = new Map((await accountsOfIds(ids)).map((account) => [account.account_id, account]))
  const all = ids.flatMap((id) => found.get(id) ?? []).filter((account) => !mark || has[mark](account))
  return { rows: all.slice((pageNo - 1) * pageSize, pageNo * pageSize), count: all.length }
}

const recordListing = (staff: Staff, { order, mark, pageNo }: Page & { order: keyof typeof accountSorts }) =>
  transaction((tx) => {
    const of = (lang: 'cn' | 'en') =>
      [accountSorts[order][lang], mark && accountMarks[mark][lang], String(pageNo)].filter(Boolean).join(', ')
    const content = { cn: `查看账户列表：${of('cn')}`, en: `Listed accounts: ${of('en')}` }
    return recordStaff(tx, staff, { action: 'VIEW', target: '–', content })
  })
