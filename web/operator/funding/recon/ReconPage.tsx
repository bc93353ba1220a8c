import { Outlet, useLocation, useNavigate } from 'react-router'
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
import { refresh } from '#web/parts/client/queries.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { SelectField } from '#web/parts/forms/fields.tsx'
import { DayField } from '#web/parts/forms/pickers.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Grid } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { age } from '#web/operator/parts/age.ts'
import { moneyColumn, statusColumn, timeColumn } from '#web/operator/parts/columns.tsx'
import { optionsOf } from '#web/operator/parts/filters.ts'
import { useQueue } from '#web/operator/parts/QueuePage.tsx'
import { KeysetTable } from '#web/operator/parts/KeysetTable.tsx'
import { paths } from '#web/operator/paths.ts'
import { say, useText } from '../text.ts'

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
  statusColumn('state', () => say('funding.status'), { DONE: 'ok', FAILED: 'bad', WAITING: 'info' }),
  { key: 'payments', title: () => say('funding.payments'), align: 'right', cell: (row) => row.payments ?? '–' },
  moneyColumn('amount', () => say('funding.amount')),
  { key: 'breaks', title: () => say('funding.found'), align: 'right', cell: (row) => row.breaks ?? '–' },
  { key: 'by', title: () => say('funding.by'), cell: (row) => row.by ?? say('funding.clock') },
  timeColumn('createTime', () => say('funding.time'), 'time'),
]
const views = ['open', 'all', 'runs'] as const

/** The rails compared with their providers: breaks and runs. */
export default function ReconPage() {
  const t = useText()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { scope, choose } = useQueue(views, 'view')
  const makes = useHolds('staff:books.make')
  return (
    <PageFrame>
      {makes && (
        <Panel title={t('funding.runTitle')}>
          <RunNow onRun={() => choose('runs')} />
        </Panel>
      )}
      <Segmented
        label={t('funding.breaks')}
        value={scope}
        options={views.map((value) => ({ value, label: t(`funding.${value}`) }))}
        onChange={choose}
      />
      {scope === 'runs' ? (
        <KeysetTable
          key="runs"
          call={listRuns}
          input={{}}
          everyMs={5000}
          label={t('funding.runs')}
          columns={runColumns}
          rowKey={({ runId }) => runId}
          live
          empty={<Empty icon="refresh" title={t('funding.runsEmpty')} />}
        />
      ) : (
        <KeysetTable
          key={scope}
          call={listBreaks}
          input={{ scope }}
          everyMs={15_000}
          label={t('funding.breaks')}
          columns={breakColumns}
          rowKey={({ breakId }) => breakId}
          onOpen={({ breakId }) => void navigate({ pathname: paths.railBreak(breakId), search })}
          empty={<Empty icon="check" title={t('funding.breaksEmpty')} text={t('funding.breaksEmptyText')} />}
        />
      )}
      <Outlet />
    </PageFrame>
  )
}

const shanghaiDay = (): string => new Date(serverNow() + 8 * 3_600_000).toISOString().slice(0, 10)

/** Repeats the reconciliation of a provider's day now. */
function RunNow({ onRun }: { onRun: () => void }) {
  const t = useText()
  const form = useForm(runRecon, { initial: { provider: 'WECHAT', day: shanghaiDay() } })
  async function run() {
    if (!(await form.submit())) return
    toast.ok(t('funding.runAsked'))
    refresh(listRuns)
    onRun()
  }
  return (
    <CallForm form={form} submit={t('funding.runNow')} onSubmit={() => void run()}>
      <Grid>
        <SelectField form={form} name="provider" label={t('funding.provider')} options={optionsOf(providers)} />
        <DayField form={form} name="day" label={t('funding.day')} max={shanghaiDay()} />
      </Grid>
    </CallForm>
  )
}
