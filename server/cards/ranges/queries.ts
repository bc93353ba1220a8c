import type { Selectable } from 'kysely'
import type { CardRange, RangePrice } from '#db/tables.ts'
import { now } from '#server/core/clock.ts'
import type { Reader } from '../queries.ts'

export type RangeRow = Selectable<CardRange>
export type PriceRow = Selectable<RangePrice>

/** All segments in display order. At most a few dozen. */
export const allRanges = (reader: Reader): Promise<RangeRow[]> =>
  reader.selectFrom('card_range').selectAll().orderBy('sort').execute()

/** Whether there are segments of this issuer. */
export const hasRangesOf = async (reader: Reader, issuerId: string): Promise<boolean> =>
  (await reader.selectFrom('card_range').select('vid').where('issuer_id', '=', issuerId).limit(1).execute()).length > 0

/** The prices in force at a moment: one row per segment, and one per account with an exception. */
export const pricesInForce = (reader: Reader, at = now()): Promise<PriceRow[]> =>
  reader
    .selectFrom('range_price')
    .distinctOn(['vid', 'account_id'])
    .selectAll()
    .where('effective_from', '<=', at)
    .orderBy('vid')
    .orderBy('account_id')
    .orderBy('effective_from', 'desc')
    .execute()

/** The list prices and those of one account, those that are no longer in force as well. */
export const pricesSince = (reader: Reader, accountId: string): Promise<PriceRow[]> =>
  reader
    .selectFrom('range_price')
    .selectAll()
    .where((eb) => eb.or([eb('account_id', 'is', null), eb('account_id', '=', accountId)]))
    .orderBy('effective_from', 'desc')
    .execute()

/** When the next scheduled price comes into force. */
export const nextPriceAt = async (reader: Reader): Promise<Date | undefined> =>
  (
    await reader
      .selectFrom('range_price')
      .select(({ fn }) => fn.min('effective_from').as('at'))
      .where('effective_from', '>', now())
      .executeTakeFirst()
  )?.at ?? undefined
