import { show } from '#contract/core/money.ts'
import type * as contract from '#contract/subaccounts/subaccounts.ts'
import { record } from '#server/audit/audit.ts'
import type { Answer } from '#server/core/answer.ts'
import { dateOf } from '#server/core/clock.ts'
import { notify } from '#server/core/news.ts'
import { lockOwnSubs, updateSeats } from '#server/identity/identity.ts'
import { answerRenewals } from '../asks/answerAsk.ts'
import { agreedSeats, paySeats } from './paySeats.ts'

/** Renews several sub-accounts, from their end or from now; a free seat lasts as long as the plan. One payment. */
export const renewSubs: Answer<typeof contract.renewSubs> = async (actor, input, tx) => {
  const { accountId } = actor
  const subUids = [...(input.subUids ?? []), ...(input.subUid === undefined ? [] : [input.subUid])]
  // Locked before the wallet, as in a load by one of them.
  const subs = await lockOwnSubs(tx, accountId, subUids)
  const price = await agreedSeats(tx, accountId, { subUids, months: input.months, quoteId: input.quoteId })
  await paySeats(tx, actor, 'SEAT_RENEW', price)
  await updateSeats(
    tx,
    accountId,
    price.seats.map(({ subUid, endsAt, free }) => ({ subUid, expiresAt: endsAt, free })),
  )
  await answerRenewals(tx, actor, subs)
  const names = price.seats.map(({ nickname }) => nickname).join('、')
  await record(tx, actor, {
    type: 'SUB_RENEW',
    target: price.seats.length === 1 ? names : `${price.seats.length} 个 sub-accounts`,
    content: {
      cn: `续期 ${input.months} 个月：${names}，支付 ${show(price.payable)}`,
      en: `Renewed: ${names}, months: ${input.months}, paid ${show(price.payable)}`,
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
