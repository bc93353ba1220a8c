import * as z from 'zod'
import { addressProblems, countryWords } from '#contract/cards/addresses.ts'
import type * as contract from '#contract/identity/desk/cases.ts'
import { checks } from '#contract/core/checks.ts'
import type { Words } from '#contract/core/fields.ts'
import { identityStatuses } from '#contract/identity/identity.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Staff } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import type { Tx } from '#server/core/db.ts'
import { accountOf } from '#server/identity/people/people.ts'
import { keepCardholder } from '#server/identity/verification/cardholders.ts'
import { decideIdentity, papersIn } from '#server/identity/verification/decideIdentity.ts'
import { lockOrder, type OrderRow } from '#server/identity/verification/queries.ts'
import { approvable, recordStaff } from '#server/staff/staff.ts'

/** Assigns a case to oneself, even if a colleague has left it unfinished. */
export const takeCase: Answer<typeof contract.takeCase> = async (staff, { orderNo }, tx) => {
  const found = await lockOrder(tx, orderNo)
  if (!found) throw refuse('not_found')
  if (found.taken_by === staff.staffId) throw refuse('conflict')
  const status = await decideIdentity(tx, staff, orderNo, { take: 'REVIEW' })
  await writeDown(
    tx,
    staff,
    found,
    { cn: '受理实名审核', en: 'Assigned an identity case to themselves' },
    { after: { status } },
  )
  return { status }
}

/** Only the assignee may decide. The operation below informs the account holder of the decision and the reason. */
export const decideCase: Answer<typeof contract.decideCase> = async (staff, { orderNo, take, reason }, tx) => {
  const found = await lockOrder(tx, orderNo)
  if (!found) throw refuse('not_found')
  if (found.status !== 'REVIEWING' || found.taken_by !== staff.staffId) throw refuse('conflict')
  if (take === 'PASS' && found.type === 'BUSINESS')
    return {
      status: 'REVIEWING',
      approvalId: await businessIdentityApproval.propose(tx, staff, { orderNo }, reason || 'papers fit'),
    }
  const decision =
    take === 'PASS' ? { take } : take === 'REJECT' ? { take, reason } : { take, reason, fields: [] as string[] }
  const status = await decideIdentity(tx, staff, orderNo, decision)
  const words = identityStatuses[status]
  await writeDown(
    tx,
    staff,
    found,
    { cn: `实名审核：${words.cn}`, en: `Identity: ${words.en}` },
    { reason, before: { status: found.status }, after: { status } },
  )
  return { status, approvalId: null }
}

/** Enters the verified person as issuers need it, once the verification has passed. The values are sealed, so the logs only say that there is one. */
export const saveCardholder: Answer<typeof contract.saveCardholder> = async (
  staff,
  { orderNo, requestNo: _, ...cardholder },
  tx,
) => {
  const found = await lockOrder(tx, orderNo)
  if (!found) throw refuse('not_found')
  if (found.status !== 'PASSED') throw refuse('conflict')
  const fields = Object.entries(addressProblems(cardholder.country, cardholder)).map(([name, check]) => ({
    name,
    msg: checks[check][staff.from.lang],
  }))
  if (fields[0]) throw refuse('invalid', { field: fields[0].name, msg: fields[0].msg, fields })
  await keepCardholder(tx, found, cardholder)
  const { cn, en } = countryWords[cardholder.country]
  await writeDown(
    tx,
    staff,
    found,
    { cn: `登记持卡人，账单地址：${cn}`, en: `Entered the cardholder, billing address: ${en}` },
    { after: { country: cardholder.country } },
  )
  return { orderNo }
}

/** A business needs two reviewers: the maker is the first, the checker the second. */
export const businessIdentityApproval = approvable('identity.business', {
  payload: z.object({ orderNo: z.string() }),
  shows: async (tx, { orderNo }) => {
    const found = (await lockOrder(tx, orderNo))!
    const { user_no } = await accountOf(tx, found.account_id)
    const company = papersIn(found)?.company
    const said = (cn: string, en: string, after: string) => ({ label: { cn, en }, before: null, after })
    return {
      target: orderNo,
      accountId: found.account_id,
      onlyOne: orderNo,
      lines: [
        said('账户', 'Account', user_no),
        said('企业名称', 'Company', company?.name ?? '–'),
        said('注册号', 'Registration number', company?.regNo ?? '–'),
        {
          label: { cn: '认证', en: 'Verification' },
          before: identityStatuses.REVIEWING,
          after: identityStatuses.PASSED,
        },
      ],
    }
  },
  apply: async (tx, { orderNo }, { maker, checker, reason }) => {
    const found = await lockOrder(tx, orderNo)
    if (found?.status !== 'REVIEWING') throw refuse('conflict')
    await decideIdentity(tx, maker, orderNo, { take: 'PASS' })
    const status = await decideIdentity(tx, checker, orderNo, { take: 'PASS' })
    const content = { cn: `企业认证通过，经办 ${maker.name}`, en: `Business verified, requested by ${maker.name}` }
    await writeDown(tx, checker, found, content, { reason, before: { status: found.status }, after: { status } })
  },
})

const writeDown = (
  tx: Tx,
  staff: Staff,
  { order_no: target, account_id: accountId }: OrderRow,
  content: Words,
  more: { reason?: string; before?: unknown; after?: unknown },
): Promise<void> => recordStaff(tx, staff, { action: 'IDENTITY', target, accountId, content, ...more })
