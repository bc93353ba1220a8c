/** A business that lives on its cards: opens them, keeps them and the wallet filled, and is charged day after day. */
import type { Cents } from '#contract/core/money.ts'
import { DAY, HOUR, MINUTE, nowMs } from '#server/core/clock.ts'
import { between, pick } from './holders.ts'
import type { Opening, OwnCard, Owner } from './owner.ts'
import { buys, planned, type Purchase } from './shopping.ts'

/** Cards for one purpose. The remark names it: `FB-US` gives FB-US-01, FB-US-02 … */
export type Fleet = {
  readonly remark: string
  readonly vid: string
  readonly merchants: readonly string[]
  /** How many are opened, and how many days ago. */
  readonly opened: readonly (readonly [daysAgo: number, count: number])[]
  readonly cents: Cents
  /** How often its cards are used, against others'. */
  readonly use: number
}

export type Business = {
  readonly owner: Owner
  readonly fleets: readonly Fleet[]
  /** Purchases on a day, so many days ago. */
  readonly perDay: (daysAgo: number) => number
  readonly firstDay: number
  readonly lastDay?: number
  /** USDT: what the wallet is kept above. Without it somebody else pays. */
  readonly reserve?: number
  /** Against the merchants' usual amounts. */
  readonly scale: number
}

/** The same moment of each day; the last of these days ends now. */
export const dayOf = ({ agenda }: Owner, daysAgo: number): number => agenda.endMs - (daysAgo + 1) * DAY

/** What a day allows is 5,000; something is left for other top-ups. */
const MOST_USDT = 4200
const MOST_LOAD: Cents = 1_000_00

/** The morning of all of them, day by day, and the purchases of the day. */
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
  const wishes: (Opening & { fleet: Fleet })[] = []
  for (const fleet of fleets) {
    const before = fleet.opened.filter(([day]) => day > daysAgo).reduce((sum, [, count]) => sum + count, 0)
    const count = fleet.opened.find(([day]) => day === daysAgo)?.[1] ?? 0
    for (let n = before + 1; n <= before + count; n++) {
      const { vid, remark, cents } = fleet
      wishes.push({ vid, cents, fleet, remark: `${remark}-${String(n).padStart(2, '0')}` })
    }
  }
  if (!wishes.length) return
  const total = wishes.reduce((sum, { cents }) => sum + Math.ceil(cents * 1.03) + 500, 0)
  if (reserve !== undefined) await keepsAbove(owner, reserve, total)
  const opened = await owner.opens(wishes)
  opened.forEach((card, i) => fleetOf.set(card, wishes[i]!.fleet))
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

/** Every card that is to be charged gets enough for this and for days to come. */
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
  for (const { card, cents } of loads) await owner.loads(card, cents) // one wallet: they would wait for each other
}

async function keepsAbove(owner: Owner, reserve: number, need: Cents): Promise<void> {
  const short = reserve * 100 + need - (await owner.has())
  if (short > 0) await owner.topsUp(Math.min(MOST_USDT, Math.ceil((short + reserve * 300) / 100_00) * 100))
}
