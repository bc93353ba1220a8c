/**
 * Building blocks for the schemas of calls. Forms and query strings carry only text, so every field accepts its own type and the text form of it; the browser's
 * input type and the server's are the same.
 */
import * as z from 'zod/mini'

type Field<T> = z.ZodMiniType<T, T>

/** `read` turns what was sent into what the schema checks; for the types it is the schema itself. */
export const preprocess = <T extends z.ZodMiniType>(read: (value: unknown) => unknown, schema: T): T =>
  z.pipe(z.transform(read), schema) as unknown as T

/** The value of a field that was not sent. */
export const withDefault = z._default

const fromText = <T>(read: (text: string) => unknown, schema: Field<T>): Field<T> =>
  preprocess((value) => (typeof value === 'string' ? read(value) : value), schema)

/** What a number counts, for the reference: minor units of a currency, or milliseconds since 1970. */
export type Unit = 'cents' | 'time'
const units = new WeakMap<object, Unit>()
const measured = <T extends z.ZodMiniType>(unit: Unit, schema: T): T => {
  units.set(schema, unit)
  return schema
}
export const unitOf = (schema: object): Unit | undefined => units.get(schema)

/** A whole number. Text such as `1e3`, `１２`, ` 7` or an empty string is refused, never guessed. */
export const whole = (min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): Field<number> =>
  fromText((text) => (/^-?\d{1,16}$/.test(text) ? Number(text) : text), z.int().check(z.gte(min), z.lte(max)))

/** Money in minor units of its `unit` (cents for USD and CNY). Inputs are never negative. */
export const cents = (min = 1, max = 1_000_000_000_00): Field<number> => measured('cents', whole(min, max))

/** Money in an output, with either sign. */
export const Cents = measured('cents', z.int())

/** A boolean in a request: 1, 0, true, false. */
export const yesNo: Field<boolean> = fromText(
  (text) => ({ '1': true, true: true, '0': false, false: false })[text] ?? text,
  preprocess((value) => (value === 1 ? true : value === 0 ? false : value), z.boolean()),
)

/** A required confirmation; any other value is answered with `message`. */
export const yes = (message: string): Field<boolean> =>
  fromText(
    (text) => ({ '1': true, true: true, '0': false, false: false })[text] ?? text,
    preprocess((value) => (value === 1 ? true : value), z.boolean(message).check(z.refine(Boolean, message))),
  )

type Found = { issues: readonly { code?: string | undefined; path?: readonly PropertyKey[] | undefined }[] }
/**
 * When a rule across several fields runs: together with the rules of the fields, so that a form shows all errors in one submit. By default zod waits until no
 * other field is missing. Skipped if a field that it reads is absent.
 */
export const reading =
  (...names: string[]) =>
  ({ issues }: Found): boolean =>
    issues.every(
      ({ code, path = [] }) => path.length > 0 && !(code === 'invalid_type' && names.includes(String(path[0]))),
    )

/** A boolean in an output, written 0 or 1. */
export const Flag = z.union([z.literal(0), z.literal(1)])
export type Flag = z.infer<typeof Flag>
export const flag = (yes: unknown): Flag => (yes ? 1 : 0)

/** Epoch milliseconds, UTC. */
export const Time = measured('time', z.int())
export const time: Field<number> = measured('time', whole(0, 9_999_999_999_999))

/** A list in a form: a repeated key, or one value with commas. */
export const listOf = <T>(item: z.ZodMiniType<T, T>, min = 0, max = 500): Field<T[]> =>
  preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
    z.array(item).check(z.minLength(min), z.maxLength(max)),
  )

/** Text as people type it: trimmed, without control characters, at most `max` characters. */
export const text = (max: number, min = 0): Field<string> =>
  z.string().check(
    z.trim(),
    z.minLength(min),
    z.maxLength(max),
    // oxlint-disable-next-line no-control-regex
    z.regex(/^[^\u0000-\u001f\u007f]*$/),
  )

/** Text of one shape; anything else is answered with `message`. */
export const pattern = (shape: RegExp, message?: string): Field<string> => z.string().check(z.regex(shape, message))

/** An opaque id: a prefix and a ULID, `crd_01J…`. */
export const id = (...prefixes: [string, ...string[]]): Field<string> =>
  pattern(new RegExp(`^(?:${prefixes.join('|')})_[0-9A-HJKMNP-TV-Z]{26}$`))

/** The client's id for one intent: a repeated request gets the same answer and runs only once. */
export const requestNo = z.optional(pattern(/^[\w-]{8,64}$/))

export const pageInput = {
  pageNo: withDefault(whole(1, 1_000_000), 1),
  pageSize: withDefault(whole(1, 200), 10),
  cursor: z.optional(z.string().check(z.maxLength(200))),
}

/** One page of rows. `total` is exact up to 10,000 and flagged as capped above that, so that a page never costs a full count. */
export const pageOf = <R extends z.ZodMiniType, S extends z.ZodMiniType = z.ZodMiniUnknown>(row: R, summary?: S) =>
  z.object({
    data: z.array(row),
    total: z.int(),
    totalCapped: z.optional(z.boolean()),
    pageNo: z.int(),
    pageSize: z.int(),
    haveNext: z.boolean(),
    cursor: z.optional(z.string()),
    /** More rows match than the sums in `summary` cover: the sums are over the newest 10,000. */
    summaryCapped: z.optional(z.boolean()),
    summary: (summary ?? z.optional(z.unknown())) as S extends z.ZodMiniType ? S : z.ZodMiniUnknown,
  })

/** A text of the product in both languages. */
export type Words = { readonly cn: string; readonly en: string }
export type Lang = keyof Words
