/** Sends what a device has asked for. Each device has a job of its own, after the commit of the event; what is sealed or secret is in no job. */
import type { PushKind } from '#contract/notices/devices.ts'
import type { NewsEvent } from '#contract/notices/notices.ts'
import type { Lang } from '#contract/core/fields.ts'
import { show } from '#contract/core/money.ts'
import { pages } from '#contract/core/permissions.ts'
import { record, system } from '#server/audit/audit.ts'
import { cardNames } from '#server/cards/cards.ts'
import { HOUR, nowMs } from '#server/core/clock.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { recipientOf, subOf, type Recipient } from '#server/identity/identity.ts'
import { deliver, outside, OutsideRefused, PushBusy, type PushMessage } from '#server/outside/outside.ts'
import { codeToPush, openCode } from '#server/threeD/threeD.ts'
import { wordsOfHtml } from '../content/cleanHtml.ts'
import { targetOf } from './devices.ts'
import { deleteDevice, deviceOfId, devicesFor, noteReached, noticeToPush, type DeviceRow } from './queries.ts'

type Job = { accountId: string; deviceId: string; noticeId?: string; codeId?: string; waits?: number }
declare module '#server/core/jobs.ts' {
  interface Jobs {
    'notices.push': Job
  }
}

/** The events that devices show. Other notices stay in the console. */
const kindOf: { readonly [E in NewsEvent]?: PushKind } = {
  card_declined: 'DECLINES',
  sub_card_declined: 'DECLINES',
  sub_asked: 'REQUESTS',
  sub_answered: 'REQUESTS',
}

/** A decline of yesterday needs nobody's phone. */
const NOTICE_TTL_S = (4 * HOUR) / 1000
/** How often a push service may send us away. */
const MOST_WAITS = 6
const MOST_CHARACTERS = 600

/** Queues a new notice for the devices that want it. */
export async function pushNotice(tx: Tx, to: Recipient, event: NewsEvent, noticeId: string): Promise<void> {
  const kind = kindOf[event]
  if (!kind || !outside.push) return
  for (const { device_id: deviceId } of await devicesFor(tx, to, kind))
    await later(tx, 'notices.push', { accountId: to.accountId, deviceId, noticeId }, { tries: 6 })
}

/** Queues a code for the devices of the login that has the card; of its parent, if it may not see codes. */
export const pushCode = ({ accountId, codeId }: { accountId: string; codeId: string }): Promise<void> =>
  transaction(async (tx) => {
    const code = outside.push && (await codeToPush(tx, accountId, codeId))
    if (!code) return
    const sub = code.owner_sub_uid === null ? undefined : await subOf(tx, accountId, code.owner_sub_uid)
    const sees = sub?.status === 'NORMAL' && sub.granted_keys.includes('card:otp')
    const to = await recipientOf(tx, { accountId, loginId: sees ? sub.login_id : undefined })
    for (const { device_id: deviceId } of await devicesFor(tx, to, 'CODES'))
      await later(tx, 'notices.push', { accountId, deviceId, codeId }, { tries: 4 })
  })

/** What `web/worker.js` shows. */
type Shown = { title: string; body: string; tag: string; to: string; lang: string; at: number; urgent?: true }
type Made = { shown: Shown } & Pick<PushMessage, 'ttlS' | 'urgency'>

export async function push(job: Job): Promise<void> {
  const { accountId, deviceId } = job
  const device = await deviceOfId(db, accountId, deviceId)
  const { push: service } = outside
  const made = device && service && (await messageFor(device, job))
  if (!made) return
  const { shown, ...how } = made
  const topic = shown.tag.slice(-32)
  try {
    await deliver('push', async () => {
      try {
        await service.send(targetOf(device), { body: JSON.stringify(shown), ...how, topic })
      } catch (error) {
        // It has unsubscribed, and will not come back under this address.
        if (error instanceof OutsideRefused && error.code === 'GONE') await deleteDevice(db, accountId, deviceId)
        throw error
      }
      await noteReached(db, accountId, deviceId)
    })
  } catch (error) {
    const waits = (job.waits ?? 0) + 1
    if (!(error instanceof PushBusy)) throw error
    if (waits <= MOST_WAITS)
      await transaction((tx) =>
        later(tx, 'notices.push', { ...job, waits }, { inMs: error.afterMs * 2 ** (waits - 1), tries: 6 }),
      )
  }
}

const messageFor = async (device: DeviceRow, { noticeId, codeId }: Job): Promise<Made | undefined> =>
  codeId === undefined ? noticeFor(device, noticeId ?? '') : codeFor(device, codeId)

async function noticeFor({ account_id, lang }: DeviceRow, noticeId: string): Promise<Made | undefined> {
  const row = await noticeToPush(db, account_id, noticeId)
  if (!row) return undefined
  const [title, html] = lang === 'cn' ? [row.title_cn, row.html_cn] : [row.title_en, row.html_en]
  const shown = {
    ...{ title, body: wordsOfHtml(html).slice(0, MOST_CHARACTERS), tag: noticeId },
    to: leadOf(row.biz_type, row.biz_id),
    lang: tagOf(lang),
    at: row.starts_at.getTime(),
  }
  return { shown, ttlS: NOTICE_TTL_S, urgency: 'normal' }
}

/** The page that says more, as the button of the notice. */
function leadOf(type: string, id: string): string {
  if (type === 'auth') return `${pages['2005004'].path}/${id}`
  return type === 'sub_ask' ? `${pages['2006001'].path}?tab=asks` : '/'
}

/** The code is among it only if this device was told to show it: a locked screen shows notifications to whoever looks. */
async function codeFor(device: DeviceRow, codeId: string): Promise<Made | undefined> {
  const { account_id: accountId, lang, device_id: deviceId } = device
  const row = await codeToPush(db, accountId, codeId)
  if (!row) return undefined
  const lastFour = (await cardNames(db, accountId, [row.card_id])).get(row.card_id)?.lastFour ?? ''
  const code = device.show_code ? openCode(row) : null
  const what = { merchant: row.merchant_name, amount: show(row.amount_cents), lastFour }
  if (code !== null) {
    // As everywhere where a code is shown: recorded first.
    await transaction((tx) =>
      record(
        tx,
        { ...system(accountId), loginId: device.login_id },
        {
          type: 'CARD_OTP',
          target: lastFour,
          content: {
            cn: `向设备发送 3D 验证码（${row.merchant_name}）`,
            en: `Sent a 3-D Secure code to a device (${row.merchant_name})`,
          },
          after: { deviceId },
        },
      ),
    )
  }
  const shown = {
    ...codeWords(lang, what, code, row.code_sealed === null),
    tag: codeId,
    to: '/cardThreeD',
    lang: tagOf(lang),
    at: row.issued_at.getTime(),
    urgent: true as const,
  }
  const leftS = Math.floor((row.expires_at.getTime() - nowMs()) / 1000)
  return leftS < 1 ? undefined : { shown, ttlS: leftS, urgency: 'high' }
}

function codeWords(
  lang: Lang,
  { merchant, amount, lastFour }: Record<'merchant' | 'amount' | 'lastFour', string>,
  code: string | null,
  toConfirm: boolean,
): Pick<Shown, 'title' | 'body'> {
  if (lang === 'cn')
    return {
      title: code ? `3D 验证码 ${code}` : toConfirm ? '请确认支付' : '3D 验证码',
      body: `${merchant} · ${amount} · 尾号 ${lastFour}`,
    }
  return {
    title: code ? `3-D Secure code ${code}` : toConfirm ? 'Confirm a payment' : '3-D Secure code',
    body: `${merchant} · ${amount} · card ending in ${lastFour}`,
  }
}

const tagOf = (lang: Lang): string => (lang === 'cn' ? 'zh-CN' : 'en')
