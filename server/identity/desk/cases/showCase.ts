import { countryWords, type BillingCountryCode } from '#contract/cards/addresses.ts'
import type * as contract from '#contract/identity/desk/cases.ts'
import { paperKinds, type CaseRow, LOOK_MS } from '#contract/identity/desk/cases.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import { identityStatuses, identityTypes } from '#contract/identity/identity.ts'
import { idTypes } from '#contract/identity/verification.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Staff } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { accountsOfIds, accountsOfNo, holderOf } from '#server/identity/people/findAccounts.ts'
import { papersIn } from '#server/identity/verification/decideIdentity.ts'
import { cardholdersIn } from '#server/identity/verification/cardholders.ts'
import { orderByNo, type OrderRow, lockOrder } from '#server/identity/verification/queries.ts'
import type { Papers } from '#server/identity/verification/submitIdentity.ts'
import { approvalWaitingFor, staffNames, reveal } from '#server/staff/staff.ts'
import { recordView, recordViews } from '#server/accounts/accounts.ts'
import { record } from '#server/audit/audit.ts'
import { ahead } from '#server/core/clock.ts'
import { openPaper } from '#server/identity/verification/papers.ts'
import { newId } from '#server/core/ids.ts'
import { casesPage, earlierCases, nextCase, insertLook, mayLook } from './queries.ts'

export const listCases: Answer<typeof contract.listCases> = async (staff, { open, status, keyword, ...page }) => {
  const found = keyword ? await accountsOfNo(keyword) : undefined
  const accountIds = found?.map(({ account_id }) => account_id)
  await recordViews(staff, (found ?? []).map(holderOf), 'IDENTITY')
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

/** A case as shown without a reason: the company is in a public register, the people behind it are not. */
export const showCase: Answer<typeof contract.showCase> = async (staff, { orderNo }) => {
  const found = await orderByNo(db, orderNo)
  if (!found) throw refuse('not_found')
  const [holder] = await accountsOfIds([found.account_id])
  await recordView(staff, holderOf(holder!), 'IDENTITY')
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
    cardholders: cardholdersIn(found).map(({ firstName, lastName, country }) => ({
      name: maskName(`${firstName} ${lastName}`),
      country,
      countryText: countryWords[country as BillingCountryCode][lang],
    })),
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

/** The identifying fields. */
const personIn = (papers: Papers | undefined) => ({
  realName: papers?.realName ?? '',
  idNo: papers?.idNo ?? '',
  contact: papers?.contact ?? '',
  legalPerson: papers?.company?.legalPerson ?? '',
})

function picturesOf({ files }: Papers, lang: Lang) {
  const { other, ...named } = files
  const one = (kind: contract.PaperKind, fileId: string) => ({ fileId, kind, kindText: paperKinds[kind][lang] })
  return [
    ...(['front', 'back', 'hold', 'license'] as const).flatMap((kind) => (named[kind] ? one(kind, named[kind]) : [])),
    ...other.map((fileId) => one('other', fileId)),
  ]
}

async function shown(rows: readonly OrderRow[], { staffId, from: { lang } }: Staff): Promise<CaseRow[]> {
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

/** Shows only the first and last letters; the length stays hidden too. */
const maskEnds = (text: string, head: number, tail: number): string =>
  text === ''
    ? ''
    : `${text.slice(0, text.length > head + tail ? head : 0)}***${text.length > head + tail ? text.slice(-tail) : ''}`

/** Shows only the first letter of each part of a name: 林*, L* M*. */
const maskName = (name: string): string =>
  /\s/.test(name)
    ? name
        .split(/\s+/)
        .map((part) => `${part.slice(0, 1)}*`)
        .join(' ')
    : name && `${name.slice(0, 1)}**`

/** Personal data of a case in the clear: for a logged reason (both logs), and only for a limited time. */
export const revealCase: Answer<typeof contract.revealCase> = (staff, { orderNo, reason }) =>
  reveal(staff, 'IDENTITY', async (tx) => {
    const found = await lockOrder(tx, orderNo)
    const papers = found && papersIn(found)
    if (!papers) throw refuse('not_found')
    const until = ahead(LOOK_MS)
    await insertLook(tx, {
      lookId: newId('lok'),
      accountId: found.account_id,
      orderNo,
      staffId: staff.staffId,
      reason,
      until,
    })
    // The addresses of staff are not shown to account holders.
    const by = { accountId: found.account_id, name: `Kaika · ${staff.name}`, from: { ip: '', device: '' } }
    await record(tx, by, {
      type: 'STAFF',
      target: orderNo,
      content: {
        cn: `查看了实名认证的姓名、证件号码与材料，原因：${reason}`,
        en: `Viewed the name, number and images of the verification. Reason: ${reason}`,
      },
    })
    return {
      clear: { ...personIn(papers), untilTime: until.getTime() },
      deed: {
        target: orderNo,
        accountId: found.account_id,
        reason,
        content: { cn: '查看实名资料明文', en: 'Viewed identity details' },
        after: { untilTime: until.getTime() },
      },
    }
  })

/** One picture of the case, for staff who have stated a reason. */
export const casePaper: Answer<typeof contract.casePaper> = async (staff, { orderNo, fileId }) => {
  const found = await orderByNo(db, orderNo)
  const papers = found && papersIn(found)
  if (!papers || !picturesOf(papers, staff.from.lang).some((one) => one.fileId === fileId)) throw refuse('not_found')
  if (!(await mayLook(db, found, staff.staffId))) throw refuse('reason_needed')
  const [holder] = await accountsOfIds([found.account_id])
  await recordView(staff, holderOf(holder!), 'PAPERS')
  return { ...(await openPaper(db, found.account_id, fileId)), type: 'image/jpeg', inline: true }
}
