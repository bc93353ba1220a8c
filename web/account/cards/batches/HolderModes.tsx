import { addressProblems, billingCountries, type BillingCountryCode } from '#contract/cards/addresses.ts'
import type { openBatch } from '#contract/cards/batches.ts'
import { checks } from '#contract/core/checks.ts'
import type { Form } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select } from '#web/ui/forms/Input.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import css from '../opening/Open.module.css'

type Name = 'firstName' | 'lastName' | 'street' | 'city' | 'state' | 'zipCode'
type Mode = 'AUTO' | 'FIXED'

/** The holders and billing addresses: generated for each card, or the same for all. */
export function HolderModes({ form, country }: { form: Form<typeof openBatch>; country: string }) {
  const t = useText()
  const name = form.values.nameMode as Mode
  const address = form.values.addressMode as Mode
  const { states } = billingCountries[country as BillingCountryCode] as { states?: Readonly<Record<string, string>> }
  const value = (field: Name) => String(form.values[field] ?? '')
  const problems = addressProblems(country, { state: value('state'), zipCode: value('zipCode') })
  const misfitOf = (field: Name) => {
    const check = field === 'state' || field === 'zipCode' ? problems[field] : undefined
    return check && value(field) ? checks[check][langNow()] : undefined
  }
  const input = (field: Name, label: string, hint?: string) => {
    const { problem, ...wire } = form.field(field)
    return (
      <Field label={label} hint={hint} problem={problem ?? misfitOf(field)} required>
        {(wiring) => <Input {...wiring} {...wire} autoComplete="off" spellCheck={false} />}
      </Field>
    )
  }
  const modes = (['AUTO', 'FIXED'] as const).map((mode) => ({
    value: mode,
    label: t(mode === 'AUTO' ? 'batches.open.auto' : 'batches.open.fixed'),
  }))
  return (
    <>
      <Panel
        title={t('batches.open.name')}
        extra={
          <Segmented
            label={t('batches.open.name')}
            value={name}
            options={modes}
            onChange={(nameMode) => form.set({ nameMode })}
          />
        }
      >
        {name === 'AUTO' ? (
          <p className={css.aside}>{t('batches.open.autoText')}</p>
        ) : (
          <div className={css.fields}>
            {input('firstName', t('cards.open.firstName'))}
            {input('lastName', t('cards.open.lastName'), t('cards.open.nameHint'))}
          </div>
        )}
      </Panel>
      <Panel
        title={t('batches.open.address')}
        extra={
          <Segmented
            label={t('batches.open.address')}
            value={address}
            options={modes}
            onChange={(addressMode) => form.set({ addressMode })}
          />
        }
      >
        {address === 'AUTO' ? (
          <p className={css.aside}>{t('batches.open.autoText')}</p>
        ) : (
          <div className={css.fields}>
            <div className={css.wide}>{input('street', t('cards.open.street'))}</div>
            {input('city', t('cards.open.city'))}
            {states ? (
              <Field label={t('cards.open.state')} problem={form.problemOf('state') ?? misfitOf('state')} required>
                {(wiring) => (
                  <Select
                    {...wiring}
                    value={value('state')}
                    onChange={(state) => form.set({ state })}
                    placeholder={t('cards.open.chooseState')}
                    options={Object.entries(states).map(([code, words]) => ({
                      value: code,
                      label: `${words} (${code})`,
                    }))}
                  />
                )}
              </Field>
            ) : (
              input('state', t('cards.open.region'))
            )}
            {input('zipCode', t('cards.open.zipCode'))}
          </div>
        )}
      </Panel>
    </>
  )
}
