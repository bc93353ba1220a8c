import { useState } from 'react'
import { Link } from 'react-router'
import {
  accountMoves,
  endAccountSessions,
  liftRestriction,
  restrictAccount,
  askLimit,
} from '#contract/accounts/desk.ts'
import { accountFlows, accountLog, accountSessions, showAccount } from '#contract/accounts/accounts.ts'
import type { Output } from '#contract/core/call.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import { useAsk, refresh } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Checkbox, Input, TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useHolds } from '../desk.ts'
import { ReasonDialog } from '../parts/ReasonDialog.tsx'
import { paths } from '../paths.ts'
import { AdjustDialog } from './AdjustDialog.tsx'
import { PastMoves } from './PastMoves.tsx'
import { useText } from './text.ts'
import css from './Accounts.module.css'

type Limit = Output<typeof accountMoves>['limits'][number]

/** Available and past staff actions on an account, with people and reasons. Money and limits need a second approver. */
export function Moves({ account }: { account: Output<typeof showAccount> }) {
  const t = useText()
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
      title={t('moves.title')}
      extra={
        <span className={css.buttons}>
          {pays && live && (
            <Button size="s" guardMs={0} onClick={() => setOpen('adjust')}>
              {t('moves.adjust')}
            </Button>
          )}
          {acts && (
            <Button size="s" guardMs={0} onClick={() => setOpen('signOut')}>
              {t('moves.signOut')}
            </Button>
          )}
          {acts && (live || held) && (
            <Button size="s" guardMs={0} look={held ? 'plain' : 'danger'} onClick={() => setOpen('hold')}>
              {held ? t('moves.lift') : t('moves.restrict')}
            </Button>
          )}
        </span>
      }
    >
      {held && (
        <p className={css.held} role="status">
          <Tag tone="bad" dot>
            {t('moves.held')}
          </Tag>
          {held.reason}
          <small>
            {held.by} · {showTime(held.time)}
          </small>
        </p>
      )}
      {moves?.adjustApprovalId && (
        <p className={css.waits}>
          <Link to={paths.approval(moves.adjustApprovalId)}>{t('moves.adjustWaits')}</Link>
        </p>
      )}
      <h3 className={css.small}>{t('moves.limits')}</h3>
      <ul className={css.limits}>
        {moves?.limits.map((one) => (
          <li key={one.key}>
            <span>{one.name}</span>
            {one.approvalId ? (
              <Link to={paths.approval(one.approvalId)}>{t('moves.waits')}</Link>
            ) : (
              acts &&
              live && (
                <Button
                  size="s"
                  look="quiet"
                  guardMs={0}
                  aria-label={`${t('moves.change')} ${one.name}`}
                  onClick={() => setLimit(one)}
                >
                  {t('moves.change')}
                </Button>
              )
            )}
            <strong>
              <Money cents={one.own?.amount ?? one.standard} unit={one.unit} />
            </strong>
            {one.own ? (
              <small>
                <Tag tone="brand">{t('moves.own')}</Tag>{' '}
                {one.own.endTime === null ? t('moves.forGood') : t('moves.until', { day: showDay(one.own.endTime) })}
              </small>
            ) : (
              <small>{t('moves.standard')}</small>
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
          input={{ accountId }}
          title={held ? t('moves.lift') : t('moves.restrict')}
          text={held ? t('moves.liftText') : t('moves.restrictText')}
          submit={held ? t('moves.lift') : t('moves.restrict')}
          done={t('moves.done')}
          refreshes={[accountMoves, showAccount, accountLog]}
          onClose={close}
        />
      )}
      {open === 'signOut' && (
        <ReasonDialog
          call={endAccountSessions}
          input={{ accountId }}
          title={t('moves.signOut')}
          text={t('moves.signOutText')}
          submit={t('moves.signOut')}
          done={t('moves.done')}
          refreshes={[accountSessions, accountLog, accountFlows]}
          onClose={close}
        />
      )}
    </Panel>
  )
}

/** The desk's days are Shanghai's, from start to end. */
const startOf = (day: unknown) => (day ? Date.parse(`${String(day)}T00:00:00+08:00`) : undefined)
const endOf = (day: unknown) => (day ? Date.parse(`${String(day)}T23:59:59+08:00`) : undefined)

/** A custom limit for this account for a period, or back to the standard. Needs a second approver. */
function LimitDialog({
  accountId,
  limit,
  onClose,
}: {
  accountId: string
  limit: Output<typeof accountMoves>['limits'][number]
  onClose: () => void
}) {
  const t = useText()
  const form = useForm(askLimit, {
    initial: { accountId, key: limit.key, amount: '', reason: '', from: '', until: '', back: false } as never,
    money: ['amount'],
  })
  const values = form.values as Record<string, unknown>
  const set = (change: object) => form.set(change as never)
  const back = values.back === true
  const { problem, ...reason } = form.field('reason')
  const { problem: wrong, ...amount } = form.field('amount')
  async function send() {
    const times = { startTime: startOf(values.from), endTime: endOf(values.until) }
    if (!(await form.submit(back ? { ...times, amount: undefined } : times))) return
    toast.ok(t('moves.asked'))
    refresh(accountMoves, listApprovals, staffQueues)
    onClose()
  }
  return (
    <Dialog title={`${t('moves.change')} · ${limit.name}`} onClose={onClose}>
      <CallForm form={form} onSubmit={() => void send()} onCancel={onClose} submit={t('moves.ask')}>
        <p>
          {t('moves.standard')} <Money cents={limit.standard} unit={limit.unit} /> · {t('moves.limitText')}
        </p>
        {limit.own && (
          <Checkbox checked={back} onChange={(on) => set({ back: on, ...(on && { amount: '1.00' }) })}>
            {t('moves.back')}
          </Checkbox>
        )}
        {!back && (
          <Field label={`${t('moves.limit')} (${limit.unit})`} problem={wrong} required>
            {(wiring) => <Input {...wiring} {...amount} inputMode="decimal" autoComplete="off" data-autofocus />}
          </Field>
        )}
        <Field label={t('moves.from')} hint={t('moves.fromHint')}>
          {(wiring) => (
            <Input {...wiring} type="date" value={String(values.from ?? '')} onChange={(from) => set({ from })} />
          )}
        </Field>
        <Field label={t('moves.untilDay')} hint={t('moves.untilHint')} problem={form.problemOf('endTime')}>
          {(wiring) => (
            <Input {...wiring} type="date" value={String(values.until ?? '')} onChange={(until) => set({ until })} />
          )}
        </Field>
        <Field label={t('desk.reason')} hint={t('desk.reasonHint')} problem={problem} required>
          {(wiring) => <TextArea {...wiring} {...reason} rows={2} maxLength={500} />}
        </Field>
      </CallForm>
    </Dialog>
  )
}
