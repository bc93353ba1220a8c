/** Read-only views of the books: trial balance, accounts, entries, transfers. */
import type * as contract from '#contract/ledger/desk.ts'
import { chartOfAccounts, kindRule, ruleOf, transferKinds, type AccountCode } from '#contract/ledger/ledger.ts'
import type { Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { nowMs } from '#server/core/clock.ts'
import { db, withoutTimeout } from '#server/core/db.ts'
import { transfersOfOrder } from '#server/funding/funding.ts'
import { recordView, recordViews } from '#server/accounts/accounts.ts'
import { accountsOfNo, holderOf, holdersOf } from '#server/identity/identity.ts'
import { newestRate } from '#server/funding/funding.ts'
import {
  accountOfRow,
  accountsOfCode,
  accountsOfTenant,
  entriesAt,
  sumsAt,
  transfersAbout,
  transferWhole,
  type AccountAt,
  type TransferFound,
} from '../reading/exploreQueries.ts'
import { bookRateOf } from '../proof/cover.ts'
import { coverByCurrency, coverOf, coverShown, positionIn } from './cover.ts'

const signed = (code: AccountCode, debits: number, credits: number): number =>
  ruleOf(code).normal === 'D' ? debits - credits : credits - debits

export const trialBalance: Answer<typeof contract.trialBalance> = async ({ from: { lang } }, { asOf = nowMs() }) => {
  const sums = await withoutTimeout((on) => sumsAt(on, new Date(asOf)))
  const lines = sums.map((sum) => ({ ...sum, balance: signed(sum.code, sum.debits, sum.credits) }))
  const currencies = [...new Set(lines.map(({ currency }) => currency))].map((currency) => {
    const own = lines.filter((line) => line.currency === currency)
    return {
      currency,
      scale: own[0]!.scale,
      debits: own.reduce((sum, { debits }) => sum + debits, 0),
      credits: own.reduce((sum, { credits }) => sum + credits, 0),
      lines: own.map(({ code, accounts, debits, credits, balance }) => ({
        ...{ code, name: ruleOf(code)[lang], accounts, debits, credits, balance },
      })),
    }
  })
  const known = await newestRate(db, 'CNY', new Date(asOf))
  // As the proof does: before the first rate, yuan count at their book value.
  const rate = known ?? bookRateOf(positionIn(lines))
  const parts = coverOf(lines, rate).map((part) => ({ ...part, name: ruleOf(part.code)[lang] }))
  const all = (counts: 'client' | 'cover') =>
    parts.filter((part) => part.counts === counts).reduce((sum, { cents }) => sum + cents, 0)
  return {
    asOf,
    currencies,
    owed: all('client'),
    cover: all('cover'),
    parts,
    byCurrency: coverShown({ ...coverByCurrency(lines, rate), rate: known }),
  }
}

/** The tenant's own accounts are labelled with the account holder. */
const ownerOf = ({ owner, account_id }: Pick<AccountAt, 'owner' | 'account_id'>): string =>
  owner === account_id ? '' : owner

async function shown(rows: readonly AccountAt[], lang: Lang) {
  const known = await holdersOf(rows.map((row) => row.account_id))
  return rows.map(({ la_id, account_id, ...row }) => ({
    ...row,
    laId: la_id,
    name: ruleOf(row.code)[lang],
    owner: ownerOf({ ...row, account_id }),
    holder: known.get(account_id) ?? null,
    balance: signed(row.code, row.debits, row.credits),
  }))
}

export const bookAccounts: Answer<typeof contract.bookAccounts> = async (staff, input) => {
  const page = { pageNo: input.pageNo, pageSize: input.pageSize, summary: undefined }
  if (!Object.hasOwn(chartOfAccounts, input.code)) return { data: [], total: 0, haveNext: false, ...page }
  const code = input.code as AccountCode
  const { rows, count } = await accountsOfCode(db, new Date(input.asOf ?? nowMs()), { ...input, code })
  const data = await shown(rows, staff.from.lang)
  await recordViews(
    staff,
    data.map(({ holder }) => holder),
    'BOOKS',
  )
  return { data, total: count, haveNext: count > input.pageNo * input.pageSize, ...page }
}

export const bookEntries: Answer<typeof contract.bookEntries> = async (staff, input) => {
  const { lang } = staff.from
  const at = new Date(input.asOf ?? nowMs())
  const account = await accountOfRow(db, at, input.laId)
  if (!account) throw refuse('not_found')
  const [summary] = await shown([account], lang)
  await recordView(staff, summary!.holder, 'BOOKS')
  const { rows, count } = await entriesAt(db, account, at, input)
  return {
    data: rows.map((row) => ({
      transferId: row.transfer_id,
      n: row.n,
      kind: row.kind,
      kindText: kindText(row.kind, lang),
      side: row.side,
      amount: row.amount,
      currency: row.currency,
      scale: row.scale,
      balanceAfter: row.balance_after,
      postTime: row.posted_at.getTime(),
    })),
    total: count,
    pageNo: input.pageNo,
    pageSize: input.pageSize,
    haveNext: count > input.pageNo * input.pageSize,
    summary: summary!,
  }
}

const kindText = (kind: string, lang: Lang): string =>
  Object.hasOwn(transferKinds, kind) ? kindRule(kind as keyof typeof transferKinds)[lang] : kind
const headOf = (transfer: TransferFound, lang: Lang) => ({
  transferId: transfer.transfer_id,
  kind: transfer.kind,
  kindText: kindText(transfer.kind, lang),
  bizType: transfer.biz_type,
  bizId: transfer.biz_id,
  postTime: transfer.posted_at.getTime(),
})

export const bookTransfer: Answer<typeof contract.bookTransfer> = async (staff, { transferId }) => {
  const { lang } = staff.from
  const found = await transferWhole(db, transferId)
  if (!found) throw refuse('not_found')
  const { transfer, entries } = found
  const known = await holdersOf([transfer.account_id, ...entries.map((entry) => entry.account_id)])
  await recordViews(staff, [...known.values()], 'BOOKS')
  return {
    ...headOf(transfer, lang),
    holder: known.get(transfer.account_id) ?? null,
    effectiveTime: transfer.effective_at.getTime(),
    memo: transfer.memo,
    reverses: transfer.reverses_transfer_id,
    entries: entries.map(({ la_id, account_id, balance_after, ...entry }) => ({
      ...entry,
      laId: la_id,
      owner: ownerOf({ ...entry, account_id }),
      holder: known.get(account_id) ?? null,
      balanceAfter: balance_after,
      name: ruleOf(entry.code)[lang],
    })),
  }
}

export const findInBooks: Answer<typeof contract.findInBooks> = async (staff, { text }) => {
  const { lang } = staff.from
  const [holder] = /^\d{6,12}$/.test(text) ? await accountsOfNo(text) : []
  const mine = holder
    ? await accountsOfTenant(db, new Date(nowMs()), holder.account_id, { pageNo: 1, pageSize: 50 })
    : []
  const ids = text.startsWith('tup_') ? await transfersOfOrder(text) : [text]
  const transfers = await transfersAbout(db, ids)
  const owners = await holdersOf(transfers.map(({ account_id }) => account_id))
  await recordViews(staff, [holder && holderOf(holder), ...owners.values()], 'BOOKS')
  return { accounts: await shown(mine, lang), transfers: transfers.map((transfer) => headOf(transfer, lang)) }
}
