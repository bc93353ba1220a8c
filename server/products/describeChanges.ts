/** Product changes in words: values before and after, by a table of fields, in the reader's language. */
import type { Lang, Words } from '#contract/core/fields.ts'
import { show } from '#contract/core/money.ts'
import { changeStates, type ProductChange } from '#contract/products/products.ts'
import { now, nowMs } from '../core/clock.ts'
import { db } from '../core/db.ts'
import { accountsOfIds } from '../identity/identity.ts'
import { staffNames } from '../staff/staff.ts'
import { changesOf, type ChangeRow, type Said } from './queries.ts'

export type Fields = Readonly<Record<string, Words & { readonly as: string }>>
/** Texts of enumerated fields: `state`, `sale`. */
export type Tables = Readonly<Record<string, Readonly<Record<string, Words>>>>

const nothing = { cn: '—', en: '—' }
const yes = { 1: { cn: '是', en: 'Yes' }, 0: { cn: '否', en: 'No' } }

function sayField(as: string, value: unknown, lang: Lang, tables: Tables = {}): string {
  if (value === null || value === undefined || value === '') return nothing[lang]
  if (as === 'money') return show(Number(value))
  if (as === 'rate') return `${(Number(value) / 100).toFixed(2)}%`
  if (as === 'yes') return yes[value ? 1 : 0][lang]
  if (Array.isArray(value)) return value.length ? value.join(lang === 'cn' ? '、' : ', ') : nothing[lang]
  return tables[as]?.[String(value)]?.[lang] ?? String(value)
}

/** Returns only the differences, old and new values; undefined if there are none. */
export function differing<T extends Said>(stands: T, wanted: Partial<T>): { before: Said; after: Said } | undefined {
  const keys = Object.keys(wanted).filter(
    (key) => wanted[key] !== undefined && JSON.stringify(wanted[key]) !== JSON.stringify(stands[key] ?? null),
  )
  const pick = (from: Said) => Object.fromEntries(keys.map((key) => [key, from[key] ?? null]))
  return keys.length ? { before: pick(stands), after: pick(wanted) } : undefined
}

export const linesOf = ({ before, after }: { before: Said; after: Said }, fields: Fields, tables?: Tables) =>
  Object.keys(after)
    .filter((key) => key in fields)
    .map((key) => {
      const { cn, en, as } = fields[key]!
      const both = (value: unknown) => {
        const [inCn, inEn] = [sayField(as, value, 'cn', tables), sayField(as, value, 'en', tables)]
        return inCn === inEn ? inCn : { cn: inCn, en: inEn }
      }
      return { label: { cn, en }, before: both(before[key]), after: both(after[key]) }
    })

/** Returns the timeline of a segment or a plan, newest first. */
export async function timelineOf(
  target: string,
  lang: Lang,
  fieldsOf: (row: ChangeRow) => Fields,
  tables?: Tables,
): Promise<ProductChange[]> {
  const rows = await changesOf(db, target)
  const people = await staffNames(
    db,
    rows.flatMap((row) => [row.made_by, row.checked_by, row.withdrawn_by]).filter((one) => one !== null),
  )
  const accounts = await accountsOfIds(rows.flatMap(({ account_id }) => account_id ?? []))
  const userNo = new Map(accounts.map((one) => [one.account_id, one.user_no]))
  const nameOf = (id: string | null) => (id === null ? null : (people.get(id) ?? id))
  return rows.map((row) => {
    // A due change is in force, even in the minute before the sweep marks it.
    const state = row.state === 'SCHEDULED' && row.effective_at <= now() ? 'IN_FORCE' : row.state
    const fields = fieldsOf(row)
    return {
      changeId: row.change_id,
      kind: row.kind,
      userNo: row.account_id === null ? null : (userNo.get(row.account_id) ?? null),
      lines: Object.keys(row.after)
        .filter((key) => key in fields)
        .map((key) => ({
          label: fields[key]![lang],
          before: sayField(fields[key]!.as, row.before[key], lang, tables),
          after: sayField(fields[key]!.as, row.after[key], lang, tables),
        })),
      effectTime: row.effective_at.getTime(),
      state,
      stateText: changeStates[state][lang],
      reason: row.reason,
      maker: nameOf(row.made_by)!,
      checker: nameOf(row.checked_by),
      withdrawnBy: nameOf(row.withdrawn_by),
      withdrawnWhy: row.withdrawn_why,
      createTime: row.created_at.getTime(),
    }
  })
}

/** The effective time for the second approver, in the desk's time zone, Asia/Shanghai. */
export function timeLine(effectTime: number | undefined) {
  const later = effectTime !== undefined && effectTime > nowMs()
  const at = later
    ? new Date(effectTime).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })
    : { cn: '复核通过后', en: 'On approval' }
  return { label: { cn: '生效时间', en: 'Takes effect' }, before: null, after: at }
}
