import { show } from '#contract/core/money.ts'
import { showAxisDay } from '#web/parts/dates.ts'
import { TrendChart } from '#web/ui/charts/TrendChart.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel, Stats } from '#web/ui/dialogs/Panel.tsx'
import { Stack } from '#web/ui/layout.tsx'
import type { Figures } from './figures.tsx'
import { useText } from './text.ts'

/** Dollars without cents, thousands as k: space on an axis is limited. */
const axisMoney = (cents: number): string => (cents >= 1_000_00 ? `$${cents / 1_000_00}k` : `$${cents / 100}`)

export function TrendPanel({ figures: { spend, trend } }: { figures: Pick<Figures, 'spend' | 'trend'> }) {
  const t = useText()
  return (
    <Panel title={t('overview.trend')}>
      <Stack gap={4}>
        <Stats
          stats={(['today', 'yesterday', 'month', 'total'] as const).map((key) => [
            t(`overview.${key}`),
            <Money cents={spend[key]} />,
          ])}
        />
        <TrendChart
          label={t('overview.trend')}
          days={trend.map(({ date }) => showAxisDay(date))}
          series={[
            {
              name: t('overview.spend'),
              kind: 'area',
              color: 1,
              values: trend.map((day) => day.spend),
              show: (value) => show(value),
              showAxis: axisMoney,
              least: 100_00,
            },
            {
              name: t('overview.declines'),
              kind: 'bars',
              color: 2,
              values: trend.map((day) => day.declined),
              show: String,
            },
          ]}
        />
      </Stack>
    </Panel>
  )
}
