/** 13800000002: an agency whose employees have their own seats; 13800000003 is one of them. */
import { addPayoutCard, payoutCode, toBankCard, withdrawalTerms } from '#contract/referrals/referrals.ts'
import { askParent } from '#contract/subaccounts/subaccounts.ts'
import type { Actor } from '#server/core/actor.ts'
import { DAY, HOUR, MINUTE } from '#server/core/clock.ts'
import type { Agenda } from './agenda.ts'
import { asks } from './asks.ts'
import { dayOf, type Businesses } from './business.ts'
import { workOff } from './jobs.ts'
import { Owner } from './owner.ts'
import { people, seats, subs } from './people.ts'

export function agency(agenda: Agenda, businesses: Businesses, actor: Actor): void {
  const owner = new Owner(agenda, actor, 'agency', 2)
  const at = (daysAgo: number, minutes: number): number => dayOf(owner, daysAgo) + minutes * MINUTE
  businesses.add({
    owner,
    fleets: [
      {
        remark: '品牌',
        vid: 'VISA-US-1',
        merchants: ['facebook_ads', 'google_ads'],
        opened: [
          [74, 2],
          [38, 2],
        ],
        cents: 200_00,
        use: 2,
      },
      {
        remark: '办公',
        vid: 'VISA-US-2',
        merchants: ['github', 'openai', 'openai', 'atlassian', 'aws'],
        opened: [[73, 2]],
        cents: 100_00,
        use: 1,
      },
    ],
    firstDay: 74,
    perDay: (daysAgo) => (daysAgo % 7 < 2 ? 0 : 1),
    reserve: 1500,
    scale: 0.3,
  })

  /** In order of joining. */
  const seatOf: string[] = []
  const seated = async (sub: (typeof subs)['operator' | 'senior'], budgetCents?: number): Promise<Actor> => {
    const seat = await seats(actor, sub, budgetCents)
    seatOf.push(seat.subUid!)
    return seat
  }
  agenda.alone(at(70, -40), async () => {
    const operator = await seated(subs.operator, 6_000_00)
    agenda.alone(agenda.endMs - 3 * HOUR, () => asksForBudget(operator))
    businesses.add({
      owner: new Owner(agenda, operator, 'operator', 3),
      fleets: [
        {
          remark: '客户A',
          vid: 'MASTERCARD-US-2',
          merchants: ['google_ads', 'bing_ads'],
          opened: [
            [69, 2],
            [31, 1],
          ],
          cents: 150_00,
          use: 2,
        },
        { remark: '客户B', vid: 'VISA-HK-1', merchants: ['tiktok_ads'], opened: [[50, 2]], cents: 150_00, use: 2 },
      ],
      firstDay: 69,
      perDay: (daysAgo) => (daysAgo % 7 < 2 ? 1 : 2),
      scale: 0.2,
    })
  })
  agenda.alone(at(60, -45), async () => {
    businesses.add({
      owner: new Owner(agenda, await seated(subs.senior), 'senior', 4),
      fleets: [
        {
          remark: '客户C',
          vid: 'VISA-US-1',
          merchants: ['facebook_ads', 'x_ads', 'linkedin_ads'],
          opened: [
            [59, 2],
            [21, 2],
          ],
          cents: 150_00,
          use: 2,
        },
      ],
      firstDay: 59,
      perDay: () => 1,
      scale: 0.2,
    })
  })
  agenda.alone(at(58, -50), async () => void (await seats(actor, subs.viewer)))
  agenda.alone(at(5, 60), async () => {
    await owner.groups({
      '客户 A': { remark: '陈雨桐负责', of: ['客户A'], shared: seatOf.slice(0, 1) },
      '客户 B': { of: ['客户B'], shared: seatOf.slice(0, 1) },
      '客户 C': { remark: '吴子涵负责', of: ['客户C'], shared: seatOf.slice(1, 2) },
      自用: { of: ['品牌'] },
    })
    await owner.tags({ 投放: { color: 'purple', on: ['品牌', '客户'] }, 软件: { color: 'cyan', on: ['办公'] } })
  })
  paysOut(agenda, actor)
}

/** Waits for an answer. */
async function asksForBudget(operator: Actor): Promise<void> {
  const wish = { kind: 'BUDGET', amount: 1_500_00, note: '黑五加投，预算快用完了' } as const
  await asks(operator, askParent, { ...wish, requestNo: 'demo-ask' })
}

/** Commission for the accounts that it has invited goes to its bank card: finance pays it out. */
function paysOut(agenda: Agenda, actor: Actor): void {
  const codeFor = async (scene: 'ADD_CARD' | 'WITHDRAW'): Promise<string> => {
    await asks(actor, payoutCode, { scene })
    await workOff()
    return (await agenda.stage.inbox(people.agency.mobile)).find(({ code }) => code)!.code!
  }
  let bankCardId: string
  agenda.alone(agenda.endMs - 3 * DAY + 8 * MINUTE, async () => {
    const about = { bankCode: 'CMB', cardNo: '6225880100000000', holder: '沐禾传媒', branch: '上海静安支行' } as const
    const code = await codeFor('ADD_CARD')
    ;({ bankCardId } = await asks(actor, addPayoutCard, { ...about, code, requestNo: 'demo-payout-card' }))
  })
  agenda.alone(agenda.endMs - 7 * HOUR, async () => {
    const amount = 50_00
    await asks(actor, withdrawalTerms, { target: 'BANK', amount }) // reads the rate of the day
    const code = await codeFor('WITHDRAW')
    await asks(actor, toBankCard, { amount, bankCardId, code, requestNo: 'demo-payout' })
  })
}
