/** 13800000001: buys advertising for shops, with a card per campaign, and has seen most of what can happen. */
import type { Actor } from '#server/core/actor.ts'
import { HOUR, MINUTE } from '#server/core/clock.ts'
import type { PurchaseAnswer } from '#simulators/network/authorizations.ts'
import type { Agenda } from './agenda.ts'
import { dayOf, type Businesses, type Fleet } from './business.ts'
import { setsControls } from './controls.ts'
import { disputed } from './disputes.ts'
import { isDeclined, paysTwice, type Slipped } from './declines.ts'
import { Owner, type OwnCard } from './owner.ts'
import { buys, planned } from './shopping.ts'

const fleets: readonly Fleet[] = [
  {
    remark: 'FB-US',
    vid: 'VISA-US-1',
    merchants: ['facebook_ads', 'facebook_ads', 'google_ads', 'pinterest_ads'],
    opened: [
      [89, 3],
      [70, 4],
      [41, 4],
    ],
    cents: 300_00,
    use: 3,
  },
  {
    remark: 'GG-US',
    vid: 'MASTERCARD-US-2',
    merchants: ['google_ads', 'google_ads', 'facebook_ads', 'bing_ads'],
    opened: [
      [88, 2],
      [62, 3],
      [30, 3],
    ],
    cents: 300_00,
    use: 3,
  },
  {
    remark: 'TT-SEA',
    vid: 'VISA-HK-1',
    merchants: ['tiktok_ads', 'tiktok_ads', 'facebook_ads', 'snapchat_ads'],
    opened: [
      [75, 3],
      [33, 4],
    ],
    cents: 250_00,
    use: 2,
  },
  {
    remark: 'SaaS',
    vid: 'VISA-US-2',
    merchants: ['openai', 'openai', 'shopify', 'cloudflare', 'github', 'aws', 'digitalocean', 'microsoft'],
    opened: [
      [86, 3],
      [48, 2],
    ],
    cents: 120_00,
    use: 1,
  },
  {
    remark: '采购',
    vid: 'MASTERCARD-US-1',
    merchants: ['amazon', 'alibaba', 'aliexpress', 'openai', 'openai', 'temu', 'walmart'],
    opened: [
      [80, 3],
      [25, 2],
    ],
    cents: 200_00,
    use: 1,
  },
  {
    remark: '差旅',
    vid: 'MASTERCARD-GB-1',
    merchants: ['booking', 'uber', 'hertz', 'tesco', 'shell', 'bistro'],
    opened: [
      [66, 2],
      [20, 1],
    ],
    cents: 400_00,
    use: 1,
  },
  {
    remark: '测试',
    vid: 'VISA-US-2',
    merchants: ['notion', 'trial_box'],
    opened: [
      [84, 2],
      [15, 3],
    ],
    cents: 30_00,
    use: 0,
  },
]

export function buyer(agenda: Agenda, businesses: Businesses, actor: Actor): void {
  const owner = new Owner(agenda, actor, 'buyer', 1)
  businesses.add({ owner, fleets, firstDay: 89, perDay: growing, reserve: 1100, scale: 0.35 })
  specials(owner)
  // Groups were tidied up once, a week ago; newer cards are in no group yet.
  agenda.alone(dayOf(owner, 7) + 4 * HOUR, async () => {
    await owner.groups({
      'Facebook 美国': { remark: '客户：晨光家居', of: ['FB-US'] },
      'Google 美国': { of: ['GG-US'] },
      'TikTok 东南亚': { remark: '6 月起每天 300', of: ['TT-SEA'] },
      'SaaS 订阅': { of: ['SaaS'] },
      采购与差旅: { of: ['采购', '差旅'] },
    })
    await owner.tags({
      主力: { color: 'green', on: ['FB-US-06', 'FB-US-08', 'GG-US-04', 'TT-SEA-04'] },
      备用: { color: 'gold', on: ['FB-US-09', 'FB-US-10', 'GG-US-07'] },
      待销卡: { color: 'red', on: ['测试-03', 'FB-US-04'] },
      月付: { color: 'blue', on: ['SaaS'] },
    })
  })
  setsControls(owner, 6)
  slipsOf(owner)
}

/** Grows from four a day to ten, with fewer on weekends. */
const growing = (daysAgo: number): number => (4 + ((89 - daysAgo) / 89) * 6) * (daysAgo % 7 < 2 ? 0.7 : 1)

const named = (owner: Owner, remark: string) => (): OwnCard => {
  const card = owner.cards.find((one) => one.remark === remark)
  if (!card) throw new Error(`${remark} is not open yet`)
  return card
}

/** Events that do not happen every day. */
function specials(owner: Owner): void {
  const { agenda } = owner
  const on = (daysAgo: number, hours: number): number => dayOf(owner, daysAgo) + hours * HOUR
  const card = (remark: string) => named(owner, remark)

  // One order paid two hours late, one paid short, one never paid.
  agenda.alone(on(58, 3), () => owner.topsUp(600, { afterMs: 2 * HOUR }))
  agenda.alone(on(37, 5), () => owner.topsUp(800, { units: 640 }))
  agenda.alone(on(12, 4), () => owner.topsUp(500, { pays: false }))

  // Campaigns end: the balance is withdrawn, cards are frozen or deleted.
  for (const [daysAgo, remark, cents] of [
    [52, 'FB-US-02', 60_00],
    [28, 'GG-US-02', 45_50],
    [16, 'TT-SEA-01', 38_00],
    [9, 'SaaS-02', 12_40],
    [2, 'FB-US-05', 25_00],
  ] as const)
    agenda.alone(on(daysAgo, 1.1), async () => {
      const from = card(remark)()
      if (from.left > cents + 100) await owner.withdraws(from, cents)
    })
  agenda.alone(on(51, 2), () => owner.freezes([card('FB-US-02')()], true, '素材审核中'))
  agenda.alone(on(47, 2), () => owner.freezes([card('FB-US-02')()], false))
  agenda.alone(on(24, 2), () => owner.freezes([card('FB-US-04')(), card('TT-SEA-02')()], true, '活动结束'))
  agenda.alone(on(6, 2), () => owner.freezes([card('GG-US-03')()], true, '预算暂停'))
  for (const [daysAgo, remark, reason] of [
    [44, 'FB-US-03', '账户被封'],
    [26, 'GG-US-01', '更换卡段'],
    [18, 'SaaS-01', '不再续费'],
    [8, '测试-02', '测试完成'],
  ] as const)
    agenda.alone(on(daysAgo, 3), async () => {
      owner.cards.find((one) => one.remark === remark)!.idle = true
      await owner.deletes(card(remark)(), reason)
    })

  // A nearly empty card; verifications on the cards for tests.
  agenda.alone(on(14, 2), async () => {
    const { authorizationId } = await agenda.stage.outside<PurchaseAnswer>('/network/purchases', {
      ...card('测试-03')().paying,
      merchantId: 'mer_namecheap',
      amountCents: 28_63,
    })
    await agenda.stage.outside(`/network/authorizations/${authorizationId}/clear`, {})
  })
  for (const [daysAgo, remark] of [
    [83, '测试-01'],
    [60, '测试-01'],
    [13, '测试-04'],
    [5, '测试-05'],
  ] as const)
    agenda.alone(on(daysAgo, 6), async () => {
      const input = { ...card(remark)().paying, merchantId: 'mer_notion', amountCents: 0 }
      await agenda.stage.outside('/network/purchases', input)
    })

  // A forced debit, and a refund without a purchase.
  const loose = (remark: string, merchantId: string, amountCents: number) => ({
    cardNumber: card(remark)().paying.cardNumber,
    merchantId,
    amountCents,
  })
  agenda.alone(
    on(21, 7),
    async () => void (await agenda.stage.outside('/network/forced-posts', loose('采购-01', 'mer_amazon', 12_49))),
  )
  agenda.alone(
    on(11, 9),
    async () => void (await agenda.stage.outside('/network/refunds', loose('采购-02', 'mer_aliexpress', 26_80))),
  )

  disputed(owner, (remark) => card(remark)())

  // The last hours: what people see first.
  for (const [minutes, remark, merchant] of [
    [2, 'FB-US-06', 'facebook_ads'],
    [7, 'GG-US-04', 'google_ads'],
    [16, 'TT-SEA-04', 'tiktok_ads'],
    [29, 'FB-US-08', 'facebook_ads'],
    [44, 'GG-US-06', 'google_ads'],
    [63, 'SaaS-04', 'openai'],
  ] as const)
    agenda.alone(agenda.endMs - 70 * MINUTE - minutes * 100, async () => {
      if (card(remark)().left < 80_00) await owner.loads(card(remark)(), 100_00)
      buys(agenda, agenda.endMs - minutes * MINUTE, planned(owner.chance, card(remark)(), merchant, 0.2))
    })
}

/** Some attempts fail, each for a different reason; fewer of them in the last 30 days, so that the shoppers who go on cause no warning (simulators/shoppers.ts). */
const slipped: readonly (readonly [daysAgo: number, hour: number, remark: string, reason: Slipped])[] = [
  [81, 9, 'FB-US-01', 'CVC_MISMATCH'],
  [72, 14, 'SaaS-02', 'AVS_MISMATCH'],
  [68, 5, '采购-01', 'COUNTRY_BLOCKED'],
  [59, 8, '采购-01', 'MCC_BLOCKED'],
  [54, 16, 'GG-US-02', 'EXPIRY_MISMATCH'],
  [50, 12, 'FB-US-02', 'CARD_PAUSED'],
  [45, 7, '采购-03', 'THREEDS_FAILED'],
  [43, 11, 'FB-US-03', 'CARD_CLOSED'],
  [39, 6, 'TT-SEA-01', 'ISSUER_DECLINED'],
  [35, 15, 'FB-US-09', 'SINGLE_LIMIT'],
  [5, 10, 'GG-US-03', 'CARD_PAUSED'],
  [1, 12, '测试-03', 'INSUFFICIENT_FUNDS'],
  [0, 17, '测试-03', 'INSUFFICIENT_FUNDS'],
]

function slipsOf(owner: Owner): void {
  for (const [daysAgo, hour, remark, reason] of slipped)
    owner.agenda.at(dayOf(owner, daysAgo) + hour * HOUR, () => isDeclined(owner, named(owner, remark)(), reason))
  for (const daysAgo of [40, 15]) {
    const card = named(owner, 'SaaS-03')
    const ms = dayOf(owner, daysAgo) + 20 * HOUR
    owner.agenda.alone(ms - MINUTE, async () => {
      if (card().left < 80_00) await owner.loads(card(), 100_00) // without enough money it would not be declined as a duplicate
    })
    paysTwice(owner.agenda, ms, card)
  }
}
