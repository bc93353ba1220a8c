import { show } from '#contract/core/money.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import type * as contract from '#contract/referrals/referrals.ts'
import type { Answer } from '../core/answer.ts'
import { DAY } from '../core/clock.ts'
import { db } from '../core/db.ts'
import { accountOf, invitedOf, verifiedName } from '../identity/identity.ts'
import { balancesOf, tenant } from '../ledger/ledger.ts'
import { entitlementsOf } from '../plans/plans.ts'
import { earnedBy } from './flowQueries.ts'
import { rebateTerms } from './terms.ts'
import { withdrawnBy } from './withdrawalQueries.ts'

export const referralHome: Answer<typeof contract.referralHome> = async ({ accountId, from: { lang } }) => {
  const [account, name, plan, earned, out, invited, [pending, available]] = await Promise.all([
    accountOf(db, accountId),
    verifiedName(db, accountId),
    entitlementsOf(db, accountId),
    earnedBy(db, accountId),
    withdrawnBy(db, accountId),
    invitedOf(db, accountId, {}, { pageNo: 1, pageSize: 1 }),
    balancesOf(db, [tenant('2310', accountId), tenant('2320', accountId)]),
  ])
  const { OPEN, LOAD, PLAN } = rebateTerms.bps
  const bonusBps = plan.rebateBonusBps
  return {
    enabled: flag(account.status === 'ACTIVE'),
    inviteCode: account.invite_code,
    // The console knows the address that people reach it by; the server need not.
    inviteUrl: `/#/signup?code=${account.invite_code}`,
    level: plan.level,
    levelText: plan.name[lang],
    rateBps: { open: OPEN + bonusBps, load: LOAD + bonusBps, plan: PLAN + bonusBps },
    bonusBps,
    months: rebateTerms.months,
    matureDays: rebateTerms.matureMs / DAY,
    invited: invited.total,
    active: earned.active,
    totalRebate: earned.total,
    pending: pending!.posted,
    available: available!.posted,
    withdrawn: out.withdrawn,
    paying: out.paying,
    owed: earned.owed,
    nextMatureTime: earned.next_mature?.getTime() ?? null,
    rulesHtml: rules[lang],
    minWithdraw: rebateTerms.min.WALLET,
    minWithdrawBank: rebateTerms.min.BANK,
    payoutFeeBps: rebateTerms.payoutFeeBps,
    verified: flag(account.identity === 'PASSED' && name !== undefined),
  }
}

const { min, mostAtATime, timesADay, months, matureMs } = rebateTerms
const rules: Record<Lang, string> = {
  cn: listOf([
    `被邀请人注册后 ${months} 个月内支付的开卡费、充值手续费和套餐费均计返佣，优惠券抵扣部分不计。`,
    `佣金在产生 ${matureMs / DAY} 天后可提现；费用退还时，相应佣金扣回。`,
    `转入余额最低 ${show(min.WALLET)}，即时到账，免手续费。`,
    `提现到银行卡最低 ${show(min.BANK)}，单笔最高 ${show(mostAtATime.BANK)}，每日 ${timesADay.BANK} 次，手续费 1%，人工审核后以人民币到账；持卡人须与实名一致，新卡 24 小时后可用。`,
    '邀请人与被邀请人为同一人（证件、设备或收款卡相同）时不计返佣。',
  ]),
  en: listOf([
    `You earn commission on the opening fees, load fees and plan fees that invited accounts pay in their first ${months} months. Amounts covered by coupons are excluded.`,
    `You can withdraw commission after ${matureMs / DAY} days. If a fee is refunded, its commission is reversed.`,
    `To your wallet: minimum ${show(min.WALLET)}, immediate, no fee.`,
    `To a bank card: minimum ${show(min.BANK)}, maximum ${show(mostAtATime.BANK)} per withdrawal, up to ${timesADay.BANK} times a day, 1% fee, paid in CNY after review. The card must be in your verified name; new cards can be used after 24 hours.`,
    'No commission is earned if both accounts belong to the same person (same document, device or payout card).',
  ]),
}
function listOf(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
}
