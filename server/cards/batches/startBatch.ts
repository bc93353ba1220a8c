import type { OpeningRow } from '#contract/cards/batches.ts'
import type { BatchKind } from '#contract/cards/batchStates.ts'
import type { Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import { record } from '#server/audit/audit.ts'
import { spendCoupon } from '#server/coupons/coupons.ts'
import type { Tx } from '#server/core/db.ts'
import { serial } from '#server/core/ids.ts'
import { later } from '#server/core/jobs.ts'
import { labelsToWear } from '../labels.ts'
import { openCards, totalOf, type Opening } from '../openCards.ts'
import type { Price } from '../prices.ts'
import { insertBatch } from './batchQueries.ts'
import { mayBatch, priceRows } from './openingRows.ts'

export type StartedBatch = { batchNo: string; total: number; status: 'RUNNING'; totalCost: Cents }

/**
 * Open many cards as one: `rows` say each card whole, as a line of an Excel file does; `row` is its number for people
 * and comes back with its result.
 *
 * In `tx`, all or nothing: every row is checked again and priced now, one PENDING card a row is made, and its price is
 * held, so that afterwards each row can only cost what was held for it. Refuses with what a single opening would meet:
 * `plan_limit` (also more rows than the plan's `batchMax`), `identity_required`, `insufficient_wallet` for the sum,
 * `range_unavailable` for a stock that is too small; and, for the first row that is faulty, with that row's refusal
 * and its number as `row`. Call `priceRows` before, to show all faults and the price. `expectTotal` refuses with
 * `quote_changed` when the sum is no longer what was shown.
 *
 * A job then has the issuer make the cards; `batchCard` tells how far it is. Rows that fail let exactly their own money
 * go. For calls with `once`: `tx` is theirs, and their request key is what makes it happen once.
 */
export async function startBatch(
  tx: Tx,
  actor: Actor,
  wish: {
    kind: 'OPEN'
    rows: readonly OpeningRow[]
    gid?: string | undefined
    tags?: readonly string[] | undefined
    couponId?: string | undefined
    expectTotal?: Cents | undefined
    /** How the operation log calls it. */
    as?: 'CARD_BATCH' | 'CARD_IMPORT'
  },
): Promise<StartedBatch> {
  const labels = await labelsToWear(tx, actor, wish)
  const { openings, problems, total } = await priceRows(tx, actor, wish.rows, wish.couponId)
  const [first] = problems
  if (first) throw refuse(first.refusal, { ...first.data, row: first.row })
  if (wish.expectTotal !== undefined && wish.expectTotal !== total) throw refuse('quote_changed', { total })
  return startOpening(
    tx,
    actor,
    openings.map((opening) => ({ ...opening, ...labels })),
    wish,
  )
}

type StartWish = {
  /** How the operation log calls it. */
  as?: 'CARD_BATCH' | 'CARD_IMPORT' | undefined
  /** Whose failed rows these are. */
  retryOf?: string | undefined
  /** Already taken off the price of one row. */
  couponId?: string | undefined
}

/** The same for rows that are checked and priced already. */
export async function startOpening(
  tx: Tx,
  actor: Actor,
  openings: readonly (Opening & { row: number })[],
  { as = 'CARD_BATCH', retryOf, couponId }: StartWish = {},
): Promise<StartedBatch> {
  await mayBatch(tx, actor, openings.length)
  const totalCost = totalOf(openings)
  const batchNo = await newBatch(tx, actor, { kind: 'OPEN', total: openings.length, cost: totalCost, retryOf })
  const opened = await openCards(tx, actor, openings, batchNo)
  await spendInRow(tx, actor, couponId, opened)
  const bins = [...new Set(openings.map(({ terms }) => terms.range.bin))].join(', ')
  await record(tx, actor, {
    type: as,
    target: batchNo,
    content: {
      cn: `申请开卡 ${openings.length} 张，卡段 ${bins}`,
      en: `Batch opening requested, segment ${bins}, cards: ${openings.length}`,
    },
    after: { batchNo, num: openings.length, retryOf },
    amount: totalCost,
  })
  return { batchNo, total: openings.length, status: 'RUNNING', totalCost }
}

/** The coupon belongs to the one row that has become cheaper by it, and shares its fate. */
export async function spendInRow(
  tx: Tx,
  { accountId }: Actor,
  couponId: string | undefined,
  rows: readonly { readonly orderNo: string; readonly price?: Price | undefined }[],
): Promise<void> {
  const row = rows.find(({ price }) => price?.couponOff)
  if (row) await spendCoupon(tx, accountId, couponId, { bizNo: row.orderNo, off: row.price!.couponOff, done: false })
}

/** A batch and the job that works on it, before its rows. */
export async function newBatch(
  tx: Tx,
  actor: Actor,
  batch: { kind: BatchKind; total: number; cost: Cents; retryOf?: string | undefined },
): Promise<string> {
  const { accountId } = actor
  const batchNo = `B${serial(11)}`
  await insertBatch(tx, {
    account_id: accountId,
    batch_no: batchNo,
    kind: batch.kind,
    login_id: actor.loginId,
    sub_uid: actor.subUid ?? null,
    by_name: actor.name,
    by_ip: actor.from.ip,
    by_device: actor.from.device,
    retry_of: batch.retryOf ?? null,
    total: batch.total,
    cost_cents: batch.cost,
  })
  await later(tx, 'cards.workBatch', { accountId, batchNo }, { key: `batch ${batchNo}` })
  return batchNo
}
