import { Outlet, useLocation, useNavigate, useSearchParams } from 'react-router'
import { listBreaks, listRuns, type RailBreak, type ReconRun } from '#contract/funding/desk/topUps.ts'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { age } from '#web/operator/parts/age.ts'
import { paths } from '#web/operator/paths.ts'
import { say, useSay } from '#web/operator/say.ts'
import { asPage, Keyset, useKeyset } from '#web/operator/parts/keyset.tsx'
import { RunNow } from './RunNow.tsx'
import { serverNow } from '#web/parts/client/serverClock.ts'

const breakColumns: readonly Column<RailBreak>[] = [
  { key: 'kind', title: () => say('moneyDesk.kind'), phone: 'head', cell: (row) => <strong>{row.kindText}</strong> },
  { key: 'rail', title: () => say('moneyDesk.rail'), cell: (row) => row.railText },
  {
    key: 'facts',
    title: () => say('moneyDesk.facts'),
    cell: (row) => row.facts.map(({ name, text }) => `${name} ${text}`).join(' · ') || '–',
  },
  {
    key: 'state',
    title: () => say('moneyDesk.status'),
    cell: (row) => (
      <StatusTag
        tone={row.state === 'OPEN' ? 'warn' : 'ok'}
        text={say(row.state === 'OPEN' ? 'moneyDesk.open' : 'moneyDesk.mended')}
      />
    ),
  },
  {
    key: 'since',
    title: () => say('moneyDesk.since'),
    cell: (row) => (row.state === 'OPEN' ? age(serverNow() - row.foundTime) : showTime(row.foundTime)),
  },
]
const runColumns: readonly Column<ReconRun>[] = [
  {
    key: 'provider',
    title: () => say('moneyDesk.provider'),
    phone: 'head',
    cell: (row) => <strong>{row.providerText}</strong>,
  },
  { key: 'day', title: () => say('moneyDesk.day'), cell: (row) => row.day },
  {
    key: 'state',
    title: () => say('moneyDesk.status'),
    cell: (row) => (
      <StatusTag tone={row.state === 'DONE' ? 'ok' : row.state === 'FAILED' ? 'bad' : 'info'} text={row.stateText} />
    ),
  },
  { key: 'payments', title: () => say('moneyDesk.payments'), align: 'right', cell: (row) => row.payments ?? '–' },
  {
    key: 'amount',
    title: () => say('moneyDesk.amount'),
    align: 'right',
    cell: (row) => <Money cents={row.amount} unit={row.unit} />,
  },
  { key: 'breaks', title: () => say('moneyDesk.found'), align: 'right', cell: (row) => row.breaks ?? '–' },
  { key: 'by', title: () => say('moneyDesk.by'), cell: (row) => row.by ?? say('moneyDesk.clock') },
  { key: 'time', title: () => say('moneyDesk.time'), cell: (row) => showTime(row.createTime) },
]
const names: string[] = []
type View = 'open' | 'all' | 'runs'

/** The rails against their providers: what differs, and when they were compared. */
export default function ReconPage() {
  const { t } = useSay()
  const [params, setParams] = useSearchParams()
  const view = (['all', 'runs'] as const).find((one) => one === params.get('view')) ?? 'open'
  const makes = useHolds('staff:books.make')
  return (
    <PageFrame>
      {makes && (
        <Panel title={t('moneyDesk.runTitle')}>
          <RunNow onRun={() => setParams({ view: 'runs' })} />
        </Panel>
      )}
      <Segmented<View>
        label={t('moneyDesk.breaks')}
        value={view}
        options={[
          { value: 'open', label: t('moneyDesk.open') },
          { value: 'all', label: t('moneyDesk.all') },
          { value: 'runs', label: t('moneyDesk.runs') },
        ]}
        onChange={(value) => setParams(value === 'open' ? {} : { view: value })}
      />
      {view === 'runs' ? <Runs /> : <Breaks key={view} scope={view} />}
      <Outlet />
    </PageFrame>
  )
}

function Breaks({ scope }: { scope: 'open' | 'all' }) {
  const { t } = useSay()
  const navigate = useNavigate()
  const { search } = useLocation()
  const keyset = useKeyset(scope)
  const list = useListState(names)
  const query = useAsk(
    listBreaks,
    { scope, ...(keyset.after && { cursor: keyset.after }) },
    { everyMs: 15_000, keep: true },
  )
  return (
    <>
      <QueryTable
        label={t('moneyDesk.breaks')}
        query={asPage(query)}
        list={list}
        columns={breakColumns}
        rowKey={({ breakId }) => breakId}
        onOpen={(row) => void navigate({ pathname: paths.railBreak(row.breakId), search })}
        empty={<Empty icon="check" title={t('moneyDesk.breaksEmpty')} text={t('moneyDesk.breaksEmptyText')} />}
      />
      <Keyset keyset={keyset} cursor={query.data?.cursor} />
    </>
  )
}

function Runs() {
  const { t } = useSay()
  const keyset = useKeyset('runs')
  const list = useListState(names)
  const query = useAsk(listRuns, keyset.after ? { cursor: keyset.after } : {}, { everyMs: 5000, keep: true })
  return (
    <>
      <QueryTable
        label={t('moneyDesk.runs')}
        query={asPage(query)}
        list={list}
        columns={runColumns}
        rowKey={({ runId }) => runId}
        live
        empty={<Empty icon="refresh" title={t('moneyDesk.runsEmpty')} />}
      />
      <Keyset keyset={keyset} cursor={query.data?.cursor} />
    </>
  )
}
