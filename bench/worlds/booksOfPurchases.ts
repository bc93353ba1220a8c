/**
 * Books that a proof finds right, made by SQL as the owner: cards of accounts in many cells, each purchase authorized and cleared a day later, with its transaction, its transfer
 * and two entries. Every card has the same number of purchases, of a dollar each.
 */
import { DAY, nowMs } from '#server/core/clock.ts'
import { db, many, run, sql, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { hashPassword, mobileOf, openAccount } from '#server/identity/identity.ts'
import { cardAccount, credit, debit, openAccounts, platform, postMany, wallet } from '#server/ledger/ledger.ts'
import { SPENDS } from '#server/ledger/ledger.ts'
import { kindsOf } from '#contract/ledger/ledger.ts'
import { scaled } from '../tools/figures.ts'

const [ACCOUNTS, CARDS_EACH] = [scaled('BENCH_BOOK_ACCOUNTS', 200), scaled('BENCH_BOOK_CARDS', 100)]
const [LOADED, CENTS] = [100_000_00, 100]
export const CARDS = ACCOUNTS * CARDS_EACH
/** The first moment, and the one after the last. */
export type Time = readonly [fromMs: number, toMs: number]
/** Rows of one statement. */
const LOT = 500_000

/** Accounts with loaded cards. */
export async function cardsOfMany(): Promise<void> {
  const passwordHash = await hashPassword('Kaika-bench-1')
  await run(
    db,
    sql`INSERT INTO merchant (ref, name, mcc, country, words, created_at) VALUES ('mer_1', 'FACEBK', '7311', 'US', 'FACEBK', ${new Date(nowMs())})`,
  )
  for (let n = 0; n < ACCOUNTS; n++)
    await transaction(async (tx) => {
      const mobile = mobileOf(`139${String(n).padStart(8, '0')}`, '86')
      const { accountId } = await openAccount(tx, { mobile, passwordHash })
      const cards = Array.from({ length: CARDS_EACH }, () => newId('crd'))
      await openAccounts(tx, [wallet(accountId), ...cards.map((id) => cardAccount(accountId, id))])
      const biz = (id: string) => ({ type: 'bench', id })
      const total = CARDS_EACH * LOADED
      await postMany(tx, [
        {
          ...{ kind: 'TOPUP_WIRE' as const, accountId, biz: biz(newId('ben')) },
          lines: [debit(platform('1020', 'bank'), total), credit(wallet(accountId), total)],
        },
        ...cards.map((id) => ({
          ...{ kind: 'CARD_LOAD' as const, accountId, biz: biz(id) },
          lines: [debit(wallet(accountId), LOADED), credit(cardAccount(accountId, id), LOADED)],
        })),
      ])
      // The account of the issuer is there before the first purchase.
      await openAccounts(tx, [platform('2110', 'simulated')])
    })
  await sql`
    INSERT INTO ledger_account (cell, account_id, code, owner, currency, scale, normal, mode, created_at)
    SELECT DISTINCT of.cell, bank.account_id, '2110', 'simulated', bank.currency, bank.scale, 'C', bank.mode, bank.created_at
      FROM ledger_account AS of JOIN ledger_account AS bank ON bank.cell = of.cell AND bank.code = '1020'
     WHERE of.code = '2020'
    ON CONFLICT DO NOTHING`.execute(db)
  await sql`
    WITH made AS MATERIALIZED (SELECT cell, account_id, owner AS card_id, la_id, row_number() OVER (ORDER BY la_id) AS n FROM ledger_account WHERE code = '2020'),
         ordered AS (
           INSERT INTO card_order (cell, account_id, order_no, kind, card_id, login_id, amount_cents, total_cents, status, hold_id, created_at, updated_at)
           SELECT cell, account_id, 'ord_' || n, 'OPEN', card_id, '', 0, 0, 'SUCCESS', 'none', now(), now() FROM made),
         numbered AS (INSERT INTO card_number (pan_hmac, cell, la_id, account_id, card_id, cvc_enc) SELECT sha256(card_id::bytea), cell, la_id, account_id, card_id, '' FROM made),
         named AS (INSERT INTO card_issuer_ref (issuer_ref, issuer_id, cell, account_id, card_id) SELECT 'ref_' || card_id, 'simulated', cell, account_id, card_id FROM made)
    INSERT INTO card (cell, account_id, card_id, card_seq_no, vid, bin, network, last4, exp_month, exp_year, expires_at, holder_enc, holder_marks, zip_hash,
                      country, status, issuer_id, issuer_ref, open_order_no, la_id, deposit_cents, created_at, updated_at)
    SELECT cell, account_id, card_id, 'B' || n, 'VISA-US-2', '42424200', 'VISA', lpad((n % 10000)::text, 4, '0'), 12, 2032, '2033-01-01', '', '{}', '',
           'US', 'ACTIVE', 'simulated', 'ref_' || card_id, 'ord_' || n, la_id, ${LOADED}::bigint, now(), now()
      FROM made`.execute(db)
  await sql`CREATE TABLE bench_card AS
    SELECT (row_number() OVER (ORDER BY la_id) - 1)::int AS card_no, card.cell, account_id, account_no, card_id, la_id,
           (SELECT la_id FROM ledger_account AS issuer WHERE issuer.cell = card.cell AND code = '2110') AS issuer_la
      FROM card JOIN (SELECT account_id, account_no FROM account) AS account USING (account_id)`.execute(db)
  await sql`ALTER TABLE bench_card ADD PRIMARY KEY (card_no)`.execute(db)
}

/** The purchases of the numbers from `from` up to `to`, authorized in this time. `cleared`: long ago, with what {@link clearings} writes. */
export async function purchases(from: number, to: number, time: Time, cleared: boolean): Promise<void> {
  await inLots(from, to, (first, end) =>
    withoutTriggers([
      sql`
      INSERT INTO auth (cell, account_no, auth_id, la_id, ref_hash, issuer_id, issuer_ref, merchant_no, descriptor, answered_cents, amount_cents, merchant_amount, merchant_currency,
                        held_cents, placed_cents, cleared_cents, status, iso_code, pos, occurred_at, expires_at)
      SELECT cell, account_no, auth_id, la_id, ('x' || substr(md5(n::text), 1, 16))::bit(64)::bigint, 'simulated', 'ref_' || n, 1, 'MERCHANT *' || n, ${CENTS}::int, ${CENTS}::int, ${CENTS}::int, 'USD',
             ${cleared ? 0 : CENTS}::int, ${CENTS}::int, ${cleared ? CENTS : 0}::int, ${cleared ? 'COMPLETE' : 'PENDING'}, '00', 'ECOMMERCE', at, at + interval '7 days'
        FROM ${made(first, end, from, to, time)} AS made`,
      ...(cleared
        ? []
        : [
            sql`UPDATE ledger_account AS account SET held = held + ${CENTS}::int * n
                 FROM (SELECT cell, la_id, count(*) AS n FROM ${made(first, end, from, to, time)} AS made GROUP BY 1, 2) AS made
                WHERE (account.cell, account.la_id) = (made.cell, made.la_id)`,
          ]),
    ]),
  )
}

/** What clears these purchases, in this time. `were` is the time of the purchases. */
export async function clearings(from: number, to: number, were: Time, time: Time): Promise<void> {
  await inLots(from, to, (first, end) => {
    const rows = sql`
      (SELECT made.*, clearing.at AS cleared_at, 'trf_' || to_base32(clearing.ms) || upper(lpad(to_hex(made.n), 16, '0')) AS transfer_id,
              'trd_' || to_base32(clearing.ms) || upper(lpad(to_hex(made.n), 16, '0')) AS trade_id
         FROM ${made(first, end, from, to, were)} AS made
         JOIN ${made(first, end, from, to, time)} AS clearing USING (n))`
    return withoutTriggers([
      sql`
      INSERT INTO trade (cell, account_id, trade_id, card_id, auth_id, issuer_id, clearing_ref, type, status, merchant_no, descriptor, amount_cents, merchant_amount, merchant_currency,
                         occurred_at, posted_at)
      SELECT cell, account_id, trade_id, card_id, auth_text(auth_id), 'simulated', 'clr_' || n, 'PURCHASE', 'POSTED', 1, 'MERCHANT *' || n, ${-CENTS}::int, ${CENTS}::int, 'USD', cleared_at, cleared_at
        FROM ${rows} AS made`,
      sql`
      INSERT INTO ledger_transfer (cell, transfer_id, account_id, kind, biz_type, biz_id, effective_at, posted_at, meta, resolves)
      SELECT cell, transfer_id, account_id, 'CLEARING', 'trade', trade_id, cleared_at, cleared_at, '{"merchant": "MERCHANT"}', jsonb_build_array(jsonb_build_object('hold', auth_text(auth_id), 'amount', ${CENTS}::int))
        FROM ${rows} AS made`,
      sql`
      INSERT INTO ledger_entry (cell, transfer_id, n, account_id, la_id, side, amount, currency, balance_after, account_version, posted_at)
      SELECT cell, transfer_id, line.n, account_id, CASE line.n WHEN 1 THEN la_id ELSE issuer_la END, CASE line.n WHEN 1 THEN 'D' ELSE 'C' END, ${CENTS}::int, 'USD',
             CASE line.n WHEN 1 THEN ${LOADED}::bigint - ${CENTS}::bigint * (nth + 1) END, CASE line.n WHEN 1 THEN nth + 2 END, cleared_at
        FROM ${rows} AS made CROSS JOIN (VALUES (1), (2)) AS line (n)`,
    ])
  })
}

/** Clears what is open, except these newest purchases, and brings all sums up to date. */
export async function settled(open: number): Promise<void> {
  await withoutTriggers([
    sql`UPDATE auth SET status = 'COMPLETE', held_cents = 0, cleared_cents = ${CENTS}::int WHERE status = 'PENDING' AND EXISTS (SELECT FROM trade WHERE trade.cell = auth.cell AND trade.auth_id = auth_text(auth.auth_id))`,
    sql`UPDATE ledger_account AS account SET held = ${CENTS}::int * coalesce(auths.n, 0), posted = ${LOADED}::bigint - ${CENTS}::int * coalesce(entries.n, 0), version = 1 + coalesce(entries.n, 0)
          FROM bench_card AS card
          LEFT JOIN (SELECT cell, la_id, count(*) AS n FROM auth WHERE status = 'PENDING' GROUP BY 1, 2) AS auths USING (cell, la_id)
          LEFT JOIN (SELECT cell, la_id, count(*) AS n FROM ledger_entry WHERE account_version > 1 GROUP BY 1, 2) AS entries USING (cell, la_id)
         WHERE (account.cell, account.la_id) = (card.cell, card.la_id)`,
    sql`UPDATE card SET consume_cents = ${LOADED}::bigint - posted FROM ledger_account AS account WHERE (account.cell, account.la_id) = (card.cell, card.la_id)`,
    sql`DELETE FROM spend_day`,
    sql`INSERT INTO spend_day (cell, account_id, day, owner_sub_uid, part, spent_cents)
        SELECT card.cell, card.account_id, of_day, '', 0, sum(amount)
          FROM ledger_entry AS entry
          JOIN ledger_transfer AS transfer USING (cell, transfer_id)
          JOIN bench_card AS card USING (cell, la_id)
         CROSS JOIN LATERAL (VALUES (0), (floor((extract(epoch FROM entry.posted_at) + 8 * 3600) / 86400)::int)) AS summed (of_day)
         WHERE kind = ANY (${kindsOf('bill', SPENDS)})
         GROUP BY 1, 2, 3`,
  ])
  const [found] = await many(db, sql<{ n: number }>`SELECT count(*) AS n FROM auth WHERE status = 'PENDING'`)
  if (found!.n !== open) throw new Error(`${found!.n} authorizations are open, and not ${open}`)
  await sql`VACUUM ANALYZE`.execute(db)
}

/** Numbers of purchases with their card, how many the card had before, and their moment, evenly over the time. */
const made = (first: number, end: number, from: number, to: number, [fromMs, toMs]: Time) => sql`
  (SELECT n, n / ${CARDS}::int AS nth, card.*, ms, to_timestamp(ms / 1000.0) AS at, (ms - ${Date.UTC(2020, 0, 1)}::bigint << 22) + n % 4194304 AS auth_id
     FROM (SELECT n, (${fromMs}::bigint + ${toMs - fromMs}::bigint * (n - ${from}::bigint) / ${to - from}::bigint) AS ms FROM generate_series(${first}::int, ${end - 1}::int) AS n) AS drawn
     JOIN bench_card AS card ON card_no = n % ${CARDS}::int)`

async function inLots(from: number, to: number, work: (first: number, end: number) => Promise<void>): Promise<void> {
  for (let first = from; first < to; first += LOT) await work(first, Math.min(to, first + LOT))
}

const withoutTriggers = (statements: ReturnType<typeof sql>[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    await sql`SET LOCAL statement_timeout = 0`.execute(tx)
    for (const statement of statements) await statement.execute(tx)
  })

/** Milliseconds as the beginning of an id. */
export const TO_BASE32 = `
  CREATE FUNCTION to_base32(ms bigint) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN substr(first_id_of('x', to_timestamp(ms / 1000.0)), 3)`
export const LONG_AGO = 90 * DAY
