import { useState } from 'react'
import { addressProblems, countryWords, usStates, type BillingCountryCode } from '#contract/cards/addresses.ts'
import { checks } from '#contract/core/checks.ts'
import type { Output } from '#contract/core/call.ts'
import { saveCardholder, showCase } from '#contract/identity/desk/cases.ts'
import { SelectField, TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { ComboboxField } from '#web/parts/forms/pickers.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { optionsOf } from '#web/parts/lists/filters.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Facts, Grid, Muted, Stack } from '#web/ui/layout.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'

type Case = Output<typeof showCase>

/** Who cards of real issuers are issued to. The papers have neither a Latin name for sure nor a billing address, so a reviewer enters them once. */
export function Cardholders({ found }: { found: Case }) {
  const t = useText()
  const may = useHolds('staff:identity.make')
  const [open, setOpen] = useState(false)
  return (
    <Panel title={t('verification.cardholders')}>
      <Stack gap={3}>
        <Muted as="p">{t('verification.cardholdersText')}</Muted>
        {found.cardholders.length > 0 && (
          <Facts facts={found.cardholders.map(({ name, countryText }) => [countryText, <strong>{name}</strong>])} />
        )}
        {may && (
          <Button guardMs={0} onClick={() => setOpen(true)}>
            {t('verification.enterCardholder')}
          </Button>
        )}
      </Stack>
      {open && <EnterCardholder orderNo={found.orderNo} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

const blank = { firstName: '', lastName: '', street: '', city: '', state: '', zipCode: '' }

function EnterCardholder({ orderNo, onClose }: { orderNo: string; onClose: () => void }) {
  const t = useText()
  const form = useForm(saveCardholder, { initial: { orderNo, ...blank, country: 'US' } })
  const country = form.text('country') as BillingCountryCode
  const problems = addressProblems(country, { state: form.text('state'), zipCode: form.text('zipCode') })
  const fitting = (name: 'state' | 'zipCode') => {
    const check = form.text(name) && problems[name]
    return { form, name, problem: form.problemOf(name) ?? (check ? checks[check][langNow()] : undefined) }
  }
  return (
    <FormDialog
      form={form}
      title={t('verification.enterCardholder')}
      width={560}
      submit={t('verification.saveCardholder')}
      done={t('verification.cardholderSaved')}
      refreshes={[showCase]}
      onClose={onClose}
    >
      <Grid min={220}>
        <TextField form={form} name="firstName" label={t('verification.firstName')} autoFocus />
        <TextField form={form} name="lastName" label={t('verification.lastName')} hint={t('verification.latin')} />
        <SelectField form={form} name="country" label={t('verification.country')} options={optionsOf(countryWords)} />
        <TextField form={form} name="street" label={t('verification.street')} />
        <TextField form={form} name="city" label={t('verification.city')} />
        {country === 'US' ? (
          <ComboboxField
            {...fitting('state')}
            label={t('verification.state')}
            options={Object.entries(usStates).map(([code, name]) => ({ value: code, label: `${name} (${code})` }))}
          />
        ) : (
          <TextField {...fitting('state')} label={t('verification.state')} />
        )}
        <TextField {...fitting('zipCode')} label={t('verification.zipCode')} />
      </Grid>
    </FormDialog>
  )
}
