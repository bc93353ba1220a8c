import { Link } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { declineLadder, declineRungs, rungs as allRungs } from '#contract/trades/declineLadder.ts'
import { declineRisk } from '#contract/trades/declines.ts'
import { showAxisDay, showDay, showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { TrendChart } from '#web/ui/charts/TrendChart.tsx'
import { Grid, Muted, Row, Rows, Section, Stack, TwoLines } from '#web/ui/layout.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { paths } from '../paths.ts'
import { LadderPlace } from './LadderPlace.tsx'
import { percent } from './tradeTones.ts'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Trades.module.css'

type Ladder = Output<typeof declineLadder>

/** The distance to each warning level, how the rate is computed, and which declines can be prevented. */
export default function DeclineLadder() {
  const t = useText()
  const query = useAsk(declineLadder, {}, { quiet: true, everyMs: 5_000, live: ['trades'], keep: true })
  const ladder = query.data
  if (!ladder) return query.isError ? null : <LadderPlace />
  return (
    <section aria-label={t('trades.ladder.title')}>
      <Stack>
        <Grid as="ol" gap={3} min={200}>
          {ladder.rungs.map((one) => (
            <Rung key={one.rung} one={one} ladder={ladder} />
          ))}
        </Grid>
        {ladder.rungs[2]?.more !== null && (
          <Muted as="p">
            {!ladder.enough &&
              t('trades.ladder.sample', { attempts: ladder.minAttempts, declines: ladder.minDeclines })}
            {ladder.restoredTime &&
              ladder.probationUntil &&
              ` ${t('trades.ladder.probation', { time: showTime(ladder.restoredTime), days: declineRisk.probation.days, until: showTime(ladder.probationUntil) })}`}
            {` ${t('trades.ladder.since', { day: showDay(ladder.windowFrom) })}`}
          </Muted>
        )}
        <details className={css.more} open={ladder.rung !== 'FINE'}>
          <summary>{t('trades.ladder.more')}</summary>
          <Grid gap={6} min={300}>
            <Section title={t('trades.ladder.overTime')}>
              <TrendChart
                label={t('trades.ladder.overTime')}
                height={200}
                days={ladder.days.map(({ date }) => showAxisDay(date))}
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
            </Section>
            <Reasons ladder={ladder} />
            <Cards ladder={ladder} />
          </Grid>
        </details>
      </Stack>
    </section>
  )
}

function Rung({ one, ladder }: { one: Ladder['rungs'][number]; ladder: Ladder }) {
  const t = useText()
  const reached = allRungs.indexOf(ladder.rung) >= allRungs.indexOf(one.rung)
  const { more } = one
  return (
    <Stack as="li" gap={1} className={css.rung} data-rung={one.rung} data-reached={reached}>
      <Row as="span" between gap={1}>
        {declineRungs[one.rung][langNow()]}
        <small>
          {one.rung === 'STOP'
            ? t('trades.ladder.above', { rate: percent(one.atBps) })
            : t('trades.ladder.from', { rate: percent(one.atBps) })}
        </small>
      </Row>
      <strong>
        {reached
          ? t('trades.ladder.reached')
          : more === null
            ? '–'
            : t('trades.ladder.left', { count: Math.max(1, more) })}
      </strong>
      <small>{t(`trades.ladder.what.${one.rung}`)}</small>
    </Stack>
  )
}

/** Reasons that count and reasons that do not, so that nobody has to guess. */
function Reasons({ ladder: { reasons } }: { ladder: Ladder }) {
  const t = useText()
  return (
    <Section title={t('trades.ladder.reasons')}>
      {reasons.length === 0 && <Muted as="p">{t('trades.ladder.noDeclines')}</Muted>}
      <Rows className={css.list}>
        {reasons.map(({ reason, text, advice, counted, count }) => (
          <li key={`${reason}-${counted}`}>
            <TwoLines below={advice}>
              <Link to={`${paths.declines}&reason=${reason}`}>{text}</Link>
            </TwoLines>
            <Tag tone={counted ? 'bad' : 'quiet'}>{counted ? t('trades.rate.yes') : t('trades.rate.no')}</Tag>
            <b>{count}</b>
          </li>
        ))}
      </Rows>
    </Section>
  )
}

function Cards({ ladder: { cards } }: { ladder: Ladder }) {
  const t = useText()
  if (cards.length === 0) return null
  return (
    <Section title={t('trades.ladder.cards')}>
      <Rows className={css.list}>
        {cards.map(({ cardId, cardSeqNo, lastFour, attempts, declined }) => (
          <li key={cardId}>
            <TwoLines below={cardSeqNo}>
              <Link to={paths.card(cardId)}>···· {lastFour}</Link>
            </TwoLines>
            <b>{t('trades.ladder.ofAttempts', { declined, attempts })}</b>
          </li>
        ))}
      </Rows>
    </Section>
  )
}
