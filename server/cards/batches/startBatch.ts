import type { BatchKind } from '#contract/cards/batchStates.ts'
import type { OpeningRow } from '#contract/cards/batches.ts'
import type { Controls } from '#contract/controls/documents.ts'
import type { Cents } from '#contract/core/money.ts'
import { refuse, Refusal, type RefusalName } from '#contract/core/refusals.ts'
import { record } from '#server/audit/audit.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Tx } from '#server/core/db.ts'
import { serial } from '#server/core/ids.ts'
import { later } from '#server/core/jobs.ts'
import { spendCoupon } from '#server/coupons/coupons.ts'
import { entitlementsOf } from '#server/plans/plans.ts'
import { billingAddress } from '../opening/openCard.ts'
import { resolveLabels, openCards, totalOf, type Opening } from '../opening/openCards.ts'
import type { Reader } from '../queries.ts'
import { openingPrice, withCouponOnOne, type Price } from '../ranges/prices.ts'
import { openableTerms } from '../ranges/terms.ts'
import { insertBatch } from './queries.ts'

export type StartedBatch = { batchNo: string; total: number; status: 'RUNNING'; totalCost: Cents }

/**
 * Opens many cards as one batch: each of `rows` describes a whole card, like a line of an Excel file; `row` is its number for people and is returned with its
 * result.
 *
 * All or nothing in `tx`: every row is checked and priced again, one PENDING card per row is inserted and its price is held, so that each row can later cost
 * only what was held for it. Refuses as a single opening would: `plan_limit` (also for more rows than the plan's `batchMax`), `identity_required`,
 * `insufficient_wallet` for the total, `range_unavailable` for insufficient stock; and, for the first invalid row, with that row's refusal and its number as
 * `row`. Call `priceRows` first to show all faults and the price. `expectTotal` refuses with `quote_changed` if the total differs from the one shown.
 *
 * A job then has the issuer make the cards; `batchCard` returns the progress. A row that fails releases exactly its own money. For calls with `once`: `tx` is
 * theirs, and their request key makes the batch idempotent.
 */
export async function startBatch(
  tx: Tx,
  actor: Actor,
  input: {
    kind: 'OPEN'
    rows: readonly OpeningRow[]
    gid?: string | undefined
    tags?: readonly string[] | undefined
    couponId?: string | undefined
    expectTotal?: Cents | undefined
    /** The action in the operation log. */
    as?: 'CARD_BATCH' | 'CARD_IMPORT'
  },
): Promise<StartedBatch> {
  const labels = await resolveLabels(tx, actor, input)
  const { openings, problems, total } = await priceRows(tx, actor, input.rows, input.couponId)
  const [first] = problems
  if (first) throw refuse(first.refusal, { ...first.data, row: first.row })
  if (input.expectTotal !== undefined && input.expectTotal !== total) throw refuse('quote_changed', { total })
  return startOpening(
    tx,
    actor,
    openings.map((opening) => ({ ...opening, ...labels })),
    input,
  )
}

type StartInput = {
  /** The action in the operation log. */
  as?: 'CARD_BATCH' | 'CARD_IMPORT' | undefined
  /** The batch whose failed rows these are. */
  retryOf?: string | undefined
  /** The coupon already deducted from the price of one row. */
  couponId?: string | undefined
  /** What all rows were filled from, for the log. */
  templateId?: string | undefined
  controls?: Controls | undefined
  /** The sub-account that all rows are opened for. */
  ownerName?: string | undefined
}

/** Like {@link startBatch}, for rows that are already checked and priced. */
export async function startOpening(
  tx: Tx,
  actor: Actor,
  openings: readonly (Opening & { row: number })[],
  { as = 'CARD_BATCH', retryOf, couponId, templateId, controls, ownerName }: StartInput = {},
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
      cn: `申请开卡 ${openings.length} 张，卡段 ${bins}${ownerName ? `，归 ${ownerName}` : ''}`,
      en: `Batch opening requested, segment ${bins}, cards: ${openings.length}${ownerName ? `, for ${ownerName}` : ''}`,
    },
    after: { batchNo, num: openings.length, retryOf, templateId, controls },
    amount: totalCost,
  })
  return { batchNo, total: openings.length, status: 'RUNNING', totalCost }
}

/** The coupon is tied to the one row whose price it reduced: it is used or returned with that row. */
export async function spendInRow(
  tx: Tx,
  { accountId }: Actor,
  couponId: string | undefined,
  rows: readonly { readonly orderNo: string; readonly price?: Price | undefined }[],
): Promise<void> {
  const row = rows.find(({ price }) => price?.couponOff)
  if (row) await spendCoupon(tx, accountId, couponId, { bizNo: row.orderNo, off: row.price!.couponOff, done: false })
}

/** Inserts a batch and the job that processes it, before its rows. */
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

/** The problem of one row: the refusal that a single opening would get, and the field it belongs to. */
type RowProblem = {
  readonly row: number
  readonly field: string | undefined
  readonly refusal: RefusalName
  readonly data: Readonly<Record<string, unknown>>
}

export type PricedRows = {
  /** Rows that can be opened, each with its terms and its price. */
  readonly openings: readonly (Opening & { readonly row: number })[]
  readonly problems: readonly RowProblem[]
  /** The total cost of all openings. */
  readonly total: Cents
}

/**
 * Check every row against its segment, and price it. Changes nothing; asks the database a few times whatever the number
 * of rows. Limits of the account as a whole (plan, identity, wallet) are those of {@link startBatch}, under its locks.
 */
export async function priceRows(
  reader: Reader,
  actor: Actor,
  rows: readonly OpeningRow[],
  couponId?: string,
): Promise<PricedRows> {
  const openings: (Opening & { row: number })[] = []
  const problems: RowProblem[] = []
  const termsOnce = termsOfRows(reader, actor)
  for (const row of rows) {
    try {
      const terms = await termsOnce(row)
      const address = billingAddress(actor, terms, row)
      const { firstName, lastName, remark } = row
      openings.push({
        row: row.row,
        terms,
        price: openingPrice(terms, row.rechargeAmount),
        firstName,
        lastName,
        address,
        remark,
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { field } = error.data as { field?: string }
      problems.push({ row: row.row, field, refusal: error.refusal, data: error.data })
    }
  }
  if (!couponId || !openings.length) return { openings, problems, total: totalOf(openings) }
  const cheaper = await withCouponOnOne(reader, actor.accountId, openings, {
    couponId,
    scene: 'BATCH_OPEN',
    vidOf: ({ terms }) => terms.range.vid,
  })
  return { openings: cheaper, problems, total: totalOf(cheaper) }
}

/** Rows of one segment with one amount are checked once: each check reads the plan. */
function termsOfRows(reader: Reader, actor: Actor) {
  const known = new Map<string, ReturnType<typeof openableTerms>>()
  return (row: OpeningRow): ReturnType<typeof openableTerms> => {
    const key = `${row.vid} ${row.rechargeAmount}`
    if (!known.has(key)) known.set(key, openableTerms(reader, actor, row))
    return known.get(key)!
  }
}

/** The plan limits how many cards a batch may have. */
export async function mayBatch(reader: Reader, { accountId }: Actor, count: number): Promise<void> {
  const { batchMax } = await entitlementsOf(reader, accountId)
  if (count > batchMax) throw refuse('plan_limit', { field: 'num', limit: batchMax })
}
