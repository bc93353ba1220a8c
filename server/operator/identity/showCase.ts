import type * as contract from '#contract/identity/desk/cases.ts'
import { paperKinds, type CaseRow } from '#contract/identity/desk/cases.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import { identityStatuses, identityTypes } from '#contract/identity/identity.ts'
import { idTypes } from '#contract/identity/verification.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Staff } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import {
  accountsOfIds,
  accountsOfNo,
  caseByNo,
  casesPage,
  earlierCases,
  nextCase,
  papersIn,
  type CaseFound,
  type Papers,
} from '#server/identity/identity.ts'
import { approvalWaitingFor, staffNames } from '#server/staff/staff.ts'
import { recordView } from '../accounts/recordView.ts'
import { maskEnds, maskName } from './mask.ts'

export const listCases: Answer<typeof contract.listCases> = async (staff, { open, status, keyword, ...page }) => {
  const accountIds = keyword ? (await accountsOfNo(keyword)).map(({ account_id }) => account_id) : undefined
  const { rows, count } = await casesPage(db, { open: open === '1', status, accountIds }, page)
  return {
    data: await shown(rows, staff),
    total: count,
    pageNo: page.pageNo,
    pageSize: page.pageSize,
    haveNext: count > page.pageNo * page.pageSize,
    summary: undefined,
  }
}

/** A case as it may be seen without saying why: the company is in a public register, whoever stands behind it is not. */
export const showCase: Answer<typeof contract.showCase> = async (staff, { orderNo }) => {
  const found = await caseByNo(db, orderNo)
  if (!found) throw refuse('not_found')
  const [holder] = await accountsOfIds([found.account_id])
  await recordView(staff, { accountId: found.account_id, userNo: holder!.user_no }, 'IDENTITY')
  const { lang } = staff.from
  const papers = papersIn(found)
  const [[row], earlier, nextOrderNo, approvalId] = await Promise.all([
    shown([found], staff),
    earlierCases(db, found.account_id, orderNo),
    nextCase(db, orderNo, staff.staffId),
    approvalWaitingFor('identity.business', orderNo),
  ])
  const { name = '', regNo = '', address = '', website = '' } = papers?.company ?? {}
  const clear = personIn(papers)
  return {
    ...row!,
    person: {
      realName: maskName(clear.realName),
      idNo: maskEnds(clear.idNo, 1, 2),
      contact: maskEnds(clear.contact, 2, 2),
      legalPerson: maskName(clear.legalPerson),
    },
    idTypeText: papers ? idTypes[papers.idType][lang] : '',
    country: papers?.country ?? '',
    company: papers?.company ? { name, regNo, address, website } : null,
    papers: papers ? picturesOf(papers, lang) : [],
    reason: found.reason,
    earlier: earlier.map((one) => ({
      orderNo: one.order_no,
      statusText: identityStatuses[one.status][lang],
      reason: one.reason,
      time: one.sent_at.getTime(),
    })),
    approvalId,
    nextOrderNo,
  }
}

/** What says who somebody is. */
export const personIn = (papers: Papers | undefined) => ({
  realName: papers?.realName ?? '',
  idNo: papers?.idNo ?? '',
  contact: papers?.contact ?? '',
  legalPerson: papers?.company?.legalPerson ?? '',
})

export function picturesOf({ files }: Papers, lang: Lang) {
  const { other, ...named } = files
  const one = (kind: contract.PaperKind, fileId: string) => ({ fileId, kind, kindText: paperKinds[kind][lang] })
  return [
    ...(['front', 'back', 'hold', 'license'] as const).flatMap((kind) => (named[kind] ? one(kind, named[kind]) : [])),
    ...other.map((fileId) => one('other', fileId)),
  ]
}

async function shown(rows: readonly CaseFound[], { staffId, from: { lang } }: Staff): Promise<CaseRow[]> {
  const accounts = await accountsOfIds(rows.map(({ account_id }) => account_id))
  const named = new Map(accounts.map((account) => [account.account_id, account]))
  const names = await staffNames(
    db,
    rows.flatMap(({ taken_by }) => taken_by ?? []),
  )
  return rows.map((row) => ({
    orderNo: row.order_no,
    accountId: row.account_id,
    userNo: named.get(row.account_id)?.user_no ?? '',
    nickname: named.get(row.account_id)?.nickname ?? '',
    type: row.type,
    typeText: identityTypes[row.type][lang],
    status: row.status,
    statusText: identityStatuses[row.status][lang],
    sentTime: row.sent_at.getTime(),
    auditTime: row.audited_at?.getTime() ?? null,
    taker: row.taken_by && (names.get(row.taken_by) ?? null),
    mine: flag(row.taken_by === staffId),
  }))
}
