import { chartOfAccounts, type AccountCode } from '#contract/ledger/ledger.ts'
import { share, type Cents } from '#contract/core/money.ts'
import { port } from '#server/core/composition.ts'
import { sql, type Database, type Tx } from '#server/core/db.ts'

/** The mid-market price of a dollar in millionths of a yuan, and its time. */
export type YuanRate = { midMicros: number; at: Date }
/** Minor units of each currency, and their value in US cents at the rate. */
type CurrencyCover = { currency: string; owed: number; covered: number; owedCents: Cents; coveredCents: Cents }
export type CoverFound = {
  owedCents: Cents
  coveredCents: Cents
  /** Undefined if no rate is known: yuan then count at their book value. */
  rate: YuanRate | undefined
  currencies: CurrencyCover[]
}

declare module '#server/core/composition.ts' {
  interface Ports {
    /** Rates belong to a higher module. */
    'ledger.newestYuanRate'(on: Tx | Database): Promise<YuanRate | undefined>
  }
}

const codesCounting = (what: 'client' | 'cover'): AccountCode[] =>
  (Object.keys(chartOfAccounts) as AccountCode[]).filter(
    (code) => 'counts' in chartOfAccounts[code] && chartOfAccounts[code].counts === what,
  )

/** Converts minor units to US cents: a USDT is a dollar, yuan use the mid-market rate. */
export function centsOf(units: number, currency: string, rate: YuanRate | undefined): Cents {
  const size = Math.abs(units)
  const cents =
    currency === 'USDT'
      ? share(size, 1, 10_000, 'half-up')
      : currency === 'CNY'
        ? rate
          ? share(size, 1_000_000, rate.midMicros, 'half-up')
          : 0
        : size
  return units < 0 ? -cents : cents
}

/**
 * Returns the amounts owed to customers and on their behalf, and the money held for them, per currency and in total at the newest rate. `sums`: where else to
 * read what entries add up to (`Books`).
 */
export async function coverNow(on: Tx | Database, sums = 'ledger_entry'): Promise<CoverFound> {
  const { rows } = await sql<{ currency: string; owed: number; covered: number }>`
    SELECT account.currency,
           coalesce(sum(CASE WHEN side = normal THEN amount ELSE -amount END) FILTER (WHERE code = ANY (${codesCounting('client')}::text[])), 0)::bigint AS owed,
           coalesce(sum(CASE WHEN side = normal THEN amount ELSE -amount END) FILTER (WHERE code = ANY (${codesCounting('cover')}::text[])), 0)::bigint AS covered
      FROM ${sql.raw(sums)} AS entry
      JOIN ledger_account AS account USING (cell, la_id)
     WHERE code = ANY (${[...codesCounting('client'), ...codesCounting('cover')]}::text[])
     GROUP BY account.currency
     ORDER BY account.currency`.execute(on)
  const rate = await port('ledger.newestYuanRate')(on)
  return rate ? addedUp(rows, rate) : { ...addedUp(rows, await carriedRate(on, sums)), rate: undefined }
}

/** The book rate of yuan, for a ledger without stored rates. */
async function carriedRate(on: Tx | Database, sums: string): Promise<YuanRate | undefined> {
  const { rows } = await sql<{ currency: string; held: number }>`
    SELECT account.currency, sum(CASE side WHEN 'C' THEN amount ELSE -amount END)::bigint AS held
      FROM ${sql.raw(sums)} AS entry
      JOIN ledger_account AS account USING (cell, la_id)
     WHERE code = '1900'
     GROUP BY account.currency`.execute(on)
  return bookRateOf(rows)
}

/** The rate at which the books carry yuan, from the position (1900) in each currency, credits less debits. */
export function bookRateOf(position: readonly { currency: string; held: number }[]): YuanRate | undefined {
  const of = (currency: string): number => position.find((row) => row.currency === currency)?.held ?? 0
  const [fen, cents] = [of('CNY'), -of('USD') - Math.floor(of('USDT') / 10_000)]
  return fen > 0 && cents > 0 ? { midMicros: share(fen, 1_000_000, cents, 'floor'), at: new Date(0) } : undefined
}

export function addedUp(
  rows: readonly { currency: string; owed: number; covered: number }[],
  rate: YuanRate | undefined,
): CoverFound {
  const currencies = rows.map(({ currency, owed, covered }) => ({
    ...{ currency, owed, covered },
    owedCents: centsOf(owed, currency, rate),
    coveredCents: centsOf(covered, currency, rate),
  }))
  return {
    rate,
    currencies,
    owedCents: currencies.reduce((sum, { owedCents }) => sum + owedCents, 0),
    coveredCents: currencies.reduce((sum, { coveredCents }) => sum + coveredCents, 0),
  }
}

/** The total of all tenants in accounts of these codes, in US cents. */
export async function tenantSum(on: Tx, codes: readonly AccountCode[]): Promise<Cents> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(posted), 0)::bigint AS cents FROM ledger_account WHERE mode = 'ROW' AND code = ANY (${[...codes]}::text[])`.execute(
    on,
  )
  return rows[0]!.cents
}

/** The amounts moved to our own account and not moved back, in cents and fen. */
export async function movedEarnings(on: Tx): Promise<{ USD: number; CNY: number }> {
  const { rows } = await sql<{ currency: string; units: number }>`
    SELECT account.currency, sum(CASE side WHEN 'D' THEN amount ELSE -amount END)::bigint AS units
      FROM ledger_transfer AS transfer
      JOIN ledger_entry AS entry USING (cell, transfer_id)
      JOIN ledger_account AS account USING (cell, la_id)
     WHERE kind IN ('EARNINGS_MOVED', 'EARNINGS_RETURNED') AND code = '1010'
     GROUP BY account.currency`.execute(on)
  const of = (currency: string): number => rows.find((row) => row.currency === currency)?.units ?? 0
  return { USD: of('USD'), CNY: of('CNY') }
}
