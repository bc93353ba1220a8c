/** Other tenants' things, of every kind whose id a call takes. They really exist, so that only the ownership check stands between. */
import type { Call } from '#contract/core/call.ts'
import { readNotice } from '#contract/notices/notices.ts'
import { refusals } from '#contract/core/refusals.ts'
import { giveCoupons, makeTemplate } from '#server/coupons/coupons.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { uploadsEvidence } from '../issuers/disputes.ts'
import { aBatch } from '../fixtures/batches.ts'
import { ask, workOff, type Answered, type Served } from './app.ts'
import { happens, plasticOf, type Member, type Purchase } from './inputs/actors.ts'
import { aDraft } from './inputs/disputeInputs.ts'
import { anImport, aPaper, role, topUpQuote, type Asker } from './inputs/fixtures.ts'
import type { CallName } from './rows.ts'
import { calls, inputs } from './inputs/validInputs.ts'

/** A person who has one of everything. */
export type Owner = Asker & { subUid?: string; bought: Bought; couponId: string }
type Bought = { cardAuthId: string; tradeId: string }

/** Makes a purchase with the steady card, and settles it. */
export async function bought(served: Served, cardId: string): Promise<Bought> {
  const input = { ...(await plasticOf(cardId)), merchantId: 'mer_google_ads', amountCents: 300 }
  const { authorizationId, approved, reason } = await happens<Purchase>(served, '/network/purchases', input)
  if (!approved) throw new Error(`declined: ${reason}`)
  await happens(served, `/network/authorizations/${authorizationId}/clear`, {})
  for (let tries = 0; tries < 100; tries++) {
    await workOff()
    const { rows } = await sql<Bought>`
      SELECT auth_id AS "cardAuthId", trade_id AS "tradeId" FROM trade WHERE card_id = ${cardId}`.execute(db)
    if (rows[0]) return rows[0]
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the clearing never came')
}

export const aCoupon = ({ person }: Member): Promise<string> =>
  transaction(async (tx) => {
    const name = { cn: '券', en: 'Coupon' }
    const { templateId } = await makeTemplate(tx, { name, type: 'OPEN_FREE', value: 0, validDays: 30, budget: 5 })
    return (await giveCoupons(tx, templateId, [person.accountId]))[0]!.couponId
  })

/** Which call returns the quote that this one takes. */
const prices: Partial<Record<CallName, CallName>> = {
  openCard: 'priceOpening',
  loadCard: 'priceLoad',
  withdrawFromCard: 'priceWithdrawal',
  buyPlan: 'pricePlan',
  openBatch: 'priceBatchOpening',
  loadBatch: 'priceBatchLoad',
}
async function aQuote(owner: Owner, name: CallName): Promise<string> {
  const price = prices[name]
  if (!price) return topUpQuote(owner.served, owner.member)
  const row = calls.find(([one]) => one === price)![1]
  const { data } = await ask<{ quoteId?: string }>(
    owner.served.url,
    row,
    await inputs[price](owner),
    owner.member.token,
  )
  if (!data.quoteId) throw new Error(`${row.on} gives no quote: ${JSON.stringify(data)}`)
  return data.quoteId
}

async function aSession({ member }: Owner): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    SELECT session_id AS id FROM session WHERE login_id = ${member.person.loginId} AND revoked_at IS NULL`.execute(db)
  return rows[0]!.id
}

function batchFor(owner: Owner, name: CallName): Promise<string> {
  if (name === 'importResult') return anImport(owner)
  return aBatch(owner.member, owner.has.steady, name === 'cancelBatch' ? 'HELD' : 'FAILED')
}

type Id = (owner: Owner | undefined, name: CallName) => string | Promise<string>
const card: Id = (owner) => owner?.has.steady ?? newId('crd')
const group: Id = (owner) => owner?.has.gid ?? newId('cgr')

/** For each field, an id that belongs to the given owner, or without an owner one that does not exist. */
export const idsOf: Record<string, Id> = {
  cardId: card,
  cardIds: card,
  orderNo: (owner) => owner?.has.orderNo ?? newId('tup'),
  quoteId: (owner, name) => (owner ? aQuote(owner, name) : newId('quo')),
  couponId: (owner) => owner?.couponId ?? newId('cpn'),
  id: (owner) => owner?.has.noticeId ?? newId('ntp'),
  subUid: (owner) => owner?.subUid ?? '99999999',
  subUids: (owner) => owner?.subUid ?? '99999999',
  cardAuthId: (owner) => owner?.bought.cardAuthId ?? newId('atx'),
  tradeId: (owner) => owner?.bought.tradeId ?? newId('trd'),
  fileId: (owner, name) => {
    if (name === 'downloadEvidence') return owner ? uploadsEvidence(owner.member.person) : newId('dsf')
    return owner ? aPaper(owner.served, owner.member) : newId('idf')
  },
  disputeId: (owner) => (owner ? aDraft(owner) : newId('dsp')),
  sessionId: (owner) => (owner ? aSession(owner) : newId('ses')),
  tagId: (owner) => owner?.has.tagId ?? newId('tag'),
  gid: group,
  toGid: group,
  fromGids: group,
  gids: group,
  batchNo: (owner, name) => (owner ? batchFor(owner, name) : 'B10000000000'),
  roleId: (owner) => (owner ? role(owner.served, owner.member) : newId('rol')),
}

/** Shared by the account and its sub-accounts. */
export const ofAccount = new Set(['tagId', 'couponId', 'quoteId', 'subUid', 'subUids', 'roleId', 'fileId'])

/** The fields of a call that may refer to someone else's things. A field called only `id` is a notice or shared by everyone. */
export const fieldsOf = (row: Call): string[] =>
  Object.keys((row.input as unknown as { shape?: object }).shape ?? {}).filter(
    (field) => field in idsOf && (field !== 'id' || row === readNotice),
  )

/** Returns an answer without the parts that differ between requests. */
export const shown = ({ code, data }: Answered): string =>
  JSON.stringify({ code, data })
    .replace(/"\w+_[0-9A-HJKMNP-TV-Z]{26}"/g, '"an id"')
    .replace(/"(asOf|time|expireTime)":\d+/g, '"then"')
    .replace(/"(As of|截至) \d\d:\d\d:\d\d/g, '"then')
    .replace(/"(link|password)":"[^"]+"/g, '"a secret"')

export function seesNothing(field: string, { code, data }: Answered, kind: string): boolean {
  if (code === refusals.not_found.code) return true
  if (field === 'quoteId') return data['reason'] === 'QUOTE_EXPIRED'
  if (field === 'couponId' && data['reason'] === 'COUPON_UNUSABLE') return true // batches take no coupons
  if (field === 'subUid' && kind === 'sub') return code === 200 // ignored: a sub-account sees only its own
  if (code !== 200) return false
  const results = data['results'] as { ok: number; status: null | string }[] | undefined
  if (results) return results.some(({ ok, status }) => ok === 0 && status === null)
  // Cards on which a charge is tried are a list, not a page.
  const rows = data['data'] ?? data['list']
  return Array.isArray(rows) && rows.length === 0
}
