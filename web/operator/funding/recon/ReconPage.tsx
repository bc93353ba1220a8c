import { Outlet, useLocation, useNavigate, useSearchParams } from 'react-router'
import { useState } from 'react'
import {
  listBreaks,
  listRuns,
  type RailBreak,
  type ReconRun,
  providers,
  runRecon,
} from '#contract/funding/desk/topUps.ts'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
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
import { asPage, Keyset, useKeyset } from '#web/operator/parts/keyset.tsx'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { langNow } from '#web/text.ts'
import { say, useText } from '../text.ts'
import css from '#web/operator/parts/Case.module.css'

const breakColumns: readonly Column<RailBreak>[] = [
  { key: 'kind', title: () => say('funding.kind'), phone: 'head', cell: (row) => <strong>{row.kindText}</strong> },
  { key: 'rail', title: () => say('funding.rail'), cell: (row) => row.railText },
  {
    key: 'facts',
    title: () => say('funding.facts'),
    cell: (row) => row.facts.map(({ name, text }) => `${name} ${text}`).join(' · ') || '–',
  },
  {
    key: 'state',
    title: () => say('funding.status'),
    cell: (row) => (
      <StatusTag
        tone={row.state === 'OPEN' ? 'warn' : 'ok'}
        text={say(row.state === 'OPEN' ? 'funding.open' : 'funding.mended')}
      />
    ),
  },
  {
    key: 'since',
    title: () => say('funding.since'),
    cell: (row) => (row.state === 'OPEN' ? age(serverNow() - row.foundTime) : showTime(row.foundTime)),
  },
]
const runColumns: readonly Column<ReconRun>[] = [
  {
    key: 'provider',
    title: () => say('funding.provider'),
    phone: 'head',
    cell: (row) => <strong>{row.providerText}</strong>,
  },
  { key: 'day', title: () => say('funding.day'), cell: (row) => row.day },
  {
    key: 'state',
    title: () => say('funding.status'),
    cell: (row) => (
      <StatusTag tone={row.state === 'DONE' ? 'ok' : row.state === 'FAILED' ? 'bad' : 'info'} text={row.stateText} />
    ),
  },
  { key: 'payments', title: () => say('funding.payments'), align: 'right', cell: (row) => row.payments ?? '–' },
  {
    key: 'amount',
    title: () => say('funding.amount'),
    align: 'right',
    cell: (row) => <Money cents={row.amount} unit={row.unit} />,
  },
  { key: 'breaks', title: () => say('funding.found'), align: 'right', cell: (row) => row.breaks ?? '–' },
  { key: 'by', title: () => say('funding.by'), cell: (row) => row.by ?? say('funding.clock') },
  { key: 'time', title: () => say('funding.time'), cell: (row) => showTime(row.createTime) },
]
const names: string[] = []
type View = 'open' | 'all' | 'runs'

/** The rails compared with their providers: breaks and runs. */
export default function ReconPage() {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const view = (['all', 'runs'] as const).find((one) => one === params.get('view')) ?? 'open'
  const makes = useHolds('staff:books.make')
  return (
    <PageFrame>
      {makes && (
        <Panel title={t('funding.runTitle')}>
          <RunNow onRun={() => setParams({ view: 'runs' })} />
        </Panel>
      )}
      <Segmented<View>
        label={t('funding.breaks')}
        value={view}
        options={[
          { value: 'open', label: t('funding.open') },
          { value: 'all', label: t('funding.all') },
          { value: 'runs', label: t('funding.runs') },
        ]}
        onChange={(value) => setParams(value === 'open' ? {} : { view: value })}
      />
      {view === 'runs' ? <Runs /> : <Breaks key={view} scope={view} />}
      <Outlet />
    </PageFrame>
  )
}

function Breaks({ scope }: { scope: 'open' | 'all' }) {
  const t = useText()
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
        label={t('funding.breaks')}
        query={asPage(query)}
        list={list}
        columns={breakColumns}
        rowKey={({ breakId }) => breakId}
        onOpen={(row) => void navigate({ pathname: paths.railBreak(row.breakId), search })}
        empty={<Empty icon="check" title={t('funding.breaksEmpty')} text={t('funding.breaksEmptyText')} />}
      />
      <Keyset keyset={keyset} cursor={query.data?.cursor} />
    </>
  )
}

function Runs() {
  const t = useText()
  const keyset = useKeyset('runs')
  const list = useListState(names)
  const query = useAsk(listRuns, keyset.after ? { cursor: keyset.after } : {}, { everyMs: 5000, keep: true })
  return (
    <>
      <QueryTable
        label={t('funding.runs')}
        query={asPage(query)}
        list={list}
        columns={runColumns}
        rowKey={({ runId }) => runId}
        live
        empty={<Empty icon="refresh" title={t('funding.runsEmpty')} />}
      />
      <Keyset keyset={keyset} cursor={query.data?.cursor} />
    </>
  )
}

type Provider = keyof typeof providers
const shanghaiDay = (): string => new Date(serverNow() + 8 * 3_600_000).toISOString().slice(0, 10)

/** Repeats the reconciliation of a provider's day now. */
function RunNow({ onRun }: { onRun: () => void }) {
  const t = useText()
  const [provider, setProvider] = useState<Provider>('WECHAT')
  const [day, setDay] = useState(shanghaiDay)
  const run = useCall(runRecon, {
    quiet: true,
    refreshes: [listRuns],
    onDone: () => {
      toast.ok(t('funding.runAsked'))
      onRun()
    },
  })
  return (
    <form
      className={css.run}
      onSubmit={(event) => {
        event.preventDefault()
        run.mutate({ provider, day })
      }}
    >
      <Field label={t('funding.provider')}>
        {(wiring) => (
          <Select
            {...wiring}
            value={provider}
            onChange={setProvider}
            options={Object.entries(providers).map(([value, text]) => ({
              value: value as Provider,
              label: text[langNow()],
            }))}
          />
        )}
      </Field>
      <Field label={t('funding.day')} problem={run.error?.fields.day}>
        {(wiring) => <Input {...wiring} type="date" max={shanghaiDay()} value={day} onChange={setDay} />}
      </Field>
      <Button type="submit" look="primary" icon="refresh" loading={run.isPending}>
        {t('funding.runNow')}
      </Button>
      <FormError text={run.error?.fields.day ? undefined : run.error?.says} />
    </form>
  )
}
