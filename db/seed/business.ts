/** A business that runs on its cards: opens them, keeps them and the wallet funded, and is charged every day. */
import type { Cents } from '#contract/core/money.ts'
import type { Actor } from '#server/core/actor.ts'
import { DAY, HOUR, MINUTE, nowMs } from '#server/core/clock.ts'
import { transaction } from '#server/core/db.ts'
import { giveCoupons, makeTemplate } from '#server/coupons/coupons.ts'
import { between, pick } from './holders.ts'
import type { Opening, OwnCard, Owner } from './owner.ts'
import { buys, planned, type Purchase } from './shopping.ts'

/** Cards for one purpose. The remark is their prefix: `FB-US` becomes FB-US-01, FB-US-02 … */
export type Fleet = {
  readonly remark: string
  readonly vid: string
  readonly merchants: readonly string[]
  /** How many are opened, and how many days ago. */
  readonly opened: readonly (readonly [daysAgo: number, count: number])[]
  readonly cents: Cents
  /** How often its cards are used, relative to others. */
  readonly use: number
}

export type Business = {
  readonly owner: Owner
  readonly fleets: readonly Fleet[]
  /** Purchases per day, by days ago. */
  readonly perDay: (daysAgo: number) => number
  readonly firstDay: number
  readonly lastDay?: number
  /** USDT: the minimum kept in the wallet. If absent, someone else funds it. */
  readonly reserve?: number
  /** Relative to the merchants' usual amounts. */
  readonly scale: number
}

/** Returns the same moment of each day; the last of these days ends now. */
export const dayOf = ({ agenda }: Owner, daysAgo: number): number => agenda.endMs - (daysAgo + 1) * DAY

/** The daily limit is 5,000; the rest is left for other top-ups. */
const MOST_USDT = 4200
const MOST_LOAD: Cents = 1_000_00

/** Runs the mornings of all businesses, day by day, and the purchases of each day. */
export class Businesses {
  #all: { business: Business; fleetOf: Map<OwnCard, Fleet> }[] = []

  add(business: Business): void {
    this.#all.push({ business, fleetOf: new Map() })
  }

  async morning(daysAgo: number): Promise<void> {
    const atWork = this.#all.filter(
      ({ business: { firstDay, lastDay = 0 } }) => daysAgo <= firstDay && daysAgo >= lastDay,
    )
    const days = []
    for (const { business, fleetOf } of atWork) {
      await opensFleets(business, daysAgo, fleetOf)
      days.push({ business, purchases: plannedFor(business, daysAgo, fleetOf) })
    }
    for (const { business, purchases } of days) await fills(business, purchases)
    for (const { business, purchases } of days) charges(business.owner, purchases)
  }
}

function charges({ agenda, chance }: Owner, purchases: readonly Purchase[]): void {
  const [from, to] = [nowMs() + HOUR, Math.min(nowMs() + 22 * HOUR, agenda.endMs - MINUTE)]
  for (const purchase of purchases) buys(agenda, between(chance, from, to), purchase)
}

async function opensFleets(
  { owner, fleets, reserve }: Business,
  daysAgo: number,
  fleetOf: Map<OwnCard, Fleet>,
): Promise<void> {
  const inputs: (Opening & { fleet: Fleet })[] = []
  for (const fleet of fleets) {
    const before = fleet.opened.filter(([day]) => day > daysAgo).reduce((sum, [, count]) => sum + count, 0)
    const count = fleet.opened.find(([day]) => day === daysAgo)?.[1] ?? 0
    for (let n = before + 1; n <= before + count; n++) {
      const { vid, remark, cents } = fleet
      inputs.push({ vid, cents, fleet, remark: `${remark}-${String(n).padStart(2, '0')}` })
    }
  }
  if (!inputs.length) return
  const total = inputs.reduce((sum, { cents }) => sum + Math.ceil(cents * 1.03) + 500, 0)
  if (reserve !== undefined) await keepsAbove(owner, reserve, total)
  const opened = await owner.opens(inputs)
  opened.forEach((card, i) => fleetOf.set(card, inputs[i]!.fleet))
}

function plannedFor({ owner, perDay, scale }: Business, daysAgo: number, fleetOf: Map<OwnCard, Fleet>): Purchase[] {
  const { chance } = owner
  const usable = owner.cards.filter((card) => !card.idle && fleetOf.get(card)!.use > 0)
  const often = usable.flatMap((card, n) =>
    Array<OwnCard>(Math.ceil((fleetOf.get(card)!.use * 6) / (1 + (n % 4)))).fill(card),
  )
  if (!often.length) return []
  return Array.from({ length: Math.round(perDay(daysAgo)) }, () => {
    const card = pick(chance, often)
    return planned(chance, card, pick(chance, fleetOf.get(card)!.merchants), scale)
  })
}

/** Every card due to be charged gets enough for today and the following days. */
async function fills({ owner, reserve }: Business, purchases: readonly Purchase[]): Promise<void> {
  const loads = [...Map.groupBy(purchases, ({ card }) => card)].flatMap(([card, its]) => {
    const due = its.reduce((sum, { cents }) => sum + Math.ceil(cents * 1.4) + 100, 0)
    if (card.left >= due) return []
    const cents = Math.min(MOST_LOAD, Math.max(300_00, Math.ceil((due * 12) / 50_00) * 50_00))
    return [{ card, cents }]
  })
  if (reserve !== undefined)
    await keepsAbove(
      owner,
      reserve,
      loads.reduce((sum, { cents }) => sum + Math.ceil(cents * 1.03), 0),
    )
  for (const { card, cents } of loads) await owner.loads(card, cents) // one wallet: parallel loads would wait for each other
}

async function keepsAbove(owner: Owner, reserve: number, need: Cents): Promise<void> {
  const short = reserve * 100 + need - (await owner.has())
  if (short > 0) await owner.topsUp(Math.min(MOST_USDT, Math.ceil((short + reserve * 300) / 100_00) * 100))
}

/** A coupon campaign by the service, which people find on their plan page three days later. */
const campaign = [
  { name: { cn: '开卡立减券', en: 'New card discount' }, type: 'OPEN_OFF', value: 1_00, pieces: 3 },
  { name: { cn: '免开卡费券', en: 'Free card opening' }, type: 'OPEN_FREE', value: 0, pieces: 1 },
  { name: { cn: '充值手续费半价', en: '50% off load fee' }, type: 'LOAD_OFF', value: 5000, pieces: 2 },
  { name: { cn: '套餐立减券', en: 'Plan discount' }, type: 'PLAN_OFF', value: 10_00, pieces: 4 },
  { name: { cn: '赠送 7 天', en: '7 extra days' }, type: 'PLAN_DAYS', value: 7, pieces: 1 },
] as const

export const getsCoupons = ({ accountId }: Actor): Promise<void> =>
  transaction(async (tx) => {
    for (const { pieces, ...template } of campaign) {
      const { templateId } = await makeTemplate(tx, { ...template, validDays: 60, budget: 1000 })
      await giveCoupons(
        tx,
        templateId,
        Array.from({ length: pieces }, () => accountId),
      )
    }
  })
