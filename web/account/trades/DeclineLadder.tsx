import { Link } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { declineLadder, declineRungs, rungs as allRungs } from '#contract/trades/declineLadder.ts'
import { declineRisk } from '#contract/trades/declines.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { TrendChart } from '#web/ui/charts/TrendChart.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { paths } from '../paths.ts'
import { percent } from './tradeTones.ts'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Ladder.module.css'

type Ladder = Output<typeof declineLadder>

/** The distance to each warning level, how the rate is computed, and which declines can be prevented. */
export default function DeclineLadder() {
  const t = useText()
  const query = useAsk(declineLadder, {}, { quiet: true, everyMs: 5_000, keep: true })
  const ladder = query.data
  if (!ladder) return query.isError ? null : <Skeleton height={72} radius={12} />
  return (
    <section className={css.ladder} aria-label={t('trades.ladder.title')}>
      <ol className={css.rungs}>
        {ladder.rungs.map((one) => (
          <Rung key={one.rung} one={one} ladder={ladder} />
        ))}
      </ol>
      {ladder.rungs[2]?.more !== null && (
        <p className={css.note}>
          {!ladder.enough && t('trades.ladder.sample', { attempts: ladder.minAttempts, declines: ladder.minDeclines })}
          {ladder.restoredTime &&
            ladder.probationUntil &&
            ` ${t('trades.ladder.probation', { time: showTime(ladder.restoredTime), days: declineRisk.probation.days, until: showTime(ladder.probationUntil) })}`}
          {` ${t('trades.ladder.since', { day: showDay(ladder.windowFrom) })}`}
        </p>
      )}
      <details className={css.more} open={ladder.rung !== 'FINE'}>
        <summary>{t('trades.ladder.more')}</summary>
        <div className={css.columns}>
          <div className={css.chart}>
            <h3>{t('trades.ladder.overTime')}</h3>
            <TrendChart
              label={t('trades.ladder.overTime')}
              height={200}
              days={ladder.days.map(({ date }) => date.slice(5))}
              series={[
                {
                  name: t('trades.rate.title'),
                  kind: 'area',
                  color: 2,
                  values: ladder.days.map(({ rateBps }) => rateBps / 100),
                  show: (value) => `${value.toFixed(2)}%`,
                  showAxis: (value) => `${value}%`,
                  least: 6,
                },
                {
                  name: t('trades.one.countsYes'),
                  kind: 'bars',
                  color: 5,
                  values: ladder.days.map(({ declined }) => declined),
                  show: String,
                },
              ]}
            />
          </div>
          <Reasons ladder={ladder} />
          <Cards ladder={ladder} />
        </div>
      </details>
    </section>
  )
}

function Rung({ one, ladder }: { one: Ladder['rungs'][number]; ladder: Ladder }) {
  const t = useText()
  const reached = allRungs.indexOf(ladder.rung) >= allRungs.indexOf(one.rung)
  const { more } = one
  return (
    <li data-rung={one.rung} data-reached={reached}>
      <span className={css.name}>
        {declineRungs[one.rung][langNow()]}
        <small>
          {one.rung === 'STOP'
            ? t('trades.ladder.above', { rate: percent(one.atBps) })
            : t('trades.ladder.from', { rate: percent(one.atBps) })}
        </small>
      </span>
      <strong>
        {reached
          ? t('trades.ladder.reached')
          : more === null
            ? '–'
            : t('trades.ladder.left', { count: Math.max(1, more) })}
      </strong>
      <small>{t(`trades.ladder.what.${one.rung}`)}</small>
    </li>
  )
}

/** Reasons that count and reasons that do not, so that nobody has to guess. */
function Reasons({ ladder: { reasons } }: { ladder: Ladder }) {
  const t = useText()
  return (
    <div>
      <h3>{t('trades.ladder.reasons')}</h3>
      {reasons.length === 0 && <p className={css.note}>{t('trades.ladder.noDeclines')}</p>}
      <ul className={css.list}>
        {reasons.map(({ reason, text, advice, counted, count }) => (
          <li key={`${reason}-${counted}`}>
            <span>
              <Link to={{ pathname: paths.cardRecord, search: `?tab=declined&reason=${reason}` }}>{text}</Link>
              <small>{advice}</small>
            </span>
            <Tag tone={counted ? 'bad' : 'quiet'}>{counted ? t('trades.rate.yes') : t('trades.rate.no')}</Tag>
            <b>{count}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Cards({ ladder: { cards } }: { ladder: Ladder }) {
  const t = useText()
  if (cards.length === 0) return null
  return (
    <div>
      <h3>{t('trades.ladder.cards')}</h3>
      <ul className={css.list}>
        {cards.map(({ cardId, cardSeqNo, lastFour, attempts, declined }) => (
          <li key={cardId}>
            <span>
              <Link to={paths.card(cardId)}>···· {lastFour}</Link>
              <small>{cardSeqNo}</small>
            </span>
            <b>{t('trades.ladder.ofAttempts', { declined, attempts })}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}
