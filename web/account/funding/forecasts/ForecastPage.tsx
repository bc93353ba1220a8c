import { useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import {
  announceWire,
  listForecasts,
  revokeForecast,
  type ForecastSaid,
  type ForecastStep,
  mayMove,
} from '#contract/funding/forecasts.ts'
import type { Output } from '#contract/core/call.ts'
import { refresh, useAsk, useCall } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { paths } from '#web/account/paths.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { Timeline, type TimelineStep } from '#web/ui/Timeline.tsx'
import { forecastTone, countryOf } from './forecastTones.ts'
import { useText } from './text.ts'
import { SlipPicture } from './SlipPicture.tsx'
import css from './Forecasts.module.css'

const LIVE_MS = 10_000

/** One forecast beside the list, with its history and available actions. */
export default function ForecastPage() {
  const t = useText()
  const { topupId = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const may = useMay(announceWire)
  const [sure, setSure] = useState(false)
  const query = useAsk(listForecasts, { topupId }, { quiet: true, everyMs: LIVE_MS })
  const forecast = query.data?.data[0]
  const revoke = useCall(revokeForecast, {
    onDone: () => {
      setSure(false)
      toast.ok(t('forecasts.one.revoked'))
      refresh(listForecasts)
    },
  })
  const actions = forecast && (
    <div className={css.actions}>
      {sure && <p>{t('forecasts.one.revokeSure')}</p>}
      {sure && <Button onClick={() => setSure(false)}>{t('forecasts.one.keep')}</Button>}
      {forecast.canCancel && (
        <Button
          look={sure ? 'danger' : 'plain'}
          guardMs={0}
          loading={revoke.isPending}
          onClick={() => (sure ? revoke.mutate({ topupId }) : setSure(true))}
        >
          {t('forecasts.one.revoke')}
        </Button>
      )}
      {forecast.canResubmit && (
        <Button look="primary" disabled={may.reason} onClick={() => void navigate(paths.forecastAgain(topupId))}>
          {t('forecasts.one.again')}
        </Button>
      )}
      {forecast.status === 'CREDITED' && (
        <Button onClick={() => void navigate(`${paths.financeRecord}?bizNo=${forecast.orderNo}`)}>
          {t('forecasts.one.toFlows')}
        </Button>
      )}
    </div>
  )
  return (
    <Drawer
      title={forecast?.orderNo ?? t('forecasts.list')}
      extra={forecast && <StatusTag tone={forecastTone[forecast.status]} text={forecast.statusText} />}
      width={560}
      footer={actions}
      onClose={() => void navigate({ pathname: paths.financeAudit, search })}
    >
      {forecast ? (
        <ForecastDetail forecast={forecast} />
      ) : query.isPending ? (
        <SkeletonLines lines={8} />
      ) : (
        <Empty icon="search" title={t('forecasts.missing')} text={query.error?.says} />
      )}
    </Drawer>
  )
}

type Detail = Output<typeof listForecasts>['data'][number]

function ForecastDetail({ forecast }: { forecast: Detail }) {
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
  /** The differences between a version and the previous one. */
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
