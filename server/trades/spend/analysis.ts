import { NONE, type SpendBy, type spendAnalysis as row } from '#contract/trades/spend.ts'
import type { Lang, Words } from '#contract/core/fields.ts'
import { cardNames, groupNames } from '#server/cards/cards.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { dateOf, nowMs, startOf } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { namesOfSubs } from '#server/identity/identity.ts'
import { netOf, sumOf } from './cardSpend.ts'
import { merchantNamer } from './names.ts'
import { periodsOf } from './periods.ts'
import { spendBy, type RowSums } from './queries.ts'

/** Bars shown; the others are added up. */
const MOST_ROWS = 100

const words = {
  ungrouped: { cn: '未分组', en: 'No group' },
  own: { cn: '主账户', en: 'Account holder' },
} as const satisfies Record<string, Words>

/** Returns what was spent in a period and in the one before it, by merchant, group, sub-account or card. */
export const spendAnalysis: Answer<typeof row> = async (actor, { by, period, ...narrowed }) => {
  const { accountId, subUid } = actor
  const { now, before } = periodsOf(period, nowMs())
  const whole = { ...(subUid !== undefined && { subUid }) }
  // A sub-account sees some groups only; the others are none to it.
  const seenGids =
    subUid !== undefined && narrowed.gid === NONE
      ? await seenOf(actor, await spendBy(db, { accountId }, 'group', whole, now, before))
      : undefined
  const asked = { ...narrowed, ...whole, seenGids: seenGids && [...seenGids] }
  const found = await spendBy(db, { accountId }, by, asked, now, before)
  const rows = (await mergedRows(actor, by, found)).filter(hasAny)
  const { lang } = actor.from
  const sorted = rows.toSorted(
    (a, b) => netOf(b) - netOf(a) || netBefore(b) - netBefore(a) || a.key.localeCompare(b.key),
  )
  const shown = sorted.slice(0, MOST_ROWS)
  const rest = sorted.slice(MOST_ROWS)
  const names = await namesFor(
    actor,
    by,
    shown.map(({ key }) => key),
  )
  const nameOf = async (of: SpendBy, key: string | undefined) =>
    key === undefined ? null : ((await namesFor(actor, of, [key]))(key) ?? null)
  const [merchant, gid, sub, cardId] = await Promise.all([
    nameOf('merchant', narrowed.merchant),
    nameOf('group', narrowed.gid),
    nameOf('sub', subUid === undefined ? narrowed.subUid : undefined),
    // A sub-account learns nothing of cards on which it spent nothing.
    nameOf('card', subUid === undefined || rows.length > 0 ? narrowed.cardId : undefined),
  ])
  const date = (day: number) => dateOf(startOf(day))
  return {
    from: date(now.from),
    until: date(now.until),
    beforeFrom: date(before.from),
    beforeUntil: date(before.until),
    total: sumOf(rows),
    before: sumOf(rows.map(beforeOf)),
    list: shown.map((sums) => ({ key: sums.key, name: names(sums.key) ?? noneOf(by, lang), ...figuresOf(sums) })),
    others: rest.length
      ? { rows: rest.length, ...sumOf(rest), before: rest.reduce((sum, one) => sum + netBefore(one), 0) }
      : null,
    narrowed: { merchant, gid, subUid: sub, cardId },
  }
}

const beforeOf = ({ count_before, spent_before, refunded_before }: RowSums) => ({
  count: count_before,
  spent: spent_before,
  refunded: refunded_before,
})
const netBefore = (sums: RowSums): number => netOf(beforeOf(sums))
const figuresOf = (sums: RowSums) => ({
  count: sums.count,
  spent: sums.spent,
  refunded: sums.refunded,
  before: netBefore(sums),
})
const hasAny = (sums: RowSums): boolean =>
  sums.count !== 0 ||
  sums.spent !== 0 ||
  sums.refunded !== 0 ||
  sums.count_before !== 0 ||
  sums.spent_before !== 0 ||
  sums.refunded_before !== 0

const seenOf = async (actor: Actor, rows: readonly RowSums[]): Promise<ReadonlySet<string>> =>
  new Set(
    [
      ...(
        await groupNames(
          db,
          actor,
          rows.map(({ key }) => key),
        )
      ).keys(),
    ].filter((gid) => gid !== null),
  )

/** Groups that the caller does not see are no group to it, as in its card list. */
async function mergedRows(actor: Actor, by: SpendBy, rows: readonly RowSums[]): Promise<RowSums[]> {
  if (by !== 'group') return [...rows]
  const seen = await seenOf(actor, rows)
  return [...Map.groupBy(rows, ({ key }) => (seen.has(key) ? key : NONE))].map(([key, those]) => {
    const before = sumOf(those.map(beforeOf))
    return {
      key,
      ...sumOf(those),
      count_before: before.count,
      spent_before: before.spent,
      refunded_before: before.refunded,
    }
  })
}

const noneOf = (by: SpendBy, lang: Lang): string => (by === 'sub' ? words.own[lang] : words.ungrouped[lang])

/** Names rows by their keys; undefined for what belongs to none. */
async function namesFor(
  actor: Actor,
  by: SpendBy,
  keys: readonly string[],
): Promise<(key: string) => string | undefined> {
  const { accountId } = actor
  const { lang } = actor.from
  if (by === 'merchant') return merchantNamer(lang)
  if (by === 'card') {
    const names = await cardNames(db, accountId, keys)
    return (key) => {
      const name = names.get(key)
      return name && `•••• ${name.lastFour || name.cardSeqNo.slice(-4)}`
    }
  }
  const names = by === 'group' ? await groupNames(db, actor, keys) : await namesOfSubs(db, accountId, keys)
  return (key) => (key === NONE ? noneOf(by, lang) : names.get(key))
}
