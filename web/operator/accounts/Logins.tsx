import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { accountLog, revealMobile, type showAccount } from '#contract/accounts/accounts.ts'
import type { Output } from '#contract/core/call.ts'
import { accountMoves, askAuthenticatorReset, idChecks, type IdCheck } from '#contract/accounts/desk.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh, useAsk } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { TextArea, Select } from '#web/ui/forms/Input.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { langNow } from '#web/text.ts'
import { useHolds } from '../desk.ts'
import { paths } from '../paths.ts'
import { useText } from './text.ts'
import css from './Accounts.module.css'

type Login = Output<typeof showAccount>['logins'][number]
/** How long the clear number is shown. */
const SHOWN_MS = 60_000

/** The logins of the account. Numbers are masked; the clear one requires a reason and is hidden after a minute. */
export function Logins({ accountId, logins }: { accountId: string; logins: readonly Login[] }) {
  const t = useText()
  const may = useHolds('staff:account.reveal')
  const [asking, setAsking] = useState<Login>()
  const [clear, setClear] = useState<{ loginId: string; mobile: string }>()
  useEffect(() => {
    if (!clear) return
    const timer = setTimeout(() => setClear(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [clear])
  return (
    <>
      <ul className={css.logins}>
        {logins.map((login) => (
          <li key={login.loginId}>
            <span>
              <Tag tone={login.kind === 'PARENT' ? 'brand' : 'quiet'}>
                {login.kind === 'PARENT' ? t('accounts.parent') : t('accounts.subs')}
              </Tag>
            </span>
            <span>{login.name}</span>
            {clear?.loginId === login.loginId ? (
              <span className={css.number}>
                <strong>{clear.mobile}</strong>
                <CopyButton text={clear.mobile} what={t('accounts.mobile')} />
                <small>{t('accounts.revealed')}</small>
              </span>
            ) : (
              <span className={css.number}>
                <span className={css.masked}>{login.mobile}</span>
                {may && (
                  <Button
                    size="s"
                    look="quiet"
                    icon="eye"
                    guardMs={0}
                    aria-label={`${t('accounts.reveal')} ${login.name}`}
                    onClick={() => setAsking(login)}
                  >
                    {t('accounts.reveal')}
                  </Button>
                )}
              </span>
            )}
            <ResetAuthenticator accountId={accountId} loginId={login.loginId} />
          </li>
        ))}
      </ul>
      {asking && (
        <RevealDialog
          accountId={accountId}
          login={asking}
          onClose={() => setAsking(undefined)}
          onDone={(mobile) => {
            setClear({ loginId: asking.loginId, mobile })
            setAsking(undefined)
            refresh(accountLog)
          }}
        />
      )}
    </>
  )
}

function RevealDialog({
  accountId,
  login,
  onClose,
  onDone,
}: {
  accountId: string
  login: Login
  onClose: () => void
  onDone: (mobile: string) => void
}) {
  const t = useText()
  const form = useForm(revealMobile, { initial: { accountId, loginId: login.loginId, reason: '' } })
  const { problem, ...reason } = form.field('reason')
  return (
    <Dialog title={t('accounts.revealTitle')} onClose={onClose}>
      <CallForm
        form={form}
        onSubmit={() => void form.submit().then((answer) => answer && onDone(answer.mobile))}
        onCancel={onClose}
        submit={t('accounts.reveal')}
      >
        <p>
          {login.name} · {login.mobile}
        </p>
        <p>{t('accounts.revealText')}</p>
        <Field label={t('desk.reason')} hint={t('desk.reasonHint')} problem={problem} required>
          {(wiring) => <TextArea {...wiring} {...reason} rows={2} maxLength={200} data-autofocus />}
        </Field>
      </CallForm>
    </Dialog>
  )
}

const checks = Object.keys(idChecks) as IdCheck[]

/** Beside a login with a bound app: requests its removal from a second approver. */
function ResetAuthenticator({ accountId, loginId }: { accountId: string; loginId: string }) {
  const t = useText()
  const may = useHolds('staff:account.make')
  const [open, setOpen] = useState(false)
  const moves = useAsk(accountMoves, { accountId }, { quiet: true })
  const login = moves.data?.logins.find((one) => one.loginId === loginId)
  if (login?.bound !== 1) return null
  if (login.approvalId) return <Link to={paths.approval(login.approvalId)}>{t('moves.resetWaits')}</Link>
  if (!may) return null
  return (
    <>
      <Button size="s" look="quiet" guardMs={0} onClick={() => setOpen(true)}>
        {t('moves.reset')}
      </Button>
      {open && <ResetDialog accountId={accountId} loginId={loginId} onClose={() => setOpen(false)} />}
    </>
  )
}

function ResetDialog({ accountId, loginId, onClose }: { accountId: string; loginId: string; onClose: () => void }) {
  const t = useText()
  const form = useForm(askAuthenticatorReset, { initial: { accountId, loginId, checkedBy: 'CALL_BACK', reason: '' } })
  const { problem, ...reason } = form.field('reason')
  async function send() {
    if (!(await form.submit())) return
    toast.ok(t('moves.asked'))
    refresh(accountMoves, listApprovals)
    onClose()
  }
  return (
    <Dialog title={t('moves.reset')} onClose={onClose}>
      <CallForm form={form} onSubmit={() => void send()} onCancel={onClose} submit={t('moves.ask')}>
        <p>{t('moves.resetText')}</p>
        <Field label={t('moves.checkedBy')} required>
          {(wiring) => (
            <Select
              {...wiring}
              value={form.values.checkedBy as IdCheck}
              onChange={(checkedBy) => form.set({ checkedBy })}
              options={checks.map((value) => ({ value, label: idChecks[value][langNow()] }))}
            />
          )}
        </Field>
        <Field label={t('desk.reason')} hint={t('desk.reasonHint')} problem={problem} required>
          {(wiring) => <TextArea {...wiring} {...reason} rows={2} maxLength={500} data-autofocus />}
        </Field>
      </CallForm>
    </Dialog>
  )
}
