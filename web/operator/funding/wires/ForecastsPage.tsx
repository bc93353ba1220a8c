import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Input as CallInput } from '#contract/core/call.ts'
import { topupStatuses, type TopupStatus } from '#contract/funding/forecasts.ts'
import { deskForecasts } from '#contract/funding/desk/wires.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { QueuePage, useQueue } from '#web/operator/parts/QueuePage.tsx'
import { paths } from '#web/operator/paths.ts'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'
import { forecastColumns } from './wireColumns.tsx'

const LIVE_MS = 15_000
const scopes = ['ALL', 'SUBMITTED', 'REVIEWING', 'MATCHED', 'CREDITED'] as const satisfies ('ALL' | TopupStatus)[]

/** Forecasts of account holders: the longest waiting first. */
export default function ForecastsPage() {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const keyword = params.get('q') ?? ''
  const [typed, setTyped] = useState(keyword)
  const queue = useQueue(scopes, 'status')
  const input = { ...queue.page, ...(queue.scope !== 'ALL' && { status: queue.scope }), ...(keyword && { keyword }) }
  const query = useAsk(deskForecasts, input as CallInput<typeof deskForecasts>, { everyMs: LIVE_MS })
  function search() {
    const next = new URLSearchParams(params)
    next.delete('p')
    if (typed.trim()) next.set('q', typed.trim())
    else next.delete('q')
    setParams(next)
  }
  return (
    <QueuePage
      label={t('wires.forecasts')}
      scopeLabel={t('wires.status')}
      queue={queue}
      scopeText={(scope) => (scope === 'ALL' ? t('wires.all') : topupStatuses[scope][langNow()])}
      bar={
        <form
          role="search"
          onSubmit={(event) => {
            event.preventDefault()
            search()
          }}
        >
          <Input value={typed} onChange={setTyped} placeholder={t('wires.keyword')} aria-label={t('wires.keyword')} />
        </form>
      }
      query={query}
      columns={forecastColumns}
      rowKey={({ topupId }) => topupId}
      path={paths.forecast}
      empty={<Empty icon="forecast" title={t('wires.empty')} />}
    />
  )
}
