import { feeKinds } from '#contract/referrals/referrals.ts'
import { add, show } from '#contract/core/money.ts'
import { record, system } from '#server/audit/audit.ts'
import { ahead } from '#server/core/clock.ts'
import { transaction, type Tx } from '#server/core/db.ts'
import { accountOf, inviterOf, selfReferralBetween } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import type { Jobs } from '#server/core/jobs.ts'
import { credit, debit, platform, postMany, tenant } from '#server/ledger/ledger.ts'
import { entitlementsOf } from '#server/plans/plans.ts'
import { payDebts } from './clawBack.ts'
import { addLine, lockCommissionBalance, writeLines } from './balance.ts'
import { insertCommissions, insertSelfReferral, selfReferralOf, sharePayoutCard } from './queries.ts'
import { commissionOn, endsAt, rebateTerms } from './terms.ts'

/** Credits an inviter with commission on an invited account's fees, once per fee (docs/reference/numbers.md#referrals). */
export const accrue = ({ accountId, fees, atMs }: Jobs['referrals.accrue']): Promise<void> =>
  transaction(async (tx) => {
    const inviter = await inviterOf(tx, accountId)
    if (!inviter || !(await mayEarn(tx, inviter, accountId, atMs))) return
    const balance = await lockCommissionBalance(tx, inviter)
    // Closing takes the same lock: after it nobody could withdraw what is earned now.
    if ((await accountOf(tx, inviter)).status !== 'ACTIVE') return
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
      addLine(balance, {
        type: 'ACCRUE',
        amount: row.amount_cents,
        pending: row.amount_cents,
        commissionId: row.commission_id,
        transferId: posted[at]!.transferId,
      }),
    )
    await payDebts(tx, balance, made)
    await writeLines(tx, balance)
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

/** Checks that the inviter's account exists, the twelve months are not over, and the two are not one person. */
async function mayEarn(tx: Tx, inviter: string, invitee: string, atMs: number): Promise<boolean> {
  if ((await accountOf(tx, inviter)).status !== 'ACTIVE') return false
  if (atMs >= endsAt((await accountOf(tx, invitee)).created_at).getTime()) return false
  return !(await findSelfReferral(tx, inviter, invitee))
}

/**
 * Self-referrals earn nothing. Two accounts count as one person if they were verified with the same document, used with the same browser from the same public
 * address, or paid out to the same bank card. Once found, this is permanent (docs/decisions/0033-pay-no-commission-for-self-referrals.md).
 */
async function findSelfReferral(tx: Tx, inviter: string, invitee: string): Promise<boolean> {
  if (await selfReferralOf(tx, inviter, invitee)) return true
  const why =
    (await selfReferralBetween(tx, inviter, invitee)) ??
    ((await sharePayoutCard(tx, inviter, invitee)) ? ('PAYOUT_CARD' as const) : undefined)
  if (!why) return false
  await insertSelfReferral(tx, inviter, invitee, why)
  return true
}
