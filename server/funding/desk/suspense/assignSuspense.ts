import * as z from 'zod'
import type * as contract from '#contract/funding/desk/suspense.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import { recordView } from '#server/accounts/accounts.ts'
import type { Answer } from '#server/core/answer.ts'
import { record, system } from '#server/audit/audit.ts'
import { now } from '#server/core/clock.ts'
import { transaction, type Tx } from '#server/core/db.ts'
import {
  accountOf,
  accountsOfIds,
  accountsOfNo,
  canBeCredited,
  holderOf,
  type FoundAccount,
} from '#server/identity/identity.ts'
import { later } from '#server/core/jobs.ts'
import { post } from '#server/ledger/ledger.ts'
import { notify } from '#server/core/news.ts'
import { approvable } from '#server/staff/staff.ts'
import { limitFor, limitLine } from '#server/funding/orders/limits.ts'
import { changeOrder, lockOrder, lockOrderByNo, type Order } from '#server/funding/orders/queries.ts'
import { amountOf } from './shown.ts'
import { itemById, lockItem, setItem, type Item, refOf } from '#server/funding/orders/suspenseQueries.ts'
import { kindOfItem, valueLines, valueOf } from './value.ts'
import { claimItem, releaseItem } from './returnSuspense.ts'

const Payload = z.object({
  suspenseId: z.string(),
  accountId: z.string(),
  orderNo: z.string().nullable(),
  units: z.int(),
  fee: z.int(),
  net: z.int(),
  value: z.int(),
  mid: z.int(),
  credit: z.int(),
  spread: z.int(),
  rate: z.string(),
})
type Payload = z.infer<typeof Payload>
type To = { userNo?: string | undefined; orderNo?: string | undefined }

export const priceSuspense: Answer<typeof contract.priceSuspense> = async (staff, { suspenseId, ...to }) => {
  const priced = await transaction(async (tx) => {
    const item = await itemById(tx, suspenseId)
    if (!item) throw refuse('not_found')
    const { account, order } = await receiverOf(tx, item, to)
    const value = await valueOf(tx, item, order)
    return {
      holder: holderOf(account),
      amountStr: amountOf(item),
      unit: item.currency,
      fee: value.fee,
      feeUnit: item.currency === 'CNY' ? 'CNY' : 'USD',
      rate: value.rate,
      credit: value.credit,
      limit: await limitFor(tx, account.account_id, value.value),
    }
  })
  await recordView(staff, priced.holder, 'RECEIPTS')
  return priced
}

/** Requests crediting the payment to the owner that a person has identified (maker); another person credits it. */
export const assignSuspense: Answer<typeof contract.assignSuspense> = async (
  staff,
  { suspenseId, reason, ...to },
  tx,
) => {
  // The order is locked before the receipt, as everywhere: `receiverOf` does it.
  const seen = await itemById(tx, suspenseId)
  if (!seen) throw refuse('not_found')
  const { account, order } = await receiverOf(tx, seen, to)
  const item = await claimItem(tx, suspenseId)
  const value = await valueOf(tx, item, order)
  if (value.credit <= 0) throw refuse('amount_below_min')
  const payload = {
    suspenseId,
    accountId: account.account_id,
    orderNo: order?.orderNo ?? null,
    units: item.units,
    ...value,
  }
  return { approvalId: await suspenseAssignApproval.propose(tx, staff, Payload.parse(payload), reason) }
}

async function receiverOf(
  tx: Tx,
  { rail }: Item,
  { userNo, orderNo }: To,
): Promise<{ account: FoundAccount; order: Order | undefined }> {
  const order = orderNo ? await lockOrderByNo(tx, orderNo) : undefined
  if (orderNo && !order) throw refuse('not_found', { field: 'orderNo' })
  if (order && (order.rail !== rail || order.creditedAt)) throw refuse('conflict', { field: 'orderNo' })
  if (!order && !userNo) throw refuse('invalid', { field: 'userNo' })
  const [account] = order ? await accountsOfIds([order.accountId]) : await accountsOfNo(userNo!)
  const field = order ? 'orderNo' : 'userNo'
  if (!account || (order && userNo && account.user_no !== userNo)) throw refuse('not_found', { field: 'userNo' })
  if (!canBeCredited(account)) throw refuse('conflict', { field })
  return { account, order }
}

export const suspenseAssignApproval = approvable('suspense.assign', {
  payload: Payload,
  async shows(tx, { suspenseId, accountId, orderNo, fee, rate, credit, value }) {
    const item = (await itemById(tx, suspenseId))!
    const account = await accountOf(tx, accountId)
    return {
      target: refOf(item),
      accountId,
      amountCents: credit,
      onlyOne: suspenseId,
      lines: [
        { label: { cn: '账户', en: 'Account' }, before: null, after: `${account.user_no} ${account.nickname}` },
        ...(orderNo ? [{ label: { cn: '订单', en: 'Order' }, before: item.orderNo, after: orderNo }] : []),
        { label: { cn: '到账', en: 'Received' }, before: null, after: `${amountOf(item)} ${item.currency}` },
        { label: { cn: '手续费', en: 'Fee' }, before: null, after: show(fee, item.currency === 'CNY' ? 'CNY' : 'USD') },
        { label: { cn: '汇率', en: 'Rate' }, before: null, after: rate },
        { label: { cn: '入账金额', en: 'Credited' }, before: null, after: show(credit) },
        limitLine(await limitFor(tx, accountId, value)),
      ],
    }
  },
  apply: (tx, payload) => creditItem(tx, payload),
  dropped: (tx, { suspenseId }) => releaseItem(tx, suspenseId),
})

/** After approval: writes the books, the order, the log, the notice and the jobs for cards that wait for money. */
async function creditItem(tx: Tx, { suspenseId, accountId, orderNo, units, ...value }: Payload): Promise<void> {
  const order = orderNo ? await lockOrder(tx, { accountId, orderNo }) : undefined
  const item = (await lockItem(tx, suspenseId))!
  if (item.state !== 'CLAIMED' || item.units !== units || order?.creditedAt) throw refuse('conflict')
  if (!canBeCredited(await accountOf(tx, accountId))) throw refuse('conflict')
  const { transferId } = await post(tx, {
    kind: kindOfItem(item),
    accountId,
    biz: { type: 'suspense', id: suspenseId },
    effectiveAt: item.receivedAt,
    meta: { bizNo: orderNo ?? refOf(item), remark: `${amountOf(item)} ${item.currency} @ ${value.rate}` },
    lines: valueLines(item, accountId, value),
  })
  await setItem(tx, suspenseId, 'CREDITED', {
    outId: transferId,
    toAccount: accountId,
    toOrder: orderNo,
    creditCents: value.credit,
    valueCents: value.value,
  })
  if (order) await creditOrder(tx, order, item, value)
  const amount = show(value.credit)
  const target = orderNo ?? refOf(item)
  await record(tx, system(accountId), {
    type: 'TOPUP',
    target,
    content: {
      cn: `待确认款项 ${amountOf(item)} ${item.currency} 已核实，入账 ${amount}`,
      en: `Payment of ${amountOf(item)} ${item.currency} matched, ${amount} credited`,
    },
    after: { suspenseId, fee: value.fee, rate: value.rate },
    amount: value.credit,
  })
  const about = orderNo ? { type: 'topup', id: orderNo } : undefined
  await notify(
    tx,
    { accountId },
    'topup_credited',
    { amount: { cents: value.credit }, orderNo: target },
    ...(about ? [about] : []),
  )
  await later(tx, 'cards.coverDebts', { accountId }, { key: `cards.coverDebts ${accountId}` })
}

const creditOrder = (
  tx: Tx,
  order: Order,
  item: Item,
  { value, fee, credit }: Omit<Payload, 'suspenseId' | 'accountId' | 'orderNo' | 'units'>,
) =>
  changeOrder(tx, order, {
    ...order,
    status: 'SUCCESS',
    receivedUnits: item.units,
    valueCents: value,
    feeCents: fee,
    creditCents: credit,
    failReason: null,
    paidAt: item.receivedAt,
    creditedAt: now(),
  })
