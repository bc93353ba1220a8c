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
import { Detail } from '#web/parts/LoadFailed.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { paths } from '#web/account/paths.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import { Copied } from '#web/ui/forms/CopyButton.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts, Grid, Muted, Row, Section, Stack } from '#web/ui/layout.tsx'
import { Timeline, type TimelineStep } from '#web/ui/Timeline.tsx'
import { countryName } from '#web/account/countries.ts'
import { forecastTone } from './forecastTones.ts'
import { useText } from './text.ts'
import { SlipPicture } from './SlipPicture.tsx'

const LIVE_MS = 10_000

/** One forecast beside the list, with its history and available actions. */
export default function ForecastPage() {
  const t = useText()
  const { topupId = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const may = useMay(announceWire)
  const [sure, setSure] = useState(false)
  const query = useAsk(listForecasts, { topupId }, { quiet: true, everyMs: LIVE_MS, live: ['money'] })
  const forecast = query.data?.data[0]
  const revoke = useCall(revokeForecast, {
    onDone: () => {
      setSure(false)
      toast.ok(t('forecasts.one.revoked'))
      refresh(listForecasts)
    },
  })
  const actions = forecast && (
    <Row end>
      {sure && <Muted as="p">{t('forecasts.one.revokeSure')}</Muted>}
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
    </Row>
  )
  return (
    <Drawer
      title={forecast?.orderNo ?? t('forecasts.list')}
      extra={forecast && <StatusTag tone={forecastTone[forecast.status]} text={forecast.statusText} />}
      width={560}
      footer={actions}
      onClose={() => void navigate({ pathname: paths.financeAudit, search })}
    >
      <Detail pending={query.isPending} missing={t('forecasts.missing')} why={query.error?.says}>
        {forecast && <ForecastDetail forecast={forecast} />}
      </Detail>
    </Drawer>
  )
}

type Forecast = Output<typeof listForecasts>['data'][number]

function ForecastDetail({ forecast }: { forecast: Forecast }) {
  const t = useText()
  const credited = forecast.creditAmount !== null
  return (
    <>
      <Stack gap={2}>
        <Money cents={forecast.creditAmount ?? forecast.amount} size="xl" />
        <Muted as="p">{t(credited ? 'forecasts.one.credited' : 'forecasts.one.announced')}</Muted>
        {forecast.reason && <Note tone={credited ? 'info' : 'warn'}>{forecast.reason}</Note>}
        {mayMove('expire', forecast.status) && (
          <Muted as="p">{t('forecasts.one.until', { time: showTime(forecast.expireTime) })}</Muted>
        )}
      </Stack>
      {credited && (
        <Facts
          facts={[
            [t('forecasts.one.announced'), <Money cents={forecast.amount} />],
            [t('forecasts.one.received'), <Money cents={forecast.receivedAmount ?? 0} />],
            [t('forecasts.one.fee'), <Money cents={forecast.fee} />],
            [t('forecasts.one.credited'), <Money cents={forecast.creditAmount ?? 0} strong />],
          ]}
        />
      )}
      <Facts
        facts={[
          [t('forecasts.column.orderNo'), <Copied text={forecast.orderNo} what={t('forecasts.column.orderNo')} />],
          [t('forecasts.column.payer'), forecast.payerName],
          [t('forecasts.one.payerBank'), forecast.payerBank],
          [t('forecasts.one.payerAccount'), `···· ${forecast.payerAccountTail}`],
          [t('forecasts.one.payerCountry'), countryName(forecast.payerCountry)],
          [t('forecasts.one.transferTime'), showDay(forecast.transferTime)],
          forecast.remark && [t('forecasts.one.remark'), forecast.remark],
        ]}
      />
      <Section title={t('forecasts.one.slips')}>
        <Grid gap={2} min={112}>
          {forecast.voucher.map((fileId, at) => (
            <SlipPicture key={fileId} fileId={fileId} name={t('forecasts.one.slip', { n: at + 1 })} />
          ))}
        </Grid>
      </Section>
      {forecast.history && <History steps={forecast.history} />}
    </>
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
    <Section title={t('forecasts.one.history')}>
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
    </Section>
  )
}
