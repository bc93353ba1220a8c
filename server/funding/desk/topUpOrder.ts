import type * as contract from '#contract/funding/desk/topUps.ts'
import { breakKinds, lifeKinds, type LifeKind } from '#contract/funding/desk/topUps.ts'
import type { Lang, Words } from '#contract/core/fields.ts'
import { ruleOf, transferKinds, type TransferKind } from '#contract/ledger/ledger.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { transferWhole } from '#server/ledger/ledger.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { lookSoon } from '../addressQueries.ts'
import { keepWatching } from '../watch.ts'
import { orderByNo } from '../payments/orderQueries.ts'
import { lockOrder } from '../queries.ts'
import { isYuan, providerOf } from '../rails.ts'
import { amountOf, refOf } from '../suspense/shown.ts'
import { itemsOfOrder } from '../suspense/suspenseQueries.ts'
import { deskTopUps, exact } from './listTopUps.ts'
import { breaksOfOrder, chainOfOrder, eventsOfOrder, paymentsOfOrder } from '../payments/orderListQueries.ts'
import { booked } from '../payments/orderTransfers.ts'

export const topUpOrder: Answer<typeof contract.topUpOrder> = async ({ from: { lang } }, { orderNo }) => {
  const order = await orderByNo(db, orderNo)
  if (!order) throw refuse('not_found')
  const unit = order.payCurrency
  const [[row], events, payments, chain, items, breaks] = await Promise.all([
    deskTopUps([order], lang),
    eventsOfOrder(db, orderNo),
    paymentsOfOrder(db, orderNo),
    chainOfOrder(db, orderNo),
    itemsOfOrder(db, orderNo),
    breaksOfOrder(db, orderNo),
  ])
  const step = (kind: LifeKind, ref: string, at: Date, more: Partial<Step> = {}): Step => ({
    kind,
    kindText: lifeKinds[kind][lang],
    ref,
    amountStr: null,
    note: '',
    time: at.getTime(),
    suspenseId: null,
    ...more,
  })
  const life = [
    step('ORDERED', '', order.createdAt, { amountStr: `${exact(order.payUnits, unit)} ${unit}` }),
    ...events.map(({ id, type, amount, at }) =>
      step('EVENT', id, at, { note: type, ...(amount !== null && { amountStr: `${exact(amount, unit)} ${unit}` }) }),
    ),
    ...payments.map(({ ref, amount, paidAt }) =>
      step('PAYMENT', ref, paidAt, { amountStr: `${exact(amount, unit)} ${unit}` }),
    ),
    ...payments.flatMap(({ ref, reversedAt }) => (reversedAt ? [step('REVERSAL', ref, reversedAt)] : [])),
    ...chain.map(({ txHash, units, confirmations, outcome, at }) =>
      step('TRANSFER', txHash, at, {
        amountStr: `${exact(Number(units), 'USDT')} USDT`,
        note: outcome ?? confirmed(confirmations, lang),
      }),
    ),
    ...items.map((item) =>
      step('SUSPENSE', refOf(item), item.createdAt, {
        amountStr: `${amountOf(item)} ${item.currency}`,
        suspenseId: item.suspenseId,
      }),
    ),
    ...breaks.map(({ kind, ref, at }) =>
      step('BREAK', ref, at, { note: (breakKinds as Record<string, Words>)[kind]?.[lang] ?? kind }),
    ),
    ...(order.creditedAt ? [step('CREDITED', '', order.creditedAt, { amountStr: show(order.creditCents) })] : []),
  ].sort((a, b) => a.time - b.time || orderOf.indexOf(a.kind) - orderOf.indexOf(b.kind))
  const ids = booked({ payments, chain, items })
  return {
    ...row!,
    receivedStr: order.paidAt ? exact(order.receivedUnits, unit) : null,
    fee: order.feeCents,
    feeUnit: isYuan(order.rail) ? 'CNY' : 'USD',
    rate: order.rate,
    address: order.address,
    confirmations: order.confirmations,
    card: order.cardMask && `${order.cardBank ?? ''} ${order.cardMask}`.trim(),
    providerRef: order.providerRef,
    expireTime: order.expiresAt.getTime(),
    life,
    transfers: (await Promise.all(ids.map((id) => transferShown(id, lang)))).flat(),
  }
}
type Step = Awaited<ReturnType<Answer<typeof contract.topUpOrder>>>['life'][number]

const orderOf = Object.keys(lifeKinds)
const confirmed = (count: number, lang: Lang): string =>
  ({ cn: `${count} 次确认`, en: `Confirmations: ${count}` })[lang]

/** A transfer's entries, as finance reads them. */
async function transferShown(transferId: string, lang: Lang) {
  const found = await transferWhole(db, transferId)
  if (!found) return []
  const { transfer, entries } = found
  return [
    {
      transferId,
      kindText: transferKinds[transfer.kind as TransferKind]?.[lang] ?? transfer.kind,
      postTime: transfer.posted_at.getTime(),
      entries: entries.map(({ code, owner, side, amount, currency, scale }) => ({
        code,
        name: ruleOf(code)[lang],
        owner,
        side,
        amount,
        currency,
        scale,
      })),
    },
  ]
}

/** The look that happens by itself, now: a job, for nobody outside is asked in a transaction. */
export const askTopUp: Answer<typeof contract.askTopUp> = async (staff, { orderNo }, tx) => {
  const order = await lockOrder(tx, orderNo)
  if (!order) throw refuse('not_found')
  if (isYuan(order.rail)) {
    const provider = providerOf[order.rail]
    await later(tx, 'funding.askProvider', { provider, orderNo }, { key: `funding.askProvider ${provider} ${orderNo}` })
  } else if (order.address) {
    await lookSoon(tx, order.address)
    await keepWatching(tx)
  }
  await recordStaff(tx, staff, {
    action: 'MONEY',
    target: orderNo,
    accountId: order.accountId,
    content: { cn: '重新查询通道', en: 'Checked with the provider again' },
  })
  return { orderNo }
}
