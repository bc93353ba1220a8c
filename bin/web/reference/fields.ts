/** The fields of a call for the reference, from its schema. */
import * as z from 'zod'
import { unitOf, type Words } from '#contract/core/fields.ts'
import type { Call } from '#contract/core/call.ts'
import { enums } from '#contract/enums.ts'
import type { Choice, Field, Kind } from '#web/reference/described.ts'
import { fieldWords } from './fieldWords.ts'

export type Schema = {
  type?: string | string[]
  format?: string
  enum?: (string | number | boolean | null)[]
  const?: string | number | boolean | null
  default?: unknown
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  $ref?: string
  $defs?: Record<string, Schema>
  unit?: 'cents' | 'time'
}

/** With the units of numbers, which JSON Schema has no word for. */
export const jsonSchema = (schema: Call['input'], io: 'input' | 'output'): Schema =>
  z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: described }) => {
      const unit = unitOf(zodSchema)
      if (unit) Object.assign(described, { unit })
    },
  }) as Schema

/** Bounds that only say "an integer". */
const ANY_INTEGER = Number.MAX_SAFE_INTEGER
/** What all texts of people have. */
const PLAIN_TEXT = '^[^\\u0000-\\u001f\\u007f]*$'
const ID = /^\^\(\?:([\w|]+)\)_\[0-9A-HJKMNP-TV-Z\]\{26\}\$$/

/** The fields of an object; of anything else, nothing. */
export const fieldsOf = (schema: Schema): Field[] => {
  const field = fieldOf('', schema, schema.$defs ?? {})
  return field.fields ?? []
}

export function fieldOf(name: string, schema: Schema, defs = schema.$defs ?? {}, seen: readonly string[] = []): Field {
  const { shown, nullable, around } = unwrapped(schema, defs)
  const words = fieldWords[`${name}:${shown.unit}`] ?? fieldWords[name]
  const ref = shown.$ref?.replace(/^#\/\$defs\//, '')
  if (ref !== undefined && seen.includes(ref)) return { name, kind: 'object', ...(words && { words }) }
  const target = ref === undefined ? shown : (defs[ref] ?? {})
  const inner = ref === undefined ? seen : [...seen, ref]
  if (target.type === 'array' || target.prefixItems) {
    const { minItems, maxItems } = target
    const items = target.items ?? target.prefixItems?.[0] ?? {}
    const { required: _, default: __, ...item } = fieldOf(name, items, defs, inner)
    return {
      ...item,
      list: true,
      ...(minItems ? { minItems } : {}),
      ...(maxItems !== undefined && { maxItems }),
      ...(nullable && { nullable: true as const }),
      ...defaultOf(around),
    }
  }
  const kind = kindOf(target)
  const fields =
    kind === 'object'
      ? Object.entries(target.properties ?? {}).map(([key, part]) => ({
          ...fieldOf(key, part, defs, inner),
          ...(target.required?.includes(key) && { required: true as const }),
        }))
      : []
  return {
    name,
    kind,
    ...(words && { words }),
    ...(nullable && { nullable: true as const }),
    ...boundsOf(target),
    ...unitOfField(name, target),
    ...choicesOf(name, target),
    ...defaultOf(around),
    ...(fields.length > 0 && { fields }),
  }
}

const defaultOf = ({ default: usual }: Schema): { default?: unknown } => (usual === undefined ? {} : { default: usual })

/** Alternatives to nothing are dropped, and alternatives of objects are one object in which each may be absent. */
function unwrapped(schema: Schema, defs: Record<string, Schema>): { shown: Schema; nullable: boolean; around: Schema } {
  if (schema.type instanceof Array) {
    const types = schema.type.filter((type) => type !== 'null')
    return { shown: { ...schema, type: types[0]! }, nullable: types.length < schema.type.length, around: schema }
  }
  const parts = schema.anyOf ?? schema.oneOf
  if (!parts) return { shown: schema, nullable: false, around: schema }
  const some = parts.filter(({ type }) => type !== 'null')
  const nullable = some.length < parts.length
  const around = { ...schema, default: schema.default ?? some[0]?.default }
  if (some.length === 1) return { ...unwrapped(some[0]!, defs), nullable, around }
  const values = some.map((part) => part.enum ?? (part.const === undefined ? undefined : [part.const]))
  if (values.every((value) => value !== undefined)) return { shown: { enum: values.flat() }, nullable, around }
  const lists = some.find(({ type }) => type === 'array')
  if (lists) return { shown: lists, nullable, around }
  const objects = some.map((part) => (part.$ref ? (defs[part.$ref.replace(/^#\/\$defs\//, '')] ?? {}) : part))
  if (objects.every(({ type }) => type === 'object')) {
    const required = objects.map((part) => part.required ?? [])
    const always = required[0]!.filter((name) => required.every((names) => names.includes(name)))
    const properties: Record<string, Schema> = {}
    for (const part of objects)
      for (const [name, one] of Object.entries(part.properties ?? {}))
        properties[name] = properties[name] === undefined ? one : either(properties[name], one)
    return { shown: { type: 'object', properties, required: always }, nullable, around }
  }
  return { shown: { ...some[0]!, pattern: undefined } as Schema, nullable, around }
}
const either = (one: Schema, other: Schema): Schema =>
  JSON.stringify(one) === JSON.stringify(other) ? one : { anyOf: [one, other] }

function kindOf(schema: Schema): Kind {
  if (schema.format === 'binary') return 'file'
  if (isFlag(schema)) return 'integer'
  if (schema.enum || schema.const !== undefined) return 'choice'
  if (schema.type === 'string') return schema.pattern && ID.test(schema.pattern) ? 'id' : 'text'
  if (schema.type === 'integer' || schema.type === 'number' || schema.type === 'boolean') return schema.type
  if (schema.type === 'object' || schema.properties || schema.allOf) return 'object'
  return 'any'
}
const isFlag = ({ enum: values }: Schema): boolean => values?.length === 2 && values.includes(0) && values.includes(1)

function boundsOf(schema: Schema): Partial<Field> {
  const { minimum, maximum, minLength, maxLength, pattern } = schema
  if (isFlag(schema)) return { min: 0, max: 1 }
  const ids = pattern && ID.exec(pattern)
  return {
    ...(minimum !== undefined && minimum > -ANY_INTEGER && { min: minimum }),
    ...(maximum !== undefined && maximum < ANY_INTEGER && { max: maximum }),
    ...(minLength ? { minLength } : {}),
    ...(maxLength !== undefined && { maxLength }),
    ...(ids ? { prefixes: ids[1]!.split('|') } : pattern && pattern !== PLAIN_TEXT && { pattern }),
  }
}

function unitOfField(name: string, { unit, type }: Schema): Pick<Field, 'unit'> {
  if (unit) return { unit }
  if (type !== 'integer' && type !== 'number') return {}
  if (name.endsWith('Cents')) return { unit: 'cents' }
  if (name.endsWith('Bps')) return { unit: 'bps' }
  return /[a-z]Ms$/.test(name) ? { unit: 'ms' } : {}
}

type Options = Readonly<Record<string, Words>>
const tables: readonly Options[] = Object.values(enums)

/** With the words of the option list (contract/enums.ts) that has all these values; if several do, the one with the fewest others. */
function choicesOf(name: string, schema: Schema): { choices?: Choice[] } {
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  if (!values || isFlag(schema)) return {}
  const fitting = tables
    .filter((options) => values.every((value) => Object.hasOwn(options, String(value))))
    .sort((a, b) => Object.keys(a).length - Object.keys(b).length)
  const named = Object.entries(enums).find(
    ([key, options]) => key.toLowerCase() === name.toLowerCase() && fitting.includes(options),
  )?.[1]
  const best = named ?? fitting[0]
  // One or two values of a long list are rather something else of the same name.
  const options = best && (named || values.length * 2 > Object.keys(best).length) ? best : undefined
  return {
    choices: values.map((value) => {
      const words = options?.[String(value)]
      return { value, ...(words && { words: { cn: words.cn, en: words.en } }) }
    }),
  }
}
