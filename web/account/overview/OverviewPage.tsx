import { Link, useNavigate } from 'react-router'
import { overview } from '#contract/notices/notices.ts'
import { declineLadder, declinesLeft } from '#contract/trades/declineLadder.ts'
import { declineRisk } from '#contract/trades/declines.ts'
import { show } from '#contract/core/money.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showDay } from '#web/parts/dates.ts'
import { Meter } from '#web/ui/charts/Meter.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { useSession } from '#web/parts/client/useSession.ts'
import { Split } from '#web/ui/charts/Split.tsx'
import type { IconName } from '#web/ui/Icon.tsx'
import { Money } from '#web/ui/Money.tsx'
import { paths } from '../paths.ts'
import { flat, permitted } from '../menu.ts'
import { table } from '../routes.ts'
import { CardsPanel } from './CardsPanel.tsx'
import { LivePanel } from './LivePanel.tsx'
import { TodoPanel } from './TodoPanel.tsx'
import { TrendPanel } from './TrendPanel.tsx'
import { useText } from './text.ts'
import { percent, rateParts, type Figures } from './figures.ts'
import css from './Overview.module.css'

/** Where the money is, how it moves, and what needs attention, in this order. */
export default function OverviewPage() {
  const t = useText()
  const query = useAsk(overview, { days: 30 }, { everyMs: 30_000, keep: true })
  const figures = query.data
  if (query.isError && !figures) {
    return (
      <Empty
        icon="warn"
        title={t('parts.loadFailed')}
        text={query.error.says}
        action={<Button onClick={() => void query.refetch()}>{t('parts.again')}</Button>}
      />
    )
  }
  return (
    <div className={css.page}>
      <h1 className="said">{t('overview.title')}</h1>
      {figures ? (
        <>
          <div className={css.wide}>
            <WalletPanel figures={figures} />
          </div>
          <div className={css.narrow}>
            <TodoPanel figures={figures} />
          </div>
          <div className={css.wide}>
            <TrendPanel figures={figures} />
          </div>
          <div className={`${css.narrow} ${css.stack}`}>
            <DeclinePanel figures={figures} />
            <CardsPanel figures={figures} />
          </div>
        </>
      ) : (
        <>
          <div className={css.wide}>
            <Skeleton height={188} radius={12} />
          </div>
          <div className={css.narrow}>
            <Skeleton height={188} radius={12} />
          </div>
          <div className={css.wide}>
            <Skeleton height={380} radius={12} />
          </div>
          <div className={css.narrow}>
            <Skeleton height={380} radius={12} />
          </div>
        </>
      )}
      <div className={css.full}>
        <LivePanel />
      </div>
    </div>
  )
}

/** How far the account is from the threshold that stops all its cards; after a restoration, its limits on probation. */
function DeclinePanel({ figures: { auth } }: { figures: Figures }) {
  const t = useText()
  const ladder = useAsk(declineLadder, {}, { quiet: true, everyMs: 15_000, keep: true }).data
  const { declineRateBps: rate, thresholdBps: limit } = auth
  const says = rate > limit ? 'over' : rate >= limit * 0.6 ? 'near' : 'fine'
  return (
    <Panel
      title={t('overview.declineRate')}
      extra={<Link to={{ pathname: paths.cardRecord, search: '?tab=declined' }}>{t('overview.declineSee')}</Link>}
    >
      <p className={css.rate}>
        {percent(rate)}
        <small>{t('overview.declineOf', rateParts(auth))}</small>
      </p>
      <Meter
        label={t('overview.declineRate')}
        value={rate}
        limit={limit}
        full={Math.max(limit * 2, rate)}
        shown={percent(rate)}
        shownLimit={t('overview.limit', { limit: percent(limit) })}
      />
      {ladder?.restoredTime && ladder.probationUntil && (
        <p className={css.says}>
          {t('overview.declineRestored', {
            count: declinesLeft(ladder),
            time: showDay(ladder.restoredTime),
            days: declineRisk.probation.days,
            until: showDay(ladder.probationUntil),
          })}
        </p>
      )}
      <p className={css.says}>{t(`overview.declineSays.${says}`, { limit: percent(limit) })}</p>
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
  const navigate = useNavigate()
  const state = useSession()
  const reachable = new Set(
    flat(table)
      .filter((entry) => permitted(entry, state))
      .map(({ path }) => path),
  )
  return (
    <Panel>
      <div className={css.wallet}>
        <div>
          <span className={css.label}>{t('overview.balance')}</span>
          <Link className={css.balance} to={paths.financeRecord}>
            <Money cents={wallet.usdBalance} size="xl" />
          </Link>
        </div>
        <div className={css.quick}>
          {quick
            .filter(({ path }) => reachable.has(path))
            .map(({ path, icon, word }, index) => (
              <Button
                key={path}
                look={index === 0 ? 'primary' : 'plain'}
                icon={icon}
                onClick={() => void navigate(path)}
              >
                {t(`overview.quick.${word}`)}
              </Button>
            ))}
        </div>
      </div>
      <Split
        label={t('overview.where')}
        parts={[
          { name: t('overview.balance'), value: wallet.usdBalance ?? 0, color: 1 },
          { name: t('overview.frozen'), value: wallet.usdFrozen ?? 0, color: 4 },
          { name: t('overview.onCards'), value: wallet.usdCard ?? 0, color: 3 },
        ]}
        show={(cents) => show(cents)}
      />
      <div className={css.figures}>
        <Stat label={t('overview.topupMonth')} value={<Money cents={topup.month} />} />
        <Stat label={t('overview.topupTotal')} value={<Money cents={topup.total} />} />
        <Stat label={t('overview.rebate')} value={<Money cents={wallet.usdRebate} />} />
        {(wallet.usdReceivable ?? 0) > 0 && (
          <Stat label={t('overview.owed')} value={<Money cents={-(wallet.usdReceivable ?? 0)} />} />
        )}
      </div>
    </Panel>
  )
}
