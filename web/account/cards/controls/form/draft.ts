/** A document while it is edited: amounts and numbers as typed, lists that may still be empty. */
import type { showControls } from '#contract/controls/controls.ts'
import { Controls, type ControlMode, type Uses } from '#contract/controls/documents.ts'
import type { LimitWindow } from '#contract/controls/stoppedBy.ts'
import type { Output } from '#contract/core/call.ts'
import { parse, plain } from '#contract/core/money.ts'
import { lockDraftOf, lockOf, type LockDraft } from './lockDraft.ts'

/** A document as it is answered. */
export type Document = Output<typeof showControls>['controls']
export type Limit = NonNullable<Document['limits']>[number]

/** Which purchases a limit counts; empty lists ask for nothing. */
export type Counted = { brandIds: readonly string[]; groups: readonly string[]; countries: readonly string[] }
export type LimitDraft = Counted & {
  limitId: string
  name: string
  window: LimitWindow
  hours: string
  amount: string
  count: string
  refunds: NonNullable<Limit['refunds']>
  warnAt: string
}
export type HoursDraft = { days: readonly number[]; from: string; to: string }
export type Choice = { mode: ControlMode; of: readonly string[] }
export const choices = ['kinds', 'countries', 'currencies'] as const
export type ChoiceName = (typeof choices)[number]
/** Of a category; groups of them have names. */
const isCode = (id: string): boolean => /^\d{4}$/.test(id)

export const lifeDates = ['closeAt', 'freezeAt', 'thawAt'] as const
type Dates = Record<(typeof lifeDates)[number], number | undefined>

export type Draft = {
  singleMax: string
  limits: readonly LimitDraft[]
  brands: { mode: ControlMode; brandIds: readonly string[]; words: string }
  online: boolean
  watch: boolean
  lock: LockDraft
  pinned: boolean
  /** Of cards; any number where it is empty. */
  uses: { max: string; per: Uses['per']; then: Uses['then'] }
  hours: readonly HoursDraft[]
  life: Dates & { idleDays: string }
} & Record<ChoiceName, Choice>

/** Counters go by this id, so that an edited limit keeps what it has counted. */
export const newLimit = (): LimitDraft => ({
  limitId: Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join(''),
  name: '',
  window: 'DAY',
  hours: '',
  amount: '',
  count: '',
  refunds: 'KEEP',
  warnAt: '',
  brandIds: [],
  groups: [],
  countries: [],
})
export const newHours = (): HoursDraft => ({ days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' })

/** A date before `now` is over: saved again, it would be refused. */
export function draftOf(controls: Document, now = 0): Draft {
  const text = (value: number | undefined) => (value === undefined ? '' : String(value))
  const ahead = (at: number | undefined) => (at !== undefined && at > now ? at : undefined)
  const money = (value: number | undefined) => (value === undefined ? '' : plain(value))
  return {
    singleMax: money(controls.singleMax),
    limits: (controls.limits ?? []).map(
      ({ limitId, name, window, hours, amount, count, refunds, warnAt, ...counted }) => ({
        limitId,
        name: name ?? '',
        window,
        hours: text(hours),
        amount: money(amount),
        count: text(count),
        refunds: refunds ?? 'KEEP',
        warnAt: text(warnAt),
        brandIds: counted.brandIds ?? [],
        groups: counted.groups ?? [],
        countries: counted.countries ?? [],
      }),
    ),
    brands: {
      mode: controls.brands?.mode ?? 'ONLY',
      brandIds: controls.brands?.brandIds ?? [],
      words: (controls.brands?.words ?? []).join('\n'),
    },
    kinds: {
      mode: controls.kinds?.mode ?? 'ONLY',
      of: [...(controls.kinds?.groups ?? []), ...(controls.kinds?.mccs ?? [])],
    },
    countries: { mode: controls.countries?.mode ?? 'ONLY', of: controls.countries?.codes ?? [] },
    currencies: { mode: controls.currencies?.mode ?? 'ONLY', of: controls.currencies?.codes ?? [] },
    online: controls.online !== undefined,
    watch: controls.mode !== undefined,
    lock: lockDraftOf(controls.lock),
    pinned: controls.pinned !== undefined,
    uses: {
      max: text(controls.uses?.max),
      per: controls.uses?.per ?? 'APPROVAL',
      then: controls.uses?.then ?? 'FREEZE',
    },
    hours: controls.hours ?? [],
    life: {
      closeAt: ahead(controls.life?.closeAt),
      freezeAt: ahead(controls.life?.freezeAt),
      thawAt: ahead(controls.life?.thawAt),
      idleDays: text(controls.life?.idleDays),
    },
  }
}

/** What is no number stays as typed, so that the rules of the document find it. */
const amountOf = (text: string) => (text.trim() ? (parse(text) ?? text) : undefined)
const wholeOf = (text: string) => {
  const typed = text.trim()
  return typed ? (/^\d{1,9}$/.test(typed) ? Number(typed) : typed) : undefined
}

/** An empty list is no part of a document. */
const filled = <T>(list: readonly T[]) => (list.length ? list : undefined)

type Problem = { path: string; message: string }

/** The document, or what is wrong with it: where, such as `limits.0.amount`, and the name of the check. */
export function documentOf(draft: Draft): { controls: Document | undefined; problems: readonly Problem[] } {
  const { singleMax, limits, brands, kinds, online, lock, hours, life, pinned, watch, uses } = draft
  const lived = { ...life, idleDays: wholeOf(life.idleDays) }
  const words = brands.words
    .split('\n')
    .map((word) => word.trim())
    .filter(Boolean)
  const { brandIds } = brands
  const [mccs, groups] = [kinds.of.filter(isCode), kinds.of.filter((id) => !isCode(id))]
  const chosen = (['countries', 'currencies'] as const).flatMap((name) => {
    const { mode, of } = draft[name]
    return of.length ? [[name, { mode, codes: of }]] : []
  })
  const document = {
    singleMax: amountOf(singleMax),
    limits: filled(
      limits.map((limit) => ({
        ...limit,
        name: limit.name.trim() || undefined,
        hours: limit.window === 'HOURS' ? wholeOf(limit.hours) : undefined,
        amount: amountOf(limit.amount),
        count: wholeOf(limit.count),
        warnAt: wholeOf(limit.warnAt),
        brandIds: filled(limit.brandIds),
        groups: filled(limit.groups),
        countries: filled(limit.countries),
      })),
    ),
    brands:
      brandIds.length || words.length
        ? { mode: brands.mode, brandIds: filled(brandIds), words: filled(words) }
        : undefined,
    kinds: kinds.of.length ? { mode: kinds.mode, groups: filled(groups), mccs: filled(mccs) } : undefined,
    ...(Object.fromEntries(chosen) as object),
    online: online ? 'ONLY' : undefined,
    lock: lockOf(lock),
    hours: filled(hours),
    uses: uses.max.trim() ? { ...uses, max: wholeOf(uses.max) } : undefined,
    life: Object.values(lived).some((part) => part !== undefined) ? lived : undefined,
    pinned: pinned ? 1 : undefined,
    mode: watch ? 'WATCH' : undefined,
  }
  const read = Controls.safeParse(withoutGaps(document))
  return {
    controls: read.data,
    problems: (read.error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message })),
  }
}

/** Without what is undefined, which a document does not have. */
const withoutGaps = (value: object): unknown => JSON.parse(JSON.stringify(value))
