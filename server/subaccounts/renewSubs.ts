import type * as contract from '#contract/subaccounts/subaccounts.ts'
import { show } from '#contract/core/money.ts'
import type { Answer } from '../core/answer.ts'
import { record } from '../audit/audit.ts'
import { lockOwnSubs, updateSeats } from '../identity/identity.ts'
import { notify } from '../core/news.ts'
import { answerRenewals } from './asks/renewed.ts'
import { agreedSeats, paySeats } from './paySeats.ts'
import { dateOf } from '../core/clock.ts'

/** More months for several at once, from their end or from now; a free seat lasts as long as the plan. One payment. */
export const renewSubs: Answer<typeof contract.renewSubs> = async (actor, wish, tx) => {
  const { accountId } = actor
  const subUids = [...(wish.subUids ?? []), ...(wish.subUid === undefined ? [] : [wish.subUid])]
  // Before the wallet, as a load by one of them locks.
  const subs = await lockOwnSubs(tx, accountId, subUids)
  const price = await agreedSeats(tx, accountId, { subUids, months: wish.months, quoteId: wish.quoteId })
  await paySeats(tx, actor, 'SEAT_RENEW', price)
  await updateSeats(
    tx,
    price.seats.map(({ subUid, endsAt, free }) => ({ subUid, expiresAt: endsAt, free })),
  )
  await answerRenewals(tx, actor, subs)
  const names = price.seats.map(({ nickname }) => nickname).join('、')
  await record(tx, actor, {
    type: 'SUB_RENEW',
    target: price.seats.length === 1 ? names : `${price.seats.length} 个 sub-accounts`,
    content: {
      cn: `续期 ${wish.months} 个月：${names}，支付 ${show(price.payable)}`,
      en: `Renewed: ${names}, months: ${wish.months}, paid ${show(price.payable)}`,
    },
    after: price.seats.map(({ subUid, endsAt }) => ({ subUid, expireTime: endsAt.getTime() })),
    amount: price.payable,
  })
  for (const { subUid, endsAt } of price.seats)
    await notify(tx, { accountId, loginId: subs.find(({ sub_uid }) => sub_uid === subUid)!.login_id }, 'sub_renewed', {
      until: dateOf(endsAt.getTime()),
    })
  return {
    list: price.seats.map(({ subUid, endsAt }) => ({ subUid, expireTime: endsAt.getTime() })),
    paid: price.payable,
  }
}
