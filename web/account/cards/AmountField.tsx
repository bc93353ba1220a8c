import type { ReactNode } from 'react'
import { add, parse, plain, show, type Cents } from '#contract/core/money.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { MoneyInput } from '#web/ui/forms/Input.tsx'
import { useText } from './text.ts'
import css from './Actions.module.css'

/** An amount field with one-click presets, and buttons that add a dollar or two. */
export function AmountField({
  label,
  value,
  onChange,
  onBlur,
  problem,
  hint,
  quick = [],
  extra = [],
  all,
  autoFocus,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  problem: string | undefined
  hint?: ReactNode
  quick?: readonly Cents[]
  extra?: readonly Cents[]
  /** The whole available amount. */
  all?: Cents | undefined
  autoFocus?: boolean
}) {
  const t = useText()
  const amount = parse(value)
  const put = (cents: Cents) => onChange(plain(cents).replaceAll(',', '').replace(/\.00$/, ''))
  return (
    <div className={css.amount}>
      <Field label={label} problem={problem} hint={hint} required>
        {(wiring) => (
          <MoneyInput
            {...wiring}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            prefix="$"
            placeholder="0.00"
            {...(autoFocus && { 'data-autofocus': true })}
          />
        )}
      </Field>
      <div className={css.quick} role="group" aria-label={t('cards.amount.quick')}>
        {quick.map((cents) => (
          <button key={cents} type="button" aria-pressed={amount === cents} onClick={() => put(cents)}>
            {show(cents).replace(/\.00$/, '')}
          </button>
        ))}
        {all !== undefined && all > 0 && (
          <button type="button" aria-pressed={amount === all} onClick={() => put(all)}>
            {t('cards.amount.all')} {show(all)}
          </button>
        )}
        {extra.map((cents) => (
          <button
            key={`+${cents}`}
            type="button"
            className={css.plus}
            aria-label={t('cards.amount.extra', { amount: show(cents) })}
            onClick={() => put(add(amount ?? 0, cents))}
          >
            +{show(cents).replace(/\.00$/, '')}
          </button>
        ))}
      </div>
    </div>
  )
}
