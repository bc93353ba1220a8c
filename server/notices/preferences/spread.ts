import type { NewsEvent } from '#contract/notices/notices.ts'
import type { Words } from '#contract/core/fields.ts'
import { HOUR, nowMs, dayBegan } from '#server/core/clock.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { recipientOf, textTo, type Recipient } from '#server/identity/identity.ts'
import { later } from '#server/core/jobs.ts'
import { OutsideRefused, outside } from '#server/outside/outside.ts'
import { unseal } from '#server/core/secrets.ts'
import { wordsOfHtml } from '../cleanHtml.ts'
import { dueDigests, noticesToMail, putInDigest, settingOf, takeDigest } from './queries.ts'
import { waitsForDigest, wants } from './wants.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    'notices.text': { to: Recipient; text: Words }
    /** No address: it is looked up when the mail is sent, and may have been taken back by then. */
    'notices.mail': { to: Recipient; noticeIds: string[] }
  }
}

/** A notice that has just been written goes out by the other channels too, as its reader wants. */
export async function spread(
  tx: Tx,
  noticeId: string,
  news: { accountId: string; loginId?: string | undefined; event: NewsEvent },
  text: Words,
): Promise<void> {
  const to = await recipientOf(tx, news)
  const setting = await settingOf(tx, to.loginId)
  if (wants(setting, news.event, 'SMS')) {
    await later(tx, 'notices.text', { to, text: { cn: `【Kaika】${text.cn}`, en: `[Kaika] ${text.en}` } })
  }
  if (!setting?.email_enc || !wants(setting, news.event, 'EMAIL')) return
  if (waitsForDigest(setting, news.event)) await putInDigest(tx, to.loginId, noticeId)
  else await later(tx, 'notices.mail', { to, noticeIds: [noticeId] })
}

export const sendText = ({ to, text }: { to: Recipient; text: Words }): Promise<void> => textTo(to, text)

export async function sendMail({ to, noticeIds }: { to: Recipient; noticeIds: string[] }): Promise<void> {
  const [setting, rows] = await Promise.all([settingOf(db, to.loginId), noticesToMail(db, noticeIds)])
  if (!setting?.email_enc || rows.length === 0) return
  const notices = rows.map((row) =>
    to.lang === 'cn' ? { title: row.title_cn, html: row.html_cn } : { title: row.title_en, html: row.html_en },
  )
  const many = { cn: `今日 ${notices.length} 条通知`, en: `Today’s notifications (${notices.length})` }[to.lang]
  try {
    await outside.mail.send({
      id: `${noticeIds[0]}.${noticeIds.length}.${to.loginId}`,
      to: unseal(emailRow(to.loginId), setting.email_enc),
      subject: `Kaika · ${notices.length === 1 ? notices[0]!.title : many}`,
      text: notices.map(({ title, html }) => `${title}\n${wordsOfHtml(html)}`).join('\n\n'),
      html: notices.map(({ title, html }) => `<h3>${title}</h3>${html}`).join('<hr>'),
    })
  } catch (error) {
    // An address that takes nothing stays so; anything else is tried again.
    if (!(error instanceof OutsideRefused)) throw error
  }
}

/** Binds the sealed address to its row. */
export const emailRow = (loginId: string): string => `email ${loginId}`

/** Nine in the morning in Shanghai, the last one that there was. */
const lastNine = (): Date => new Date(dayBegan(nowMs() - 9 * HOUR).getTime() + 9 * HOUR)

/** What came before the last nine o'clock goes out in one message. */
export async function sendDigests(): Promise<void> {
  const before = lastNine()
  for (const { login_id: loginId, account_id: accountId } of await dueDigests(db, before)) {
    await transaction(async (tx) => {
      const noticeIds = await takeDigest(tx, loginId, before)
      if (noticeIds.length === 0) return
      await later(tx, 'notices.mail', { to: await recipientOf(tx, { accountId, loginId }), noticeIds })
    })
  }
}
