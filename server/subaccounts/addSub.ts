import { checks } from '#contract/core/checks.ts'
import { flag } from '#contract/core/fields.ts'
import type * as contract from '#contract/subaccounts/subaccounts.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '../core/answer.ts'
import { port } from '../core/composition.ts'
import { record } from '../audit/audit.ts'
import { isTaken } from '../core/db.ts'
import {
  changeAccount,
  hashPassword,
  judgeOwnCode,
  mobileOf,
  openSub,
  refuseWeakPassword,
  useCode,
} from '../identity/identity.ts'
import { notify } from '../core/news.ts'
import { assignRole, roleById } from '../roles/roles.ts'
import { agreedSeats, paySeats } from './paySeats.ts'
import { dateOf } from '../core/clock.ts'

/** A login that acts with the parent's money: its seat is paid, its role given, and cards handed over, all in one. */
export const addSub: Answer<typeof contract.addSub> = async (actor, wish, tx) => {
  const { accountId } = actor
  const { lang } = actor.from
  await refuseWeakPassword(wish.password, actor.from, wish)
  const codeId = await judgeOwnCode(actor, 'subAccount', wish.code)
  const passwordHash = await hashPassword(wish.password)
  if (!(await roleById(tx, accountId, wish.roleId))) throw refuse('not_found', { field: 'roleId' })
  const price = await agreedSeats(tx, accountId, { months: wish.months, quoteId: wish.quoteId })
  const seat = price.seats[0]!

  const opened = openSub(tx, {
    accountId,
    mobile: mobileOf(wish.mobile, wish.area),
    passwordHash,
    nickname: wish.nickname,
    roleId: wish.roleId,
    expiresAt: seat.endsAt,
    freeSeat: seat.free,
    remark: wish.remark,
    loginName: wish.loginName,
    budget: wish.budget && { cents: wish.budget.limit, period: wish.budget.period },
  })
  const { subUid, loginId } = await opened.catch((error: unknown) => {
    if (isTaken(error, 'login_mobile_hash_key'))
      throw refuse('invalid', { field: 'mobile', msg: checks.mobile_taken[lang] })
    if (isTaken(error, 'login_login_name_key'))
      throw refuse('invalid', { field: 'loginName', msg: checks.login_name_taken[lang] })
    if (isTaken(error, 'sub_account_account_id_nickname_key')) throw refuse('name_taken', { field: 'nickname' })
    throw error
  })
  await assignRole(tx, { accountId, subUid }, wish.roleId)
  await useCode(tx, codeId)
  await paySeats(tx, actor, 'SEAT_OPEN', { ...price, seats: [{ ...seat, subUid, nickname: wish.nickname }] })
  const cards = wish.cardIds?.length ? await port('subaccounts.cards').handOver(tx, actor, wish.cardIds, subUid) : 0
  // The first one changes what the parent's menu has.
  await changeAccount(tx, accountId, { subSwitch: true })
  await record(tx, actor, {
    type: 'SUB_ADD',
    target: wish.nickname,
    content: {
      cn: `新增子账户，支付 ${show(seat.price)}，移交卡片 ${cards} 张`,
      en: `Sub-account created, paid ${show(seat.price)}, cards assigned: ${cards}`,
    },
    after: { subUid, roleId: wish.roleId, expireTime: seat.endsAt.getTime(), free: seat.free, budget: wish.budget },
    amount: seat.price,
  })
  await notify(tx, { accountId, loginId }, 'sub_welcome', { until: dateOf(seat.endsAt.getTime()) })
  return { subUid, expireTime: seat.endsAt.getTime(), paid: seat.price, free: flag(seat.free) }
}
