import { useState } from 'react'
import { Link } from 'react-router'
import { accountMoves, askAuthenticatorReset, idChecks, type IdCheck } from '#contract/accounts/desk.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh, useAsk } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Select, TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useHolds } from '../desk.ts'
import { paths } from '../paths.ts'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'

const checks = Object.keys(idChecks) as IdCheck[]

/** Beside a login that has an app bound: ask a second person to take it off. */
export function ResetAuthenticator({ accountId, loginId }: { accountId: string; loginId: string }) {
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
  const form = useForm(askAuthenticatorReset, {
    initial: { accountId, loginId, checkedBy: 'CALL_BACK', reason: '' },
  })
  const { problem, ...reason } = form.field('reason')
  async function send() {
    if (!(await form.submit())) return
    toast.ok(t('moves.asked'))
    refresh(accountMoves, listApprovals)
    onClose()
  }
  return (
    <Dialog title={t('moves.reset')} onClose={onClose}>
      <CallForm
        loading={form.loading}
        submitError={form.submitError}
        onSubmit={() => void send()}
        onCancel={onClose}
        submit={t('moves.ask')}
      >
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
