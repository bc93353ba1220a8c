import { Link } from 'react-router'
import type { ReactNode } from 'react'
import { showHouse, type HouseDay } from '#contract/staff/house.ts'
import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { showAxisDay, showTime } from '#web/parts/dates.ts'
import { Spark } from '#web/ui/charts/Spark.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Grid, Muted, Stack } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { age } from '#web/operator/parts/age.ts'
import { paths } from '#web/operator/paths.ts'
import { percent } from '#web/operator/parts/percent.ts'
import { useText } from '#web/operator/text.ts'
import css from './Home.module.css'

type Found = Output<typeof showHouse>

const LIVE_MS = 15_000
const unknown = '–'

/** The service at a glance, for those who answer for all of it. */
export function House() {
  const t = useText()
  const query = useAsk(showHouse, {}, { everyMs: LIVE_MS, quiet: true })
  return (
    <Panel title={t('desk.house.title')} label={t('desk.house.title')}>
      <Answered query={query} skeleton={<Waits />}>
        {(found) => <Figures found={found} />}
      </Answered>
    </Panel>
  )
}

/** In the geometry of the figures, so that nothing below moves when they come. */
function Waits() {
  return (
    <Grid gap={5} min={200}>
      {Array.from({ length: 8 }, (_, at) => (
        <Skeleton key={at} height={136} radius={8} />
      ))}
    </Grid>
  )
}

function Figures({ found: { proof, decisions, rates, queues, alarms, days } }: { found: Found }) {
  const t = useText()
  const [reads, checks] = [useHolds('staff:books.view'), useHolds('staff:risk.view')]
  const waiting = queues.filter(({ count }) => count > 0)
  const oldest = waiting.toSorted((one, other) => (one.oldestTime ?? 0) - (other.oldestTime ?? 0))[0]
  const late = waiting.filter(({ oldestTime, slaMs }) => oldestTime !== null && serverNow() - oldestTime > slaMs).length
  const line = (name: string, of: (day: HouseDay) => number | null, said: (value: number) => string) => (
    <Days name={name} days={days} of={of} said={said} />
  )
  const verified = t('desk.house.verified')
  return (
    <Grid gap={5} min={200}>
      <Figure
        label={t('desk.house.cover')}
        value={proof?.cover?.bps == null ? unknown : percent(proof.cover.bps)}
        note={
          proof?.cover
            ? t('desk.house.coverOf', { covered: show(proof.cover.covered), owed: show(proof.cover.owed) })
            : t('desk.house.noProof')
        }
        line={line(t('desk.house.cover'), ({ coverBps }) => coverBps, percent)}
      />
      <Figure
        label={verified}
        value={
          proof ? (
            <StatusTag
              tone={proof.holds ? 'ok' : 'bad'}
              text={proof.holds ? t('desk.house.holds') : t('desk.house.breaks', { count: proof.breaks })}
            />
          ) : (
            unknown
          )
        }
        note={proof ? showTime(proof.time) : t('desk.house.noProof')}
        more={reads && <Link to={paths.books}>{t('desk.books')}</Link>}
        line={line(verified, ({ breaks }) => breaks, String)}
      />
      <Figure
        label={t('desk.house.perSecond')}
        value={decisions ? decisions.perSecond.toFixed(decisions.perSecond < 10 ? 2 : 0) : unknown}
        note={
          decisions
            ? t('desk.house.inMinutes', { count: decisions.minutes, decisions: decisions.count })
            : t('desk.house.counting')
        }
        line={line(t('desk.house.decisions'), (day) => day.decisions, String)}
      />
      <Figure
        label={t('desk.house.p99')}
        value={decisions?.p99Ms == null ? unknown : t('desk.house.ms', { ms: decisions.p99Ms })}
        note={
          decisions?.p99Ms == null
            ? t(decisions ? 'desk.house.noDecisions' : 'desk.house.counting')
            : t('desk.house.p99Text')
        }
        more={<Link to={paths.health}>{t('desk.health')}</Link>}
        line={line(
          t('desk.house.p99'),
          ({ p99Ms }) => p99Ms,
          (ms) => t('desk.house.ms', { ms }),
        )}
      />
      <Figure
        label={t('desk.house.approval')}
        value={rates.approvalBps === null ? unknown : percent(rates.approvalBps)}
        note={
          rates.approvalBps === null
            ? t('desk.house.noPurchases')
            : t('desk.house.approved', { approved: rates.approved, all: rates.approved + rates.declined })
        }
        line={line(t('desk.house.approval'), ({ approvalBps }) => approvalBps, percent)}
      />
      <Figure
        label={t('desk.house.decline')}
        value={rates.declineBps === null ? unknown : percent(rates.declineBps)}
        note={t(rates.declineBps === null ? 'desk.house.noPurchases' : 'desk.house.declined', {
          count: rates.declined,
        })}
        more={checks && <Link to={paths.risk}>{t('desk.risk')}</Link>}
        line={line(t('desk.house.decline'), ({ declineBps }) => declineBps, percent)}
      />
      <Figure
        label={t('desk.house.queues')}
        value={oldest?.oldestTime == null ? t('desk.house.none') : age(serverNow() - oldest.oldestTime)}
        note={
          oldest
            ? t('desk.house.oldestIn', { queue: oldest.name }) + (late ? t('desk.house.late', { count: late }) : '')
            : t('desk.nothing')
        }
        line={line(t('desk.house.queues'), ({ queueAgeMs }) => queueAgeMs, age)}
      />
      <Figure
        label={t('desk.alarms')}
        value={<StatusTag tone={alarms.count ? 'bad' : 'ok'} text={t('desk.house.open', { open: alarms.count })} />}
        note={
          alarms.oldestTime === null ? t('desk.nothing') : `${t('desk.oldest')} ${age(serverNow() - alarms.oldestTime)}`
        }
        more={<Link to={paths.alarms}>{t('desk.alarms')}</Link>}
        line={line(t('desk.alarms'), (day) => day.alarms, String)}
      />
    </Grid>
  )
}

function Figure({
  label,
  value,
  note,
  more,
  line,
}: {
  label: string
  value: ReactNode
  note: ReactNode
  more?: ReactNode
  line: ReactNode
}) {
  return (
    <Stack gap={2} className={css.figure}>
      <Stat label={label} value={value} note={note} />
      {line}
      {more && <span className={css.more}>{more}</span>}
    </Stack>
  )
}

/** The last two weeks of a figure as a line, in words for those who do not see it. Days that nobody counted are gaps. */
function Days({
  name,
  days,
  of,
  said,
}: {
  name: string
  days: readonly HouseDay[]
  of: (day: HouseDay) => number | null
  said: (value: number) => string
}) {
  const t = useText()
  const values = days.map(of)
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return <Muted>{t('desk.house.noDays')}</Muted>
  const words = days.flatMap((day) => {
    const value = of(day)
    return value === null ? [] : [`${showAxisDay(day.date)} ${said(value)}`]
  })
  return (
    <span className={css.days} title={words.join(' · ')}>
      <Spark values={values} label={t('desk.house.days', { name, days: words.join(', ') })} />
      <Muted>{t('desk.house.range', { least: said(Math.min(...known)), most: said(Math.max(...known)) })}</Muted>
    </span>
  )
}
