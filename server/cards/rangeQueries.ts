import type { Selectable } from 'kysely'
import type { CardRange, RangePrice } from '#db/tables.ts'
import { now } from '../core/clock.ts'
import type { Reader } from './queries.ts'

export type RangeRow = Selectable<CardRange>
export type PriceRow = Selectable<RangePrice>

/** All segments in the order in which they are offered. Six or sixty, never many. */
export const allRanges = (reader: Reader): Promise<RangeRow[]> =>
  reader.selectFrom('card_range').selectAll().orderBy('sort').execute()

/** The prices that are in force: one row for each segment, and one for each account that has an exception. */
export const pricesInForce = (reader: Reader): Promise<PriceRow[]> =>
  reader
    .selectFrom('range_price')
    .distinctOn(['vid', 'account_id'])
    .selectAll()
    .where('effective_from', '<=', now())
    .orderBy('vid')
    .orderBy('account_id')
    .orderBy('effective_from', 'desc')
    .execute()

/** When the next price that is written ahead comes into force. */
export const nextPriceAt = async (reader: Reader): Promise<Date | undefined> =>
  (
    await reader
      .selectFrom('range_price')
      .select(({ fn }) => fn.min('effective_from').as('at'))
      .where('effective_from', '>', now())
      .executeTakeFirst()
  )?.at ?? undefined
