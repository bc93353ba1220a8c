import { useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { announceWire, listForecasts, revokeForecast } from '#contract/funding/forecasts.ts'
import { refresh, useAsk, useCall } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { paths } from '#web/account/paths.ts'
import { ForecastDetail } from './ForecastDetail.tsx'
import { forecastTone } from './forecastLook.ts'
import { useText } from './text.ts'
import css from './Forecasts.module.css'

const LIVE_MS = 10_000

/** One forecast beside the list, with everything that happened to it, and what can be done with it now. */
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
