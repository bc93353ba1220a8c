import { Outlet, useLocation, useNavigate, useSearchParams } from 'react-router'
import { show } from '#contract/core/money.ts'
import { moneyFlow, type FlowHub } from '#contract/trades/moneyFlow.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { showDate, showTime } from '#web/parts/dates.ts'
import { DayRange } from '#web/parts/lists/DayRange.tsx'
import { dayEnd, dayStart } from '#web/parts/lists/filterValues.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { paths } from '#web/account/paths.ts'
import { useReachable } from '#web/account/useReachable.ts'
import { Panel, Stats } from '#web/ui/dialogs/Panel.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Tip } from '#web/ui/onDemand/Tip.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { daysOfPreset, flowDaysFrom, flowPresets, isTable, presetOf, type FlowPreset } from './address.ts'
import { FlowPicture } from './FlowPicture.tsx'
import { FlowStages } from './FlowStages.tsx'
import { FlowTable } from './FlowTable.tsx'
import { stagesOf, type Flow } from './stages.ts'
import { useText } from './text.ts'
import css from './MoneyFlow.module.css'

/** Where money came from and went to, from the top-up to the merchant and back. Everything is in the address. */
export default function MoneyFlowPage() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const days = flowDaysFrom(search, serverNow())
  const query = useAsk(moneyFlow, days, { everyMs: 60_000, live: ['money', 'trades'], keep: true })
  const set = (values: Record<string, string>) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(values)) next.set(name, value)
    if (values['from']) next.delete('period')
    setSearch(next, { replace: true })
  }
  return (
    <PageFrame>
      <Row gap={3} between align="end" className={css.bar}>
        <Row gap={3} align="end">
          <Segmented<FlowPreset | ''>
            label={t('moneyFlow.period')}
            value={presetOf(days, serverNow()) ?? ''}
            options={flowPresets.map((value) => ({ value, label: t(`moneyFlow.presets.${value}`) }))}
            onChange={(preset) => preset && set(daysOfPreset(preset, serverNow()))}
          />
          <div className={css.dates}>
            <DayRange
              label={t('moneyFlow.custom')}
              from={days.from}
              to={days.until}
              onChange={(from, until) => from && until && set({ from, until })}
            />
          </div>
        </Row>
        <Segmented
          label={t('moneyFlow.view')}
          value={isTable(search) ? 'table' : 'chart'}
          options={(['chart', 'table'] as const).map((value) => ({ value, label: t(`moneyFlow.views.${value}`) }))}
          onChange={(view) => set({ view })}
        />
      </Row>
      <Answered query={query} skeleton={<Waiting />}>
        {(flow) => <Shown flow={flow} table={isTable(search)} />}
      </Answered>
      <Outlet />
    </PageFrame>
  )
}

const Waiting = () => (
  <Stack gap={4}>
    <Skeleton height={150} radius={12} />
    <Skeleton height={520} radius={12} />
  </Stack>
)

function Shown({ flow, table }: { flow: Flow; table: boolean }) {
  const t = useText()
  const navigate = useNavigate()
  const reachable = useReachable()
  const { search } = useLocation()
  const stages = stagesOf(flow)
  const parts = { flow, stages, onOpen: (at: string) => void navigate({ pathname: paths.moneyFlowOf(at), search }) }
  const opensHub = (hub: FlowHub) => {
    const path = { WALLET: paths.financeRecord, CARDS: paths.cardList }[hub]
    // The breakdown of the same days; the list of cards has none.
    const days = new URLSearchParams({ startTime: dayStart(flow.from), endTime: dayEnd(flow.until) })
    return reachable(path)
      ? () => void navigate({ pathname: path, search: hub === 'WALLET' ? `?${days}` : '' })
      : undefined
  }
  return (
    <>
      <Panel
        title={
          <Row as="span" gap={2}>
            {t('moneyFlow.dates', { from: showDate(flow.from), until: showDate(flow.until) })}
            <Tip text={t('moneyFlow.help')} className={css.help} role="img" aria-label={t('moneyFlow.help')}>
              <Icon name="info" size={16} />
            </Tip>
          </Row>
        }
      >
        <Stack gap={3}>
          <Row gap={4} between align="end">
            <Balances flow={flow} />
            <Seal flow={flow} />
          </Row>
          {!flow.detailed && <Muted as="p">{t('moneyFlow.noSpend')}</Muted>}
        </Stack>
      </Panel>
      {flow.ribbons.length === 0 ? (
        <Panel label={t('moneyFlow.chart')} flush>
          <Empty
            icon="ledger"
            title={t('moneyFlow.none')}
            text={t('moneyFlow.noneText')}
            action={
              reachable(paths.rechargeIndex) && (
                <Button look="primary" icon="topup" onClick={() => void navigate(paths.rechargeIndex)}>
                  {t('moneyFlow.topUp')}
                </Button>
              )
            }
          />
        </Panel>
      ) : (
        <Panel label={t('moneyFlow.chart')}>
          {table ? (
            <FlowTable {...parts} />
          ) : (
            <>
              <div className={css.wide}>
                <FlowPicture {...parts} opensHub={opensHub} />
              </div>
              <div className={css.narrow}>
                <FlowStages {...parts} />
              </div>
            </>
          )}
        </Panel>
      )}
    </>
  )
}

/** The balances at the end, and what came in and went out. A sub-account has no balances. */
function Balances({ flow }: { flow: Flow }) {
  const t = useText()
  return (
    <Stats
      stats={flow.hubs.map(({ hub, name, close, change }) => {
        const moved = (way: 'IN' | 'OUT') =>
          flow.ribbons
            .filter((ribbon) => ribbon.hub === hub && ribbon.way === way)
            .reduce((sum, { cents }) => sum + cents, 0)
        return close === null
          ? ([
              name,
              <Money cents={change} sign="always" />,
              t('moneyFlow.inOut', { in: show(moved('IN')), out: show(moved('OUT')) }),
            ] as const)
          : ([
              t('moneyFlow.balance', { name }),
              <Money cents={close} />,
              t('moneyFlow.change', { amount: show(change, 'USD', 'always') }),
            ] as const)
      })}
    />
  )
}

/** Whether the books of the period were verified, in the customer's view: a difference elsewhere is none of this account. */
function Seal({ flow: { hubs, proof } }: { flow: Flow }) {
  const t = useText()
  const missing = hubs.reduce((sum, hub) => sum + Math.abs(hub.missing), 0)
  const state = missing > 0 ? 'BROKEN' : proof.state
  return (
    <p className={css.seal} data-state={state}>
      <Icon name={state === 'BROKEN' ? 'warn' : 'shield'} size={18} />
      {t(`moneyFlow.proof.${state}`, { time: showTime(proof.until), amount: show(missing) })}
    </p>
  )
}
