import { type NewsEvent, events } from '#contract/notices/notices.ts'
import type { Words } from '#contract/core/fields.ts'
import { channelsOf, type Channel } from '#contract/notices/notifications.ts'
import { HOUR, nowMs, dayBegan } from '#server/core/clock.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { recipientOf, textTo, type Recipient } from '#server/identity/identity.ts'
import { later } from '#server/core/jobs.ts'
import { deliver, outside } from '#server/outside/outside.ts'
import { unseal } from '#server/core/secrets.ts'
import { wordsOfHtml } from '../content/cleanHtml.ts'
import { pushNotice } from '../devices/push.ts'
import { dueDigests, noticesToMail, putInDigest, settingOf, takeDigest, type SettingRow } from './queries.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    'notices.text': { to: Recipient; text: Words }
    /** No address: it is looked up when the mail is sent, and may have been removed by then. */
    'notices.mail': { to: Recipient; noticeIds: string[] }
  }
}

type To = { accountId: string; loginId?: string | undefined; event: NewsEvent }

/** Whether its reader is told of it at all: most events cannot be switched off in the app. */
export async function isWanted(tx: Tx, news: To): Promise<boolean> {
  if (channelsOf(news.event).app === undefined) return true
  return wants(await settingOf(tx, await recipientOf(tx, news)), news.event, 'APP')
}

/** Sends a new notice through the other channels its reader has chosen. */
export async function spread(tx: Tx, noticeId: string, news: To, text: Words): Promise<void> {
  const to = await recipientOf(tx, news)
  const setting = await settingOf(tx, to)
  await pushNotice(tx, to, news.event, noticeId)
  if (wants(setting, news.event, 'SMS')) {
    await later(tx, 'notices.text', { to, text: { cn: `【Kaika】${text.cn}`, en: `[Kaika] ${text.en}` } })
  }
  if (!setting?.email_enc || !wants(setting, news.event, 'EMAIL')) return
  if (waitsForDigest(setting, news.event)) await putInDigest(tx, to, noticeId)
  else await later(tx, 'notices.mail', { to, noticeIds: [noticeId] })
}

export const sendText = ({ to, text }: { to: Recipient; text: Words }): Promise<void> => textTo(to, text)

export async function sendMail({ to, noticeIds }: { to: Recipient; noticeIds: string[] }): Promise<void> {
  const [setting, rows] = await Promise.all([settingOf(db, to), noticesToMail(db, to.accountId, noticeIds)])
  if (!setting?.email_enc || rows.length === 0) return
  const notices = rows.map((row) =>
    to.lang === 'cn' ? { title: row.title_cn, html: row.html_cn } : { title: row.title_en, html: row.html_en },
  )
  const many = { cn: `今日 ${notices.length} 条通知`, en: `Today’s notifications (${notices.length})` }[to.lang]
  const address = unseal(emailRow(to.loginId), setting.email_enc)
  await deliver('mail', () =>
    outside.mail.send({
      id: `${noticeIds[0]}.${noticeIds.length}.${to.loginId}`,
      to: address,
      subject: `Kaika · ${notices.length === 1 ? notices[0]!.title : many}`,
      text: notices.map(({ title, html }) => `${title}\n${wordsOfHtml(html)}`).join('\n\n'),
      html: notices.map(({ title, html }) => `<h3>${title}</h3>${html}`).join('<hr>'),
    }),
  )
}

/** Binds the sealed address to its row. */
export const emailRow = (loginId: string): string => `email ${loginId}`

/** The last nine o'clock in the morning in Shanghai. */
const lastNine = (): Date => new Date(dayBegan(nowMs() - 9 * HOUR).getTime() + 9 * HOUR)

/** Everything before the last nine o'clock goes out in one message. */
export async function sendDigests(): Promise<void> {
  const before = lastNine()
  await eachAlone(await dueDigests(db, before), ({ login_id: loginId, account_id: accountId }) =>
    transaction(async (tx) => {
      const noticeIds = await takeDigest(tx, { accountId, loginId }, before)
      if (noticeIds.length === 0) return
      await later(tx, 'notices.mail', { to: await recipientOf(tx, { accountId, loginId }), noticeIds })
    }),
  )
}

/** Whether this login wants the event on this channel: its own choice, or the default of the table. */
export function wants(setting: SettingRow | undefined, event: NewsEvent, channel: Channel): boolean {
  const { app, sms, email } = channelsOf(event)
  const chosen = setting?.chosen[event]
  switch (channel) {
    case 'APP':
      return app === undefined || (chosen?.app ?? app === 'on')
    case 'SMS':
      return sms !== 'always' && (chosen?.sms ?? sms === 'on')
    case 'EMAIL':
      return chosen?.email ?? email === 'on'
  }
}

/** In the daily digest: what always goes there, and what is not urgent for those who chose it. */
const waitsForDigest = (setting: SettingRow, event: NewsEvent): boolean =>
  channelsOf(event).daily === true || (setting.digest === 'DAILY' && events[event].level === 'INFO')
