/** What people have and send in the tests over HTTP: the makings of the wishes. */
import type { Call } from '#contract/core/call.ts'
import sharp from 'sharp'
import { db, sql } from '#server/core/db.ts'
import { newId, serial } from '#server/core/ids.ts'
import { bindGoogle, googleDigits } from '../google.ts'
import { newStaff, type Colleague } from '../staff.ts'
import { PASSWORD, textsTo } from '../world.ts'
import { now } from '#server/core/clock.ts'
import { ask, granted, type Served } from './app.ts'
import { FileOf } from './multipart.ts'
import { someRequestNo, type Member } from './cast.ts'
import * as cardGroups from '#contract/cards/groups.ts'
import * as funding from '#contract/funding/funding.ts'
import * as verification from '#contract/identity/verification.ts'
import * as roles from '#contract/roles/editing.ts'
import * as tags from '#contract/cards/tags.ts'
import * as views from '#contract/views/views.ts'

/** What somebody has: three cards, of which one gets frozen and one deleted, a group, a tag, an order, a notice. */
type Belongings = {
  steady: string
  toFreeze: string
  toDelete: string
  gid: string
  tagId: string
  orderNo: string
  noticeId: string
}
/** `colleague`: one of the staff, who asks about what `member` has. */
export type Asker = { served: Served; member: Member; has: Belongings; colleague?: Colleague }

export type Wishing = (asker: Asker) => Record<string, unknown> | Promise<Record<string, unknown>>
/** Why staff do it, where they must say so. */
export const reason = 'looked at it twice'
/** With the request's number, for what staff do once. */
export const withNo = (wish: object) => ({ ...wish, reason, requestNo: someRequestNo() })
export const nothing: Wishing = () => ({})
export const anAccount: Wishing = ({ member }) => ({ accountId: member.person.accountId })
export const aCard: Wishing = ({ has }) => ({ cardId: has.steady })

export const aPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 25, channels: 3, background: '#0f766e' } })
    .png()
    .toBuffer()
export async function aPaper({ url }: Served, { token }: Member): Promise<string> {
  const wish = { file: new FileOf(await aPicture(), 'id card.png') }
  return (await ask<{ fileId: string }>(url, verification.uploadPaper, wish, token)).data.fileId ?? newId('idf')
}
export const anIdentity = (fileId: string) => ({
  type: 'PERSON',
  realName: '林梅',
  idType: 'PASSPORT',
  idNo: 'E12345678',
  country: 'CN',
  files: { front: fileId },
  contact: 'mei@example.com',
  requestNo: someRequestNo(),
})
export const samePassword = { password: PASSWORD, confirmPassword: PASSWORD }
export const aFreshCode: Wishing = async () => {
  await forgetTallies()
  return {}
}
/** The mobile with a code that it was just sent. */
export async function withCode(
  { url }: Served,
  { person, token }: Member,
  row: Call,
): Promise<Record<string, unknown>> {
  await forgetTallies()
  await ask(url, row, { mobile: person.mobile }, token)
  return { mobile: person.mobile, code: (await textsTo(person.mobile))[0]?.code ?? '000000' }
}
/** The digits of an app that was just bound. */
export async function googleWish({ person }: Member): Promise<{ googleCode: string }> {
  await forgetTallies()
  return { googleCode: googleDigits(await bindGoogle(person)) }
}

export const aChange = async () => ({
  staffId: (await newStaff(['SUPPORT'])).staffId,
  reason: 'another desk',
  requestNo: someRequestNo(),
})

/** A quote, or the id of none for those who get none. */
export async function topUpQuote(
  { url }: Served,
  { token }: Member,
  wish: Record<string, unknown> = { rail: 'USDT_TRC20', amountStr: '110.000000' },
): Promise<string> {
  const { code, data } = await ask<{ quote?: { quoteId: string } }>(url, funding.rechargeInfo, wish, token)
  return code === 200 ? data.quote!.quoteId : newId('quo')
}

export const aName = (): string => someRequestNo().slice(-12)

/** A group of their own; for those who may make none, the id of none. */
export async function cardGroup({ url }: Served, { token }: Member): Promise<string> {
  const { code, data } = await ask<{ gid?: string }>(url, cardGroups.addCardGroup, { name: aName() }, token)
  return code === 200 ? data.gid! : newId('cgr')
}

export async function tag({ url }: Served, { token }: Member): Promise<string> {
  const { code, data } = await ask<{ tagId?: string }>(url, tags.addTag, { name: aName() }, token)
  return code === 200 ? data.tagId! : newId('tag')
}

/** A role of their own; there can be few, so old ones go. */
export async function role({ url }: Served, { person, token }: Member): Promise<string> {
  await sql`
    DELETE FROM role
     WHERE role_id IN (SELECT role_id FROM role WHERE account_id = ${person.accountId} ORDER BY role_id DESC OFFSET 10)`.execute(
    db,
  )
  const { code, data } = await ask<{ roleId?: string }>(url, roles.addRole, { name: aName() }, token)
  return code === 200 ? data.roleId! : newId('rol')
}

export async function topUpOrder(served: Served, member: Member): Promise<string> {
  const wish = { quoteId: await topUpQuote(served, member), rail: 'USDT_TRC20', requestNo: someRequestNo() }
  return (await granted<{ orderNo: string }>(served.url, funding.createRecharge, wish, member.token)).orderNo
}

/** The batch in which the steady card was opened, as if it had come from a file: so that also those who may not import any more have one. */
export async function anImport({ member, has }: Asker): Promise<string> {
  const { accountId, loginId, subUid } = member.person
  const order = { account_id: accountId, card_id: has.steady, kind: 'OPEN' }
  const opening = db
    .selectFrom('card_order')
    .selectAll()
    .where((eb) => eb.and(order))
  const { batch_no: before, order_no: orderNo, total_cents: cost } = await opening.executeTakeFirstOrThrow()
  if (before) return before
  const batchNo = `B${serial(11)}`
  await sql`
    WITH batch AS (
      INSERT INTO card_batch (account_id, batch_no, kind, login_id, sub_uid, by_name, by_ip, by_device, status, total, cost_cents, created_at, finished_at)
      VALUES (${accountId}, ${batchNo}, 'OPEN', ${loginId}, ${subUid ?? null}, '', '', '', 'DONE', 1, ${cost}, ${now()}, ${now()})),
    file AS (
      INSERT INTO card_import (account_id, batch_no, file_name, sha256, lines, created_at)
      VALUES (${accountId}, ${batchNo}, 'a.xlsx', '', '[]', ${now()}))
    UPDATE card_order SET batch_no = ${batchNo}, row_no = 2 WHERE account_id = ${accountId} AND order_no = ${orderNo}`.execute(
    db,
  )
  return batchNo
}

/** Codes are counted, and a test asks for more of them than a person. */
export const forgetTallies = async (): Promise<void> => {
  await sql`DELETE FROM tally`.execute(db)
  await sql`DELETE FROM sign_in_attempt`.execute(db)
}

/** A view of their own to be removed; for those who may save none, the id of none. */
export const aView: Wishing = async ({ served: { url }, member: { token } }) => {
  const wish = { list: 'cards', name: aName(), query: '' }
  const { code, data } = await ask<{ viewId?: string }>(url, views.saveView, wish, token)
  return { viewId: code === 200 ? data.viewId! : newId('vew') }
}
