import type { Rail } from '#contract/funding/funding.ts'
import { railFieldNames, type RailField, type RailPatch } from '#contract/funding/desk/rails.ts'
import type { Words } from '#contract/core/fields.ts'
import { plain } from '#contract/core/money.ts'
import type { Database, Tx } from '#server/core/db.ts'
import type { RailChange } from '#server/funding/rails/terms.ts'
import { configOf, textsOf } from '#server/funding/rails/queries.ts'

/** A rail as the desk sees it: flat, with the names of the contract. */
export type Flat = { [F in RailField]: RailPatch[F] | null } & { version: number; payUnit: string; updatedAt: Date }

export async function flatOf(on: Tx | Database, rail: Rail): Promise<Flat> {
  const [config, texts] = [(await configOf(on, rail))!, await textsOf(on, rail)]
  const [cn, en] = [texts.find(({ lang }) => lang === 'cn')!, texts.find(({ lang }) => lang === 'en')!]
  const { enabled, payUnit, min, feeBps, feeFixed, quoteForS, validForS, limitFileId, version, updatedAt } = config
  return {
    enabled: enabled ? 'on' : 'off',
    min,
    feeBps,
    feeFixed,
    quoteForS,
    validForS,
    limitFileId,
    maxCn: cn.displayMax,
    maxEn: en.displayMax,
    arrivalCn: cn.arrival,
    arrivalEn: en.arrival,
    notesCn: cn.notes,
    notesEn: en.notes,
    version,
    payUnit,
    updatedAt,
  }
}

const names = Object.keys(railFieldNames) as RailField[]

/** Only fields that really change; a limit of 0 means that none is displayed. */
export function changesOf(flat: Flat, input: RailPatch): { before: Record<string, unknown>; after: RailPatch } {
  const differ = names.filter(
    (name) => input[name] !== undefined && input[name] !== (flat[name] ?? (name.startsWith('max') ? 0 : null)),
  )
  const pick = (from: object) =>
    Object.fromEntries(differ.map((name) => [name, (from as Record<string, unknown>)[name]]))
  return { before: pick(flat), after: pick(input) as RailPatch }
}

/** The change in the form that `setRail` takes. */
export function railChangeOf({
  enabled,
  maxCn,
  maxEn,
  arrivalCn,
  arrivalEn,
  notesCn,
  notesEn,
  ...config
}: RailPatch): RailChange {
  const text = (max: number | undefined, arrival: string | undefined, notes: string | undefined) => ({
    ...(max !== undefined && { displayMax: max === 0 ? null : max }),
    ...(arrival !== undefined && { arrival }),
    ...(notes !== undefined && { notes }),
  })
  const kept = Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined))
  return {
    ...kept,
    ...(enabled !== undefined && { enabled: enabled === 'on' }),
    texts: { cn: text(maxCn, arrivalCn, notesCn), en: text(maxEn, arrivalEn, notesEn) },
  }
}

/** The changed fields, for the second approver and the history. */
export function linesOf(
  before: Record<string, unknown>,
  after: RailPatch,
): { label: Words; before: string; after: string }[] {
  return names
    .filter((name) => Object.hasOwn(after, name))
    .map((name) => ({ label: railFieldNames[name], before: said(name, before[name]), after: said(name, after[name]) }))
}

function said(name: RailField, value: unknown): string {
  if (value === null || value === undefined || (name.startsWith('max') && value === 0)) return '–'
  if (name === 'enabled') return value === 'on' ? '开 on' : '关 off'
  if (name === 'feeBps') return `${Number(value) / 100}%`
  if (name === 'min' || name === 'feeFixed' || name.startsWith('max')) return plain(Number(value))
  return String(value)
}
