import { useNavigate, useSearchParams } from 'react-router'
import { show } from '#contract/core/money.ts'
import { showAxisDay } from '#web/parts/dates.ts'
import { TrendChart } from '#web/ui/charts/TrendChart.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel, Stats } from '#web/ui/dialogs/Panel.tsx'
import { Muted, Stack } from '#web/ui/layout.tsx'
import { paths } from '../paths.ts'
import { axisMoney } from '#web/ui/charts/scale.ts'
import { useReachable } from '../useReachable.ts'
import { percent, type Figures } from './figures.tsx'
import { useText } from './text.ts'

const ranges = ['7', '30', '90'] as const
type Range = (typeof ranges)[number]

/** How many days the chart shows; in the address, so that a reload and a link show the same. */
export function useRange() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('days')
  const range: Range = ranges.find((one) => one === asked) ?? '30'
  const choose = (value: Range) =>
    setParams(
      (before) => {
        if (value === '30') before.delete('days')
        else before.set('days', value)
        return before
      },
      { replace: true },
    )
  // With as many days before them, to compare with.
  return { range, choose, asked: { days: 2 * Number(range) } }
}

const sum = (days: readonly { spend: number }[]): number => days.reduce((all, { spend }) => all + spend, 0)

/** Spend by day beside the period before, and declines; a day opens its transactions. */
export function TrendPanel({
  figures: { spend, trend },
  range: { range, choose },
}: {
  figures: Pick<Figures, 'spend' | 'trend'>
  range: ReturnType<typeof useRange>
}) {
  const t = useText()
  const navigate = useNavigate()
  const reachable = useReachable()
  const [before, days] = [trend.slice(0, -Number(range)), trend.slice(-Number(range))]
  const [spent, spentBefore] = [sum(days), sum(before)]
  const change = spentBefore > 0 ? Math.round(((spent - spentBefore) * 10_000) / spentBefore) : undefined
  const list = [paths.cardRecord, paths.subCardRecord].find(reachable)
  return (
    <Panel
      title={t('overview.trend')}
      extra={
        <Segmented
          label={t('overview.range')}
          value={range}
          options={ranges.map((value) => ({ value, label: t('overview.rangeDays', { count: Number(value) }) }))}
          onChange={choose}
        />
      }
    >
      <Stack gap={4}>
        <Stats
          stats={(['today', 'yesterday', 'month', 'total'] as const).map((key) => [
            t(`overview.${key}`),
            <Money cents={spend[key]} />,
          ])}
        />
        <Muted as="p">
          {t('overview.spentIn', { count: days.length, amount: show(spent) })}{' '}
          {change === undefined
            ? t('overview.noneBefore')
            : t(change < 0 ? 'overview.less' : 'overview.more', {
                percent: percent(Math.abs(change)),
                amount: show(spentBefore),
              })}
        </Muted>
        <TrendChart
          label={t('overview.trend')}
          days={days.map(({ date }) => showAxisDay(date))}
          {...(list && {
            onOpen: async (index) => {
              const { date } = days[index]!
              // With the lists, which this page has not loaded.
              const { dayEnd, dayStart } = await import('#web/parts/lists/filterValues.ts')
              const ofDay = new URLSearchParams({ startTime: dayStart(date), endTime: dayEnd(date) })
              if (list === paths.cardRecord) ofDay.set('scope', 'all')
              void navigate(`${list}?${ofDay.toString()}`)
            },
          })}
          series={[
            {
              name: t('overview.spend'),
              kind: 'area',
              color: 1,
              values: days.map((day) => day.spend),
              show: (value) => show(value),
              showAxis: axisMoney,
              least: 100_00,
            },
            {
              name: t('overview.spendBefore'),
              kind: 'line',
              color: 5,
              values: before.map((day) => day.spend),
              show: (value) => show(value),
            },
            {
              name: t('overview.declines'),
              kind: 'bars',
              color: 2,
              values: days.map((day) => day.declined),
              show: String,
            },
          ]}
        />
      </Stack>
    </Panel>
  )
}
