import type { Checked } from '#contract/core/call.ts'
import type * as contract from '#contract/identity/verification.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { ago, DAY, now, nowMs } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { seal } from '#server/core/secrets.ts'
import { lockLogin } from '../sessions/queries.ts'
import { accountById, updateAccount } from '../queries.ts'
import { latestOrder, lockOpenOrder, ordersSince, ownFiles, writeOrder } from './queries.ts'

const ORDERS_PER_30_DAYS = 5

/** The sealed part: everything that identifies a person. */
export type Papers = Omit<Checked<typeof contract.submitIdentity>, 'requestNo'>

/** One case at a time. An incomplete one is completed; after a rejection, a day must pass. */
export const submitIdentity: Answer<typeof contract.submitIdentity> = async (
  actor,
  { requestNo: _, ...papers },
  tx,
) => {
  const { accountId } = actor
  // Two concurrent requests would both find no open case, and the unique index would make the second a fault.
  await lockLogin(tx, actor)
  const account = await accountById(tx, accountId)
  const done = account.identity === 'PASSED' && (account.identity_type === papers.type || papers.type === 'PERSON')
  const open = await lockOpenOrder(tx, accountId)
  if (done || (open && open.status !== 'NEED_INFO')) throw refuse('conflict')
  const last = await latestOrder(tx, accountId)
  const resting = last?.status === 'REJECTED' && last.updated_at.getTime() > nowMs() - DAY
  if (!open && (resting || (await ordersSince(tx, accountId, ago(30 * DAY))) >= ORDERS_PER_30_DAYS))
    throw refuse('too_fast')
  const { front, back, hold, license, other } = papers.files
  const fileIds = [...new Set([front, back, hold, license, ...other].filter((id) => id !== undefined))]
  if ((await ownFiles(tx, accountId, fileIds)) !== fileIds.length) throw refuse('not_found', { field: 'files' })

  const orderNo = open?.order_no ?? newId('idv')
  const payloadEnc = seal(orderNo, JSON.stringify(papers satisfies Papers))
  await writeOrder(tx, { orderNo, accountId, type: papers.type, payloadEnc, fileIds })
  if (account.identity !== 'PASSED')
    await updateAccount(tx, accountId, { identity: 'PENDING', identityType: papers.type })
  const content = { cn: '提交实名认证', en: 'Verification submitted' }
  await record(tx, actor, { type: 'IDENTITY', target: orderNo, content, after: { type: papers.type } })
  return { orderNo, status: 'PENDING', submitTime: now().getTime() }
}

export const identityStatus: Answer<typeof contract.identityStatus> = async ({ accountId }, { orderNo }) => {
  const order = await latestOrder(db, accountId, orderNo)
  if (!order && orderNo !== undefined) throw refuse('not_found')
  if (!order)
    return {
      orderNo: '',
      type: null,
      status: 'NONE',
      rejectReason: '',
      fields: [],
      submitTime: null,
      auditTime: null,
      expireTime: null,
    }
  return {
    orderNo: order.order_no,
    type: order.type,
    status: order.status,
    rejectReason: order.reason,
    fields: order.need_fields,
    submitTime: order.created_at.getTime(),
    auditTime: order.audited_at?.getTime() ?? null,
    expireTime: order.expires_at?.getTime() ?? null,
  }
}
