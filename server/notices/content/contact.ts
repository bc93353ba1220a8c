import { Contact } from '#contract/notices/content.ts'
import type * as contract from '#contract/notices/content.ts'
import { flag } from '#contract/core/fields.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { contactRow, putContact } from './queries.ts'

/** Shown until staff have written their own. */
const atFirst: Contact = {
  qrs: [
    { cn: '微信客服', en: 'WeChat', url: 'https://example.com/kaika/wechat' },
    { cn: 'Telegram 客服', en: 'Telegram', url: 'https://example.com/kaika/telegram' },
  ],
  channel: { cn: 'Kaika 公告频道', en: 'Kaika news channel', url: 'https://example.com/kaika/channel' },
  hours: { cn: '每天 9:00–24:00（北京时间）', en: 'Daily 9:00–24:00, Beijing time' },
  chatOn: false,
  chatKey: '',
}

/** The operator configures the widget's script, because it is a third-party program on our page; staff can only turn it on or off. */
let chatScript: string | undefined
export const useChat = (script: string | undefined): void => void (chatScript = script)

/** Addresses become links on everyone's page: a row that the form would have refused is not shown. */
const written = async (): Promise<Contact> => Contact.safeParse((await contactRow(db))?.value).data ?? atFirst

export const contact: Answer<typeof contract.contact> = async ({ from: { lang } }) => {
  const { qrs, channel, hours, chatOn, chatKey } = await written()
  return {
    qrs: qrs.map((one) => ({ name: one[lang], url: one.url })),
    channel: { name: channel[lang], url: channel.url },
    hours: hours[lang],
    chat: chatOn && chatScript !== undefined ? { src: chatScript, key: chatKey } : null,
  }
}

export const deskContact: Answer<typeof contract.deskContact> = async () => {
  const row = await contactRow(db)
  return {
    contact: row?.value ?? atFirst,
    madeBy: row?.made_by ?? null,
    updateTime: row?.updated_at.getTime() ?? null,
    chatPossible: flag(chatScript !== undefined),
  }
}

export const saveContact: Answer<typeof contract.saveContact> = async (staff, input, tx) => {
  const before = (await contactRow(tx))?.value ?? atFirst
  const after: Contact = {
    qrs: [
      { cn: input.qr1Cn, en: input.qr1En, url: input.qr1Url },
      { cn: input.qr2Cn, en: input.qr2En, url: input.qr2Url },
    ],
    channel: { cn: input.channelCn, en: input.channelEn, url: input.channelUrl },
    hours: { cn: input.hoursCn, en: input.hoursEn },
    chatOn: input.chatOn,
    chatKey: input.chatKey,
  }
  await putContact(tx, after, staff.name)
  await recordStaff(tx, staff, {
    action: 'CONTENT',
    target: 'contact',
    reason: input.reason,
    content: { cn: '修改客服窗口', en: 'Updated the contact dialog' },
    before,
    after,
  })
  return {}
}
