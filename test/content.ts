/** Content by staff, for tests: drafts of notices and of agreements. */
import type { Checked } from '#contract/core/call.ts'
import type { saveAgreement } from '#contract/notices/agreements.ts'
import type { saveNotice } from '#contract/notices/content.ts'
import type { Staff } from '#server/core/actor.ts'
import { transaction } from '#server/core/db.ts'
import { agreementAnswers, contentAnswers } from '#server/notices/module.ts'
import { approves, newStaff } from './staff.ts'

export const noticeInput = {
  kind: 'BANNER',
  level: 'INFO',
  titleCn: '系统维护',
  titleEn: 'Maintenance',
  htmlCn: '<p>今晚 <strong>23:00</strong> 维护。</p>',
  htmlEn: '<p>Maintenance tonight at <strong>23:00</strong>.</p>',
  audience: 'ALL',
  audienceIds: [],
} satisfies Checked<typeof saveNotice>

export async function aDraft(input: Partial<Checked<typeof saveNotice>> = {}, by?: Staff): Promise<string> {
  const staff = by ?? (await newStaff(['CONTENT']))
  return (await transaction((tx) => contentAnswers.saveNotice(staff, { ...noticeInput, ...input }, tx))).id
}
/** Published by one person; a must-read notice waits for a second approver. */
export async function aNotice(input: Partial<Checked<typeof saveNotice>> = {}): Promise<string> {
  const staff = await newStaff(['CONTENT'])
  const id = await aDraft(input, staff)
  await transaction((tx) => contentAnswers.publishNotice(staff, { id, reason: 'as planned' }, tx))
  return id
}

export const agreementInput = {
  kind: 'TERMS',
  titleCn: '服务条款',
  titleEn: 'Terms of service',
  htmlCn: '<p>卡片仅用于正常电商消费。</p>',
  htmlEn: '<p>Cards are for ordinary purchases.</p>',
  mustAccept: true,
} satisfies Checked<typeof saveAgreement>

export async function anAgreementDraft(by?: Staff): Promise<string> {
  const staff = by ?? (await newStaff(['CONTENT']))
  return (await transaction((tx) => agreementAnswers.saveAgreement(staff, agreementInput, tx))).id
}

export const contactInput = {
  qr1Cn: '微信客服',
  qr1En: 'WeChat',
  qr1Url: 'https://example.com/wechat',
  qr2Cn: '电报客服',
  qr2En: 'Telegram',
  qr2Url: 'https://example.com/telegram',
  channelCn: '频道',
  channelEn: 'Channel',
  channelUrl: 'https://example.com/channel',
  hoursCn: '每天',
  hoursEn: 'Every day',
  chatOn: false,
  chatKey: '',
  reason: 'new numbers',
}

/** Requested by one person and approved by another. */
export async function anAgreementInForce(): Promise<string> {
  const staff = await newStaff(['CONTENT'])
  const id = await anAgreementDraft(staff)
  const { approvalId } = await transaction((tx) =>
    agreementAnswers.publishAgreement(staff, { id, reason: 'counsel agreed' }, tx),
  )
  await approves(await newStaff(['RISK_APPROVER']), approvalId)
  return id
}
