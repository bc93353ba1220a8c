/** What people own and send in the tests over HTTP: the parts of the inputs. */
import type { Call } from '#contract/core/call.ts'
import sharp from 'sharp'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { db, sql } from '#server/core/db.ts'
import { newId, serial } from '#server/core/ids.ts'
import { bindGoogle, googleDigits } from '#test/fixtures/google.ts'
import { newStaff, type Colleague } from '#test/fixtures/staff.ts'
import { PASSWORD, textsTo } from '#test/world.ts'
import { now } from '#server/core/clock.ts'
import { ask, granted, type Served } from '../app.ts'
import { FileOf } from '../multipart.ts'
import { someRequestNo, type Member } from './actors.ts'
import * as cardGroups from '#contract/cards/groups.ts'
import * as funding from '#contract/funding/funding.ts'
import * as verification from '#contract/identity/verification.ts'
import * as roles from '#contract/roles/editing.ts'
import * as tags from '#contract/cards/tags.ts'
import * as views from '#contract/views/views.ts'

/** A person's things: three cards, of which one gets frozen and one deleted, a group, a tag, an order, a notice. */
type Belongings = {
  steady: string
  toFreeze: string
  toDelete: string
  gid: string
  tagId: string
  orderNo: string
  noticeId: string
}
/** `colleague`: a member of staff who makes requests about the things of `member`. */
/** `deskToken`: of the session of staff that asks. */
export type Asker = { served: Served; member: Member; has: Belongings; colleague?: Colleague; deskToken?: string }

export type InputRecipe = (asker: Asker) => Record<string, unknown> | Promise<Record<string, unknown>>
/** The reason that staff give where one is required. */
export const reason = 'looked at it twice'
/** Adds a request number, for staff calls that run once. */
export const withNo = (input: object) => ({ ...input, reason, requestNo: someRequestNo() })
export const nothing: InputRecipe = () => ({})
export const anAccount: InputRecipe = ({ member }) => ({ accountId: member.person.accountId })
export const aCard: InputRecipe = ({ has }) => ({ cardId: has.steady })

export const aPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 25, channels: 3, background: '#0f766e' } })
    .png()
    .toBuffer()
export async function aPaper({ url }: Served, { token }: Member): Promise<string> {
  const input = { file: new FileOf(await aPicture(), 'id card.png') }
  return (await ask<{ fileId: string }>(url, verification.uploadPaper, input, token)).data.fileId ?? newId('idf')
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
export const aFreshCode: InputRecipe = async () => {
  await forgetTallies()
  return {}
}
/** Returns the mobile with a code just sent to it. */
export async function withCode(
  { url }: Served,
  { person, token }: Member,
  row: Call,
): Promise<Record<string, unknown>> {
  await forgetTallies()
  await ask(url, row, { mobile: person.mobile }, token)
  return { mobile: person.mobile, code: (await textsTo(person.mobile))[0]?.code ?? '000000' }
}
/** Returns the digits of an authenticator that was just bound. */
export async function googleInput({ person }: Member): Promise<{ googleCode: string }> {
  await forgetTallies()
  return { googleCode: googleDigits(await bindGoogle(person)) }
}

export const aChange = async () => ({
  staffId: (await newStaff(['SUPPORT'])).staffId,
  reason: 'another desk',
  requestNo: someRequestNo(),
})

/** Returns a quote, or an unknown id for callers who cannot get one. */
export async function topUpQuote(
  { url }: Served,
  { token }: Member,
  input: Record<string, unknown> = { rail: 'USDT_TRC20', amountStr: '110.000000' },
): Promise<string> {
  const { code, data } = await ask<{ quote?: { quoteId: string } }>(url, funding.rechargeInfo, input, token)
  return code === 200 ? data.quote!.quoteId : newId('quo')
}

export const aName = (): string => someRequestNo().slice(-12)

/** Creates a group for the caller; returns an unknown id for callers who may not. */
export async function cardGroup({ url }: Served, { token }: Member): Promise<string> {
  const { code, data } = await ask<{ gid?: string }>(url, cardGroups.addCardGroup, { name: aName() }, token)
  return code === 200 ? data.gid! : newId('cgr')
}

export async function tag({ url }: Served, { token }: Member): Promise<string> {
  const { code, data } = await ask<{ tagId?: string }>(url, tags.addTag, { name: aName() }, token)
  return code === 200 ? data.tagId! : newId('tag')
}

/** Creates a role for the caller; their number is limited, so old ones are removed. */
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
  const input = { quoteId: await topUpQuote(served, member), rail: 'USDT_TRC20', requestNo: someRequestNo() }
  return (await granted<{ orderNo: string }>(served.url, funding.createRecharge, input, member.token)).orderNo
}

/** The batch in which the steady card was opened, marked as an import, so that callers who may no longer import have one too. */
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
      INSERT INTO card_batch (cell, account_id, batch_no, kind, login_id, sub_uid, by_name, by_ip, by_device, status, total, cost_cents, created_at, finished_at)
      VALUES (${cellOf(accountId)}, ${accountId}, ${batchNo}, 'OPEN', ${loginId}, ${subUid ?? null}, '', '', '', 'DONE', 1, ${cost}, ${now()}, ${now()})),
    file AS (
      INSERT INTO card_import (cell, account_id, batch_no, file_name, sha256, lines_enc, created_at)
      VALUES (${cellOf(accountId)}, ${accountId}, ${batchNo}, 'a.xlsx', '', '', ${now()}))
    UPDATE card_order SET batch_no = ${batchNo}, row_no = 2 WHERE ${ofAccount(accountId)} AND order_no = ${orderNo}`.execute(
    db,
  )
  return batchNo
}

/** Codes are limited, and a test requests more of them than a person. */
export const forgetTallies = async (): Promise<void> => {
  await sql`DELETE FROM tally`.execute(db)
  await sql`DELETE FROM sign_in_attempt`.execute(db)
}

/** Creates a view to be removed; an unknown id for callers who may not save one. */
export const aView: InputRecipe = async ({ served: { url }, member: { token } }) => {
  const input = { list: 'cards', name: aName(), query: '' }
  const { code, data } = await ask<{ viewId?: string }>(url, views.saveView, input, token)
  return { viewId: code === 200 ? data.viewId! : newId('vew') }
}
