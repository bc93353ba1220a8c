/** Fields with their types, units, bounds and values; those of objects unfold. */
import type { Choice, Field } from './described.ts'
import { h, type Child } from './dom.ts'
import { inLang, t } from './text.ts'

/** More values than these unfold. */
const SHOWN_VALUES = 8

export function fieldList(fields: readonly Field[], { asked }: { asked: boolean }, depth = 0): HTMLElement {
  return h(
    'ul',
    { class: 'fields' },
    fields.map((field) => h('li', {}, ...fieldRow(field, { asked }, depth))),
  )
}

function fieldRow(field: Field, { asked }: { asked: boolean }, depth: number): Child[] {
  const { name, words, required, nullable, choices, fields } = field
  const bounds = boundsOf(field)
  return [
    h(
      'div',
      { class: 'field' },
      h('code', { class: 'field-name', lang: 'en' }, name),
      h('span', { class: 'type' }, typeOf(field)),
      asked && required && h('span', { class: 'must' }, t('reference.required')),
      !asked && !required && h('span', { class: 'type' }, t('reference.optional')),
      nullable && h('span', { class: 'type' }, t('reference.nullable')),
    ),
    words && h('p', {}, inLang(words)),
    bounds.length > 0 &&
      h(
        'p',
        { class: 'bounds' },
        bounds.map((one, at) => [at > 0 && ' · ', one]),
      ),
    choices && valuesOf(choices),
    fields &&
      h(
        'details',
        { open: depth === 0 && fields.length <= 6 },
        h('summary', {}, t('reference.fields', { count: fields.length })),
        fieldList(fields, { asked }, depth + 1),
      ),
  ]
}

function typeOf(field: Field): string {
  const kind = t(`kinds.${field.kind}`)
  const unit = field.unit && t(`kinds.${field.unit}`)
  const one = unit ? `${kind} · ${unit}` : kind
  return field.list ? t('kinds.listOf', { kind: one }) : one
}

/** A billion dollars. */
const MOST_CENTS = 100_000_000_000

const count = (value: number): string => value.toLocaleString('en')
function range(min: number | undefined, max: number | undefined): string | undefined {
  if (min !== undefined && max !== undefined) return min === max ? count(min) : `${count(min)}–${count(max)}`
  if (min !== undefined) return t('kinds.atLeast', { min: count(min) })
  return max === undefined ? undefined : t('kinds.atMost', { max: count(max) })
}

function boundsOf(field: Field): Child[] {
  // A time has the bounds of all times, and most amounts the same highest one.
  const max = field.unit === 'cents' && field.max === MOST_CENTS ? undefined : field.max
  const size = field.unit === 'time' ? undefined : range(field.min, max)
  const length = range(field.minLength, field.maxLength)
  const items = range(field.minItems, field.maxItems)
  return [
    size,
    length && t('kinds.characters', { range: length }),
    items && t('kinds.items', { range: items }),
    field.prefixes && t('kinds.begins', { prefix: field.prefixes.map((prefix) => `${prefix}_`).join(', ') }),
    field.default !== undefined && t('reference.usual', { value: String(field.default) }),
    field.pattern && [`${t('reference.shape')} `, h('code', { lang: 'en' }, field.pattern)],
  ].filter((one) => one !== undefined && one !== false)
}

function valuesOf(choices: readonly Choice[]): HTMLElement {
  const list = h(
    'ul',
    { class: 'values' },
    choices.map(({ value, words }) =>
      h('li', {}, h('code', { lang: 'en' }, String(value)), words && ` ${inLang(words)}`),
    ),
  )
  return choices.length <= SHOWN_VALUES
    ? list
    : h('details', {}, h('summary', {}, t('reference.values', { count: choices.length })), list)
}
