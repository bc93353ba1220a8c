import { useState } from 'react'
import { Outlet, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Input as CallInput } from '#contract/core/call.ts'
import { topupStatuses, type TopupStatus } from '#contract/funding/forecasts.ts'
import { deskForecasts } from '#contract/funding/desk/wires.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { paths } from '#web/operator/paths.ts'
import { forecastColumns } from './wireColumns.tsx'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'
import css from './Wires.module.css'

const LIVE_MS = 15_000
const names: string[] = []
const shown = ['SUBMITTED', 'REVIEWING', 'MATCHED', 'CREDITED'] as const satisfies TopupStatus[]

/** Forecasts of account holders: the longest waiting first. */
export default function ForecastsPage() {
  const t = useText()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [params, setParams] = useSearchParams()
  const status = shown.find((one) => one === params.get('status'))
  const keyword = params.get('q') ?? ''
  const [typed, setTyped] = useState(keyword)
  const list = useListState(names)
  const input = { ...list.asked, ...(status && { status }), ...(keyword && { keyword }) }
  const query = useAsk(deskForecasts, input as CallInput<typeof deskForecasts>, { everyMs: LIVE_MS })
  const put = (next: { status?: string | undefined; q?: string }) => {
    const all = { status, q: keyword, ...next }
    setParams(Object.fromEntries(Object.entries(all).filter(([, value]) => value)) as Record<string, string>)
  }
  return (
    <PageFrame>
      <div className={css.bar}>
        <Segmented
          label={t('wires.status')}
          value={status ?? 'ALL'}
          options={[
            { value: 'ALL', label: t('wires.all') },
            ...shown.map((value) => ({ value, label: topupStatuses[value][langNow()] })),
          ]}
          onChange={(value) => put({ status: value === 'ALL' ? undefined : value })}
        />
        <form
          role="search"
          onSubmit={(event) => {
            event.preventDefault()
            put({ q: typed.trim() })
          }}
        >
          <Input value={typed} onChange={setTyped} placeholder={t('wires.keyword')} aria-label={t('wires.keyword')} />
        </form>
      </div>
      <QueryTable
        label={t('wires.forecasts')}
        query={query}
        list={list}
        columns={forecastColumns}
        rowKey={({ topupId }) => topupId}
        onOpen={({ topupId }) => void navigate({ pathname: paths.forecast(topupId), search })}
        empty={<Empty icon="forecast" title={t('wires.empty')} />}
      />
      <Outlet />
    </PageFrame>
  )
}
