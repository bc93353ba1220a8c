import { useRef, type ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import { useLoaded } from '../onDemand/useLoaded.ts'
import { Field } from './Field.tsx'
import css from './Field.module.css'

/** Days are texts such as `2026-11-23`; an empty one leaves that end open. */
export type Days = { start: string; end: string }

type Common = { label: string; hint?: ReactNode; problem?: ReactNode; required?: boolean; disabled?: boolean }
export type DateRangeProps = Common & {
  value: Days
  onChange: (days: Days) => void
  /** Ranges by name, such as the last seven days. */
  presets?: readonly { label: string; days: Days }[]
}
export type DateFieldProps = Common & {
  /** Empty, or a day; with `minutes` a moment such as `2026-11-23T14:02`. */
  value: string
  onChange: (day: string) => void
  minutes?: boolean
  /** The first and the last day that can be chosen. */
  min?: string | undefined
  max?: string | undefined
}

const loadRange = () => (allowEmptyHtml(), import('./DateRangeWidget.tsx'))
const loadField = () => (allowEmptyHtml(), import('./DateWidget.tsx'))

/** From a day to a day, typed or chosen in a calendar. Either end can stay open. */
export function DateRange(props: DateRangeProps) {
  const input = useRef<HTMLInputElement>(null)
  const { at, wakes } = useLoaded(loadRange, input)
  if (at) return <at.Widget {...props} handover={at.handover} />
  const { start, end } = props.value
  return <StandIn {...props} input={input} wakes={wakes} text={start || end ? `${start} – ${end}` : ''} />
}

/** One day, typed or chosen in a calendar. */
export function DateField(props: DateFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const { at, wakes } = useLoaded(loadField, input)
  if (at) return <at.Widget {...props} handover={at.handover} />
  return <StandIn {...props} input={input} wakes={wakes} text={props.value.replace('T', ' ')} />
}

function StandIn({
  label,
  hint,
  problem,
  required = false,
  disabled,
  input,
  wakes,
  text,
}: Common & { input: React.RefObject<HTMLInputElement | null>; wakes: object; text: string }) {
  return (
    <Field label={label} hint={hint} problem={problem} required={required}>
      {(wiring) => (
        <span className={css.box} data-invalid={wiring['aria-invalid']} {...wakes}>
          <input {...wiring} ref={input} readOnly disabled={disabled} className={css.input} value={text} />
          <span className={css.opener}>
            <Icon name="calendar" size={16} />
          </span>
        </span>
      )}
    </Field>
  )
}

type Factory = {
  defaultPolicy: object | null
  createPolicy: (name: string, rules: { createHTML: (html: string) => string | null }) => object
}

/**
 * React Aria empties its announcements by `innerHTML = ''`, which the page's Trusted Types refuse: typing a second date broke the page. The default policy permits
 * the empty text and still refuses any other.
 */
function allowEmptyHtml(): void {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
  if (factory && !factory.defaultPolicy)
    factory.createPolicy('default', { createHTML: (html) => (html === '' ? '' : null) })
}
