import { identityStatuses } from '#contract/identity/identity.ts'
import { refuse } from '#contract/core/refusals.ts'
import { record, system, type By } from '#server/audit/audit.ts'
import { ahead, DAY } from '#server/core/clock.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { unseal } from '#server/core/secrets.ts'
import { updateAccount } from '../queries.ts'
import type { Papers } from './submitIdentity.ts'
import { expiredOrders, lockExpired, lockOrder, updateOrder, type IdentityState, type OrderRow } from './queries.ts'

const VALID_MS = 730 * DAY

export type IdentityDecision =
  | { take: 'REVIEW' }
  | { take: 'PASS' }
  | { take: 'NEED_INFO'; reason: string; fields: readonly string[] }
  | { take: 'REJECT'; reason: string }

/**
 * Staff's decision on a case. A person needs one reviewer, a business two different ones: after the first approval it stays in review. Only the transitions in
 * docs/reference/states.md#verification-identity_orderstatus are allowed; anything else is refused.
 */
export async function decideIdentity(
  tx: Tx,
  staff: { readonly staffId: string; readonly name: string },
  orderNo: string,
  decision: IdentityDecision,
): Promise<IdentityState> {
  const order = await lockOrder(tx, orderNo)
  if (!order) throw refuse('not_found')
  if (order.status !== 'PENDING' && order.status !== 'REVIEWING') throw refuse('conflict')
  const status = await settle(tx, order, staff.staffId, decision)
  const words = identityStatuses[status]
  // The addresses of staff are not shown to account holders.
  const by: By = { accountId: order.account_id, name: `Kaika · ${staff.name}`, from: { ip: '', device: '' } }
  const content = { cn: `实名认证：${words.cn}`, en: `Verification: ${words.en}` }
  await record(tx, by, {
    type: 'IDENTITY',
    target: orderNo,
    content,
    before: { status: order.status },
    after: { status },
  })
  if (status !== 'REVIEWING') {
    const reason = 'reason' in decision ? decision.reason : ''
    const about = { type: 'identity', id: orderNo }
    await notify(
      tx,
      { accountId: order.account_id },
      'identity_result',
      { result_cn: words.cn, result_en: words.en, reason },
      about,
    )
  }
  return status
}

async function settle(tx: Tx, order: OrderRow, staffId: string, decision: IdentityDecision): Promise<IdentityState> {
  const { order_no: orderNo, account_id: accountId, type, reviewers } = order
  const set = async (status: IdentityState, more: Partial<Parameters<typeof updateOrder>[3]> = {}) => {
    await updateOrder(tx, accountId, orderNo, { status, reviewers, ...more })
    return status
  }
  if (decision.take === 'REVIEW') return set('REVIEWING', { takenBy: staffId })
  if (decision.take === 'NEED_INFO')
    return set('NEED_INFO', { reason: decision.reason, needFields: decision.fields, reviewers: [], decided: true })
  if (decision.take === 'REJECT') {
    // A rejected business keeps its earlier verification as a person.
    await updateAccount(tx, accountId, { identity: 'REJECTED' }, { unlessPassed: true })
    return set('REJECTED', { reason: decision.reason, decided: true })
  }
  if (reviewers.includes(staffId)) throw refuse('conflict')
  const passedBy = [...reviewers, staffId]
  if (type === 'BUSINESS' && passedBy.length < 2) return set('REVIEWING', { reviewers: passedBy })
  const business = type === 'BUSINESS' ? { business: true } : {}
  await updateAccount(tx, accountId, { identity: 'PASSED', identityType: type, ...business })
  return set('PASSED', { reviewers: passedBy, expiresAt: ahead(VALID_MS), decided: true })
}

/** The submitted papers, for the staff who decide: with the ids of their pictures. Deleted for people who have left. */
export const papersIn = ({ order_no, payload_enc }: OrderRow): Papers | undefined =>
  payload_enc.length ? (JSON.parse(unseal(order_no, payload_enc)) as Papers) : undefined

/** After two years it must be verified again. */
export async function expireVerifications(): Promise<number> {
  let count = 0
  for (const key of await expiredOrders(db))
    await transaction(async (tx) => {
      const order = await lockExpired(tx, key)
      if (!order) return
      await updateOrder(tx, order.account_id, order.order_no, {
        status: 'EXPIRED',
        expiresAt: order.expires_at!,
        reviewers: order.reviewers,
      })
      await updateAccount(tx, order.account_id, { identity: 'NONE' })
      const content = { cn: '实名认证已过期', en: 'Verification expired' }
      await record(tx, system(order.account_id), { type: 'IDENTITY', target: order.order_no, content })
      count++
    })
  return count
}
