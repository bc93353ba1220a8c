import type { Call } from '#contract/core/call.ts'
import { add, plain, show, type Cents } from '#contract/core/money.ts'
import { MoneyField, type FieldProps } from '#web/parts/forms/fields.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { say, useText } from './text.ts'
import css from './Actions.module.css'

export const QUICK = [10_00, 20_00, 50_00, 100_00, 200_00, 500_00]
const EXTRA = [1_00, 2_00]

/** Why an amount is refused before it is sent. */
export function outside(cents: Cents | undefined, min: Cents, max: Cents): string | undefined {
  if (cents === undefined) return undefined
  if (cents < min) return say('cards.amount.belowMin', { min: show(min) })
  return cents > max ? say('cards.amount.aboveMax', { max: show(max) }) : undefined
}

/** An amount field with one-click presets, and buttons that add a dollar or two. */
export function AmountField<C extends Call>({
  quick,
  all,
  autoFocus,
  ...field
}: FieldProps<C> & {
  quick?: readonly Cents[]
  /** The whole available amount: instead of presets. */
  all?: Cents | undefined
  autoFocus?: boolean
}) {
  const t = useText()
  const { form, name } = field
  const amount = form.cents(name)
  const put = (cents: Cents) => form.field(name).onChange(plain(cents).replaceAll(',', '').replace(/\.00$/, ''))
  const short = (cents: Cents) => show(cents).replace(/\.00$/, '')
  return (
    <Stack gap={2} className={css.amount}>
      <MoneyField {...field} required prefix="$" placeholder="0.00" {...(autoFocus && { autoFocus })} />
      <Row role="group" aria-label={t('cards.amount.quick')} className={css.quick}>
        {quick?.map((cents) => (
          <button key={cents} type="button" aria-pressed={amount === cents} onClick={() => put(cents)}>
            {short(cents)}
          </button>
        ))}
        {all !== undefined && all > 0 && (
          <button type="button" aria-pressed={amount === all} onClick={() => put(all)}>
            {t('cards.amount.all')} {show(all)}
          </button>
        )}
        {quick &&
          EXTRA.map((cents) => (
            <button
              key={`+${cents}`}
              type="button"
              className={css.plus}
              aria-label={t('cards.amount.extra', { amount: show(cents) })}
              onClick={() => put(add(amount ?? 0, cents))}
            >
              +{short(cents)}
            </button>
          ))}
      </Row>
    </Stack>
  )
}
