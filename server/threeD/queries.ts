import type { Insertable, RawBuilder, Selectable } from 'kysely'
import type { ThreeDAnswer, ThreeDResult } from '#contract/threeD/threeD.ts'
import type { ThreeDCode } from '#db/tables.ts'
import type { Actor } from '../core/actor.ts'
import { touch } from '../core/changes/touch.ts'
import { now } from '../core/clock.ts'
import { cellOf, findBesideFirst, ofAccount, takeName } from '../core/database/cells.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '../core/db.ts'

type Reader = Tx | Database
export type CodeRow = Selectable<ThreeDCode>

/** Two events of one challenge, even with different IDs, make one row. */
export const insertCode = (tx: Tx, code: Omit<Insertable<ThreeDCode>, 'cell'>) => {
  touch(tx, code.account_id, 'trades')
  return tx
    .insertInto('three_d_code')
    .values({ ...code, cell: cellOf(code.account_id) })
    .onConflict((conflict) => conflict.constraint('three_d_code_once').doNothing())
    .execute()
}

/** The challenge with the network's reference, whatever card it is of: beside the card that an event names, and only if it is not there in all cells. */
export async function codeOf(tx: Tx, { accountId }: { accountId: string }, issuerId: string, ref: string) {
  const named = (where: RawBuilder<boolean>) =>
    tx
      .selectFrom('three_d_code')
      .select(['account_id', 'card_id', 'amount_cents'])
      .where(where)
      .where('challenge_ref', '=', ref)
      .where('issuer_id', '=', issuerId)
      .executeTakeFirst()
  return findBesideFirst(accountId, named, () => takeName(tx, `challenge ${issuerId} ${ref}`))
}

/** The first result counts. Returns false if the challenge does not exist. */
export async function finishCode(
  tx: Tx,
  { accountId }: { accountId: string },
  issuerId: string,
  ref: string,
  at: Date,
  result: ThreeDResult,
) {
  const finished = await maybeOne(
    tx,
    sql<{ account_id: string }>`
    UPDATE three_d_code
       SET finished_at = coalesce(finished_at, ${at}), result = coalesce(result, ${result})
     WHERE ${ofAccount(accountId)} AND challenge_ref = ${ref} AND issuer_id = ${issuerId}
    RETURNING account_id`,
  )
  if (finished) touch(tx, finished.account_id, 'trades')
  return finished !== undefined
}

export type Wanted = {
  since: Date
  cardIds?: readonly string[] | undefined
  /** For `ILIKE ANY`. */
  names?: readonly string[] | undefined
}

/** A sub-account sees the codes of its own cards. */
const wanted = ({ accountId, subUid }: Pick<Actor, 'accountId' | 'subUid'>, { since, cardIds, names }: Wanted) => sql`
  ${ofAccount(accountId)} AND issued_at > ${since}
  ${subUid === undefined ? sql`` : sql`AND owner_sub_uid = ${subUid}`}
  ${cardIds === undefined ? sql`` : sql`AND card_id = ANY (${cardIds})`}
  ${names === undefined ? sql`` : sql`AND merchant_name ILIKE ANY (${[...names]}::text[])`}`

export const countCodes = (reader: Reader, actor: Actor, what: Wanted) =>
  one(reader, sql<{ total: number }>`SELECT count(*) AS total FROM three_d_code WHERE ${wanted(actor, what)}`)

/** Counts valid codes that this login has not seen. */
export const countUnseen = async (reader: Reader, actor: Actor, since: Date): Promise<number> =>
  (
    await one(
      reader,
      sql<{ count: number }>`
      SELECT count(*)
        FROM three_d_code AS code
       WHERE ${wanted(actor, { since })} AND finished_at IS NULL AND expires_at > ${now()}
         AND NOT EXISTS (SELECT FROM three_d_seen AS seen
                          WHERE seen.cell = code.cell AND seen.account_id = code.account_id AND seen.code_id = code.code_id AND seen.login_id = ${actor.loginId})`,
    )
  ).count

/** Newest first, each with whether this login has seen it before. */
export const codesOf = (reader: Reader, actor: Actor, what: Wanted, page: { limit: number; offset: number }) =>
  many(
    reader,
    sql<CodeRow & { seen: boolean }>`
    SELECT *, EXISTS (SELECT FROM three_d_seen
                       WHERE cell = code.cell AND account_id = code.account_id AND code_id = code.code_id
                         AND login_id = ${actor.loginId}) AS seen
      FROM three_d_code AS code
     WHERE ${wanted(actor, what)}
     ORDER BY issued_at DESC, code_id DESC
     LIMIT ${page.limit} OFFSET ${page.offset}`,
  )

/** Records the codes that this login sees for the first time. */
export const noteSeen = (tx: Tx, { accountId, loginId }: Actor, codeIds: readonly string[]) =>
  many(
    tx,
    sql<{ code_id: string }>`
    INSERT INTO three_d_seen (cell, account_id, code_id, login_id)
    SELECT cell, account_id, code_id, ${loginId}
      FROM three_d_code
     WHERE ${ofAccount(accountId)} AND code_id = ANY (${codeIds})
       FOR KEY SHARE
        ON CONFLICT DO NOTHING
    RETURNING code_id`,
  )

/** The challenge without a code, if this login may answer it. */
export const unanswered = (reader: Reader, actor: Actor, codeId: string) =>
  maybeOne(
    reader,
    sql<CodeRow>`
    SELECT * FROM three_d_code AS code
     WHERE ${wanted(actor, { since: new Date(0) })} AND code_id = ${codeId} AND code_sealed IS NULL`,
  )

/** An open code, and nothing once it was used or has expired. */
export const codeToPush = (reader: Reader, accountId: string, codeId: string) =>
  maybeOne(
    reader,
    sql<CodeRow>`
    SELECT * FROM three_d_code
     WHERE ${ofAccount(accountId)} AND code_id = ${codeId} AND finished_at IS NULL AND answer IS NULL AND expires_at > ${now()}`,
  )

export async function noteAnswer(tx: Tx, { accountId }: Actor, codeId: string, answer: ThreeDAnswer) {
  touch(tx, accountId, 'trades')
  await run(
    tx,
    sql`
    UPDATE three_d_code SET answer = coalesce(answer, ${answer}) WHERE ${ofAccount(accountId)} AND code_id = ${codeId}`,
  )
}

export const forgetCodes = (reader: Reader, before: Date) =>
  run(reader, sql`DELETE FROM three_d_code WHERE issued_at <= ${before}`)
