import { useState } from 'react'
import { Link } from 'react-router'
import { accountMoves, endAccountSessions, liftRestriction, restrictAccount } from '#contract/accounts/desk.ts'
import { accountFlows, accountLog, accountSessions, showAccount } from '#contract/accounts/accounts.ts'
import type { Output } from '#contract/core/call.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Grid, Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '../desk.ts'
import { ToApproval } from '../parts/Case.tsx'
import { ReasonButton } from '../parts/ReasonDialog.tsx'
import { paths } from '../paths.ts'
import { AdjustDialog } from './AdjustDialog.tsx'
import { LimitDialog, type Limit } from './LimitDialog.tsx'
import { PastMoves } from './PastMoves.tsx'
import { useText } from './text.ts'

/** Available and past staff actions on an account, with people and reasons. Money and limits need a second approver. */
export function Moves({ account }: { account: Output<typeof showAccount> }) {
  const t = useText()
  const { accountId } = account
  const [acts, pays] = [useHolds('staff:account.make'), useHolds('staff:adjust.make')]
  const [adjusting, setAdjusting] = useState(false)
  const [limit, setLimit] = useState<Limit>()
  const moves = useAsk(accountMoves, { accountId }, { quiet: true, everyMs: 15_000 }).data
  const live = account.status === 'ACTIVE'
  const held = moves?.held
  const small = { size: 's' as const, input: { accountId }, done: t('moves.done') }
  return (
    <Panel
      title={t('moves.title')}
      extra={
        // A finger needs room between these and the links below.
        <Row style={{ paddingBottom: 'var(--gap-3)' }}>
          {pays && account.status !== 'DEACTIVATED' && (
            <Button size="s" guardMs={0} onClick={() => setAdjusting(true)}>
              {t('moves.adjust')}
            </Button>
          )}
          {acts && (
            <ReasonButton
              {...small}
              call={endAccountSessions}
              label={t('moves.signOut')}
              text={t('moves.signOutText')}
              refreshes={[accountSessions, accountLog, accountFlows]}
            />
          )}
          {acts && (live || held) && (
            <ReasonButton
              {...small}
              call={held ? liftRestriction : restrictAccount}
              look={held ? 'plain' : 'danger'}
              label={held ? t('moves.lift') : t('moves.restrict')}
              text={held ? t('moves.liftText') : t('moves.restrictText')}
              refreshes={[accountMoves, showAccount, accountLog]}
            />
          )}
        </Row>
      }
    >
      <Stack gap={4}>
        {held && (
          <Note tone="bad" role="status">
            <strong>{t('moves.held')}</strong> {held.reason} · {held.by} · {showTime(held.time)}
          </Note>
        )}
        {moves?.adjustApprovalId && (
          <ToApproval approvalId={moves.adjustApprovalId}>{t('moves.adjustWaits')}</ToApproval>
        )}
        <Muted as="p">{t('moves.limits')}</Muted>
        <Grid as="ul">
          {moves?.limits.map((one) => (
            <li key={one.key}>
              <LimitStat limit={one} onChange={acts && live ? () => setLimit(one) : undefined} />
            </li>
          ))}
        </Grid>
        {moves && <PastMoves moves={moves} />}
      </Stack>
      {adjusting && <AdjustDialog account={account} onClose={() => setAdjusting(false)} />}
      {limit && <LimitDialog accountId={accountId} limit={limit} onClose={() => setLimit(undefined)} />}
    </Panel>
  )
}

function LimitStat({
  limit: { name, unit, own, standard, approvalId },
  onChange,
}: {
  limit: Limit
  onChange: (() => void) | undefined
}) {
  const t = useText()
  const change = onChange && (
    <Button size="s" look="quiet" guardMs={0} aria-label={`${t('moves.change')} ${name}`} onClick={onChange}>
      {t('moves.change')}
    </Button>
  )
  return (
    <Stat
      label={
        <Row as="span" between>
          {name} {approvalId ? <Link to={paths.approval(approvalId)}>{t('moves.waits')}</Link> : change}
        </Row>
      }
      value={<Money cents={own?.amount ?? standard} unit={unit} />}
      note={
        own ? (
          <>
            <Tag tone="brand">{t('moves.own')}</Tag>{' '}
            {own.endTime === null ? t('moves.forGood') : t('moves.until', { day: showDay(own.endTime) })}
          </>
        ) : (
          t('moves.standard')
        )
      }
    />
  )
}
