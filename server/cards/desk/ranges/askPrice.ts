import * as z from 'zod'
import type * as contract from '#contract/cards/desk/ranges.ts'
import { priceFields, PriceFigures } from '#contract/cards/desk/ranges.ts'
import { checks } from '#contract/core/checks.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import type { Tx } from '#server/core/db.ts'
import { accountOf, accountsOfIds } from '#server/identity/identity.ts'
import {
  accountByNo,
  differing,
  linesOf,
  makeChange,
  refuseWhileOneWaits,
  timeLine,
  type ProductChange,
  type Said,
} from '#server/products/products.ts'
import { approvable } from '#server/staff/staff.ts'
import { priceFiguresOf } from './columns.ts'
import { effectLines, effectOf } from './priceEffect.ts'
import { deletePriceAhead, insertPrice, latestPrice, lockRange } from './queries.ts'

export const priceChange: ProductChange = {
  name: { cn: '价格调整', en: 'Price change' },
  ahead: true,
  put: async (tx, { change_id, target, account_id, after, effective_at }) => {
    const stands = priceFiguresOf(await latestPrice(tx, target, account_id))
    const figures = { ...stands, ...after }
    await insertPrice(tx, { vid: target, accountId: account_id, figures, from: effective_at, changeId: change_id })
  },
  takeBack: async (tx, { change_id }) => void (await deletePriceAhead(tx, change_id)),
}

type Priced = { vid: string; accountId: string | null }
const priceLane = ({ vid, accountId }: Priced): string => `${vid} ${accountId ?? 'list'}`

const before = async (tx: Tx, { vid, accountId }: Priced) => priceFiguresOf(await latestPrice(tx, vid, accountId))

/**
 * Changing a customer price takes two people. The old figures are part of the frozen request: if they have changed by the time of approval, a new request is
 * needed.
 */
export const priceApproval = approvable('product.price', {
  payload: z.object({
    vid: z.string(),
    accountId: z.string().nullable(),
    before: z.record(z.string(), z.number().nullable()),
    after: z.object(PriceFigures.shape).partial(),
    effectTime: z.number().optional(),
  }),
  shows: async (tx, { vid, accountId, before, after, effectTime }) => {
    const userNo = accountId === null ? undefined : (await accountOf(tx, accountId)).user_no
    const effect = await effectOf(tx, { vid, accountId, figures: after })
    const hit = await accountsOfIds(effect.accounts.slice(0, 5).map((one) => one.accountId))
    return {
      target: userNo === undefined ? vid : `${vid} · ${userNo}`,
      accountId: accountId ?? undefined,
      onlyOne: priceLane({ vid, accountId }),
      lines: [
        ...linesOf({ before, after }, priceFields),
        timeLine(effectTime),
        ...effectLines(
          effect,
          hit.map(({ user_no }) => user_no),
        ),
      ],
    }
  },
  apply: async (tx, { vid, accountId, before: seen, after, effectTime }, { maker, checker, reason }) => {
    await lockRange(tx, vid)
    const stands: Said = await before(tx, { vid, accountId })
    if (Object.entries(seen).some(([name, value]) => stands[name] !== value)) throw refuse('conflict')
    await makeChange(tx, {
      kind: 'PRICE',
      target: vid,
      accountId,
      before: seen,
      after,
      effectTime,
      reason,
      madeBy: maker.staffId,
      checkedBy: checker.staffId,
    })
  },
})

/** Requests a change of the list price of a segment, or of one account's exception. If every figure is null, the exception ends. */
export const askPrice: Answer<typeof contract.askPrice> = async (staff, input, tx) => {
  const { vid, userNo, effectTime, reason } = input
  if (!(await lockRange(tx, vid))) throw refuse('not_found', { field: 'vid' })
  const accountId = userNo ? (await accountByNo(tx, userNo)).account_id : null
  const invalid = (why: 'nothing_changes' | 'list_price_needed') =>
    refuse('invalid', { field: 'change', msg: checks[why][staff.from.lang] })
  const differs = differing<Said>(await before(tx, { vid, accountId }), input.change)
  if (!differs) throw invalid('nothing_changes')
  if (accountId === null && Object.values(differs.after).includes(null)) throw invalid('list_price_needed')
  await refuseWhileOneWaits(tx, { kind: 'PRICE', target: vid, accountId })
  const payload = {
    vid,
    accountId,
    before: differs.before as Record<string, number | null>,
    after: differs.after as Partial<PriceFigures>,
    ...(effectTime !== undefined && { effectTime }),
  }
  return { approvalId: await priceApproval.propose(tx, staff, payload, reason) }
}
