import type * as contract from '#contract/programs/invoices.ts'
import { invoiceKinds, showPrice, type InvoiceKind } from '#contract/programs/invoices.ts'
import { checks } from '#contract/core/checks.ts'
import { parse } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { outside } from '#server/outside/outside.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { priceIn } from '../invoices/compare.ts'
import { priceMonths } from '../invoices/countMonths.ts'
import { keepPrice, pricesOf } from '../invoices/queries.ts'

/** The whole of a purchase, in basis points. */
const ALL_BPS = 10_000
const percent = {
  cn: '请填写百分比，最高 100，最多 2 位小数',
  en: 'Enter a percentage up to 100, with up to 2 decimals',
}

const unitsOf = (kind: InvoiceKind, typed: string): number | undefined => {
  const units = parse(typed, kind === 'FX' ? 2 : 4)
  return kind === 'FX' && units !== undefined && units > ALL_BPS ? undefined : units
}

/** Sets what the issuer charges from a month on. Nothing is posted by it: it is what invoices are compared with. */
export const setInvoicePrice: Answer<typeof contract.setInvoicePrice> = async (
  staff,
  { issuerId, kind, priceStr, fromMonth, reason },
  tx,
) => {
  const { lang } = staff.from
  if (!outside.issuers.has(issuerId)) throw refuse('not_found', { field: 'issuerId' })
  if (!priceMonths().includes(fromMonth)) throw refuse('invalid', { field: 'fromMonth', msg: checks.month[lang] })
  const price = unitsOf(kind, priceStr)
  if (price === undefined) throw refuse('invalid', { field: 'priceStr', msg: percent[lang] })
  const before = priceIn(await pricesOf(tx, issuerId), kind, fromMonth)
  await keepPrice(tx, issuerId, { kind, fromMonth, price, setBy: staff.staffId })
  const { cn, en } = invoiceKinds[kind]
  await recordStaff(tx, staff, {
    action: 'TREASURY',
    target: issuerId,
    reason,
    content: {
      cn: `发卡行价格：${cn} ${showPrice(kind, price)}，自 ${fromMonth} 起`,
      en: `Price of the issuer: ${en} ${showPrice(kind, price)} from ${fromMonth}`,
    },
    before: { kind, price: before },
    after: { kind, price, fromMonth },
  })
  return { price }
}
