/** Files in a request. The row states what a file may be; the server enforces it while the bytes arrive. */
import * as z from 'zod/mini'
import type { Words } from './fields.ts'

/** A file as the server receives it: within its limit and complete. Its bytes are omitted when it is serialised as JSON. */
export type SentFile = {
  readonly name: string
  readonly size: number
  readonly sha256: string
  readonly bytes: Uint8Array
}

/** The first sheet of a workbook: the displayed cell values, row by row. Rows count from 1, as in Excel. */
export type Sheet = {
  readonly name: string
  readonly sha256: string
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[]
}
export type SheetLimits = { readonly maxRows: number; readonly maxColumns: number }

export type FileRule = {
  readonly maxBytes: number
  readonly sheet?: SheetLimits
  /** The message for a larger file; by default only that it is too large. */
  readonly tooLarge?: Words
}
const rules = z.registry<FileRule>()

const field = <T>(rule: FileRule, holds: (value: object) => boolean): z.ZodMiniType<T, Blob> => {
  const schema = z
    .custom<Blob>((value) => typeof value === 'object' && value !== null && holds(value), 'file_needed')
    .register(z.globalRegistry, { type: 'string', format: 'binary' })
  rules.add(schema, rule)
  return schema as unknown as z.ZodMiniType<T, Blob>
}
const picked = (value: object, { maxBytes }: FileRule): boolean => value instanceof Blob && value.size <= maxBytes

/** A file of any type; the operation that receives it checks the type. */
export const fileField = (rule: Omit<FileRule, 'sheet'>): z.ZodMiniType<SentFile, Blob> =>
  field(rule, (value) => 'bytes' in value || picked(value, rule))

/** An .xlsx workbook; the operation receives its first sheet. */
export const sheetField = (rule: { maxBytes: number } & SheetLimits): z.ZodMiniType<Sheet, Blob> =>
  field({ maxBytes: rule.maxBytes, sheet: rule }, (value) => 'rows' in value || picked(value, rule))

/** Returns the file fields of a row, by name. */
export function fileRules(input: z.ZodMiniType): ReadonlyMap<string, FileRule> {
  const shape = input instanceof z.ZodMiniObject ? (input.shape as Record<string, z.ZodMiniType>) : {}
  const plain = (schema: z.ZodMiniType): z.ZodMiniType =>
    schema instanceof z.ZodMiniOptional ? plain(schema._zod.def.innerType as z.ZodMiniType) : schema
  return new Map(
    Object.entries(shape).flatMap(([name, schema]) => {
      const rule = rules.get(plain(schema))
      return rule ? [[name, rule] as const] : []
    }),
  )
}
