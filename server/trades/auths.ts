/**
 * SQL on authorizations outside of the decision path and of the lists. The table has numbers for the account, the card and the sub-account; rows have the ids that everybody else uses.
 */
import type { Insertable, Selectable } from 'kysely'
import type { Auth } from '#db/tables.ts'
import { touch } from '../core/changes/touch.ts'
import { cellOf, findBesideFirst, ofAccount } from '../core/database/cells.ts'
import { now } from '../core/clock.ts'
import { db, many, maybeOne, run, sql, type Database, type Tx } from '../core/db.ts'
import { cardOfMoneySql, moneyOfCardsSql } from '../cards/cards.ts'
import { accountNoSql, subNoSql, subNumbersSql } from '../identity/identity.ts'
import { authKey, newAuthId, refKey } from './authId.ts'
import { ruleShown } from './why.ts'

type Stored = Omit<Selectable<Auth>, 'auth_id' | 'la_id' | 'ref_hash' | 'owner_sub_no'>
export type AuthRow = Stored & {
  auth_id: string
  la_id: number
  account_id: string
  card_id: string
  owner_sub_uid: string | null
}

/** The columns of an {@link AuthRow}, and what they come from. */
export const authColumns = sql`auth_text(auth.auth_id) AS auth_id, auth.la_id, cell, auth.account_no, auth.issuer_id, auth.issuer_ref,
       auth.merchant_no, auth.descriptor, auth.answered_cents, auth.amount_cents, auth.merchant_amount, auth.merchant_currency, auth.rate,
       auth.fee_cents, auth.held_cents, auth.placed_cents, auth.cleared_cents, auth.fee_taken_cents, auth.usage_cents, auth.usage_day,
       auth.status, auth.reason, auth.iso_code, auth.counted, auth.three_ds, auth.pos, auth.why, auth.checks, auth.seen, auth.occurred_at, auth.expires_at,
       owner.account_id, owner.card_id, sub.sub_uid AS owner_sub_uid`
/** Whose authorizations `auth` has: joins that follow it in FROM. */
export const authOwner = (accountId?: string) => sql`
      JOIN ${cardOfMoneySql(accountId)} AS owner USING (cell, la_id)
      LEFT JOIN ${subNumbersSql(accountId)} AS sub USING (cell, owner_sub_no)`

type Reader = Tx | Database

/** The authorizations of one account. */
export const authsOf = (accountId: string) =>
  sql<boolean>`cell = ${cellOf(accountId)} AND account_no = ${accountNoSql(accountId)}`
/** Those of some of its cards. */
export const authsOfCards = (accountId: string, cardIds: readonly string[]) =>
  sql<boolean>`cell = ${cellOf(accountId)} AND la_id = ANY (${moneyOfCardsSql(accountId, cardIds)})`

/**
 * An authorization by the network's reference. Under the lock of its card's money, so that it does not change after the read. It is looked for beside the card that the event names; only
 * if it is not there in all cells, so that an event with the wrong card is recognized.
 */
export async function findAuth(
  tx: Reader,
  { accountId }: { accountId: string },
  issuerId: string,
  ref: string,
): Promise<AuthRow | undefined> {
  const hash = refKey(issuerId, ref)
  return findBesideFirst(accountId, (where) =>
    maybeOne(
      tx,
      sql<AuthRow>`
      SELECT ${authColumns}
        FROM auth ${authOwner()}
       WHERE ${where} AND ref_hash = ${hash}::bigint AND issuer_ref = ${ref} AND auth.issuer_id = ${issuerId}`,
    ),
  )
}

export const authById = async (tx: Reader, accountId: string, authId: string): Promise<AuthRow | undefined> => {
  const key = authKey(authId)
  if (key === undefined) return undefined
  return maybeOne(
    tx,
    sql<AuthRow>`SELECT ${authColumns} FROM auth ${authOwner(accountId)} WHERE ${authsOf(accountId)} AND auth_id = ${key}::bigint`,
  )
}

export const updateAuth = (
  tx: Tx,
  { account_id, account_no, cell, auth_id }: Pick<AuthRow, 'account_id' | 'account_no' | 'cell' | 'auth_id'>,
  change: Partial<Insertable<Auth>>,
) => {
  touch(tx, account_id, 'trades')
  return tx
    .updateTable('auth')
    .set(change)
    .where('cell', '=', cell)
    .where('account_no', '=', account_no)
    .where('auth_id', '=', sql<number>`${authKey(auth_id)}::bigint`)
    .executeTakeFirst()
}

type NewAuth = Omit<Insertable<Auth>, 'auth_id' | 'cell' | 'account_no' | 'la_id' | 'owner_sub_no' | 'ref_hash'> & {
  account_id: string
  card_id: string
}
/** Of a card, and of the sub-account that has it now. */
export async function insertAuth(tx: Tx, { account_id, card_id, ...auth }: NewAuth): Promise<void> {
  touch(tx, account_id, 'trades')
  const columns = Object.keys(auth)
  await run(
    tx,
    sql`
    INSERT INTO auth (cell, account_no, auth_id, la_id, owner_sub_no, ref_hash, ${sql.join(columns.map((column) => sql.ref(column)))})
    SELECT ${cellOf(account_id)}::smallint, ${accountNoSql(account_id)}, ${newAuthId().readBigInt64BE().toString()}::bigint, la_id,
           ${subNoSql(account_id, sql`owner_sub_uid`)}, ${refKey(auth.issuer_id, auth.issuer_ref)}::bigint, ${sql.join(Object.values(auth))}
      FROM ${cardOfMoneySql(account_id)} AS card
     WHERE ${ofAccount(account_id)} AND card_id = ${card_id}`,
  )
}

/** Authorizations whose money has been held for as long as the network allows. */
export const overdueAuths = (limit: number) =>
  many(
    db,
    sql<{ account_id: string; card_id: string; auth_id: string }>`
    SELECT owner.account_id, owner.card_id, auth_text(auth_id) AS auth_id
      FROM (SELECT cell, auth_id, la_id, owner_sub_no, expires_at
              FROM auth
             WHERE status IN ('PENDING', 'PARTIAL')
               AND expires_at <= ${now()}
             ORDER BY expires_at
             LIMIT ${limit}) AS auth ${authOwner()}
     ORDER BY expires_at`,
  )

/** Which of staff's rules stopped these authorizations of an account, by their ids: for the desk. */
export async function staffRulesOf(
  reader: Reader,
  accountId: string,
  authIds: readonly string[],
): Promise<Map<string, string>> {
  const keys = authIds.map((authId) => authKey(authId)).filter((key) => key !== undefined)
  const rows = await many(
    reader,
    sql<{ auth_id: string; why: unknown }>`
    SELECT auth_text(auth_id) AS auth_id, why
      FROM auth
     WHERE ${authsOf(accountId)} AND auth_id = ANY (${keys}::bigint[]) AND why IS NOT NULL`,
  )
  return new Map(
    rows.flatMap(({ auth_id, why }) => {
      const rule = ruleShown(why)
      return rule === null ? [] : [[auth_id, rule]]
    }),
  )
}
