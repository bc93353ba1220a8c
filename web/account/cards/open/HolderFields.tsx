import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressProblem, billingCountries, type BillingCountryCode } from '../../../../contract/addresses.ts'
import { suggestHolder, type openCard } from '../../../../contract/cards.ts'
import { checks } from '../../../../contract/checks.ts'
import { ask } from '../../../parts/client.ts'
import { asRefused } from '../../../parts/refused.ts'
import type { Form } from '../../../parts/useForm.ts'
import { langNow } from '../../../text/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input, Select } from '../../../ui/Input.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { countryName, type Segment } from './SegmentTiles.tsx'
import css from './Open.module.css'

type Name = 'firstName' | 'lastName' | 'street' | 'city' | 'state' | 'zipCode'

/** Who holds the card and where it is billed: by the rules of the segment's country, or filled in by one click. */
export function HolderFields({ form, segment }: { form: Form<typeof openCard>; segment: Segment | undefined }) {
  const { t } = useTranslation()
  const [filling, setFilling] = useState(false)
  const [filled, setFilled] = useState(false)
  const country = (segment?.billingCountry ?? 'US') as BillingCountryCode
  const rules = billingCountries[country] as { readonly states?: Readonly<Record<string, string>> }
  const value = (name: Name) => String(form.values[name] ?? '')
  const misfit =
    value('state') && value('zipCode')
      ? addressProblem(country, { state: value('state'), zipCode: value('zipCode') })
      : undefined
  const misfitWords = misfit && checks[misfit === 'state' ? 'us_state' : 'zip_code'][langNow()]

  async function fill() {
    setFilling(true)
    try {
      const answer = await ask(suggestHolder, {
        ...(segment && { vid: segment.vid }),
        ...(rules.states && value('state') ? { state: value('state') } : {}),
      })
      const { firstName, lastName, street, city, state, zipCode } = Array.isArray(answer) ? answer[0]! : answer
      form.set({ firstName, lastName, street, city, state, zipCode })
      setFilled(true)
    } catch (error) {
      if (!asRefused(error)) throw error
    } finally {
      setFilling(false)
    }
  }
  const input = (name: Name, label: string, more: { hint?: string; autoComplete: string }) => {
    const { problem, ...wire } = form.field(name)
    const { hint, ...rest } = more
    return (
      <Field label={label} hint={hint} problem={problem ?? (misfit === name ? misfitWords : undefined)} required>
        {(wiring) => <Input {...wiring} {...wire} {...rest} spellCheck={false} />}
      </Field>
    )
  }
  return (
    <Panel
      title={t('cards.open.holder')}
      extra={
        <Button size="s" icon="refresh" loading={filling} guardMs={300} onClick={() => void fill()}>
          {t('cards.open.autoFill')}
        </Button>
      }
    >
      <div className={css.fields}>
        {input('firstName', t('cards.open.firstName'), { autoComplete: 'off' })}
        {input('lastName', t('cards.open.lastName'), {
          autoComplete: 'off',
          hint: segment?.nameRule ?? t('cards.open.nameHint'),
        })}
        <div className={css.wide}>{input('street', t('cards.open.street'), { autoComplete: 'off' })}</div>
        {input('city', t('cards.open.city'), { autoComplete: 'off' })}
        {rules.states ? (
          <Field
            label={t('cards.open.state')}
            problem={form.problemOf('state') ?? (misfit === 'state' ? misfitWords : undefined)}
            required
          >
            {(wiring) => (
              <Select
                {...wiring}
                value={value('state')}
                onChange={(state) => form.set({ state })}
                placeholder={t('cards.open.chooseState')}
                options={Object.entries(rules.states!).map(([code, name]) => ({
                  value: code,
                  label: `${name} (${code})`,
                }))}
              />
            )}
          </Field>
        ) : (
          input('state', t('cards.open.region'), { autoComplete: 'off' })
        )}
        {input('zipCode', t('cards.open.zipCode'), { autoComplete: 'off' })}
        <Field label={t('cards.open.billingCountry')} hint={filled ? t('cards.open.autoFilled') : undefined}>
          {(wiring) => <Input {...wiring} value={countryName(country)} onChange={() => {}} readOnly />}
        </Field>
      </div>
    </Panel>
  )
}
