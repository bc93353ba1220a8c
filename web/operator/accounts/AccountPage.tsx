import { lazy, Suspense, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { showAccount } from '#contract/accounts/accounts.ts'
import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import { refundPlan } from '#contract/plans/desk/refunds.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { showDay } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Grid, Muted } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { withText } from '#web/text.ts'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '../desk.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { ReasonDialog } from '../parts/ReasonDialog.tsx'
import { paths } from '../paths.ts'
import { AccountTags } from './AccountTags.tsx'
import { Funds } from './Funds.tsx'
import { Logins } from './Logins.tsx'
import { Moves } from './Moves.tsx'
import { tabNames, tabs } from './tabs.tsx'
import { useText } from './text.ts'

type Account = Output<typeof showAccount>
const FEW = 5
const StoppedAccount = lazy(withText(() => import('../trades/risk/StoppedAccount.tsx')))

/** One account on one page: holder, status, and lists. */
export default function AccountPage() {
  const t = useText()
  const { accountId = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const tab = tabNames.find((one) => one === params.get('tab')) ?? 'flows'
  const query = useAsk(showAccount, { accountId }, { quiet: true, everyMs: 15_000 })
  const [all, setAll] = useState(false)
  const risk = useHolds('staff:risk.view')
  const List = tabs[tab]
  return (
    <Answered
      query={query}
      missing={t('accounts.missing')}
      action={<Link to={paths.accounts}>{t('accounts.search')}</Link>}
    >
      {(account) => (
        <PageFrame>
          <PageHead title={account.nickname} moves={<Link to={paths.accounts}>{t('accounts.back')}</Link>}>
            <Muted>
              {t('accounts.userNo')} {account.userNo} <CopyButton text={account.userNo} what={t('accounts.userNo')} />
            </Muted>
            <AccountTags account={account} />
          </PageHead>
          {risk && account.risk === 'SHUTDOWN' && (
            <Suspense fallback={<Skeleton height={60} radius={12} />}>
              <StoppedAccount accountId={accountId} about={account.nickname || account.userNo} />
            </Suspense>
          )}
          <Panel>
            <Figures account={account} />
          </Panel>
          <Panel title={t('accounts.logins')}>
            <Logins accountId={accountId} logins={all ? account.logins : account.logins.slice(0, FEW)} />
            {!all && account.logins.length > FEW && (
              <Button look="quiet" size="s" guardMs={0} onClick={() => setAll(true)}>
                {t('accounts.allLogins', { count: account.logins.length })}
              </Button>
            )}
          </Panel>
          <Moves account={account} />
          <Funds account={account} />
          <Segmented
            label={t('accounts.lists')}
            value={tab}
            options={tabNames.map((value) => ({ value, label: t(`accounts.tab.${value}`) }))}
            onChange={(value) => setParams(value === 'flows' ? {} : { tab: value })}
          />
          <List key={`${accountId}${tab}`} accountId={accountId} />
        </PageFrame>
      )}
    </Answered>
  )
}

function Figures({ account: { accountId, userNo, wallet, cards, plan, identity, createTime } }: { account: Account }) {
  const t = useText()
  const reviews = useHolds('staff:identity.view')
  return (
    <Grid min={140}>
      <Stat
        label={t('accounts.balance')}
        value={<Money cents={wallet.available} />}
        note={
          <>
            {t('accounts.onHold')} <Money cents={wallet.held} />
            {wallet.owed > 0 && (
              <>
                <Tag tone="bad">
                  {t('accounts.owed')} <Money cents={wallet.owed} />
                </Tag>
                <span>
                  {t('accounts.owedParts', {
                    receivable: show(wallet.owed - wallet.owedOnCards),
                    onCards: show(wallet.owedOnCards),
                  })}
                </span>
              </>
            )}
          </>
        }
      />
      <Stat
        label={t('accounts.onCards')}
        value={<Money cents={cards.balance} />}
        note={t('accounts.cards', { count: cards.live })}
      />
      <Stat
        label={t('accounts.plan')}
        value={plan.name}
        note={
          plan.expireTime && (
            <>
              {showDay(plan.expireTime)} <EndPlan accountId={accountId} plan={plan.name} />
            </>
          )
        }
      />
      <Stat
        label={t('accounts.identity')}
        value={t(`accounts.identities.${identity}`)}
        note={
          reviews &&
          identity !== 'NONE' && <Link to={`${paths.identity}?scope=all&q=${userNo}`}>{t('accounts.cases')}</Link>
        }
      />
      <Stat label={t('accounts.since')} value={showDay(createTime)} />
    </Grid>
  )
}

/** Ends a plan and refunds its unused days, if a second approver agrees. */
function EndPlan({ accountId, plan }: { accountId: string; plan: string }) {
  const t = useText()
  const makes = useHolds('staff:money.make')
  const [asking, setAsking] = useState(false)
  if (!makes) return null
  return (
    <>
      <Button look="quiet" size="s" guardMs={0} onClick={() => setAsking(true)}>
        {t('accounts.endPlan')}
      </Button>
      {asking && (
        <ReasonDialog
          call={refundPlan}
          input={{ accountId }}
          title={t('accounts.endPlanTitle')}
          text={t('accounts.endPlanText', { plan })}
          submit={t('accounts.endPlanAsk')}
          done={({ amount }) => t('accounts.endPlanDone', { amount: show(amount) })}
          refreshes={[staffQueues]}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
