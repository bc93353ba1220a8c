import { useState } from 'react'
import { addressProblems, billingCountries, type BillingCountryCode } from '#contract/cards/addresses.ts'
import type { editAddress } from '#contract/cards/holders.ts'
import { suggestHolder, type openCard } from '#contract/cards/cards.ts'
import { checks } from '#contract/core/checks.ts'
import { ask } from '#web/parts/client/client.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import type { Form } from '#web/parts/forms/useForm.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select } from '#web/ui/forms/Input.tsx'
import { countryName } from './countryName.ts'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'
import css from './Open.module.css'

type Name = 'firstName' | 'lastName' | 'street' | 'city' | 'state' | 'zipCode'
type HolderForm = Pick<Form<typeof openCard> | Form<typeof editAddress>, 'values' | 'field' | 'problemOf' | 'set'>
type Props = { form: HolderForm; vid?: string | undefined; country: string }

const statesOf = (country: string): Readonly<Record<string, string>> | undefined =>
  (billingCountries[country as BillingCountryCode] as { readonly states?: Readonly<Record<string, string>> }).states

/** Generates a holder and an address with one click; a selected state is kept. */
export function useHolderFill({ form, vid, country }: Props) {
  const t = useText()
  const may = useMay(suggestHolder)
  const [filling, setFilling] = useState(false)
  const [filled, setFilled] = useState(false)
  const state = String(form.values.state ?? '')

  async function fill() {
    setFilling(true)
    try {
      const answer = await ask(suggestHolder, { ...(vid && { vid }), ...(statesOf(country) && state && { state }) })
      const { firstName, lastName, street, city, state: inState, zipCode } = Array.isArray(answer) ? answer[0]! : answer
      form.set({ firstName, lastName, street, city, state: inState, zipCode })
      setFilled(true)
    } catch (error) {
      if (!asRefused(error)) throw error
    } finally {
      setFilling(false)
    }
  }
  const button = may.shown && (
    <Button size="s" icon="refresh" loading={filling} guardMs={300} onClick={() => void fill()}>
      {t('cards.open.autoFill')}
    </Button>
  )
  return { button, filled }
}

/** Inputs for holder and billing address, by the rules of the country. */
export function HolderInputs({
  form,
  country,
  filled,
  nameRule,
}: Omit<Props, 'vid'> & { filled: boolean; nameRule?: string | undefined }) {
  const t = useText()
  const states = statesOf(country)
  const value = (name: Name) => String(form.values[name] ?? '')
  const problems = addressProblems(country, { state: value('state'), zipCode: value('zipCode') })
  const misfitOf = (name: Name) => {
    const check = name === 'state' || name === 'zipCode' ? problems[name] : undefined
    return check && value(name) ? checks[check][langNow()] : undefined
  }
  const input = (name: Name, label: string, hint?: string) => {
    const { problem, ...wire } = form.field(name)
    return (
      <Field label={label} hint={hint} problem={problem ?? misfitOf(name)} required>
        {(wiring) => <Input {...wiring} {...wire} autoComplete="off" spellCheck={false} />}
      </Field>
    )
  }
  return (
    <div className={css.fields}>
      {input('firstName', t('cards.open.firstName'))}
      {input('lastName', t('cards.open.lastName'), nameRule ?? t('cards.open.nameHint'))}
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
              options={Object.entries(states).map(([code, name]) => ({ value: code, label: `${name} (${code})` }))}
            />
          )}
        </Field>
      ) : (
        input('state', t('cards.open.region'))
      )}
      {input('zipCode', t('cards.open.zipCode'))}
      <Field label={t('cards.open.billingCountry')} hint={filled ? t('cards.open.autoFilled') : undefined}>
        {(wiring) => <Input {...wiring} value={countryName(country)} onChange={() => {}} readOnly />}
      </Field>
    </div>
  )
}
