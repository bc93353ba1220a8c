import { flag } from '#contract/core/fields.ts'
import type { Lang } from '#contract/core/fields.ts'
import { elements } from '#contract/core/permissions.ts'
import { budgetPeriods, subStatuses } from '#contract/identity/identity.ts'
import type * as contract from '#contract/subaccounts/subaccounts.ts'
import type { Answer } from '../core/answer.ts'
import { DAY, nowMs } from '../core/clock.ts'
import { port } from '../core/composition.ts'
import { db } from '../core/db.ts'
import { pageOfSubs, seatsOf, subCountsOf, subStatusOf, askCode, type ShownSub } from '../identity/identity.ts'
import { entitlementsOf } from '../plans/plans.ts'
import { nameOf, rolesOf } from '../roles/roles.ts'
import { openAsksOf } from './asks/queries.ts'
import type { CardsOfSubs } from './cardPorts.ts'

export const listSubs: Answer<typeof contract.listSubs> = async (actor, input) => {
  const { accountId } = actor
  const { lang } = actor.from
  const [{ rows, total }, roles, plan, seats, counts, asks] = await Promise.all([
    pageOfSubs(accountId, input, input),
    rolesOf(db, accountId),
    entitlementsOf(db, accountId),
    seatsOf(db, accountId),
    subCountsOf(accountId),
    openAsksOf(db, accountId),
  ])
  const subUids = rows.map(({ sub_uid }) => sub_uid)
  const [cards, spend, budgets] = await Promise.all([
    port('subaccounts.cards').figures(accountId, subUids),
    port('subaccounts.cards').monthSpend(accountId, subUids),
    Promise.all(rows.map((sub) => port('subaccounts.cards').budgetOf(db, sub))),
  ])
  const free = seats.filter(({ free_seat }) => free_seat).length
  return {
    data: rows.map((sub, at) => {
      const role = roles.find(({ role_id }) => role_id === sub.role_id)
      return {
        ...shown(sub, lang),
        roleName: role ? nameOf(role, lang) : '',
        cardCount: cards.get(sub.sub_uid)?.cards ?? 0,
        cardBalance: cards.get(sub.sub_uid)?.balance ?? 0,
        monthSpend: spend.get(sub.sub_uid) ?? 0,
        budget: budgetShown(budgets[at], lang),
        asks: asks.filter(({ sub_uid }) => sub_uid === sub.sub_uid).length,
      }
    }),
    total,
    pageNo: input.pageNo,
    pageSize: input.pageSize,
    haveNext: total > input.pageNo * input.pageSize,
    summary: {
      seats: {
        free: plan.freeSeats,
        used: seats.length,
        paid: seats.length - free,
        max: plan.maxSeats,
        online: counts.online,
        expired: counts.expired,
        asks: asks.length,
      },
      seatPriceMonth: plan.seatPriceCents,
    },
  }
}

function shown(sub: ShownSub, lang: Lang) {
  const status = subStatusOf(sub)
  return {
    subUid: sub.sub_uid,
    nickname: sub.nickname,
    mobile: sub.mobile,
    loginName: sub.login_name ?? '',
    roleId: sub.role_id,
    extraKeys: sub.extra_keys.map((key) => ({ key, name: elements[key].name[lang] })),
    status,
    statusText: subStatuses[status][lang],
    online: flag(sub.online),
    lastLoginTime: sub.last_login_at?.getTime() ?? null,
    expireTime: sub.expires_at.getTime(),
    remainDays: Math.max(0, Math.ceil((sub.expires_at.getTime() - nowMs()) / DAY)),
    free: flag(sub.free_seat),
    remark: sub.remark,
    createTime: sub.created_at.getTime(),
  }
}

const budgetShown = (budget: Awaited<ReturnType<CardsOfSubs['budgetOf']>>, lang: Lang) =>
  budget
    ? {
        limit: budget.limit,
        used: budget.used,
        period: budget.period,
        periodText: budgetPeriods[budget.period][lang],
        resetTime: budget.resetsAt?.getTime() ?? null,
      }
    : null

/** The options that a parent can choose from. */
export const sendSubCode: Answer<typeof contract.sendSubCode> = (actor) => askCode(actor, 'subAccount')

export const subOptions: Answer<typeof contract.subOptions> = async ({ accountId }) =>
  (await seatsOf(db, accountId)).map((sub) => ({ value: sub.sub_uid, label: sub.nickname, status: subStatusOf(sub) }))
