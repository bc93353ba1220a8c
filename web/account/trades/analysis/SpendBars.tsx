import { Link } from 'react-router'
import { show } from '#contract/core/money.ts'
import type { Output } from '#contract/core/call.ts'
import { FEES_KEY, type spendAnalysis, type SpendBy } from '#contract/trades/spend.ts'
import { useReachable } from '#web/account/useReachable.ts'
import { paths } from '#web/account/paths.ts'
import { Rows } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { changeText } from '../spendWords.ts'
import { useText } from './text.ts'
import css from './Analysis.module.css'

type Shown = Output<typeof spendAnalysis>
type Sums = Pick<Shown['list'][number], 'count' | 'spent' | 'refunded' | 'before'>

const netOf = ({ spent, refunded }: Pick<Sums, 'spent' | 'refunded'>): number => spent - refunded

/** The largest first; a bar is as long as its share of the longest. `picked`: the bar that the page is narrowed to. */
export function SpendBars({
  by,
  shown: { list, others, total },
  picked,
  onPick,
}: {
  by: SpendBy
  shown: Shown
  picked: string | undefined
  onPick: (key: string) => void
}) {
  const t = useText()
  const cards = useReachable()(paths.cardList)
  const most = Math.max(1, ...list.map(netOf))
  const whole = netOf(total)
  return (
    <Rows aria-label={t('analysis.bars')} className={css.bars!}>
      {list.map((row) => {
        const name = <span className={css.name}>{row.name}</span>
        return (
          <li key={row.key} data-picked={row.key === picked || undefined}>
            <i
              className={css.fill}
              style={{ width: `${(Math.max(0, netOf(row)) / most) * 100}%` }}
              aria-hidden="true"
            />
            {by === 'card' && picked === row.key && cards ? (
              <Link className={css.pick} to={paths.cardPage(row.key)}>
                {name}
              </Link>
            ) : by === 'merchant' && row.key === FEES_KEY && picked === row.key ? (
              name
            ) : (
              <button
                type="button"
                className={css.pick}
                aria-label={t('analysis.only', { name: row.name })}
                disabled={row.key === picked}
                onClick={() => onPick(row.key)}
              >
                {name}
              </button>
            )}
            <Figures sums={row} whole={whole} />
          </li>
        )
      })}
      {others && (
        <li>
          <span className={css.name}>{t('analysis.others', { count: others.rows })}</span>
          <Figures sums={others} whole={whole} />
        </li>
      )}
    </Rows>
  )
}

function Figures({ sums, whole }: { sums: Sums; whole: number }) {
  const t = useText()
  const { count, spent, refunded, before } = sums
  const net = netOf(sums)
  const change = before > 0 ? changeText(net, before) : net > 0 ? t('analysis.fresh') : undefined
  return (
    <>
      <span className={css.about}>
        {[
          whole > 0 && net > 0 && t('analysis.share', { percent: `${((net / whole) * 100).toFixed(1)}%` }),
          count > 0 && t('analysis.purchases', { count }),
          count > 1 && t('analysis.averageOf', { amount: show(Math.round(spent / count)) }),
          refunded !== 0 && t('analysis.refundedOf', { amount: show(refunded) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span className={css.sum}>
        <Money cents={net} strong />
        <small>
          {[change, before !== 0 && t('analysis.before', { amount: show(before) })].filter(Boolean).join(' · ')}
        </small>
      </span>
    </>
  )
}
