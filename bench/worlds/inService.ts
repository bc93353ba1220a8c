/** What a database in service has when a card is charged: authorizations of before, rules of the staff that are live, and others that run as shadow. */
import type { RulesDocument } from '#contract/trades/desk/rules.ts'
import { DAY, HOUR, now, nowMs } from '#server/core/clock.ts'
import { db, run, sql, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'

const [DAYS, MERCHANTS, LOT] = [90, 60, 500_000]

/**
 * Completed authorizations of all cards that there are, at random, within the last 90 days. By SQL, and none of it is in the ledger: they hold nothing. Returns how many
 * were written a second.
 */
export async function fillBehind(count: number): Promise<number> {
  const began = performance.now()
  const [beginMs, endMs] = [nowMs() - DAYS * DAY, nowMs() - HOUR]
  await run(
    db,
    sql`INSERT INTO merchant (ref, name, mcc, country, words, created_at)
        SELECT 'mer_behind_' || n, 'BEHIND ' || n, '5734', 'US', 'BEHIND ' || n, ${now()} FROM generate_series(1, ${MERCHANTS}::int) AS n`,
  )
  await sql`CREATE TABLE bench_behind AS
    SELECT (row_number() OVER (ORDER BY random()))::int AS n, card.cell, card.la_id, account_no
      FROM card JOIN account ON (account.cell, account.account_id) = (card.cell, card.account_id)`.execute(db)
  await sql`ALTER TABLE bench_behind ADD PRIMARY KEY (n)`.execute(db)
  await sql`ANALYZE bench_behind`.execute(db)
  for (let from = 0; from < count; from += LOT)
    await run(
      db,
      sql`
      INSERT INTO auth (cell, account_no, auth_id, la_id, ref_hash, issuer_id, issuer_ref, merchant_no, descriptor, answered_cents, amount_cents, merchant_amount,
                        merchant_currency, placed_cents, cleared_cents, status, iso_code, pos, occurred_at, expires_at)
      SELECT cell, account_no, (ms - ${Date.UTC(2020, 0, 1)}::bigint << 22) + drawn.n % 4194304, la_id, ('x' || substr(md5(drawn.n::text), 1, 16))::bit(64)::bigint, 'simulated',
             'behind_' || drawn.n, merchant_no, 'BEHIND *' || drawn.n, cents, cents, cents, 'USD', cents, cents, 'COMPLETE', '00', 'ECOMMERCE',
             to_timestamp(ms / 1000.0), to_timestamp(ms / 1000.0) + interval '7 days'
        FROM (SELECT n, ${beginMs}::bigint + (${endMs - beginMs}::bigint * n / ${count}) AS ms, 1 + floor(10000 * random())::bigint AS cents,
                     1 + floor((SELECT count(*) FROM bench_behind) * random())::int AS card_at, floor(${MERCHANTS}::int * random())::int AS merchant_at
                FROM generate_series(${from}::int, ${Math.min(from + LOT, count) - 1}::int) AS n) AS drawn
        JOIN bench_behind AS card ON card.n = card_at
        JOIN (SELECT merchant_no, (row_number() OVER () - 1)::int AS at FROM merchant WHERE starts_with(ref, 'mer_behind_')) AS merchant ON merchant.at = merchant_at`,
    )
  await sql`DROP TABLE bench_behind`.execute(db)
  return count / ((performance.now() - began) / 1000)
}

/** Every condition is evaluated for every request, also those that count; none is met. */
const live: RulesDocument = {
  limits: {},
  rules: [
    { name: 'some shops', merchants: Array.from({ length: 50 }, (_, n) => `mer_listed_${n}`) },
    { name: 'some categories', mccs: ['7995', '6051'], overCents: 20_000 },
    { name: 'often', hourCount: 1e9 },
    { name: 'much', countries: ['US', 'GB'], dayCents: 1e13 },
  ],
}
/** A third of the purchases would be stopped, so that it is counted. */
const shadow: RulesDocument = { limits: {}, rules: [...live.rules, { name: 'large', overCents: 600 }] }

/** As if two people had published the one and a third had put the other on trial. */
export const setRules = (): Promise<void> =>
  transaction(async (tx) => {
    await run(tx, sql`UPDATE rule_set SET state = 'RETIRED', retired_at = ${now()} WHERE state = 'LIVE'`)
    for (const [state, document] of Object.entries({ LIVE: live, SHADOW: shadow }))
      await run(
        tx,
        sql`INSERT INTO rule_set (rules_id, number, state, document, note, made_by_name, created_at, updated_at)
            SELECT ${newId('rul')}, max(number) + 1, ${state}, ${JSON.stringify(document)}::jsonb, 'a benchmark', 'Bench', ${now()}, ${now()} FROM rule_set`,
      )
    await run(tx, sql`UPDATE risk_desk SET version = version + 1`)
  })

/** How many decisions the shadow has judged: the count of what it was to do. */
export async function judgedByShadow(): Promise<number> {
  const { rows } = await sql<{
    judged: number
  }>`SELECT coalesce(sum(judged), 0)::bigint AS judged FROM rule_shadow`.execute(db)
  return rows[0]!.judged
}
