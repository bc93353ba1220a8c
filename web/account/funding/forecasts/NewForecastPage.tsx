import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { listForecasts, announceWire, resubmitForecast, type ForecastRow } from '#contract/funding/forecasts.ts'
import type { Output } from '#contract/core/call.ts'
import { plain } from '#contract/core/money.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { paths } from '#web/account/paths.ts'
import { PageForm } from '#web/parts/forms/PageForm.tsx'
import { MoneyField, TextAreaField, TextField } from '#web/parts/forms/fields.tsx'
import { Detail } from '#web/parts/LoadFailed.tsx'
import { ComboboxField, DayField } from '#web/parts/forms/pickers.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Money } from '#web/ui/Money.tsx'
import { Facts, Grid } from '#web/ui/layout.tsx'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { useText } from './text.ts'
import { BusinessOnly } from './BusinessOnly.tsx'
import { payerCountries, dayOf, timeOf } from './forecastTones.ts'
import { Slips } from './Slips.tsx'
import { useSlips } from './useSlips.ts'
import { useWirePrice } from './useWirePrice.ts'

/** The form beside the list; with an id in the address, it resubmits that forecast. */
export default function NewForecastPage() {
  const t = useText()
  const { topupId } = useParams()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [params] = useSearchParams()
  const query = useAsk(listForecasts, topupId ? { topupId } : { pageSize: 1 }, { quiet: true })
  const before = topupId ? query.data?.data[0] : undefined
  const missing = topupId !== undefined && query.data && !before?.canResubmit
  return (
    <Drawer
      title={t(topupId ? 'forecasts.form.again' : 'forecasts.form.title')}
      width={640}
      onClose={() => void navigate({ pathname: topupId ? paths.forecast(topupId) : paths.financeAudit, search })}
    >
      <Detail pending={query.isPending} missing={t('forecasts.missing')} why={query.error?.says}>
        {query.data && !missing && (
          <ForecastForm
            key={before?.topupId}
            about={query.data}
            {...(before && { before })}
            amount={params.get('amount') ?? ''}
            onDone={(id) => void navigate(paths.forecast(id))}
          />
        )}
      </Detail>
    </Drawer>
  )
}

type Terms = Pick<Output<typeof listForecasts>, 'banks' | 'terms' | 'business'>

/** Announces a transfer, or resubmits a returned one with its previous content. */
function ForecastForm({
  about,
  before,
  amount = '',
  onDone,
}: {
  about: Terms
  before?: ForecastRow
  amount?: string
  onDone: (topupId: string) => void
}) {
  const t = useText()
  const may = useMay(announceWire)
  const said = before
    ? {
        topupId: before.topupId,
        amount: plain(before.amount),
        payerName: before.payerName,
        payerBank: before.payerBank,
        payerCountry: before.payerCountry,
        remark: before.remark,
        bankId: before.bankId,
      }
    : { amount, payerName: '', payerBank: '', payerCountry: 'US', remark: '', bankId: about.banks[0]?.bankId ?? '' }
  const form = useForm(before ? resubmitForecast : announceWire, {
    initial: {
      topupId: '',
      ...said,
      payerAccount: '',
      transferTime: timeOf(dayOf(before?.transferTime ?? serverNow())),
      vouchers: before?.voucher ?? [],
    },
    money: ['amount'],
  })
  const slips = useSlips(before?.voucher ?? [], (vouchers) => form.set({ vouchers }))

  const { price, hint, problem } = useWirePrice(form.text('amount'), about.terms)

  return (
    <PageForm
      form={form}
      submit={t(before ? 'forecasts.form.submitAgain' : 'forecasts.form.submit')}
      submitOff={
        may.reason ??
        (about.business ? undefined : t('forecasts.form.business')) ??
        (slips.busy ? t('forecasts.form.uploading') : undefined)
      }
      send={async () => (problem ? undefined : await form.submit())}
      done={t('forecasts.form.done')}
      refreshes={[listForecasts]}
      onDone={(answer) => onDone('topupId' in answer ? answer.topupId : before!.topupId)}
      summary={
        <Facts
          facts={[
            [t('forecasts.field.fee'), price && price.fee > 0 ? <Money cents={price.fee} /> : t('forecasts.wire.free')],
            [<strong>{t('forecasts.field.arrives')}</strong>, <Money cents={price?.creditAmount} size="l" />],
            [null, <small>{t('forecasts.field.received')}</small>],
          ]}
        />
      }
    >
      <BusinessOnly business={about.business} />
      <Grid min={240}>
        <MoneyField form={form} name="amount" label={t('forecasts.field.amount')} hint={hint} problem={problem} />
        <DayField
          form={form}
          name="transferTime"
          label={t('forecasts.field.transferTime')}
          read={(time) => (typeof time === 'number' ? dayOf(time) : '')}
          write={timeOf}
        />
        <TextField
          form={form}
          name="payerName"
          label={t('forecasts.field.payerName')}
          hint={t('forecasts.field.payerNameHint')}
        />
        <TextField form={form} name="payerBank" label={t('forecasts.field.payerBank')} />
        <TextField
          form={form}
          name="payerAccount"
          label={t('forecasts.field.payerAccount')}
          hint={before && t('forecasts.field.payerAccountKeep', { tail: before.payerAccountTail })}
        />
        <ComboboxField
          form={form}
          name="payerCountry"
          label={t('forecasts.field.payerCountry')}
          options={payerCountries()}
        />
      </Grid>
      <Slips of={slips} problem={form.problemOf('vouchers') && t('forecasts.field.slipsNeeded')} />
      <TextAreaField form={form} name="remark" label={t('forecasts.field.remark')} rows={2} />
    </PageForm>
  )
}
