import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { listForecasts } from '#contract/funding/forecasts.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { paths } from '#web/account/paths.ts'
import { ForecastForm } from './ForecastForm.tsx'
import { useText } from './text.ts'

/** The form beside the list; with an id in the address, a forecast that is sent in again. */
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
