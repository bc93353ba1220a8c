import type { Output } from '#contract/core/call.ts'
import type { ForecastSaid, ForecastStep, listForecasts } from '#contract/funding/forecasts.ts'
import { mayMove } from '#contract/funding/forecasts.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/dialogs/Panel.tsx'
import { Timeline, type TimelineStep } from '#web/ui/Timeline.tsx'
import { countryOf } from './forecastLook.ts'
import { SlipPicture } from './SlipPicture.tsx'
import { useText } from './text.ts'
import css from './Forecasts.module.css'

type Detail = Output<typeof listForecasts>['data'][number]

export function ForecastDetail({ forecast }: { forecast: Detail }) {
  const t = useText()
  const credited = forecast.creditAmount !== null
  return (
    <div className={css.detail}>
      <div>
        <Money cents={forecast.creditAmount ?? forecast.amount} size="xl" />
        <p className={css.note}>{t(credited ? 'forecasts.one.credited' : 'forecasts.one.announced')}</p>
        {forecast.reason && (
          <p className={css.reason} data-tone={credited ? 'info' : 'warn'}>
            {forecast.reason}
          </p>
        )}
        {mayMove('expire', forecast.status) && (
          <p className={css.note}>{t('forecasts.one.until', { time: showTime(forecast.expireTime) })}</p>
        )}
      </div>
      {credited && (
        <Facts
          facts={[
            [t('forecasts.one.announced'), <Money key="a" cents={forecast.amount} />],
            [t('forecasts.one.received'), <Money key="r" cents={forecast.receivedAmount ?? 0} />],
            [t('forecasts.one.fee'), <Money key="f" cents={forecast.fee} />],
            [t('forecasts.one.credited'), <Money key="c" cents={forecast.creditAmount ?? 0} strong />],
          ]}
        />
      )}
      <Facts
        facts={[
          [
            t('forecasts.column.orderNo'),
            <span key="no">
              {forecast.orderNo}
              <CopyButton text={forecast.orderNo} what={t('forecasts.column.orderNo')} />
            </span>,
          ],
          [t('forecasts.column.payer'), forecast.payerName],
          [t('forecasts.one.payerBank'), forecast.payerBank],
          [t('forecasts.one.payerAccount'), `···· ${forecast.payerAccountTail}`],
          [t('forecasts.one.payerCountry'), countryOf(forecast.payerCountry)],
          [t('forecasts.one.transferTime'), showDay(forecast.transferTime)],
          ...(forecast.remark ? [[t('forecasts.one.remark'), forecast.remark] as const] : []),
        ]}
      />
      <section>
        <h3 className={css.title}>{t('forecasts.one.slips')}</h3>
        <div className={css.pictures}>
          {forecast.voucher.map((fileId, at) => (
            <SlipPicture key={fileId} fileId={fileId} name={t('forecasts.one.slip', { n: at + 1 })} />
          ))}
        </div>
      </section>
      {forecast.history && <History steps={forecast.history} />}
    </div>
  )
}

const looks: Partial<Record<ForecastStep['status'], TimelineStep['state']>> = {
  NEED_INFO: 'warn',
  REJECTED: 'bad',
  EXPIRED: 'bad',
  REVERSED: 'bad',
}
const underWay: ReadonlySet<ForecastStep['status']> = new Set(['SUBMITTED', 'REVIEWING', 'MATCHED'])

function History({ steps }: { steps: readonly ForecastStep[] }) {
  const t = useText()
  const names: Record<keyof ForecastSaid, string> = {
    amount: t('forecasts.field.amount'),
    payerName: t('forecasts.field.payerName'),
    payerBank: t('forecasts.field.payerBank'),
    payerCountry: t('forecasts.field.payerCountry'),
    payerAccountTail: t('forecasts.field.payerAccount'),
    transferTime: t('forecasts.field.transferTime'),
    vouchers: t('forecasts.field.slips'),
    remark: t('forecasts.field.remark'),
  }
  /** What a version says otherwise than the one before it. */
  const changed = (at: number): string => {
    const said = steps[at]!.said
    const before = steps.slice(0, at).findLast((step) => step.said)?.said
    if (!said || !before) return ''
    const what = (Object.keys(names) as (keyof ForecastSaid)[]).filter(
      (name) => JSON.stringify(said[name]) !== JSON.stringify(before[name]),
    )
    return what.length ? t('forecasts.one.changed', { what: what.map((name) => names[name]).join(' · ') }) : ''
  }
  return (
    <section>
      <h3 className={css.title}>{t('forecasts.one.history')}</h3>
      <Timeline
        label={t('forecasts.one.history')}
        steps={steps.map((step, at) => ({
          key: String(step.seq),
          state: looks[step.status] ?? (at === steps.length - 1 && underWay.has(step.status) ? 'now' : 'done'),
          title: step.said
            ? `${step.statusText} · ${t('forecasts.one.version', { version: step.version })}`
            : step.statusText,
          text: [step.reason, changed(at)].filter(Boolean).join(' · '),
          time: `${showTime(step.time)} · ${t(`forecasts.by.${step.by}`)}`,
          ...(step.said && { value: <Money cents={step.said.amount} /> }),
        }))}
      />
    </section>
  )
}
