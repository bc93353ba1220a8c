import { useState } from 'react'
import { Link } from 'react-router'
import { accountMoves, endAccountSessions, liftRestriction, restrictAccount } from '#contract/accounts/desk.ts'
import { accountFlows, accountLog, accountSessions, showAccount } from '#contract/accounts/accounts.ts'
import type { Output } from '#contract/core/call.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '../desk.ts'
import { ReasonDialog } from '../parts/ReasonDialog.tsx'
import { paths } from '../paths.ts'
import { useSay } from '../say.ts'
import { AdjustDialog } from './AdjustDialog.tsx'
import { LimitDialog } from './LimitDialog.tsx'
import { PastMoves } from './PastMoves.tsx'
import css from './Accounts.module.css'

type Limit = Output<typeof accountMoves>['limits'][number]

/** What staff may do to an account and did, with who and why. Money and limits take a second person. */
export function Moves({ account }: { account: Output<typeof showAccount> }) {
  const { t } = useSay()
  const { accountId } = account
  const [acts, pays] = [useHolds('staff:account.make'), useHolds('staff:adjust.make')]
  const [open, setOpen] = useState<'hold' | 'signOut' | 'adjust'>()
  const [limit, setLimit] = useState<Limit>()
  const moves = useAsk(accountMoves, { accountId }, { quiet: true, everyMs: 15_000 }).data
  const close = () => setOpen(undefined)
  const live = account.status === 'ACTIVE'
  const held = moves?.held
  return (
    <Panel
      title={t('accountMoves.title')}
      extra={
        <span className={css.buttons}>
          {pays && live && (
            <Button size="s" guardMs={0} onClick={() => setOpen('adjust')}>
              {t('accountMoves.adjust')}
            </Button>
          )}
          {acts && (
            <Button size="s" guardMs={0} onClick={() => setOpen('signOut')}>
              {t('accountMoves.signOut')}
            </Button>
          )}
          {acts && (live || held) && (
            <Button size="s" guardMs={0} look={held ? 'plain' : 'danger'} onClick={() => setOpen('hold')}>
              {held ? t('accountMoves.lift') : t('accountMoves.restrict')}
            </Button>
          )}
        </span>
      }
    >
      {held && (
        <p className={css.held} role="status">
          <Tag tone="bad" dot>
            {t('accountMoves.held')}
          </Tag>
          {held.reason}
          <small>
            {held.by} · {showTime(held.time)}
          </small>
        </p>
      )}
      {moves?.adjustApprovalId && (
        <p className={css.waits}>
          <Link to={paths.approval(moves.adjustApprovalId)}>{t('accountMoves.adjustWaits')}</Link>
        </p>
      )}
      <h3 className={css.small}>{t('accountMoves.limits')}</h3>
      <ul className={css.limits}>
        {moves?.limits.map((one) => (
          <li key={one.key}>
            <span>{one.name}</span>
            {one.approvalId ? (
              <Link to={paths.approval(one.approvalId)}>{t('accountMoves.waits')}</Link>
            ) : (
              acts &&
              live && (
                <Button
                  size="s"
                  look="quiet"
                  guardMs={0}
                  aria-label={`${t('accountMoves.change')} ${one.name}`}
                  onClick={() => setLimit(one)}
                >
                  {t('accountMoves.change')}
                </Button>
              )
            )}
            <strong>
              <Money cents={one.own?.amount ?? one.standard} unit={one.unit} />
            </strong>
            {one.own ? (
              <small>
                <Tag tone="brand">{t('accountMoves.own')}</Tag>{' '}
                {one.own.endTime === null
                  ? t('accountMoves.forGood')
                  : t('accountMoves.until', { day: showDay(one.own.endTime) })}
              </small>
            ) : (
              <small>{t('accountMoves.standard')}</small>
            )}
          </li>
        ))}
      </ul>
      {moves && <PastMoves moves={moves} />}
      {open === 'adjust' && <AdjustDialog account={account} onClose={close} />}
      {limit && <LimitDialog accountId={accountId} limit={limit} onClose={() => setLimit(undefined)} />}
      {open === 'hold' && (
        <ReasonDialog
          call={held ? liftRestriction : restrictAccount}
          wish={{ accountId }}
          title={held ? t('accountMoves.lift') : t('accountMoves.restrict')}
          text={held ? t('accountMoves.liftText') : t('accountMoves.restrictText')}
          submit={held ? t('accountMoves.lift') : t('accountMoves.restrict')}
          done={t('accountMoves.done')}
          refreshes={[accountMoves, showAccount, accountLog]}
          onClose={close}
        />
      )}
      {open === 'signOut' && (
        <ReasonDialog
          call={endAccountSessions}
          wish={{ accountId }}
          title={t('accountMoves.signOut')}
          text={t('accountMoves.signOutText')}
          submit={t('accountMoves.signOut')}
          done={t('accountMoves.done')}
          refreshes={[accountSessions, accountLog, accountFlows]}
          onClose={close}
        />
      )}
    </Panel>
  )
}
