import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { exportTrades } from '#contract/exports/exports.ts'
import { spendAnalysis, spendBys, spendPeriods, type SpendBy, type SpendPeriod } from '#contract/trades/spend.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { showDate } from '#web/parts/dates.ts'
import { dayEnd, dayStart } from '#web/parts/lists/filterValues.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { routeSet } from '#web/account/menu.ts'
import { paths } from '#web/account/paths.ts'
import { useReachable } from '#web/account/useReachable.ts'
import { Panel, Stats } from '#web/ui/dialogs/Panel.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Tip } from '#web/ui/onDemand/Tip.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { changeText } from '../spendWords.ts'
import { askedFrom, filterOf, listFilters, narrowedTo, without, type Asked } from './address.ts'
import { SpendBars } from './SpendBars.tsx'
import { useText } from './text.ts'
import css from './Analysis.module.css'

type Shown = Output<typeof spendAnalysis>

const periodKey = {
  thisMonth: 'thisMonth',
  lastMonth: 'lastMonth',
  '30': 'd30',
  '90': 'd90',
} as const satisfies Record<SpendPeriod, string>

/** What was spent, by merchant, group, sub-account or card. A bar narrows the page to it; everything is in the address. */
export default function AnalysisPage() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const asked = askedFrom(search)
  const withSubs = routeSet(useSession()) === 'parentWithSubs'
  const bys = spendBys.filter((by) => by !== 'sub' || withSubs)
  const query = useAsk(spendAnalysis, asked, { everyMs: 30_000, live: ['trades', 'money'], keep: true })
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(search)
    next.set(name, value)
    setSearch(next, { replace: true })
  }
  return (
    <PageFrame>
      <Row gap={3} between className={css.bar}>
        <Segmented
          label={t('analysis.by')}
          value={asked.by}
          options={bys.map((value) => ({ value, label: t(`analysis.bys.${value}`) }))}
          onChange={(by) => set('by', by)}
        />
        <Segmented
          label={t('analysis.period')}
          value={asked.period}
          options={spendPeriods.map((value) => ({ value, label: t(`analysis.periods.${periodKey[value]}`) }))}
          onChange={(period) => set('period', period)}
        />
      </Row>
      <Answered query={query} skeleton={<Waiting />}>
        {(shown) => (
          <>
            <Narrowed asked={asked} shown={shown} onRemove={(by) => setSearch(without(search, by))} />
            <Total asked={asked} shown={shown} />
            <Panel label={t('analysis.bars')} flush>
              {shown.list.length === 0 ? (
                <Empty icon="bars" title={t('analysis.none')} text={t('analysis.noneText')} />
              ) : (
                <SpendBars
                  by={asked.by}
                  shown={shown}
                  picked={asked[filterOf[asked.by]]}
                  onPick={(key) => setSearch(narrowedTo(search, asked.by, key, bys))}
                />
              )}
            </Panel>
          </>
        )}
      </Answered>
    </PageFrame>
  )
}

const Waiting = () => (
  <Stack gap={4}>
    <Skeleton height={150} radius={12} />
    <Skeleton height={420} radius={12} />
  </Stack>
)

/** What the figures are narrowed to; each can be removed. */
function Narrowed({ asked, shown, onRemove }: { asked: Asked; shown: Shown; onRemove: (by: SpendBy) => void }) {
  const t = useText()
  const filters = spendBys.flatMap((by) => {
    const key = asked[filterOf[by]]
    return key === undefined ? [] : [{ by, name: shown.narrowed[filterOf[by]] ?? key }]
  })
  if (filters.length === 0) return null
  return (
    <Row role="group" aria-label={t('analysis.narrowed')}>
      {filters.map(({ by, name }) => (
        <Button
          key={by}
          size="s"
          icon="close"
          guardMs={0}
          aria-label={t('analysis.remove', { name })}
          onClick={() => onRemove(by)}
        >
          {t(`analysis.bys.${by}`)}: {name}
        </Button>
      ))}
    </Row>
  )
}

function Total({ asked, shown }: { asked: Asked; shown: Shown }) {
  const t = useText()
  const navigate = useNavigate()
  const reachable = useReachable()
  const mayExport = useMay(exportTrades).shown
  const { total, before, narrowed } = shown
  const net = total.spent - total.refunded
  const change = changeText(net, before.spent - before.refunded)
  const filters = listFilters(asked, narrowed.merchant)
  const list = filters && paths.settled(dayStart(shown.from), dayEnd(shown.until), filters)
  const listed = reachable(paths.cardRecord) ? list : undefined
  const toFlow = reachable(paths.moneyFlow)
  return (
    <Panel
      title={
        <Row as="span" gap={2}>
          {t('analysis.dates', { from: showDate(shown.from), until: showDate(shown.until) })}
          <Tip text={t('analysis.help')} className={css.help} role="img" aria-label={t('analysis.help')}>
            <Icon name="info" size={16} />
          </Tip>
        </Row>
      }
      extra={
        (listed || toFlow) && (
          <Row gap={3} className={css.ways}>
            {toFlow && (
              <Link to={`${paths.moneyFlow}?${new URLSearchParams({ from: shown.from, until: shown.until })}`}>
                {t('analysis.flow')}
              </Link>
            )}
            {listed && <Link to={listed}>{t('analysis.trades')}</Link>}
            {listed && mayExport && (
              <Button
                size="s"
                icon="download"
                guardMs={0}
                onClick={() => void navigate(listed.replace(paths.cardRecord, paths.exportOf(paths.cardRecord)))}
              >
                {t('analysis.export')}
              </Button>
            )}
          </Row>
        )
      }
    >
      <Stats
        stats={[
          [
            t('analysis.spent'),
            <Money cents={net} />,
            change
              ? t('analysis.versus', { change, from: showDate(shown.beforeFrom), until: showDate(shown.beforeUntil) })
              : undefined,
          ],
          [t('analysis.count'), total.count.toLocaleString('en')],
          [t('analysis.average'), <Money cents={total.count > 0 ? Math.round(total.spent / total.count) : null} />],
          [t('analysis.refunded'), <Money cents={total.refunded} />],
        ]}
      />
    </Panel>
  )
}
