/** SQL on the past of cards on which controls are tried. */
import { cellOf } from '#server/core/database/cells.ts'
import { many, sql } from '#server/core/db.ts'
import { subNoSql } from '#server/identity/identity.ts'
import { firstAuthKey } from '../authId.ts'
import { authsOf } from '../auths.ts'
import type { Reader } from '../queries.ts'

export type PastOf = {
  readonly accountId: string
  /** Only what this sub-account bought. */
  readonly subUid?: string | undefined
  /** Absent: of all cards. */
  readonly laId?: number
  readonly fromMs: number
  readonly toMs: number
}
export type Past = {
  key: string
  la_id: number
  merchant_no: number
  ref: string
  name: string
  mcc: string
  country: string
  descriptor: string
  merchant_currency: string
  pos: string
  answered_cents: number
  amount_cents: number
  held_cents: number
  cleared_cents: number
  fee_taken_cents: number
  status: string
  reason: string | null
  counted: boolean
}
/** The next authorizations of a card, or of all cards of the account, in order of time: uses auth_by_card, or the primary key. */
export const pastAfter = (
  reader: Reader,
  { accountId, subUid, laId, fromMs, toMs }: PastOf,
  after: string | undefined,
  limit: number,
): Promise<Past[]> =>
  many(
    reader,
    sql<Past>`
    SELECT past.auth_id::text AS key, la_id, merchant_no, ref, name, mcc, country, descriptor, merchant_currency, pos, answered_cents, amount_cents, held_cents,
           cleared_cents, fee_taken_cents, status, reason, counted
      FROM (SELECT auth_id, la_id, merchant_no, descriptor, merchant_currency, pos, answered_cents, amount_cents, held_cents,
                   cleared_cents, fee_taken_cents, status, reason, counted
              FROM auth
             WHERE ${laId === undefined ? authsOf(accountId) : sql`cell = ${cellOf(accountId)} AND la_id = ${laId}`}
               AND auth_id >= ${firstAuthKey(fromMs)}::bigint AND auth_id < ${firstAuthKey(toMs)}::bigint
               ${after === undefined ? sql`` : sql`AND auth_id > ${after}::bigint`}
               ${subUid === undefined ? sql`` : sql`AND owner_sub_no = ${subNoSql(accountId, subUid)}`}
             ORDER BY auth_id
             LIMIT ${limit}) AS past
      JOIN merchant USING (merchant_no)
     ORDER BY past.auth_id`,
  )
