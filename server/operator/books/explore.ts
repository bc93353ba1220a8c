/** The book to read: trial balance, accounts, entries, transfers. Nothing here writes. */
import type * as contract from '../../../contract/books.ts'
import { chartOfAccounts, ruleOf, type AccountCode } from '../../../contract/ledger.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Answer } from '../../answer.ts'
import { nowMs } from '../../clock.ts'
import { db, withPatience } from '../../db.ts'
import { accountsAt, coverAt, entriesAt, isAccount, sumsAt, transferWhole } from '../../ledger/ledger.ts'

const signed = (code: AccountCode, debits: number, credits: number): number =>
  ruleOf(code).normal === 'D' ? debits - credits : credits - debits

export const trialBalance: Answer<typeof contract.trialBalance> = async ({ from: { lang } }, { asOf = nowMs() }) => {
  const at = new Date(asOf)
  const [sums, { owed, cover }] = await withPatience(
    async (on) => [await sumsAt(on, at), await coverAt(on, at)] as const,
  )
  const currencies = [...new Set(sums.map(({ currency }) => currency))].map((currency) => {
    const lines = sums.filter((line) => line.currency === currency)
    return {
      currency,
      scale: lines[0]!.scale,
      debits: lines.reduce((sum, { debits }) => sum + debits, 0),
      credits: lines.reduce((sum, { credits }) => sum + credits, 0),
      lines: lines.map(({ code, accounts, debits, credits }) => ({
        code,
        name: ruleOf(code)[lang],
        accounts,
        debits,
        credits,
        balance: signed(code, debits, credits),
      })),
    }
  })
  return { asOf, currencies, owed, cover }
}

export const bookAccounts: Answer<typeof contract.bookAccounts> = async ({ from: { lang } }, wish) => {
  const page = { pageNo: wish.pageNo, pageSize: wish.pageSize, summary: undefined }
  if (!Object.hasOwn(chartOfAccounts, wish.code)) return { data: [], total: 0, haveNext: false, ...page }
  const { rows, count } = await accountsAt(db, new Date(wish.asOf ?? nowMs()), wish)
  return {
    data: rows.map(({ la_id, ...row }) => ({
      ...row,
      laId: la_id,
      name: ruleOf(row.code)[lang],
      balance: signed(row.code, row.debits, row.credits),
    })),
    total: count,
    haveNext: count > wish.pageNo * wish.pageSize,
    ...page,
  }
}

export const bookEntries: Answer<typeof contract.bookEntries> = async (_staff, wish) => {
  if (!(await isAccount(db, wish.laId))) throw refuse('not_found')
  const { rows, count } = await entriesAt(db, wish.laId, wish)
  return {
    data: rows.map((row) => ({
      transferId: row.transfer_id,
      n: row.n,
      kind: row.kind,
      side: row.side,
      amount: row.amount,
      currency: row.currency,
      scale: row.scale,
      balanceAfter: row.balance_after,
      postTime: row.posted_at.getTime(),
    })),
    total: count,
    pageNo: wish.pageNo,
    pageSize: wish.pageSize,
    haveNext: count > wish.pageNo * wish.pageSize,
    summary: undefined,
  }
}

export const bookTransfer: Answer<typeof contract.bookTransfer> = async ({ from: { lang } }, { transferId }) => {
  const found = await transferWhole(db, transferId)
  if (!found) throw refuse('not_found')
  const { transfer, entries } = found
  return {
    transferId,
    kind: transfer.kind,
    accountId: transfer.account_id,
    bizType: transfer.biz_type,
    bizId: transfer.biz_id,
    effectiveTime: transfer.effective_at.getTime(),
    postTime: transfer.posted_at.getTime(),
    memo: transfer.memo,
    reverses: transfer.reverses_transfer_id,
    entries: entries.map(({ la_id, balance_after, ...entry }) => ({
      ...entry,
      laId: la_id,
      balanceAfter: balance_after,
      name: ruleOf(entry.code)[lang],
    })),
  }
}
