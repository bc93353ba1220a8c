/** All SQL on back_test, and its paging through past decisions. */
import type { RulesDocument } from '#contract/trades/desk/rules.ts'
import { segmentsSql } from '#server/cards/cards.ts'
import { now } from '#server/core/clock.ts'
import { many, maybeOne, one, run, sql, type Tx } from '#server/core/db.ts'
import { authKey, firstAuthKey } from '#server/trades/authId.ts'
import type { Reader } from '#server/trades/queries.ts'
import type { Usage } from '#server/trades/rules/usage.ts'

export type BackTestFound = {
  back_test_id: string
  rules_id: string
  document: RulesDocument
  from_at: Date
  to_at: Date
  state: 'WAITING' | 'RUNNING' | 'DONE' | 'CANCELLED'
  total: number | null
  done: number
  at_cell: number
  at_la_id: number
  at_auth: string
  carried: Carried | null
  stopped: number
  stopped_cents: number
  cards: number
  passed: number
  by_rule: Record<string, number>
  made_by_name: string
  created_at: Date
  ended_at: Date | null
}
/** The state of the card in which the last stretch ended. */
type Carried = { usage: Usage; hit: boolean }

export const backTestById = (on: Reader, backTestId: string) =>
  maybeOne(on, sql<BackTestFound>`SELECT * FROM back_test WHERE back_test_id = ${backTestId}`)
export const newestBackTest = (on: Reader, rulesId: string) =>
  maybeOne(
    on,
    sql<BackTestFound>`SELECT * FROM back_test WHERE rules_id = ${rulesId} ORDER BY created_at DESC, back_test_id DESC LIMIT 1`,
  )

/** Of the current rules: a back-test of an older draft does not count. */
export const isBackTested = async (on: Reader, rulesId: string): Promise<boolean> =>
  !!(await maybeOne(
    on,
    sql`
    SELECT 1
      FROM back_test
      JOIN rule_set USING (rules_id)
     WHERE rules_id = ${rulesId} AND back_test.state = 'DONE' AND back_test.document = rule_set.document
     LIMIT 1`,
  ))

export const insertBackTest = (
  tx: Tx,
  made: { backTestId: string; rulesId: string; document: RulesDocument; from: Date; to: Date; byName: string },
) =>
  run(
    tx,
    sql`
    INSERT INTO back_test (back_test_id, rules_id, document, from_at, to_at, state, made_by_name, created_at)
    VALUES (${made.backTestId}, ${made.rulesId}, ${JSON.stringify(made.document)}, ${made.from}, ${made.to}, 'WAITING', ${made.byName}, ${now()})`,
  )

export const beginBackTest = (on: Reader, { back_test_id, from_at, to_at }: BackTestFound) =>
  one(
    on,
    sql<{ total: number }>`
    UPDATE back_test
       SET state = 'RUNNING', started_at = ${now()},
           total = (SELECT count(*) FROM auth WHERE auth_id >= ${firstAuthKey(from_at.getTime())}::bigint AND auth_id < ${firstAuthKey(to_at.getTime())}::bigint)
     WHERE back_test_id = ${back_test_id}
    RETURNING total`,
  )

export type Past = {
  account_id: string
  auth_id: string
  cell: number
  la_id: number
  vid: string
  ref: string
  mcc: string
  country: string
  cents: number
  declined: boolean
  reason: string | null
}
/** The next authorizations after the last one, by card and time: uses auth_by_card. */
export const pastAfter = (
  on: Reader,
  {
    at_cell,
    at_la_id,
    at_auth,
    from_at,
    to_at,
  }: Pick<BackTestFound, 'at_cell' | 'at_la_id' | 'at_auth' | 'from_at' | 'to_at'>,
  limit: number,
) =>
  many(
    on,
    sql<Past>`
    SELECT card.account_id, auth_text(auth_id) AS auth_id, cell, la_id, card.vid, merchant.ref, mcc, country, cents, declined, reason
      FROM (SELECT cell, la_id, auth_id, merchant_no, status = 'DECLINED' AS declined, reason,
                   CASE status WHEN 'DECLINED' THEN amount_cents ELSE answered_cents END AS cents
              FROM auth
             WHERE (cell, la_id, auth_id) > (${at_cell}, ${at_la_id}, ${authKey(at_auth) ?? '0'}::bigint)
               AND auth_id >= ${firstAuthKey(from_at.getTime())}::bigint
               AND auth_id < ${firstAuthKey(to_at.getTime())}::bigint
             ORDER BY cell, la_id, auth_id
             LIMIT ${limit}) AS past
      JOIN merchant USING (merchant_no)
      JOIN ${segmentsSql} USING (cell, la_id)
     ORDER BY cell, la_id, past.auth_id`,
  )

export type AccountHits = Map<string, { cards: number; stopped: number; cents: number }>
/**
 * Stores the result and the position of a stretch. Returns false if another worker has done this stretch in the meantime or the test was cancelled: then it is
 * discarded.
 */
export async function keepStretch(
  tx: Tx,
  before: BackTestFound,
  after: BackTestFound,
  accounts: AccountHits,
): Promise<boolean> {
  const kept = await run(
    tx,
    sql`
    UPDATE back_test
       SET state = ${after.state}, done = ${after.done}, at_cell = ${after.at_cell}, at_la_id = ${after.at_la_id}, at_auth = ${after.at_auth},
           carried = ${JSON.stringify(after.carried)}, stopped = ${after.stopped}, stopped_cents = ${after.stopped_cents},
           cards = ${after.cards}, passed = ${after.passed}, by_rule = ${JSON.stringify(after.by_rule)},
           ended_at = ${after.state === 'DONE' ? now() : null}
     WHERE back_test_id = ${before.back_test_id} AND state = 'RUNNING' AND at_la_id = ${before.at_la_id} AND at_auth = ${before.at_auth}`,
  )
  if (!kept) return false
  const hits = [...accounts]
  if (hits.length)
    await run(
      tx,
      sql`
      INSERT INTO back_test_account AS kept (back_test_id, account_id, cards, stopped, stopped_cents)
      SELECT ${before.back_test_id}, *
        FROM unnest(${hits.map(([id]) => id)}::text[], ${hits.map(([, hit]) => hit.cards)}::bigint[],
                    ${hits.map(([, hit]) => hit.stopped)}::bigint[], ${hits.map(([, hit]) => hit.cents)}::bigint[])
          ON CONFLICT (back_test_id, account_id) DO UPDATE
         SET cards = kept.cards + excluded.cards, stopped = kept.stopped + excluded.stopped,
             stopped_cents = kept.stopped_cents + excluded.stopped_cents`,
    )
  return true
}

export const endBackTest = async (tx: Tx, backTestId: string): Promise<boolean> =>
  (await run(
    tx,
    sql`
    UPDATE back_test SET state = 'CANCELLED', ended_at = ${now()} WHERE back_test_id = ${backTestId} AND state IN ('WAITING', 'RUNNING')`,
  )) === 1

export const accountsHit = (on: Reader, backTestId: string) =>
  one(on, sql<{ count: number }>`SELECT count(*) FROM back_test_account WHERE back_test_id = ${backTestId}`)
export const worstHit = (on: Reader, backTestId: string, limit: number) =>
  many(
    on,
    sql<{ account_id: string; cards: number; stopped: number; stopped_cents: number }>`
    SELECT account_id, cards, stopped, stopped_cents FROM back_test_account
     WHERE back_test_id = ${backTestId} ORDER BY stopped DESC, account_id LIMIT ${limit}`,
  )
