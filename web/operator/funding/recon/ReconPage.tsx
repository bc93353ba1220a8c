import { Outlet } from 'react-router'
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
import { serverNow } from '#web/parts/client/serverClock.ts'
import { PageForm } from '#web/parts/forms/PageForm.tsx'
import { SelectField } from '#web/parts/forms/fields.tsx'
import { DayField } from '#web/parts/forms/pickers.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Grid } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { age } from '#web/operator/parts/age.ts'
import {
  column,
  headColumn,
  moneyColumn,
  numberColumn,
  statusColumn,
  textColumn,
  timeColumn,
  type Column,
} from '#web/parts/lists/columns.tsx'
import { optionsOf, QueryList, useList } from '#web/parts/lists/QueryList.tsx'
import { useScope } from '#web/operator/parts/QueuePage.tsx'
import { paths } from '#web/operator/paths.ts'
import { say, title, useText } from '../text.ts'

const breakColumns: readonly Column<RailBreak>[] = [
  headColumn('kindText', title('funding.kind'), { key: 'kind' }),
  textColumn('railText', title('funding.rail'), { key: 'rail' }),
  column(
    'facts',
    title('funding.facts'),
    (row) => row.facts.map(({ name, text }) => `${name} ${text}`).join(' · ') || '–',
  ),
  column('state', title('funding.status'), (row) => (
    <StatusTag
      tone={row.state === 'OPEN' ? 'warn' : 'ok'}
      text={say(row.state === 'OPEN' ? 'funding.open' : 'funding.mended')}
    />
  )),
  column('since', title('funding.since'), (row) =>
    row.state === 'OPEN' ? age(serverNow() - row.foundTime) : showTime(row.foundTime),
  ),
]
const runColumns: readonly Column<ReconRun>[] = [
  headColumn('providerText', title('funding.provider'), { key: 'provider' }),
  textColumn('day', title('funding.day')),
  statusColumn('state', title('funding.status'), { DONE: 'ok', FAILED: 'bad', WAITING: 'info' }),
  numberColumn('payments', title('funding.payments')),
  moneyColumn('amount', title('funding.amount')),
  numberColumn('breaks', title('funding.found')),
  column('by', title('funding.by'), (row) => row.by ?? say('funding.clock')),
  timeColumn('createTime', title('funding.time'), { key: 'time' }),
]
const views = ['open', 'all', 'runs'] as const

/** The rails compared with their providers: breaks and runs. */
export default function ReconPage() {
  const t = useText()
  const { scope, scopes, choose } = useScope(views, 'view')
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
        options={scopes.map((value) => ({ value, label: t(`funding.${value}`) }))}
        onChange={choose}
      />
      {scope === 'runs' ? <Runs /> : <Breaks scope={scope} />}
      <Outlet />
    </PageFrame>
  )
}

function Runs() {
  const t = useText()
  return (
    <QueryList
      of={useList(listRuns, { everyMs: 5000 })}
      label={t('funding.runs')}
      columns={runColumns}
      rowKey={({ runId }) => runId}
      live
      empty={{ icon: 'refresh', title: t('funding.runsEmpty') }}
    />
  )
}

function Breaks({ scope }: { scope: 'open' | 'all' }) {
  const t = useText()
  return (
    <QueryList
      of={useList(listBreaks, { input: { scope }, everyMs: 15_000 })}
      label={t('funding.breaks')}
      columns={breakColumns}
      rowKey={({ breakId }) => breakId}
      path={paths.railBreak}
      empty={{ icon: 'check', title: t('funding.breaksEmpty'), text: t('funding.breaksEmptyText') }}
    />
  )
}

const shanghaiDay = (): string => new Date(serverNow() + 8 * 3_600_000).toISOString().slice(0, 10)

/** Repeats the reconciliation of a provider's day now. */
function RunNow({ onRun }: { onRun: () => void }) {
  const t = useText()
  const form = useForm(runRecon, { initial: { provider: 'WECHAT', day: shanghaiDay() } })
  return (
    <PageForm
      form={form}
      submit={t('funding.runNow')}
      done={t('funding.runAsked')}
      refreshes={[listRuns]}
      onDone={onRun}
    >
      <Grid>
        <SelectField form={form} name="provider" label={t('funding.provider')} options={optionsOf(providers)} />
        <DayField form={form} name="day" label={t('funding.day')} max={shanghaiDay()} />
      </Grid>
    </PageForm>
  )
}
