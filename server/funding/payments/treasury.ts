/** What happens to the yuan and the USDT after customers have been credited. Staff's desk calls these; each is posted once under its reference. */
import type { Cents } from '#contract/core/money.ts'
import type { Tx } from '#server/core/db.ts'
import { credit, debit, PLATFORM, platform, post, type Posted } from '#server/ledger/ledger.ts'
import type { ProviderId } from '#server/outside/outside.ts'

/** ACQUIRER_SETTLED: an acquirer pays out what it took, less its own fee. `gross` and `fee` in fen. */
export const settleAcquirer = (
  tx: Tx,
  wish: { provider: ProviderId; ref: string; gross: Cents; fee: Cents; bank?: string; by?: string },
): Promise<Posted> =>
  post(tx, {
    kind: 'ACQUIRER_SETTLED',
    accountId: PLATFORM,
    biz: { type: 'acquirer_settlement', id: `${wish.provider}:${wish.ref}` },
    ...(wish.by && { actor: wish.by }),
    lines: [
      debit(platform('1030', wish.bank ?? '', 'CNY'), wish.gross - wish.fee),
      debit(platform('5010', '', 'CNY'), wish.fee),
      credit(platform('1210', wish.provider, 'CNY'), wish.gross),
    ],
  })

/** TREASURY_SOLD: yuan are sold for dollars. What the sale brought against what the position carried them at is gain or loss. */
export function sellYuan(
  tx: Tx,
  wish: { ref: string; yuan: Cents; carriedAt: Cents; got: Cents; bank?: string; by?: string },
): Promise<Posted> {
  const difference = wish.got - wish.carriedAt
  return post(tx, {
    kind: 'TREASURY_SOLD',
    accountId: PLATFORM,
    biz: { type: 'treasury_sale', id: wish.ref },
    ...(wish.by && { actor: wish.by }),
    lines: [
      debit(platform('1020', wish.bank ?? ''), wish.got),
      difference < 0 ? debit(platform('5060'), -difference) : credit(platform('5060'), difference),
      credit(platform('1900'), wish.carriedAt),
      debit(platform('1900', '', 'CNY'), wish.yuan),
      credit(platform('1030', wish.bank ?? '', 'CNY'), wish.yuan),
    ],
  })
}

/** USDT_SWEPT: USDT from the deposit addresses go to the treasury. `units` in millionths; the network's fee is paid in dollars of our own. */
export const sweepUsdt = (
  tx: Tx,
  wish: { ref: string; units: number; networkFee: Cents; by?: string },
): Promise<Posted> =>
  post(tx, {
    kind: 'USDT_SWEPT',
    accountId: PLATFORM,
    biz: { type: 'usdt_sweep', id: wish.ref },
    ...(wish.by && { actor: wish.by }),
    lines: [
      debit(platform('1040', '', 'USDT'), wish.units),
      credit(platform('1220', 'USDT_TRC20', 'USDT'), wish.units),
      debit(platform('5010'), wish.networkFee),
      credit(platform('1010'), wish.networkFee),
    ],
  })
