/** What a document says, line by line, in words: for the card's page, and for what a change has changed. */
import { usesEnds, useKinds } from '#contract/controls/documents.ts'
import { controlLines, limitWindows } from '#contract/controls/stoppedBy.ts'
import { currencies, show, type Currency } from '#contract/core/money.ts'
import { merchantGroups, type MerchantGroup } from '#contract/trades/merchantKinds.ts'
import { countryName } from '#web/account/countries.ts'
import { merchantKind } from '#web/account/trades/merchantKinds.ts'
import { limitKey } from '#web/account/trades/stopped.ts'
import { langNow } from '#web/text.ts'
import { lockText } from './lockWords.ts'
import { showTime } from '#web/parts/dates.ts'
import { lifeDates, type Document, type Limit } from './draft.ts'
import { say } from './text.ts'

type Line = { key: string; name: string; text: string }

/** A group of categories, or a single one. */
export const kindName = (id: string): string => {
  if (id in merchantGroups) return merchantGroups[id as MerchantGroup][langNow()]
  const kind = merchantKind(id)
  return kind ? `${kind} (${id})` : `MCC ${id}`
}
export const currencyName = (code: string): string =>
  code in currencies ? `${code} ${currencies[code as Currency][langNow()]}` : code

const A_MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000
/** 1 is Monday. */
export const dayName = (day: number): string =>
  new Intl.DateTimeFormat(langNow() === 'cn' ? 'zh-CN' : 'en-GB', { weekday: 'short', timeZone: 'UTC' }).format(
    A_MONDAY + (day - 1) * DAY_MS,
  )

const windowName = ({ window, hours }: Pick<Limit, 'window' | 'hours'>): string =>
  window === 'HOURS' && hours !== undefined
    ? say('controls.rolling', { count: hours })
    : limitWindows[window][langNow()]
export const limitName = (limit: Limit): string =>
  limit.name ? `${limit.name} · ${windowName(limit)}` : windowName(limit)

const limitText = (limit: Limit, brandName: BrandName): string =>
  [
    limit.amount !== undefined && show(limit.amount),
    limit.count !== undefined && say('controls.purchases', { count: limit.count }),
    ...limitNotes(limit, brandName),
  ]
    .filter(Boolean)
    .join(' · ')

/** What a limit says beside its amount and number. */
export function limitNotes({ refunds, warnAt, ...counted }: Limit, brandName: BrandName): string[] {
  const counts = [
    ...(counted.brandIds ?? []).map(brandName),
    ...(counted.groups ?? []).map(kindName),
    ...(counted.countries ?? []).map(countryName),
  ]
  return [
    ...(counts.length ? [say('controls.only', { what: together(counts) })] : []),
    ...(refunds === 'RESTORE' ? [say('controls.restored')] : []),
    ...(warnAt === undefined ? [] : [say('controls.warned', { percent: warnAt })]),
  ]
}

const together = (items: readonly string[]): string => items.join(langNow() === 'cn' ? '、' : ', ')
const byMode = ({ mode }: { mode: 'ONLY' | 'NEVER' }, items: readonly string[]): string =>
  say(mode === 'ONLY' ? 'controls.only' : 'controls.never', { what: together(items) })

function hoursText({ days, from, to }: NonNullable<Document['hours']>[number]): string {
  const named = [...days].sort((a, b) => a - b).map(dayName)
  return say(from < to ? 'controls.clock' : 'controls.nextDay', { days: together(named), from, to })
}

type BrandName = (brandId: string) => string

export function linesOf(controls: Document, brandName: BrandName): Line[] {
  const { brands, kinds, countries, currencies: money, hours, singleMax, lock, limits = [], uses } = controls
  const texts = {
    uses:
      uses &&
      [
        say('controls.uses.purchases', { count: uses.max }),
        useKinds[uses.per][langNow()],
        usesEnds[uses.then][langNow()],
      ].join(' · '),
    brands: brands && byMode(brands, [...(brands.brandIds ?? []).map(brandName), ...(brands.words ?? [])]),
    kinds: kinds && byMode(kinds, [...(kinds.groups ?? []), ...(kinds.mccs ?? [])].map(kindName)),
    online: controls.online && say('controls.onlineOnly'),
    countries: countries && byMode(countries, countries.codes.map(countryName)),
    currencies: money && byMode(money, money.codes.map(currencyName)),
    hours: hours?.map(hoursText).join(langNow() === 'cn' ? '；' : '; '),
    singleMax: singleMax === undefined ? undefined : show(singleMax),
    lock: lock && lockText(lock, brandName),
    limits: undefined,
  }
  return [
    ...controlLines.flatMap((line) => {
      const text = texts[line]
      return text === undefined ? [] : [{ key: line, name: say(`trades.stopped.line.${line}`), text }]
    }),
    ...lifeLines(controls),
    ...(controls.mode ? [{ key: 'mode', name: say('controls.watch.name'), text: say('controls.watch.text') }] : []),
    ...(controls.pinned
      ? [{ key: 'pinned', name: say('controls.pinned.name'), text: say('controls.pinned.text') }]
      : []),
    ...limits.map((limit) => ({ key: limitKey(limit), name: limitName(limit), text: limitText(limit, brandName) })),
  ]
}

const lifeLines = ({ life = {} }: Document): Line[] => [
  ...lifeDates.flatMap((name) => {
    const at = life[name]
    return at === undefined ? [] : [{ key: `life.${name}`, name: say(`controls.life.${name}`), text: showTime(at) }]
  }),
  ...(life.idleDays === undefined
    ? []
    : [
        {
          key: 'life.idleDays',
          name: say('controls.life.idleDays'),
          text: say('controls.life.days', { count: life.idleDays }),
        },
      ]),
]

/** What is different between two documents. */
export function differences(before: Document, after: Document, brandName: BrandName): Line[] {
  const [was, is] = [before, after].map(
    (document) => new Map(linesOf(document, brandName).map((line) => [line.key, line])),
  )
  return [...new Set([...was!.keys(), ...is!.keys()])].flatMap((key) => {
    const [old, now] = [was!.get(key), is!.get(key)]
    // A limit may change its name or period only.
    const full = (line: Line) => (old && now && old.name !== now.name ? `${line.name}: ${line.text}` : line.text)
    if (old?.text === now?.text && old?.name === now?.name) return []
    const text = !old
      ? say('controls.diff.added', { after: now!.text })
      : !now
        ? say('controls.diff.removed', { before: old.text })
        : say('controls.diff.changed', { before: full(old), after: full(now) })
    return [{ key, name: (now ?? old)!.name, text }]
  })
}
