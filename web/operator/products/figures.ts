/** Typed figures: amounts and rates with two decimal places, lists with commas. Empty means null. */
import { parse, plain, show } from '#contract/core/money.ts'
import type { Words } from '#contract/core/fields.ts'
import { langNow } from '#web/text.ts'

type FieldRow = Words & { readonly as: string }
export type Fields = Readonly<Record<string, FieldRow>>
export type Tables = Readonly<Record<string, Readonly<Record<string, Words>>>>
export type Figures = Readonly<Record<string, unknown>>

export const typed = (as: string, value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (as === 'money' || as === 'rate') return plain(Number(value))
  if (as === 'yes') return value ? '1' : '0'
  return Array.isArray(value) ? value.join(', ') : String(value as string | number)
}

/** `undefined`: the input is invalid. */
export function meant(as: string, text: string): unknown {
  const bare = text.trim()
  if (as === 'words') return bare.split(/[,，、]/).flatMap((word) => word.trim() || [])
  if (as === 'text') return bare
  if (bare === '') return null
  if (as === 'money' || as === 'rate') return parse(bare)
  if (as === 'count') return /^\d{1,9}$/.test(bare) ? Number(bare) : undefined
  return as === 'yes' ? bare === '1' : bare
}

/** Formatted as on the page. */
export function said(as: string, value: unknown, tables: Tables = {}): string {
  if (value === null || value === undefined || value === '') return '–'
  if (as === 'money') return show(Number(value))
  if (as === 'rate') return `${plain(Number(value))}%`
  if (Array.isArray(value)) return value.length ? value.join(langNow() === 'cn' ? '、' : ', ') : '–'
  return tables[as]?.[String(value as string)]?.[langNow()] ?? String(value as string | number)
}
