import { lazy, Suspense } from 'react'
import type { Output } from '#contract/core/call.ts'
import { overviewForSub } from '#contract/notices/notices.ts'
import { showDay } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Meter } from '#web/ui/charts/Meter.tsx'
import { LoadFailed } from '#web/parts/LoadFailed.tsx'
import { Muted, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { show } from '#contract/core/money.ts'
import { CardsPanel } from './CardsPanel.tsx'
import { Figure, Rate } from './figures.tsx'
import { LivePanel } from './LivePanel.tsx'
import { Pulse } from './Pulse.tsx'
import { TrendPanel, useRange } from './TrendPanel.tsx'
import { withText } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Overview.module.css'

const MyAsks = lazy(withText(() => import('../subaccounts/asks/MyAsks.tsx')))

/** A sub-account's own figures; for its parent, those of all sub-accounts together. */
export default function SubOverviewPage() {
  const t = useText()
  const ofSubs = !useSession().subAccount
  const range = useRange()
  const query = useAsk(overviewForSub, range.asked, { everyMs: 30_000, live: ['trades', 'cards', 'money'], keep: true })
  const figures = query.data
  if (query.isError && !figures) return <LoadFailed query={query} />
  return (
    <div className={css.page}>
      <Pulse ofSubs={ofSubs} />
      {figures ? (
        <>
          <Stack gap={4}>
            <TrendPanel figures={figures} range={range} />
            <CardsPanel figures={figures} />
          </Stack>
          <Stack gap={4}>
            {!ofSubs && <BudgetPanel figures={figures} />}
            {!ofSubs && (
              <Suspense fallback={<Skeleton height={140} radius={12} />}>
                <MyAsks expired={figures.sub?.status === 'EXPIRED'} />
              </Suspense>
            )}
            <Panel title={t('overview.declineRate')}>
              <Rate auth={figures.auth} />
            </Panel>
          </Stack>
        </>
      ) : (
        <>
          <Skeleton height={420} radius={12} />
          <Skeleton height={420} radius={12} />
        </>
      )}
      <LivePanel ofSubs={ofSubs} />
    </div>
  )
}

type SubFigures = Output<typeof overviewForSub>

function BudgetPanel({ figures: { budget, sub } }: { figures: SubFigures }) {
  const t = useText()
  return (
    <Panel title={t('overview.sub.budget')} extra={sub && t('overview.sub.remain', { count: sub.remainDays })}>
      <Stack>
        {budget ? (
          <>
            <Figure of={t(`overview.sub.left.${budget.period}`)}>
              <Money cents={Math.max(0, budget.limit - budget.used)} size="xl" />
            </Figure>
            <Meter
              label={t('overview.sub.used')}
              value={budget.used}
              limit={budget.limit}
              full={Math.max(budget.limit, budget.used, 1)}
              shown={show(budget.used)}
              shownLimit={show(budget.limit)}
            />
          </>
        ) : (
          <Stat label={t('overview.sub.budget')} value={t('overview.sub.noBudget')} />
        )}
        {sub && (
          <Muted as="p">
            {t('overview.sub.expires')} {showDay(sub.expireTime)}
          </Muted>
        )}
      </Stack>
    </Panel>
  )
}
