import { useRef, useState, type ReactNode } from 'react'
import { Icon, type IconName } from '../Icon.tsx'
import { useLoaded } from '../onDemand/useLoaded.ts'
import { Field } from './Field.tsx'
import css from './Field.module.css'

export type ComboboxItem = { id: string; text: string; note?: string | undefined; icon?: IconName }

export type ComboboxProps = {
  label: string
  items: readonly ComboboxItem[]
  value: string | null
  onChange: (id: string | null) => void
  onBlur?: (() => void) | undefined
  placeholder?: string | undefined
  hint?: ReactNode
  problem?: ReactNode
  required?: boolean
  disabled?: boolean
}

const load = () => import('./ComboboxWidget.tsx')

/** One of many, chosen by typing a part of its text. The value is an id of the list or null, never free text. Short lists are a `Select`. */
export function Combobox(props: ComboboxProps) {
  const input = useRef<HTMLInputElement>(null)
  const { at, wakes } = useLoaded(load, input)
  const chosen = props.items.find(({ id }) => id === props.value)?.text ?? ''
  const [typed, setTyped] = useState<string>()
  if (at) return <at.Widget {...props} handover={{ ...at.handover, text: typed ?? '' }} />
  return (
    <Field label={props.label} hint={props.hint} problem={props.problem} required={props.required ?? false}>
      {(wiring) => (
        <span className={css.box} data-invalid={wiring['aria-invalid']} {...wakes}>
          <input
            {...wiring}
            ref={input}
            role="combobox"
            aria-expanded={false}
            aria-autocomplete="list"
            autoComplete="off"
            className={css.input}
            disabled={props.disabled}
            placeholder={props.placeholder}
            value={typed ?? chosen}
            onChange={(event) => setTyped(event.target.value)}
          />
          <span className={css.opener}>
            <Icon name="down" size={16} />
          </span>
        </span>
      )}
    </Field>
  )
}
