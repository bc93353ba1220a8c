import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { overview } from '#contract/notices/notices.ts'
import { declineLadder, declinesLeft } from '#contract/trades/declineLadder.ts'
import { declineRisk } from '#contract/trades/declines.ts'
import { show } from '#contract/core/money.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { LoadFailed } from '#web/parts/LoadFailed.tsx'
import { buttonLook } from '#web/ui/forms/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showDay } from '#web/parts/dates.ts'
import { Meter } from '#web/ui/charts/Meter.tsx'
import { Panel, Stat, Stats } from '#web/ui/dialogs/Panel.tsx'
import { Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Split } from '#web/ui/charts/Split.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Money } from '#web/ui/Money.tsx'
import { paths } from '../paths.ts'
import { useReachable } from '../useReachable.ts'
import { CardsPanel } from './CardsPanel.tsx'
import { LivePanel } from './LivePanel.tsx'
import { Pulse } from './Pulse.tsx'
import { TodoPanel } from './TodoPanel.tsx'
import { TrendPanel, useRange } from './TrendPanel.tsx'
import { useText } from './text.ts'
import { withText } from '#web/text.ts'
import { percent, Rate, type Figures } from './figures.tsx'
import css from './Overview.module.css'

const GettingStarted = lazy(withText(() => import('./start/GettingStarted.tsx')))

/** Where the money is, how it moves, and what needs attention, in this order. */
export default function OverviewPage() {
  const { GuideDone, UserInfo } = useSession()
  const range = useRange()
  const query = useAsk(overview, range.asked, { everyMs: 30_000, live: ['trades', 'cards', 'money'], keep: true })
  const figures = query.data
  // Only where the steps can be taken; which of them are done is told by the account's own figures.
  const isNew = GuideDone === false && UserInfo?.statusList.standing === 'ACTIVE' && figures?.steps.purchased === 0
  if (query.isError && !figures) return <LoadFailed query={query} />
  return (
    <div className={css.page}>
      <Pulse />
      {figures && isNew ? (
        <>
          <Suspense fallback={<Skeleton height={380} radius={12} />}>
            <GettingStarted figures={figures} />
          </Suspense>
          {figures.cards.total > 0 && <TodoPanel figures={figures} />}
        </>
      ) : figures ? (
        <>
          <WalletPanel figures={figures} />
          <TodoPanel figures={figures} />
          <TrendPanel figures={figures} range={range} />
          <Stack gap={4}>
            <DeclinePanel figures={figures} />
            <CardsPanel figures={figures} />
          </Stack>
        </>
      ) : (
        [188, 188, 380, 380].map((height, index) => <Skeleton key={index} height={height} radius={12} />)
      )}
      {(!isNew || (figures?.cards.total ?? 0) > 0) && <LivePanel />}
    </div>
  )
}

/** How far the account is from the threshold that stops all its cards; after a restoration, its limits on probation. */
function DeclinePanel({ figures: { auth } }: { figures: Figures }) {
  const t = useText()
  const ladder = useAsk(declineLadder, {}, { quiet: true, everyMs: 15_000, live: ['trades'], keep: true }).data
  const { declineRateBps: rate, thresholdBps: limit } = auth
  const says = rate > limit ? 'over' : rate >= limit * 0.6 ? 'near' : 'fine'
  return (
    <Panel title={t('overview.declineRate')} extra={<Link to={paths.declines}>{t('overview.declineSee')}</Link>}>
      <Stack>
        <Rate auth={auth} />
        <Meter
          label={t('overview.declineRate')}
          value={rate}
          limit={limit}
          full={Math.max(limit * 2, rate)}
          shown={percent(rate)}
          shownLimit={t('overview.limit', { limit: percent(limit) })}
        />
        {ladder?.restoredTime && ladder.probationUntil && (
          <Muted as="p">
            {t('overview.declineRestored', {
              count: declinesLeft(ladder),
              time: showDay(ladder.restoredTime),
              days: declineRisk.probation.days,
              until: showDay(ladder.probationUntil),
            })}
          </Muted>
        )}
        <Muted as="p">{t(`overview.declineSays.${says}`, { limit: percent(limit) })}</Muted>
      </Stack>
    </Panel>
  )
}

const quick: readonly { path: string; icon: IconName; word: 'topup' | 'open' | 'cards' }[] = [
  { path: paths.rechargeIndex, icon: 'topup', word: 'topup' },
  { path: paths.cardOpen, icon: 'open', word: 'open' },
  { path: paths.cardList, icon: 'list', word: 'cards' },
]

/** The available balance, and where the rest is. */
function WalletPanel({ figures: { wallet, topup } }: { figures: Figures }) {
  const t = useText()
  const reachable = useReachable()
  const fundsFrozen = wallet.usdFundsFrozen ?? 0
  return (
    <Panel>
      <Row between align="end" gap={4}>
        <Stat
          label={t('overview.balance')}
          value={
            <Link className={css.balance} to={paths.financeRecord}>
              <Money cents={wallet.usdBalance} size="xl" />
            </Link>
          }
        />
        <Row>
          {quick
            .filter(({ path }) => reachable(path))
            .map(({ path, icon, word }, index) => (
              <Link key={path} className={buttonLook({ look: index === 0 ? 'primary' : 'plain' })} to={path}>
                <Icon name={icon} size={17} />
                {t(`overview.quick.${word}`)}
              </Link>
            ))}
        </Row>
      </Row>
      <Split
        label={t('overview.where')}
        parts={[
          { name: t('overview.balance'), value: wallet.usdBalance ?? 0, color: 1 },
          { name: t('overview.frozen'), value: wallet.usdFrozen ?? 0, color: 4 },
          { name: t('overview.onCards'), value: wallet.usdCard ?? 0, color: 3 },
          ...(fundsFrozen > 0 ? [{ name: t('overview.fundsFrozen'), value: fundsFrozen, color: 5 as const }] : []),
        ]}
        show={(cents) => show(cents)}
      />
      <div className={css.figures}>
        <Stats
          stats={[
            [
              t('overview.topupMonth'),
              <Link
                className={css.balance}
                to={`${paths.moneyFlow}?period=thisMonth`}
                aria-label={`${t('overview.topupMonth')} ${show(topup.month)}`}
              >
                <Money cents={topup.month} />
              </Link>,
            ],
            [t('overview.topupTotal'), <Money cents={topup.total} />],
            [t('overview.rebate'), <Money cents={wallet.usdRebate} />],
            (wallet.usdReceivable ?? 0) > 0 && [t('overview.owed'), <Money cents={-(wallet.usdReceivable ?? 0)} />],
          ]}
        />
      </div>
    </Panel>
  )
}
