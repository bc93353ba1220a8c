/** Movements of yuan and USDT after customers have been credited. Each is posted once under its reference. No call of the staff desk uses them yet. */
import type { Cents } from '#contract/core/money.ts'
import type { Tx } from '#server/core/db.ts'
import { credit, debit, PLATFORM, platform, post, type Posted } from '#server/ledger/ledger.ts'
import type { ProviderId } from '#server/outside/outside.ts'

/** ACQUIRER_SETTLED: an acquirer pays out what it received, less its own fee. `gross` and `fee` in fen. */
export const settleAcquirer = (
  tx: Tx,
  input: { provider: ProviderId; ref: string; gross: Cents; fee: Cents; bank?: string; by?: string },
): Promise<Posted> =>
  post(tx, {
    kind: 'ACQUIRER_SETTLED',
    accountId: PLATFORM,
    biz: { type: 'acquirer_settlement', id: `${input.provider}:${input.ref}` },
    ...(input.by && { actor: input.by }),
    lines: [
      debit(platform('1030', input.bank ?? '', 'CNY'), input.gross - input.fee),
      debit(platform('5010', '', 'CNY'), input.fee),
      credit(platform('1210', input.provider, 'CNY'), input.gross),
    ],
  })

/** TREASURY_SOLD: yuan are sold for dollars. The difference between the proceeds and the carrying value is gain or loss. */
export function sellYuan(
  tx: Tx,
  input: { ref: string; yuan: Cents; carriedAt: Cents; got: Cents; bank?: string; by?: string },
): Promise<Posted> {
  const difference = input.got - input.carriedAt
  return post(tx, {
    kind: 'TREASURY_SOLD',
    accountId: PLATFORM,
    biz: { type: 'treasury_sale', id: input.ref },
    ...(input.by && { actor: input.by }),
    lines: [
      debit(platform('1020', input.bank ?? ''), input.got),
      difference < 0 ? debit(platform('5060'), -difference) : credit(platform('5060'), difference),
      credit(platform('1900'), input.carriedAt),
      debit(platform('1900', '', 'CNY'), input.yuan),
      credit(platform('1030', input.bank ?? '', 'CNY'), input.yuan),
    ],
  })
}

/** USDT_SWEPT: USDT move from the deposit addresses to the treasury. `units` in millionths; the network's fee is paid in dollars of our own. */
export const sweepUsdt = (
  tx: Tx,
  input: { ref: string; units: number; networkFee: Cents; by?: string },
): Promise<Posted> =>
  post(tx, {
    kind: 'USDT_SWEPT',
    accountId: PLATFORM,
    biz: { type: 'usdt_sweep', id: input.ref },
    ...(input.by && { actor: input.by }),
    lines: [
      debit(platform('1040', '', 'USDT'), input.units),
      credit(platform('1220', 'USDT_TRC20', 'USDT'), input.units),
      debit(platform('5010'), input.networkFee),
      credit(platform('1010'), input.networkFee),
    ],
  })
