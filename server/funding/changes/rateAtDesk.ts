import * as z from 'zod'
import type * as contract from '#contract/funding/desk/rails.ts'
import { RATE_BOUND_BPS } from '#contract/funding/desk/rails.ts'
import { parse, share } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { nowMs } from '#server/core/clock.ts'
import { db, type Tx } from '#server/core/db.ts'
import { approvable, approvalWaitingFor, staffNames } from '#server/staff/staff.ts'
import { mendRateBreaks } from '../payments/breakQueries.ts'
import { usdt, yuan } from '../rails.ts'
import { newestRate, ratesPage } from '../rateQueries.ts'
import { rateOf, setRate, showFen, showMicros } from '../rates.ts'

const PAGE = 30
const PAIR = 'USD/CNY'

export const listRates: Answer<typeof contract.listRates> = async (_staff, { cursor }) => {
  if (cursor !== undefined && !/^fxr_\w{26}$/.test(cursor)) throw refuse('invalid', { field: 'cursor' })
  const [newest, found] = await Promise.all([newestRate(db, 'CNY'), ratesPage(db, 'CNY', cursor, PAGE + 1)])
  const rows = found.slice(0, PAGE)
  const names = await staffNames(
    db,
    rows.map(({ by }) => by),
  )
  const yuanPair = newest && {
    pair: PAIR,
    mid: showMicros(newest.midMicros),
    customer: showFen(rateOf(newest).fen),
    spreadBps: newest.spreadBps,
    source: newest.source,
    time: newest.at.getTime(),
    stale: nowMs() - newest.at.getTime() > yuan.rateStaleMs,
  }
  const fixed = {
    pair: 'USD/USDT',
    mid: usdt.rate,
    customer: usdt.rate,
    spreadBps: 0,
    source: 'FIXED' as const,
    time: null,
    stale: false,
  }
  return {
    pairs: [...(yuanPair ? [yuanPair] : []), fixed],
    maxMoveBps: yuan.rateMaxMoveBps,
    history: rows.map((row, at) => ({
      rateId: row.rateId,
      mid: showMicros(row.midMicros),
      customer: showFen(rateOf(row).fen),
      spreadBps: row.spreadBps,
      source: row.source,
      by: row.source === 'STAFF' ? (names.get(row.by) ?? row.by) : null,
      movedBps: found[at + 1] ? moved(row.midMicros, found[at + 1]!.midMicros) : null,
      time: row.at.getTime(),
    })),
    cursor: found.length > rows.length ? rows.at(-1)!.rateId : null,
    approvalId: await approvalWaitingFor('fx.rate', PAIR),
  }
}

/** In hundredths of a percent, with its sign. */
const moved = (to: number, from: number): number =>
  Math.sign(to - from) * share(Math.abs(to - from), 10_000, from, 'half-up')

/** A rate by hand (maker): close to the last one, or it is a mistake. Another person sets it. */
export const setRateByHand: Answer<typeof contract.setRateByHand> = async (staff, { mid, spreadBps, reason }, tx) => {
  const midMicros = parse(mid, 6)
  if (!midMicros) throw refuse('invalid', { field: 'mid' })
  const fromMicros = await withinBounds(tx, midMicros, staff.from.lang)
  return { approvalId: await rateApproval.propose(tx, staff, { midMicros, spreadBps, fromMicros, reason }, reason) }
}

async function withinBounds(tx: Tx, midMicros: number, lang: 'cn' | 'en'): Promise<number | null> {
  const last = await newestRate(tx, 'CNY')
  if (last && Math.abs(moved(midMicros, last.midMicros)) > RATE_BOUND_BPS)
    throw refuse('invalid', { field: 'mid', msg: tooFar(showMicros(last.midMicros))[lang] })
  return last?.midMicros ?? null
}
const tooFar = (last: string) => ({
  cn: `与上一汇率 ${last} 相差超过 ${RATE_BOUND_BPS / 100}%，请核对`,
  en: `More than ${RATE_BOUND_BPS / 100}% from the last rate, ${last}. Check the rate.`,
})

export const rateApproval = approvable('fx.rate', {
  payload: z.object({ midMicros: z.int(), spreadBps: z.int(), fromMicros: z.int().nullable(), reason: z.string() }),
  async shows(tx, { midMicros, spreadBps, fromMicros }) {
    const last = await newestRate(tx, 'CNY')
    const far = fromMicros === null ? 0 : moved(midMicros, fromMicros)
    return {
      target: PAIR,
      onlyOne: PAIR,
      lines: [
        {
          label: { cn: '中间价', en: 'Mid-market rate' },
          before: last ? showMicros(last.midMicros) : null,
          after: showMicros(midMicros),
        },
        {
          label: { cn: '点差（基点）', en: 'Spread (bps)' },
          before: last ? String(last.spreadBps) : null,
          after: String(spreadBps),
        },
        {
          label: { cn: '客户汇率', en: 'Customer rate' },
          before: last ? showFen(rateOf(last).fen) : null,
          after: showFen(rateOf({ midMicros, spreadBps, at: new Date(0) }).fen),
        },
        {
          label: { cn: '变动', en: 'Change' },
          before: null,
          after: `${far / 100}%${Math.abs(far) > yuan.rateMaxMoveBps ? ' ⚠' : ''}`,
        },
      ],
    }
  },
  /** The feed may have moved on since; far from where it is now it is looked at again. */
  async apply(tx, { midMicros, spreadBps, reason }, { maker, checker }) {
    await withinBounds(tx, midMicros, checker.from.lang)
    await setRate(tx, { midMicros, spreadBps }, maker.staffId)
    await mendRateBreaks(tx, maker.staffId, reason)
  },
})
