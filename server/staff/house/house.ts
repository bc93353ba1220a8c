/** The service at a glance: what other modules count, put together. Nothing here is estimated; what was not counted is null. */
import { HOUSE_DAYS, type HouseDay } from '#contract/staff/house.ts'
import type * as contract from '#contract/staff/house.ts'
import { alarmKinds, type AlarmKind } from '#contract/staff/alarms.ts'
import { countOpenAlarms } from '#server/core/alarms.ts'
import type { Answer } from '#server/core/answer.ts'
import { dateOf, dayOf, nowMs, startOf } from '#server/core/clock.ts'
import { port, provided } from '#server/core/composition.ts'
import { db } from '#server/core/db.ts'
import { decidedLately, decidedOn } from './minutes.ts'
import { figuresSince, forgetFigures, keepFigure, type Figure } from './queries.ts'

declare module '#server/core/composition.ts' {
  interface Ports {
    /** Verifications of the books that ended, newest first, with the sums that they found. */
    'staff.proofs'(): Promise<readonly BookProof[]>
    /** Approvals and counted declines of all accounts by day, from this day on. */
    'staff.purchaseDays'(fromDay: number): Promise<readonly PurchaseDay[]>
  }
}

type BookProof = {
  time: number
  /** null: it was interrupted. */
  holds: boolean | null
  breaks: number
  cover: { owed: number; covered: number } | null
}
/** What counts in the decline rate. */
type PurchaseDay = { day: number; approved: number; declined: number }

const RATE_DAYS = 30
const KEPT_DAYS = 40

const bps = (part: number, whole: number): number | null => (whole > 0 ? Math.floor((part / whole) * 10_000) : null)
const coverBps = ({ owed, covered }: { owed: number; covered: number }): number | null => bps(covered, owed)

const ratesOf = ({ approved, declined }: Omit<PurchaseDay, 'day'>) => ({
  approvalBps: bps(approved, approved + declined),
  declineBps: bps(declined, approved + declined),
})

/** Every queue, for everybody together. */
async function allQueues() {
  const found = await Promise.all(
    provided('queues').map(async (queue) => ({ ...queue, ...(await queue.waiting(undefined)) })),
  )
  return found.filter(({ queue }) => queue !== 'alarms')
}

const alarmsNow = () => countOpenAlarms(db, Object.keys(alarmKinds) as AlarmKind[])

/** Run by the worker every hour. */
export async function keepHouseDay(): Promise<void> {
  const today = dayOf(nowMs())
  const [queues, alarms, decided] = [await allQueues(), await alarmsNow(), await decidedOn(today)]
  const oldest = Math.min(...queues.flatMap(({ oldest: since }) => since?.getTime() ?? []))
  await keepFigure(db, today, 'queueAge', Number.isFinite(oldest) ? Math.max(0, nowMs() - oldest) : 0, true)
  await keepFigure(db, today, 'alarms', alarms.count, true)
  if (decided) await keepFigure(db, today, 'decisions', decided.count, false)
  if (decided?.p99Ms != null) await keepFigure(db, today, 'p99', decided.p99Ms, false)
  await forgetFigures(db, today - KEPT_DAYS)
}

export const showHouse: Answer<typeof contract.showHouse> = async (staff) => {
  const { lang } = staff.from
  const today = dayOf(nowMs())
  const [proofs, purchases, decided, queues, alarms, kept] = await Promise.all([
    port('staff.proofs')(),
    port('staff.purchaseDays')(today - RATE_DAYS + 1),
    decidedLately(),
    allQueues(),
    alarmsNow(),
    figuresSince(db, today - HOUSE_DAYS + 1),
  ])
  const ended = proofs.find(({ holds }) => holds !== null)
  const approved = purchases.reduce((sum, day) => sum + day.approved, 0)
  const declined = purchases.reduce((sum, day) => sum + day.declined, 0)
  return {
    proof: ended
      ? {
          ...{ time: ended.time, holds: ended.holds!, breaks: ended.breaks },
          cover: ended.cover && { ...ended.cover, bps: coverBps(ended.cover) },
        }
      : null,
    decisions: decided
      ? {
          ...{ minutes: decided.minutes, count: decided.count, p99Ms: decided.p99Ms },
          perSecond: decided.count / (decided.minutes * 60),
        }
      : null,
    rates: { approved, declined, ...ratesOf({ approved, declined }) },
    queues: queues.map(({ queue, name, count, oldest, slaMs }) => ({
      ...{ queue, name: name[lang], count, slaMs },
      oldestTime: oldest?.getTime() ?? null,
    })),
    alarms: { count: alarms.count, oldestTime: alarms.oldest?.getTime() ?? null },
    days: Array.from({ length: HOUSE_DAYS }, (_, at) =>
      dayAt(today - HOUSE_DAYS + 1 + at, { proofs, purchases, kept }),
    ),
  }
}

type Found = {
  proofs: readonly BookProof[]
  purchases: readonly PurchaseDay[]
  kept: readonly { day: number; figure: Figure; value: number }[]
}

function dayAt(day: number, { proofs, purchases, kept }: Found): HouseDay {
  const proof = proofs.find(({ time, holds }) => holds !== null && dayOf(time) === day)
  const bought = purchases.find((one) => one.day === day)
  const figure = (name: Figure): number | null =>
    kept.find((one) => one.day === day && one.figure === name)?.value ?? null
  return {
    date: dateOf(startOf(day)),
    coverBps: proof?.cover ? coverBps(proof.cover) : null,
    breaks: proof?.breaks ?? null,
    decisions: figure('decisions'),
    p99Ms: figure('p99'),
    ...ratesOf(bought ?? { approved: 0, declined: 0 }),
    queueAgeMs: figure('queueAge'),
    alarms: figure('alarms'),
  }
}
