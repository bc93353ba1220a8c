import { feeKinds } from '#contract/referrals/referrals.ts'
import { add, show } from '#contract/core/money.ts'
import { record, system } from '../audit/audit.ts'
import { ahead } from '../core/clock.ts'
import { transaction, type Tx } from '../core/db.ts'
import { accountOf, inviterOf } from '../identity/identity.ts'
import { newId } from '../core/ids.ts'
import type { Jobs } from '../core/jobs.ts'
import { credit, debit, platform, postMany, tenant } from '../ledger/ledger.ts'
import { entitlementsOf } from '../plans/plans.ts'
import { payDebts } from './clawBack.ts'
import { line, lockPurse, writeLines } from './purse.ts'
import { insertCommissions } from './queries.ts'
import { findRing } from './rings.ts'
import { commissionOn, endsAt, rebateTerms } from './terms.ts'

/** Fees of an invited account earn its inviter a part of them, once each (docs/reference/numbers.md#referrals). */
export const accrue = ({ accountId, fees, atMs }: Jobs['referrals.accrue']): Promise<void> =>
  transaction(async (tx) => {
    const inviter = await inviterOf(tx, accountId)
    if (!inviter || !(await mayEarn(tx, inviter, accountId, atMs))) return
    const purse = await lockPurse(tx, inviter)
    const { rebateBonusBps } = await entitlementsOf(tx, inviter)
    const priced = fees.map(({ type, id, base }) => {
      const bps = rebateTerms.bps[type] + rebateBonusBps
      return {
        commission_id: newId('com'),
        account_id: inviter,
        invitee_account_id: accountId,
        biz_type: type,
        biz_id: id,
        base_cents: base,
        rate_bps: bps,
        amount_cents: commissionOn(base, bps),
        mature_at: ahead(rebateTerms.matureMs),
      }
    })
    const made = await insertCommissions(
      tx,
      priced.filter(({ amount_cents }) => amount_cents > 0),
    )
    if (!made.length) return
    const posted = await postMany(
      tx,
      made.map((row) => ({
        kind: 'REBATE_ACCRUED' as const,
        accountId: inviter,
        biz: { type: 'commission', id: row.commission_id },
        lines: [debit(platform('5030'), row.amount_cents), credit(tenant('2310', inviter), row.amount_cents)],
        meta: { base: row.base_cents, rateBps: row.rate_bps, bizType: row.biz_type },
      })),
    )
    made.forEach((row, at) =>
      line(purse, {
        type: 'ACCRUE',
        amount: row.amount_cents,
        pending: row.amount_cents,
        commissionId: row.commission_id,
        transferId: posted[at]!.transferId,
      }),
    )
    await payDebts(tx, purse, made)
    await writeLines(tx, purse)
    const total = add(...made.map(({ amount_cents }) => amount_cents))
    const [what] = made.map(({ biz_type }) => feeKinds[biz_type])
    await record(tx, system(inviter), {
      type: 'REBATE',
      target: '佣金 Commission',
      content: {
        cn: `返佣计提 ${show(total)}（${what!.cn}）`,
        en: `Commission of ${show(total)} earned (${what!.en})`,
      },
      amount: total,
    })
  })

/** The inviter is still with us, the twelve months run, and the two are not one. */
async function mayEarn(tx: Tx, inviter: string, invitee: string, atMs: number): Promise<boolean> {
  if ((await accountOf(tx, inviter)).status !== 'ACTIVE') return false
  if (atMs >= endsAt((await accountOf(tx, invitee)).created_at).getTime()) return false
  return !(await findRing(tx, inviter, invitee))
}
