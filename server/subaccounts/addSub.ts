import { checks } from '#contract/core/checks.ts'
import { flag } from '#contract/core/fields.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type * as contract from '#contract/subaccounts/subaccounts.ts'
import { record } from '../audit/audit.ts'
import type { Answer } from '../core/answer.ts'
import { dateOf } from '../core/clock.ts'
import { port } from '../core/composition.ts'
import { isTaken } from '../core/db.ts'
import { notify } from '../core/news.ts'
import {
  changeAccount,
  hashPassword,
  judgeOwnCode,
  mobileOf,
  openSub,
  refuseWeakPassword,
  useCode,
} from '../identity/identity.ts'
import { assignRole, roleById } from '../roles/roles.ts'
import { agreedSeats, paySeats } from './seats/paySeats.ts'

/** Creates a login that uses the parent's money: pays its seat, assigns its role and transfers cards, in one transaction. */
export const addSub: Answer<typeof contract.addSub> = async (actor, input, tx) => {
  const { accountId } = actor
  const { lang } = actor.from
  await refuseWeakPassword(input.password, actor.from, input)
  const codeId = await judgeOwnCode(actor, 'subAccount', input.code)
  const passwordHash = await hashPassword(input.password)
  if (!(await roleById(tx, accountId, input.roleId))) throw refuse('not_found', { field: 'roleId' })
  const price = await agreedSeats(tx, accountId, { months: input.months, quoteId: input.quoteId })
  const seat = price.seats[0]!

  const opened = openSub(tx, {
    accountId,
    mobile: mobileOf(input.mobile, input.area),
    passwordHash,
    nickname: input.nickname,
    roleId: input.roleId,
    expiresAt: seat.endsAt,
    freeSeat: seat.free,
    remark: input.remark,
    loginName: input.loginName,
    budget: input.budget && { cents: input.budget.limit, period: input.budget.period },
  })
  const { subUid, loginId } = await opened.catch((error: unknown) => {
    if (isTaken(error, 'login_by_mobile_pkey'))
      throw refuse('invalid', { field: 'mobile', msg: checks.mobile_taken[lang] })
    if (isTaken(error, 'login_by_name_pkey'))
      throw refuse('invalid', { field: 'loginName', msg: checks.login_name_taken[lang] })
    if (isTaken(error, 'sub_account_name_taken')) throw refuse('name_taken', { field: 'nickname' })
    throw error
  })
  await assignRole(tx, { accountId, subUid }, input.roleId)
  await useCode(tx, codeId)
  await paySeats(tx, actor, 'SEAT_OPEN', { ...price, seats: [{ ...seat, subUid, nickname: input.nickname }] })
  const cards = input.cardIds?.length ? await port('subaccounts.cards').handOver(tx, actor, input.cardIds, subUid) : 0
  // The first sub-account changes the parent's menu.
  await changeAccount(tx, accountId, { subSwitch: true })
  await record(tx, actor, {
    type: 'SUB_ADD',
    target: input.nickname,
    content: {
      cn: `新增子账户，支付 ${show(seat.price)}，移交卡片 ${cards} 张`,
      en: `Sub-account created, paid ${show(seat.price)}, cards assigned: ${cards}`,
    },
    after: { subUid, roleId: input.roleId, expireTime: seat.endsAt.getTime(), free: seat.free, budget: input.budget },
    amount: seat.price,
  })
  await notify(tx, { accountId, loginId }, 'sub_welcome', { until: dateOf(seat.endsAt.getTime()) })
  return { subUid, expireTime: seat.endsAt.getTime(), paid: seat.price, free: flag(seat.free) }
}
