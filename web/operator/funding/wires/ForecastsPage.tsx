import { topupStatuses, type TopupStatus } from '#contract/funding/forecasts.ts'
import { deskForecasts } from '#contract/funding/desk/wires.ts'
import { QueuePage, useQueue } from '#web/operator/parts/QueuePage.tsx'
import { paths } from '#web/operator/paths.ts'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'
import { forecastColumns } from './wireColumns.tsx'

const scopes = ['ALL', 'SUBMITTED', 'REVIEWING', 'MATCHED', 'CREDITED'] as const satisfies ('ALL' | TopupStatus)[]

/** Forecasts of account holders: the longest waiting first. */
export default function ForecastsPage() {
  const t = useText()
  const queue = useQueue(deskForecasts, scopes, {
    name: 'status',
    input: (status) => (status === 'ALL' ? {} : { status }),
  })
  return (
    <QueuePage
      label={t('wires.forecasts')}
      scopeLabel={t('wires.status')}
      of={queue}
      scopeText={(scope) => (scope === 'ALL' ? t('wires.all') : topupStatuses[scope][langNow()])}
      search={t('wires.keyword')}
      columns={forecastColumns}
      rowKey={({ topupId }) => topupId}
      path={paths.forecast}
      empty={{ icon: 'forecast', title: t('wires.empty') }}
    />
  )
}
