import { ago, ahead, HOUR, MINUTE } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { asks, openingInput } from './cards.ts'
import { newAccount } from './world.ts'

/** A card that was requested from the issuer three times without an answer. */
export async function aStuckOpening(): Promise<{ orderNo: string }> {
  const { orderNo } = await asks(await newAccount({ balanceCents: 100_00 }), 'openCard', openingInput())
  await sql`
    UPDATE card_order
       SET status = 'UNKNOWN', tries = 3, error = 'no answer', created_at = ${ago(20 * MINUTE)}, ask_at = ${ahead(HOUR)}
     WHERE order_no = ${orderNo}`.execute(db)
  return { orderNo }
}
