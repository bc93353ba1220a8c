import { kindRule, type LedgerCurrency, type TransferKind } from '#contract/ledger/ledger.ts'
import { share, type Cents, plain, show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Database, Tx } from '#server/core/db.ts'
import { rateKnown } from '#server/funding/funding.ts'
import { credit, debit, entriesOf, platform, reversedOf, wallet, type Line } from '#server/ledger/ledger.ts'
import type { PayoutRow } from '#server/identity/closing/queries.ts'

const TOP_UPS: TransferKind[] = ['TOPUP_ONLINE', 'TOPUP_UNIONPAY', 'TOPUP_USDT', 'TOPUP_WIRE', 'SUSPENSE_MATCHED']

/** A top-up that money can be returned to: where it came in, and how much has not been returned. */
export type Source = {
  transferId: string
  kind: TransferKind
  bizNo: string
  postedAt: Date
  credited: Cents
  left: Cents
  at: { code: '1020' | '1210' | '1220'; owner: string; currency: LedgerCurrency }
}

/** Newest first: providers return payments for half a year, and the newest are the likeliest to be open. */
export async function sourcesOf(
  on: Tx | Database,
  accountId: string,
  payouts: readonly PayoutRow[],
): Promise<Source[]> {
  const rows = await entriesOf(on, wallet(accountId), { kinds: TOP_UPS, direction: 'IN' }, { limit: 50 })
  const reversed = await reversedOf(
    on,
    accountId,
    rows.map(({ transferId }) => transferId),
  )
  return rows
    .filter(({ transferId }) => !reversed.has(transferId))
    .map((row) => {
      const back = payouts.filter((one) => one.source_transfer_id === row.transferId && one.state !== 'RETURNED')
      const paid = back.reduce((sum, one) => sum + one.amount_cents, 0)
      return {
        transferId: row.transferId,
        kind: row.kind,
        bizNo: typeof row.meta['bizNo'] === 'string' ? row.meta['bizNo'] : row.biz.id,
        postedAt: row.postedAt,
        credited: row.change,
        left: Math.max(0, row.change - paid),
        at: cameInAt(row.parts),
      }
    })
    .filter((source): source is Source => source.at !== undefined && source.left > 0)
}

/** The bank, acquirer or chain that received the money; an unmatched payment came in on its rail. */
function cameInAt(parts: readonly { code: string; owner: string; side: string; currency: LedgerCurrency }[]) {
  for (const { code, owner, side, currency } of parts) {
    if (side !== 'D') continue
    if (code === '1020' || code === '1210' || code === '1220') return { code, owner, currency } as const
    if (code !== '2030') continue
    if (currency === 'USDT') return { code: '1220', owner, currency } as const
    if (currency === 'CNY') return { code: '1210', owner: owner.replace('ONLINE_', ''), currency } as const
    return { code: '1020', owner: '', currency } as const
  }
  return undefined
}

export const sourceText = ({ kind, bizNo }: Source) => ({
  cn: `原路退回：${kindRule(kind).cn} ${bizNo}`,
  en: `Back to source: ${kindRule(kind).en} ${bizNo}`,
})

/** Converts cents to the source's currency: USDT one to one, yuan at the current mid-market rate. */
export async function unitsFor(tx: Tx, amount: Cents, currency: LedgerCurrency): Promise<number> {
  if (currency === 'USD') return amount
  if (currency === 'USDT') return amount * 10_000
  const rate = await rateKnown(tx)
  if (!rate) throw refuse('quote_expired')
  return Math.max(1, share(amount, rate.midMicros, 1_000_000, 'floor'))
}

/** The lines against 2410: from the account where the money came in, through the currency position if not in dollars. */
export function linesTo({ code, owner, currency }: Source['at'], amount: Cents, units: number): Line[] {
  const out = credit(platform(code, owner, currency), units)
  if (currency === 'USD') return [out]
  return [credit(platform('1900'), amount), debit(platform('1900', '', currency), units), out]
}

/** The amount to send, in its own currency: `$470.36`, `470.360000 USDT`. */
export const payText = (units: number, currency: LedgerCurrency): string =>
  currency === 'USDT' ? `${plain(units, 6)} USDT` : show(units, currency)
