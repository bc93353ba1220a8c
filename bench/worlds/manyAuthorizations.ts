/**
 * Creates one account with sub-accounts, 400 cards and years' worth of authorizations within 90 days, by SQL. For lists only: none of it is in the ledger. As
 * in real life, a few cards and merchants account for most of it.
 */
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { ahead, DAY, HOUR, nowMs } from '#server/core/clock.ts'
import { db, run, sql, transaction } from '#server/core/db.ts'
import { hashPassword, mobileOf, openAccount, openSession, openSub } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { cardAccount, openAccounts } from '#server/ledger/ledger.ts'
import { holderColumns } from '#server/cards/sealed.ts'
import { matchMerchants } from '#server/trades/brands/matchMerchants.ts'
import { BEN } from './cardWorld.ts'

const [CARDS, MERCHANTS, SUBS, DAYS] = [400, 60, 5, 90]

export type Many = { readonly accountId: string; readonly token: string; readonly cardIds: readonly string[] }

export async function manyAuthorizations(count: number): Promise<Many> {
  const { accountId, token } = await people()
  const cardIds = Array.from({ length: CARDS }, () => newId('crd'))
  await cards(accountId, cardIds)
  await merchants()
  await matchMerchants()
  // Autovacuum runs once a fifth of the table is new: until then the newest rows are not marked as visible to all.
  const vacuumed = Math.round(count * 0.9)
  await authorizations({ accountId, count, from: 0, to: vacuumed })
  await sql`DO $$ DECLARE part regclass; BEGIN
    FOR part IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'auth'::regclass LOOP
      EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = off)', part);
    END LOOP;
  END $$`.execute(db)
  await sql`VACUUM ANALYZE`.execute(db)
  await authorizations({ accountId, count, from: vacuumed, to: count })
  await sql`ANALYZE auth`.execute(db)
  await sql`
    INSERT INTO card_day (cell, account_id, day, card_id, approved, declined)
    SELECT ${cellOf(accountId)}::smallint, ${accountId}, floor(extract(EPOCH FROM occurred_at) / 86400), card_id, count(*) FILTER (WHERE status <> 'DECLINED'), count(*) FILTER (WHERE counted)
      FROM auth
      JOIN (SELECT cell, la_id, card_id FROM card WHERE ${ofAccount(accountId)}) AS card USING (cell, la_id)
     GROUP BY 3, 4`.execute(db)
  return { accountId, token, cardIds }
}

const people = (): Promise<{ accountId: string; token: string }> =>
  transaction(async (tx) => {
    const passwordHash = await hashPassword('Kaika-bench-1')
    const { accountId, loginId } = await openAccount(tx, { mobile: mobileOf('13900000000', '86'), passwordHash })
    const from = { lang: 'en' as const, ip: '127.0.0.1', device: 'bench' }
    const { access_token } = await openSession(tx, { login_id: loginId, account_id: accountId }, from)
    for (let i = 1; i <= SUBS; i++) {
      const input = { accountId, passwordHash, roleId: 'rol_senior', expiresAt: ahead(30 * DAY), nickname: `Sub ${i}` }
      await openSub(tx, { ...input, mobile: mobileOf(`1390000000${i}`, '86') })
    }
    return { accountId, token: access_token }
  })

const cards = (accountId: string, cardIds: readonly string[]): Promise<number> =>
  transaction(async (tx) => {
    const laIds = await openAccounts(
      tx,
      cardIds.map((id) => cardAccount(accountId, id)),
    )
    const holders = cardIds.map((id) => holderColumns(accountId, id, BEN))
    return run(
      tx,
      sql`
    INSERT INTO card (cell, account_id, card_id, card_seq_no, vid, bin, network, last4, exp_month, exp_year, expires_at, holder_enc, holder_marks, zip_hash,
                      country, status, issuer_id, issuer_ref, open_order_no, la_id, deposit_cents, created_at, updated_at)
    SELECT ${cellOf(accountId)}::smallint, ${accountId}, id, 'B' || n, 'VISA-US-2', '42424200', 'VISA', lpad(n::text, 4, '0'), 12, 2032, '2033-01-01', holder, ${holders[0]!.holder_marks}::integer[], zip,
           'US', 'ACTIVE', 'simulated', 'ref_' || id, 'ord_' || id, la_id, 0, ${new Date(nowMs())}, ${new Date(nowMs())}
      FROM unnest(${cardIds}::text[], ${laIds}::bigint[], ${holders.map((one) => one.holder_enc)}::bytea[],
                  ${holders.map((one) => one.zip_hash)}::bytea[]) WITH ORDINALITY AS made (id, la_id, holder, zip, n)`,
    )
  })

const merchants = (): Promise<number> =>
  run(
    db,
    sql`
    INSERT INTO merchant (ref, name, mcc, country, words, created_at)
    SELECT 'mer_' || n, name, '7311', (ARRAY['US', 'GB', 'IE', 'CN', 'JP'])[n % 5 + 1], name || ' ' || name || ' *', ${new Date(nowMs() - HOUR)}
      FROM (SELECT n, (ARRAY['FACEBK', 'GOOGLE ADS', 'TIKTOK ADS', 'AMAZON AWS', 'SHOPIFY', 'OPENAI'])[n % 6 + 1] || ' ' || n AS name
              FROM generate_series(1, ${MERCHANTS}::int) AS n) AS named`,
  )

type Part = { accountId: string; count: number; from: number; to: number }

/** Spread evenly over the days; most of the last 6 days' are still open. A quarter of the cards belong to sub-accounts. */
const authorizations = ({ accountId, count, from, to }: Part): Promise<number> => {
  const [beginMs, endMs] = [nowMs() - DAYS * DAY, nowMs() - HOUR]
  return run(
    db,
    sql`
    INSERT INTO auth (cell, account_no, auth_id, la_id, ref_hash, owner_sub_no, issuer_id, issuer_ref, merchant_no, descriptor, answered_cents, amount_cents,
                      merchant_amount, merchant_currency, fee_cents, held_cents, cleared_cents, status, reason, iso_code, counted, pos, occurred_at, expires_at)
    SELECT ${cellOf(accountId)}, account_no, (ms - ${Date.UTC(2020, 0, 1)}::bigint << 22) + n % 4194304, laIds[card_no], ('x' || substr(md5(n::text), 1, 16))::bit(64)::bigint,
           CASE WHEN card_no % 4 = 0 THEN subNos[card_no / 4 % ${SUBS}::int + 1] END,
           'simulated', 'ref_' || n, merchant_no, 'MERCHANT *' || n, CASE WHEN status = 'DECLINED' THEN 0 ELSE cents END, cents,
           cents, (ARRAY['USD', 'USD', 'USD', 'EUR', 'GBP'])[n % 5 + 1], 0, CASE WHEN status = 'PENDING' THEN cents ELSE 0 END,
           CASE WHEN status = 'COMPLETE' THEN cents ELSE 0 END, status, CASE WHEN status = 'DECLINED' THEN 'INSUFFICIENT_FUNDS' END,
           CASE WHEN status = 'DECLINED' THEN '51' ELSE '00' END, status = 'DECLINED', 'ECOMMERCE', to_timestamp(ms / 1000.0), to_timestamp(ms / 1000.0) + interval '7 days'
      FROM (SELECT n, ms, 1 + floor(${CARDS}::int * c * c)::int AS card_no, 1 + floor(${MERCHANTS}::int * m * m)::int AS merchant_no,
                   (100 * exp(7 * a * a))::bigint AS cents,
                   CASE WHEN s < 0.03 THEN 'DECLINED' WHEN s < 0.04 THEN 'REVERSED' WHEN s < 0.05 THEN 'EXPIRED'
                        WHEN n > ${count}::int * 14 / 15 AND s < 0.8 THEN 'PENDING' ELSE 'COMPLETE' END AS status
              FROM (SELECT n, ${beginMs}::bigint + (${endMs - beginMs}::bigint * n / ${count}) AS ms, random() AS c, random() AS m, random() AS a, random() AS s
                      FROM generate_series(${from}::int, ${to - 1}::int) AS n) AS drawn) AS made,
           (SELECT account_no FROM account WHERE ${ofAccount(accountId)}) AS account,
           (SELECT array_agg(la_id ORDER BY card_id) AS laIds FROM card WHERE ${ofAccount(accountId)}) AS cards,
           (SELECT array_agg(sub_no ORDER BY sub_uid) AS subNos FROM sub_account WHERE ${ofAccount(accountId)}) AS subs`,
  )
}
