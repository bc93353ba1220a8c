/** The person at an issuer to whom a card belongs, where the issuer keeps people apart from their cards. */
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { now } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { referenceHash } from '#server/core/secrets.ts'
import type { Issuer, NewCard } from '#server/outside/outside.ts'

/**
 * The issuer's reference of the holder, created there at an account's first card for this name and address; undefined where the issuer keeps no holders. Outside
 * any transaction. Two openings at once ask with one key and get one holder, and a crash before the row is written repeats the same request.
 */
export async function holderRefAt(
  issuer: Issuer,
  accountId: string,
  { holder, address }: Pick<NewCard, 'holder' | 'address'>,
): Promise<string | undefined> {
  if (!issuer.createHolder) return undefined
  const hash = referenceHash('issuerHolder', JSON.stringify([accountId, issuer.id, holder, address]))
  const known = await db
    .selectFrom('issuer_holder')
    .select('issuer_ref')
    .where(ofAccount(accountId))
    .where('issuer_id', '=', issuer.id)
    .where('holder_hash', '=', hash)
    .executeTakeFirst()
  if (known) return known.issuer_ref
  const ref = await issuer.createHolder(holder, address, `holder_${hash.toString('hex')}`)
  await db
    .insertInto('issuer_holder')
    .values({
      ...{ cell: cellOf(accountId), account_id: accountId, issuer_id: issuer.id },
      ...{ holder_hash: hash, issuer_ref: ref, created_at: now() },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return ref
}
