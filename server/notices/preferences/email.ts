import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Lang } from '#contract/core/fields.ts'
import { flag } from '#contract/core/fields.ts'
import type * as contract from '#contract/notices/notifications.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { ahead, MINUTE, now, nowMs, SECOND } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { takeOrRefuse } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { later } from '#server/core/jobs.ts'
import { deliver, outside } from '#server/outside/outside.ts'
import { referenceHash, seal, unseal } from '#server/core/secrets.ts'
import { changeSetting, lockSetting, takeTry } from './queries.ts'
import { emailRow } from './spread.ts'

const LIFE_MS = 10 * MINUTE
const GAP_MS = 60 * SECOND
const MOST_TRIES = 5

declare module '#server/core/jobs.ts' {
  interface Jobs {
    /** Sealed, because a job is a row too. */
    'notices.mailCode': { codeId: string; sealed: string; lang: Lang }
  }
}

/** `m***@example.com` */
export const maskedEmail = (email: string): string => email.replace(/^(.).*(?=@)/, '$1***')
const hashOf = (loginId: string, digits: string): Buffer => referenceHash('mail code', `${loginId} ${digits}`)

/** An address counts once its owner has entered the code sent to it. Requests are limited per login, whatever the address. */
export const emailCode: Answer<typeof contract.emailCode> = async (actor, { email }) => {
  await takeOrRefuse('mail.gap', actor.loginId)
  await takeOrRefuse('mail.day', actor.loginId)
  const [codeId, digits] = [newId('cod'), String(randomInt(0, 1_000_000)).padStart(6, '0')]
  const expiresAt = ahead(LIFE_MS)
  await transaction(async (tx) => {
    await lockSetting(tx, actor)
    await changeSetting(tx, actor, {
      pending_enc: seal(emailRow(actor.loginId), email),
      code_hash: hashOf(actor.loginId, digits),
      code_tries: 0,
      code_expires_at: expiresAt,
    })
    const sealed = seal(codeId, JSON.stringify({ email, digits })).toString('base64')
    await later(tx, 'notices.mailCode', { codeId, sealed, lang: actor.from.lang })
  })
  return { codeId, target: maskedEmail(email), expireTime: expiresAt.getTime(), nextTime: nowMs() + GAP_MS }
}

export async function sendEmailCode({
  codeId,
  sealed,
  lang,
}: {
  codeId: string
  sealed: string
  lang: Lang
}): Promise<void> {
  const { email, digits } = JSON.parse(unseal(codeId, Buffer.from(sealed, 'base64'))) as Record<string, string>
  const text = {
    cn: `验证码 ${digits}，用于确认通知邮箱，10 分钟内有效。如非本人操作请忽略。`,
    en: `${digits} is your code to confirm this email address for notifications. It’s valid for 10 minutes. If this wasn’t you, ignore this email.`,
  }[lang]
  const subject = { cn: `Kaika · 邮箱验证码 ${digits}`, en: `Kaika · your code is ${digits}` }[lang]
  await deliver('mail', () => outside.mail.send({ id: codeId, to: email!, subject, text, html: `<p>${text}</p>` }))
}

export const confirmEmail: Answer<typeof contract.confirmEmail> = async (actor, { code }) => {
  const asked = await takeTry(db, actor, MOST_TRIES)
  if (!asked) throw refuse('code_locked', { field: 'code' })
  if (!asked.code_expires_at || asked.code_expires_at <= now()) throw refuse('code_expired', { field: 'code' })
  if (!timingSafeEqual(asked.code_hash!, hashOf(actor.loginId, code)))
    throw refuse('code_wrong', { field: 'code', left: MOST_TRIES - asked.code_tries })
  const email = unseal(emailRow(actor.loginId), asked.pending_enc!)
  await transaction(async (tx) => {
    const { pending_enc } = await lockSetting(tx, actor)
    if (!pending_enc?.equals(asked.pending_enc!)) throw refuse('code_wrong', { field: 'code' }) // used, or replaced by a newer request
    await changeSetting(tx, actor, { email_enc: pending_enc, pending_enc: null, code_hash: null })
    await record(tx, actor, {
      type: 'PROFILE',
      target: actor.name,
      content: { cn: `绑定通知邮箱 ${maskedEmail(email)}`, en: `Notification email set to ${maskedEmail(email)}` },
    })
  })
  return { email: maskedEmail(email) }
}

export const removeEmail: Answer<typeof contract.removeEmail> = (actor) =>
  transaction(async (tx) => {
    const { email_enc } = await lockSetting(tx, actor)
    if (!email_enc) return { ok: flag(true) }
    await changeSetting(tx, actor, { email_enc: null, pending_enc: null, code_hash: null })
    await record(tx, actor, {
      type: 'PROFILE',
      target: actor.name,
      content: { cn: '移除通知邮箱', en: 'Removed the notification email' },
    })
    return { ok: flag(true) }
  })
