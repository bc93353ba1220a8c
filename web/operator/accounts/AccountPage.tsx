import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { showAccount } from '#contract/accounts/accounts.ts'
import { show } from '#contract/core/money.ts'
import { refundPlan } from '#contract/plans/desk/refunds.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { showDay } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk, refresh } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useHolds } from '../desk.ts'
import { paths } from '../paths.ts'
import { AccountTags } from './AccountTags.tsx'
import { Logins } from './Logins.tsx'
import { Moves } from './Moves.tsx'
import { tabNames, tabs } from './tabs.tsx'
import { useText } from './text.ts'
import css from './Accounts.module.css'

/** One account on one page: holder, status, and lists. */
export default function AccountPage() {
  const t = useText()
  const { accountId = '' } = useParams()
  const reviews = useHolds('staff:identity.view')
  const [params, setParams] = useSearchParams()
  const tab = tabNames.find((one) => one === params.get('tab')) ?? 'flows'
  const query = useAsk(showAccount, { accountId }, { quiet: true, everyMs: 15_000 })
  const [all, setAll] = useState(false)
  if (query.isError)
    return (
      <Empty
        icon="search"
        title={t('accounts.missing')}
        text={query.error.says}
        action={<Link to={paths.accounts}>{t('accounts.search')}</Link>}
      />
    )
  const account = query.data
  if (!account) return <Skeleton height={220} radius={12} />
  const List = tabs[tab]
  const logins = all ? account.logins : account.logins.slice(0, 5)
  return (
    <PageFrame>
      <div className={css.head}>
        <h2>{account.nickname}</h2>
        <span className={css.no}>
          {t('accounts.userNo')} {account.userNo} <CopyButton text={account.userNo} what={t('accounts.userNo')} />
        </span>
        <AccountTags account={account} />
        <Link to={paths.accounts} className={css.back}>
          {t('accounts.back')}
        </Link>
      </div>
      <Panel>
        <div className={css.stats}>
          <Stat
            label={t('accounts.balance')}
            value={<Money cents={account.wallet.available} />}
            note={
              <>
                {t('accounts.onHold')} <Money cents={account.wallet.held} />
                {account.wallet.owed > 0 && (
                  <>
                    <Tag tone="bad">
                      {t('accounts.owed')} <Money cents={account.wallet.owed} />
                    </Tag>
                    <span>
                      {t('accounts.owedParts', {
                        receivable: show(account.wallet.owed - account.wallet.owedOnCards),
                        onCards: show(account.wallet.owedOnCards),
                      })}
                    </span>
                  </>
                )}
              </>
            }
          />
          <Stat
            label={t('accounts.onCards')}
            value={<Money cents={account.cards.balance} />}
            note={t('accounts.cards', { count: account.cards.live })}
          />
          <Stat
            label={t('accounts.plan')}
            value={account.plan.name}
            note={
              account.plan.expireTime ? (
                <>
                  {showDay(account.plan.expireTime)} <EndPlan accountId={accountId} plan={account.plan.name} />
                </>
              ) : undefined
            }
          />
          <Stat
            label={t('accounts.identity')}
            value={t(`accounts.identities.${account.identity}`)}
            note={
              reviews && account.identity !== 'NONE' ? (
                <Link to={`${paths.identity}?scope=all&q=${account.userNo}`}>{t('accounts.cases')}</Link>
              ) : undefined
            }
          />
          <Stat label={t('accounts.since')} value={showDay(account.createTime)} />
        </div>
      </Panel>
      <Panel title={t('accounts.logins')}>
        <Logins accountId={accountId} logins={logins} />
        {logins.length < account.logins.length && (
          <Button look="quiet" size="s" guardMs={0} onClick={() => setAll(true)}>
            {t('accounts.allLogins', { count: account.logins.length })}
          </Button>
        )}
      </Panel>
      <Moves account={account} />
      <div className={css.tabs}>
        <Segmented
          label={t('accounts.lists')}
          value={tab}
          options={tabNames.map((value) => ({ value, label: t(`accounts.tab.${value}`) }))}
          onChange={(value) => setParams(value === 'flows' ? {} : { tab: value })}
        />
      </div>
      <List key={`${accountId}${tab}`} accountId={accountId} />
    </PageFrame>
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
      {asking && <Ask accountId={accountId} plan={plan} onClose={() => setAsking(false)} />}
    </>
  )
}

function Ask({ accountId, plan, onClose }: { accountId: string; plan: string; onClose: () => void }) {
  const t = useText()
  const form = useForm(refundPlan, { initial: { accountId, reason: '' } })
  const { problem, ...reason } = form.field('reason')
  async function go() {
    const asked = await form.submit()
    if (!asked) return
    toast.ok(t('accounts.endPlanDone', { amount: show(asked.amount) }))
    refresh(staffQueues)
    onClose()
  }
  return (
    <Dialog title={t('accounts.endPlanTitle')} onClose={onClose}>
      <CallForm form={form} onSubmit={() => void go()} onCancel={onClose} submit={t('accounts.endPlanAsk')}>
        <p>{t('accounts.endPlanText', { plan })}</p>
        <Field label={t('desk.reason')} hint={t('desk.reasonHint')} problem={problem} required>
          {(wiring) => <TextArea {...wiring} {...reason} rows={2} maxLength={200} data-autofocus />}
        </Field>
      </CallForm>
    </Dialog>
  )
}
