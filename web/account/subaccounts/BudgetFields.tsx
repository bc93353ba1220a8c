import { budgetPeriods } from '#contract/identity/identity.ts'
import { parse, plain } from '#contract/core/money.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { MoneyInput } from '#web/ui/forms/Input.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'

type Period = keyof typeof budgetPeriods
export type Budget = { limit: number; period: Period }
/** The raw input. */
export type Typed = { period: Period | 'NONE'; limit: string }

export const typedOf = (budget: Budget | null | undefined): Typed =>
  budget ? { period: budget.period, limit: plain(budget.limit).replaceAll(',', '') } : { period: 'NONE', limit: '' }

/** `null`: no budget; `undefined`: an amount is missing. */
export function budgetOf({ period, limit }: Typed): Budget | null | undefined {
  if (period === 'NONE') return null
  const cents = parse(limit)
  return cents === undefined ? undefined : { limit: cents, period }
}

/** How much a sub-account may move in a day, a month or in total. */
export function BudgetFields({
  value,
  onChange,
  problem,
}: {
  value: Typed
  onChange: (value: Typed) => void
  problem: string | undefined
}) {
  const t = useText()
  return (
    <Stack>
      <Field label={t('subaccounts.budget')} hint={t('subaccounts.budgetHint')} group>
        {() => (
          <Segmented
            label={t('subaccounts.budget')}
            value={value.period}
            options={[
              { value: 'NONE', label: t('subaccounts.budgetNone') },
              ...(Object.keys(budgetPeriods) as Period[]).map((period) => ({
                value: period,
                label: budgetPeriods[period][langNow()],
              })),
            ]}
            onChange={(period) => onChange({ ...value, period })}
          />
        )}
      </Field>
      {value.period !== 'NONE' && (
        <Field label={t('subaccounts.limit')} problem={problem} required>
          {(wiring) => (
            <MoneyInput
              {...wiring}
              value={value.limit}
              onChange={(limit) => onChange({ ...value, limit })}
              prefix="$"
              placeholder="0.00"
            />
          )}
        </Field>
      )}
    </Stack>
  )
}
