/** Subqueries of the settled transactions of a merchant, for the entries behind a ribbon. */
import type { RawBuilder } from 'kysely'
import { ofAccount } from '#server/core/database/cells.ts'
import { DAY } from '#server/core/clock.ts'
import { sql } from '#server/core/db.ts'
import { firstIdOf } from '#server/core/ids.ts'
import type { FlowPeriod } from '#server/ledger/ledger.ts'
import { merchantKey } from '../spend/queries.ts'

/** A merchant, or all but some. */
type Which = { readonly is: string } | { readonly not: readonly string[] }

/** A transaction has its id from the moment of its posting; a day more on both sides does not depend on clocks. */
export function idsOfMerchant(
  accountId: string,
  { from, until }: FlowPeriod,
  which: Which,
): { made: RawBuilder<unknown>; all: RawBuilder<unknown> } {
  const asked = 'is' in which ? sql`${merchantKey} = ${which.is}` : sql`${merchantKey} <> ALL (${[...which.not]})`
  const ids = (more: RawBuilder<unknown>) => sql`(
    SELECT trade_id
      FROM trade AS spend
      JOIN merchant USING (merchant_no)
     WHERE ${ofAccount(accountId, 'spend')} ${more} AND ${asked})`
  return {
    made: ids(
      sql`AND trade_id >= ${firstIdOf('trd', from.getTime() - DAY)} AND trade_id < ${firstIdOf('trd', until.getTime() + DAY)}`,
    ),
    all: ids(sql``),
  }
}
