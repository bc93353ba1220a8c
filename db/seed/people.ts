/** The people of the demo world, and how they signed up. */
import * as identity from '#contract/identity/identity.ts'
import { personalNotices, readNotice } from '#contract/notices/notices.ts'
import { guideSeen } from '#contract/notices/notifications.ts'
import type { PlanCode } from '#contract/plans/plans.ts'
import type { Actor, Caller } from '#server/core/actor.ts'
import { ahead, DAY, MINUTE, now, nowMs } from '#server/core/clock.ts'
import { transaction } from '#server/core/db.ts'
import { DEMO_PASSWORD } from '#server/core/settings/dangers.ts'
import {
  authenticate,
  changeAccount,
  hashPassword,
  mobileOf,
  openSub,
  passOnPaper,
  replaceInviteCode,
  seatsOf,
} from '#server/identity/identity.ts'
import { giveSubscription } from '#server/plans/plans.ts'
import { assignRole } from '#server/roles/roles.ts'
import { asks, stranger } from './asks.ts'
import { workOff } from './jobs.ts'
import type { Stage } from './stage.ts'

export const people = {
  buyer: {
    mobile: '13800000001',
    nickname: '林浩然',
    invite: '88000001',
    from: desk('203.0.113.18', 'Windows NT 10.0; Win64; x64'),
  },
  agency: {
    mobile: '13800000002',
    nickname: '沐禾传媒',
    invite: '88000002',
    from: desk('198.51.100.7', 'Macintosh; Intel Mac OS X 10_15_7'),
  },
  newcomer: {
    mobile: '13800000004',
    nickname: '周梦瑶',
    invite: '88000004',
    from: desk('192.0.2.60', 'X11; Linux x86_64'),
  },
  stopped: {
    mobile: '13800000005',
    nickname: '速达电商',
    invite: '88000005',
    from: desk('192.0.2.145', 'Windows NT 10.0; Win64; x64'),
  },
  // What waits at the desk is of these three (waiting.ts).
  applicant: {
    mobile: '13800000006',
    nickname: '顾晓彤',
    invite: '88000006',
    from: desk('192.0.2.71', 'Macintosh; Intel Mac OS X 10_15_7'),
  },
  company: {
    mobile: '13800000007',
    nickname: '晨曦家居',
    invite: '88000007',
    from: desk('198.51.100.88', 'Windows NT 10.0; Win64; x64'),
  },
  trader: {
    mobile: '13800000008',
    nickname: '远航跨境',
    invite: '88000008',
    from: desk('198.51.100.140', 'Windows NT 10.0; Win64; x64'),
  },
  // Has asked to close the account (oddities.ts).
  leaver: {
    mobile: '13800000009',
    nickname: '何嘉宁',
    invite: '88000009',
    from: desk('203.0.113.27', 'Macintosh; Intel Mac OS X 10_15_7'),
  },
} as const
export const subs = {
  operator: { mobile: '13800000003', nickname: '陈雨桐', role: 'rol_operator', forDays: 365 },
  senior: { mobile: '13800000023', nickname: '吴子涵', role: 'rol_senior', forDays: 365 },
  viewer: { mobile: '13800000033', nickname: '财务 高静怡', role: 'rol_finance', forDays: 55 },
} as const

type Person = (typeof people)[keyof typeof people]
type Sub = (typeof subs)[keyof typeof subs]

function desk(ip: string, system: string): Caller {
  return {
    lang: 'cn',
    ip,
    device: `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36`,
  }
}

/** Signs up with a code from the phone like everyone else; then staff do what only they can. */
export async function signsUp(
  stage: Stage,
  { mobile, nickname, invite, from }: Person,
  { invitedBy, known = false }: { invitedBy?: string; known?: boolean | 'BUSINESS' } = {},
): Promise<Actor> {
  await asks(stranger(from), identity.signUpCode, { mobile, area: '86' })
  await workOff() // the text message is sent
  const [text] = await stage.inbox(mobile)
  await stage.moveTo(nowMs() + MINUTE)
  const { access_token: token } = await asks(stranger(from), identity.signUp, {
    mobile,
    area: '86',
    code: text!.code!,
    password: DEMO_PASSWORD,
    confirmPassword: DEMO_PASSWORD,
    agree: true,
    nickname,
    ...(invitedBy && { invite: invitedBy }),
  })
  const actor = await authenticate(token, from)
  await transaction(async (tx) => {
    await replaceInviteCode(tx, actor.accountId, invite)
    if (known) await passOnPaper(tx, actor.accountId, papersOf({ mobile, nickname }, known === 'BUSINESS'))
  })
  if (known) await asks(actor, guideSeen, {})
  return actor
}

/** In the person's demo name, so that a bank card in that name matches. */
function papersOf({ mobile, nickname }: Pick<Person, 'mobile' | 'nickname'>, business: boolean) {
  // For segments of issuers that identify people.
  const address = { street: '12 Cedar Avenue', city: 'Portland', state: 'OR', zipCode: '97201', country: 'US' }
  const cardholder = { firstName: 'Mu', lastName: 'Shen', ...address }
  if (!business) return { realName: nickname, idNo: `E${mobile.slice(-8)}`, cardholder }
  const company = {
    name: nickname,
    regNo: `91310000${mobile}`,
    address: '上海市静安区南京西路 1 号',
    legalPerson: '沈沐',
  }
  return { realName: company.legalPerson, idNo: company.regNo, company, cardholder }
}

async function signsIn({ mobile, from }: { mobile: string; from: Caller }): Promise<Actor> {
  const { access_token: token } = await asks(stranger(from), identity.signIn, {
    username: mobile,
    password: DEMO_PASSWORD,
  })
  return authenticate(token, from)
}

/** Signs in and reads the new notices. */
export async function looksIn(person: Person): Promise<void> {
  const actor = await signsIn(person)
  const { list } = await asks(actor, personalNotices, { unread: true, limit: 100 })
  await Promise.all(list.map(({ id }) => asks(actor, readNotice, { id })))
}

export const onPlan = ({ accountId }: Actor, code: PlanCode, forMs = 365 * DAY): Promise<void> =>
  transaction((tx) =>
    giveSubscription(tx, accountId, { code, source: 'STAFF', startsAt: now(), expiresAt: ahead(forMs) }),
  )

/** Creates a seat with a role, and signs in for the first time. */
export async function seats(parent: Actor, sub: Sub, budgetCents?: number): Promise<Actor> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await transaction(async (tx) => {
    const { subUid } = await openSub(tx, {
      accountId: parent.accountId,
      mobile: mobileOf(sub.mobile, '86'),
      passwordHash,
      nickname: sub.nickname,
      roleId: sub.role,
      expiresAt: ahead(sub.forDays * DAY),
      freeSeat: (await seatsOf(tx, parent.accountId)).length === 0,
      ...(budgetCents && { budget: { cents: budgetCents, period: 'MONTH' as const } }),
    })
    await assignRole(tx, { accountId: parent.accountId, subUid }, sub.role)
    await changeAccount(tx, parent.accountId, { subSwitch: true })
  })
  const actor = await signsIn({ mobile: sub.mobile, from: parent.from })
  await asks(actor, guideSeen, {})
  return actor
}
