import { flag, type Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import { couponTypes } from '#contract/coupons/coupons.ts'
import type * as contract from '#contract/coupons/desk.ts'
import { givenStates } from '#contract/coupons/desk.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { recordView } from '#server/accounts/accounts.ts'
import { accountsOfIds, accountsOfNos } from '#server/identity/identity.ts'
import { recordStaff, staffNames } from '#server/staff/staff.ts'
import { makeTemplate } from '../giveCoupons.ts'
import {
  allTemplates,
  countGiven,
  givenPage,
  setTemplateStatus,
  signTemplate,
  templateById,
  type TemplateRow,
} from './queries.ts'

export const listTemplates: Answer<typeof contract.listTemplates> = async ({ from: { lang } }) => {
  const rows = await allTemplates(db)
  const people = await staffNames(
    db,
    rows.flatMap(({ made_by }) => made_by ?? []),
  )
  return { list: rows.map((row) => shown(row, people, lang)) }
}

export const listGiven: Answer<typeof contract.listGiven> = async (staff, input) => {
  const { lang } = staff.from
  const { pageNo, pageSize } = input
  const template = await templateById(db, input.templateId)
  if (!template) throw refuse('not_found', { field: 'templateId' })
  const { userNo, ...asked } = input
  const [whose] = userNo ? await accountsOfNos(db, [userNo]) : []
  if (whose) await recordView(staff, { accountId: whose.account_id, userNo: whose.user_no }, 'COUPONS')
  const filter = { ...asked, accountId: userNo ? (whose?.account_id ?? '') : undefined }
  const [rows, total] = await Promise.all([givenPage(db, filter, input), countGiven(db, filter)])
  const holders = await accountsOfIds(rows.map(({ account_id }) => account_id))
  const numbers = new Map(holders.map((one) => [one.account_id, one.user_no]))
  const people = await staffNames(
    db,
    [template.made_by, ...rows.map(({ given_by }) => given_by)].filter((one) => one !== null),
  )
  return {
    data: rows.map((row) => ({
      couponId: row.coupon_id,
      accountId: row.account_id,
      userNo: numbers.get(row.account_id)!,
      status: row.state,
      statusText: givenStates[row.state][lang],
      startTime: row.starts_at.getTime(),
      expireTime: row.expires_at.getTime(),
      usedTime: row.used_at?.getTime() ?? null,
      bizNo: row.biz_no,
      off: row.off_cents,
      giver: row.given_by && (people.get(row.given_by) ?? row.given_by),
      why: row.given_why,
    })),
    total,
    pageNo,
    pageSize,
    haveNext: total > pageNo * pageSize,
    summary: shown(template, people, lang),
  }
}

/** A template costs nothing until coupons of it are issued. */
export const createTemplate: Answer<typeof contract.createTemplate> = async (staff, input, tx) => {
  const { nameCn, nameEn, type, reason, vids, groupIds } = input
  const value = type === 'OPEN_FREE' ? 0 : input.value
  const { templateId } = await makeTemplate(tx, {
    name: { cn: nameCn, en: nameEn },
    type,
    value,
    minAmountCents: input.minAmount,
    vids,
    groupIds,
    validDays: input.validDays,
    budget: input.budget,
  })
  await signTemplate(tx, templateId, staff.staffId)
  await recordStaff(tx, staff, {
    action: 'PRODUCT',
    target: nameCn,
    content: { cn: `新建优惠券：${nameCn}`, en: `Coupon created: ${nameEn}` },
    reason,
    after: {
      templateId,
      type,
      value,
      minAmount: input.minAmount,
      vids,
      groupIds,
      validDays: input.validDays,
      budget: input.budget,
    },
  })
  return { templateId }
}

/** Coupons already given stay valid; no more are given. */
export const stopTemplate: Answer<typeof contract.stopTemplate> = async (staff, { templateId, on, reason }, tx) => {
  const template = await templateById(tx, templateId)
  if (!template) throw refuse('not_found', { field: 'templateId' })
  await setTemplateStatus(tx, templateId, on ? 'ON' : 'OFF')
  await recordStaff(tx, staff, {
    action: 'PRODUCT',
    target: template.name_cn,
    content: on
      ? { cn: `恢复发放：${template.name_cn}`, en: `Issuing resumed: ${template.name_en}` }
      : { cn: `停止发放：${template.name_cn}`, en: `Issuing stopped: ${template.name_en}` },
    reason,
    before: { status: template.status },
    after: { templateId, status: on ? 'ON' : 'OFF' },
  })
  return { on: flag(on) }
}

const shown = (row: TemplateRow, people: ReadonlyMap<string, string>, lang: Lang) => ({
  templateId: row.template_id,
  name: lang === 'cn' ? row.name_cn : row.name_en,
  nameCn: row.name_cn,
  nameEn: row.name_en,
  type: row.type,
  typeText: couponTypes[row.type][lang],
  value: row.value,
  minAmount: row.min_amount_cents,
  vids: row.vids,
  groupIds: row.group_ids,
  validDays: row.valid_days,
  budget: row.budget,
  on: flag(row.status === 'ON'),
  maker: row.made_by && (people.get(row.made_by) ?? row.made_by),
  createTime: row.created_at.getTime(),
  given: row.given,
  unused: row.unused,
  used: row.used,
  expired: row.expired,
  revoked: row.revoked,
  off: row.off_cents,
})
