import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { useState } from 'react'
import {
  listForecasts,
  announceWire,
  resubmitForecast,
  wireAmount,
  type ForecastRow,
} from '#contract/funding/forecasts.ts'
import type { Output } from '#contract/core/call.ts'
import { checks } from '#contract/core/checks.ts'
import { parse, plain, show } from '#contract/core/money.ts'
import { useAsk, refresh } from '#web/parts/client/queries.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { paths } from '#web/account/paths.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, MoneyInput, Select, TextArea } from '#web/ui/forms/Input.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import { BusinessOnly } from './BusinessOnly.tsx'
import { countryOptions, dayOf, timeOf } from './forecastTones.ts'
import { Slips } from './Slips.tsx'
import { useSlips } from './useSlips.ts'
import css from './Forecasts.module.css'

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
      {missing || query.isError ? (
        <Empty icon="search" title={t('forecasts.missing')} text={query.error?.says} />
      ) : query.data ? (
        <ForecastForm
          key={before?.topupId}
          about={query.data}
          {...(before && { before })}
          amount={params.get('amount') ?? ''}
          onDone={(id) => void navigate(paths.forecast(id))}
        />
      ) : (
        <SkeletonLines lines={8} />
      )}
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
  const [day, setDay] = useState(dayOf(before?.transferTime ?? serverNow()))
  const said = before
    ? {
        amount: plain(before.amount),
        payerName: before.payerName,
        payerBank: before.payerBank,
        payerCountry: before.payerCountry,
        remark: before.remark,
        bankId: before.bankId,
      }
    : { amount, payerName: '', payerBank: '', payerCountry: 'US', remark: '', bankId: about.banks[0]?.bankId ?? '' }
  const initial = { ...said, transferTime: timeOf(day), vouchers: before?.voucher ?? [] }
  const fresh = useForm(announceWire, { initial: { ...initial, payerAccount: '' }, money: ['amount'] })
  const again = useForm(resubmitForecast, {
    initial: { ...initial, topupId: before?.topupId ?? '' },
    money: ['amount'],
  })
  const form = (before ? again : fresh) as typeof fresh
  const slips = useSlips(before?.voucher ?? [], (vouchers) => form.set({ vouchers }))

  const cents = parse(String(form.values.amount ?? ''))
  const price = useAsk(wireAmount, { amount: cents ?? 0 }, { quiet: true, enabled: (cents ?? 0) > 0, keep: true }).data
  const typed = form.values.amount !== ''
  const low = cents !== undefined && cents < about.terms.minAmount
  const amountProblem =
    typed && cents === undefined
      ? checks.amount_shape[langNow()]
      : low
        ? t('forecasts.field.belowMin', { min: show(about.terms.minAmount) })
        : form.problemOf('amount')

  async function go() {
    if (low) return
    const done = await form.submit()
    if (!done) return
    toast.ok(t('forecasts.form.done'))
    refresh(listForecasts)
    onDone(before?.topupId ?? done.topupId)
  }
  const text = (name: 'payerName' | 'payerBank' | 'payerAccount', hint?: string, required = true) => {
    const { problem, ...bound } = form.field(name)
    return (
      <Field label={t(`forecasts.field.${name}`)} hint={hint} problem={problem} required={required}>
        {(wiring) => <Input {...wiring} {...bound} autoComplete="off" />}
      </Field>
    )
  }
  const { problem: remarkProblem, ...remark } = form.field('remark')
  return (
    <CallForm
      form={form}
      submit={t(before ? 'forecasts.form.submitAgain' : 'forecasts.form.submit')}
      submitOff={
        may.reason ??
        (about.business ? undefined : t('forecasts.form.business')) ??
        (slips.busy ? t('forecasts.form.uploading') : undefined)
      }
      onSubmit={() => void go()}
      summary={
        <Facts
          facts={[
            [t('forecasts.field.fee'), price && price.fee > 0 ? <Money cents={price.fee} /> : t('forecasts.wire.free')],
            [
              <strong key="arrives">{t('forecasts.field.arrives')}</strong>,
              <Money key="sum" cents={cents === undefined ? undefined : price?.creditAmount} size="l" />,
            ],
            [null, <small key="note">{t('forecasts.field.received')}</small>],
          ]}
        />
      }
    >
      <BusinessOnly business={about.business} />
      <div className={css.pair}>
        <Field
          label={t('forecasts.field.amount')}
          hint={t('forecasts.field.amountHint', { min: show(about.terms.minAmount) })}
          problem={amountProblem}
          required
        >
          {(wiring) => (
            <MoneyInput
              {...wiring}
              value={String(form.values.amount ?? '')}
              onChange={(value) => form.set({ amount: value })}
            />
          )}
        </Field>
        <Field label={t('forecasts.field.transferTime')} problem={form.problemOf('transferTime')} required>
          {(wiring) => (
            <Input
              {...wiring}
              type="date"
              value={day}
              onChange={(value) => {
                setDay(value)
                form.set({ transferTime: timeOf(value) })
              }}
            />
          )}
        </Field>
        {text('payerName', t('forecasts.field.payerNameHint'))}
        {text('payerBank')}
        {text(
          'payerAccount',
          before && t('forecasts.field.payerAccountKeep', { tail: before.payerAccountTail }),
          before === undefined,
        )}
        <Field label={t('forecasts.field.payerCountry')} problem={form.problemOf('payerCountry')} required>
          {(wiring) => (
            <Select
              {...wiring}
              value={String(form.values.payerCountry)}
              options={countryOptions()}
              onChange={(value) => form.set({ payerCountry: value })}
            />
          )}
        </Field>
      </div>
      <Slips of={slips} problem={form.problemOf('vouchers') && t('forecasts.field.slipsNeeded')} />
      <Field label={t('forecasts.field.remark')} problem={remarkProblem}>
        {(wiring) => <TextArea {...wiring} rows={2} maxLength={200} {...remark} />}
      </Field>
    </CallForm>
  )
}
