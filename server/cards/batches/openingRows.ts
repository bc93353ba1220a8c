import type { OpeningRow } from '#contract/cards/batches.ts'
import { Refusal, refuse, type RefusalName } from '#contract/core/refusals.ts'
import type { Cents } from '#contract/core/money.ts'
import type { Actor } from '#server/core/actor.ts'
import { entitlementsOf } from '#server/plans/plans.ts'
import { billingAddress } from '../openCard.ts'
import { totalOf, type Opening } from '../openCards.ts'
import { openingPrice, withCouponOnOne } from '../prices.ts'
import type { Reader } from '../queries.ts'
import { termsToOpen } from '../termsToOpen.ts'

/** What is wrong with one row: the refusal that a single opening would meet, and the field it stands beside. */
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
  /** What all openings cost together. */
  readonly total: Cents
}

/**
 * Hold every row against its segment, and price it. Changes nothing; asks the database a few times whatever the number
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

/** Rows of one segment with one amount are judged once: a plan is read for each judgement. */
function termsOfRows(reader: Reader, actor: Actor) {
  const known = new Map<string, ReturnType<typeof termsToOpen>>()
  return (row: OpeningRow): ReturnType<typeof termsToOpen> => {
    const key = `${row.vid} ${row.rechargeAmount}`
    if (!known.has(key)) known.set(key, termsToOpen(reader, actor, row))
    return known.get(key)!
  }
}

/** A plan says how many cards one batch may have. */
export async function mayBatch(reader: Reader, { accountId }: Actor, count: number): Promise<void> {
  const { batchMax } = await entitlementsOf(reader, accountId)
  if (count > batchMax) throw refuse('plan_limit', { field: 'num', limit: batchMax })
}
