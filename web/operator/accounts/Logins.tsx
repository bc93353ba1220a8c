import { useEffect, useState } from 'react'
import { accountLog, revealMobile, type showAccount } from '#contract/accounts/accounts.ts'
import type { Output } from '#contract/core/call.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { TextArea } from '#web/ui/forms/Input.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '../desk.ts'
import { ResetAuthenticator } from './ResetAuthenticator.tsx'
import { useText } from './text.ts'
import css from './Accounts.module.css'

type Login = Output<typeof showAccount>['logins'][number]
/** How long the clear number stands on the screen. */
const SHOWN_MS = 60_000

/** Who signs in to the account. Numbers are masked; the clear one takes a reason, and is gone after a minute. */
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
        loading={form.loading}
        submitError={form.submitError}
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
