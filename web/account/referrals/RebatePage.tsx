import { Outlet, useSearchParams } from 'react-router'
import { referralHome } from '#contract/referrals/referrals.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { SafeHtml } from '#web/parts/SafeHtml.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { CommissionFigures } from './CommissionFigures.tsx'
import { InvitePanel } from './InvitePanel.tsx'
import { PayoutCards } from './PayoutCards.tsx'
import { FlowList, InvitedList, WithdrawalList } from './lists.tsx'
import { useText } from './text.ts'
import css from './Rebate.module.css'

const tabs = ['invited', 'flow', 'withdrawals', 'cards'] as const

/** Whom one invited, what that earned, and how it is taken out. */
export default function RebatePage() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const tab = tabs.find((name) => name === search.get('tab')) ?? 'invited'
  const { data: home } = useAsk(referralHome, {}, { everyMs: 30_000 })
  return (
    <PageFrame>
      {home ? (
        <>
          <div className={css.top}>
            <InvitePanel home={home} />
            <CommissionFigures home={home} />
          </div>
          <div className={css.records}>
            <Tabs
              label={t('referrals.tabs')}
              value={tab}
              options={tabs.map((value) => ({ value, label: t(`referrals.tab.${value}`) }))}
              onChange={(name) => setSearch(name === 'invited' ? {} : { tab: name }, { replace: true })}
            >
              {tab === 'invited' && <InvitedList link={home.inviteUrl} />}
              {tab === 'flow' && <FlowList />}
              {tab === 'withdrawals' && <WithdrawalList home={home} />}
              {tab === 'cards' && (
                <Panel>
                  <PayoutCards />
                </Panel>
              )}
            </Tabs>
          </div>
          <Panel title={t('referrals.rules')}>
            <div className={css.rules}>
              <SafeHtml html={home.rulesHtml} />
            </div>
          </Panel>
        </>
      ) : (
        <Panel>
          <SkeletonLines lines={8} />
        </Panel>
      )}
      <Outlet />
    </PageFrame>
  )
}
