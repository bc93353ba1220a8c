import { show } from '#contract/core/money.ts'
import { showAxisDay } from '#web/parts/dates.ts'
import { TrendChart } from '#web/ui/charts/TrendChart.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import type { Figures } from './figures.ts'
import { useText } from './text.ts'
import css from './Overview.module.css'

/** Dollars without cents, thousands as k: space on an axis is limited. */
const axisMoney = (cents: number): string => (cents >= 1_000_00 ? `$${cents / 1_000_00}k` : `$${cents / 100}`)

export function TrendPanel({ figures: { spend, trend } }: { figures: Pick<Figures, 'spend' | 'trend'> }) {
  const t = useText()
  return (
    <Panel title={t('overview.trend')}>
      <div className={css.heads}>
        <Stat label={t('overview.today')} value={<Money cents={spend.today} />} />
        <Stat label={t('overview.yesterday')} value={<Money cents={spend.yesterday} />} />
        <Stat label={t('overview.month')} value={<Money cents={spend.month} />} />
        <Stat label={t('overview.total')} value={<Money cents={spend.total} />} />
      </div>
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
    </Panel>
  )
}
