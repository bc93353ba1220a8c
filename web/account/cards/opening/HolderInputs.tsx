import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { addressProblems, billingCountries, type BillingCountryCode } from '#contract/cards/addresses.ts'
import type { openBatch } from '#contract/cards/batches.ts'
import type { editAddress } from '#contract/cards/holders.ts'
import { suggestHolder, type openCard } from '#contract/cards/cards.ts'
import { checks } from '#contract/core/checks.ts'
import { ask } from '#web/parts/client/client.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { ComboboxField } from '#web/parts/forms/pickers.tsx'
import type { Form } from '#web/parts/forms/useForm.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { Grid } from '#web/ui/layout.tsx'
import { countryName } from './countryName.ts'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'
import css from './Open.module.css'

/** The forms with a holder: opening one card or many, and changing the address of one. */
export type HolderForm = Form<typeof openCard | typeof openBatch | typeof editAddress>

const statesOf = (country: string): Readonly<Record<string, string>> | undefined =>
  (billingCountries[country as BillingCountryCode] as { readonly states?: Readonly<Record<string, string>> }).states

/** Generates a holder and an address with one click; a selected state is kept. */
export function useHolderFill(form: HolderForm, vid: string | undefined, country: string) {
  const t = useText()
  const may = useMay(suggestHolder)
  const [filling, setFilling] = useState(false)
  const [filled, setFilled] = useState(false)

  async function fill() {
    setFilling(true)
    try {
      const state = statesOf(country) && form.text('state')
      const answer = await ask(suggestHolder, { ...(vid && { vid }), ...(state && { state }) })
      const { country: _, ...holder } = Array.isArray(answer) ? answer[0]! : answer
      form.set(holder)
      setFilled(true)
    } catch (error) {
      if (!asRefused(error)) throw error
    } finally {
      setFilling(false)
    }
  }
  // `?fill`: whoever comes from their first steps finds the form filled in.
  const [search] = useSearchParams()
  const fillAtFirst = useEffectEvent(() => void (search.has('fill') && form.text('firstName') === '' && fill()))
  useEffect(() => {
    if (vid && may.shown) fillAtFirst()
  }, [vid, may.shown])
  const button = may.shown && (
    <Button size="s" icon="refresh" loading={filling} guardMs={300} onClick={() => void fill()}>
      {t('cards.open.autoFill')}
    </Button>
  )
  return { button, filled }
}

/** Holder and billing address, by the rules of the country. */
export function HolderInputs({
  form,
  country,
  filled,
  nameRule,
}: {
  form: HolderForm
  country: string
  filled: boolean
  nameRule?: string | undefined
}) {
  const t = useText()
  return (
    <Grid min={240}>
      <NameInputs form={form} nameRule={nameRule} />
      <AddressInputs form={form} country={country} />
      <Field label={t('cards.open.billingCountry')} hint={filled ? t('cards.open.autoFilled') : undefined}>
        {(wiring) => <Input {...wiring} value={countryName(country)} onChange={() => {}} readOnly />}
      </Field>
    </Grid>
  )
}

export function NameInputs({ form, nameRule }: { form: HolderForm; nameRule?: string | undefined }) {
  const t = useText()
  const hint = nameRule ?? t('cards.open.nameHint')
  return (
    <>
      <TextField form={form} name="firstName" label={t('cards.open.firstName')} required />
      <TextField form={form} name="lastName" label={t('cards.open.lastName')} hint={hint} required />
    </>
  )
}

export function AddressInputs({ form, country }: { form: HolderForm; country: string }) {
  const t = useText()
  const states = statesOf(country)
  const problems = addressProblems(country, { state: form.text('state'), zipCode: form.text('zipCode') })
  /** What does not fit the country is said while it is typed. */
  const fitting = (name: 'state' | 'zipCode') => {
    const check = form.text(name) && problems[name]
    return {
      form,
      name,
      required: true,
      problem: form.problemOf(name) ?? (check ? checks[check][langNow()] : undefined),
    }
  }
  return (
    <>
      <div className={css.wide}>
        <TextField form={form} name="street" label={t('cards.open.street')} required />
      </div>
      <TextField form={form} name="city" label={t('cards.open.city')} required />
      {states ? (
        <ComboboxField
          {...fitting('state')}
          label={t('cards.open.state')}
          placeholder={t('cards.open.chooseState')}
          options={Object.entries(states).map(([code, name]) => ({ value: code, label: `${name} (${code})` }))}
        />
      ) : (
        <TextField {...fitting('state')} label={t('cards.open.region')} />
      )}
      <TextField {...fitting('zipCode')} label={t('cards.open.zipCode')} />
    </>
  )
}
