import { useEffect, useState } from 'react'
import { accountLog, revealMobile, type showAccount } from '#contract/accounts/accounts.ts'
import type { Output } from '#contract/core/call.ts'
import { accountMoves, askAuthenticatorReset, idChecks } from '#contract/accounts/desk.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { SelectField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Muted, Row } from '#web/ui/layout.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { Link } from 'react-router'
import { useHolds } from '../desk.ts'
import { optionsOf } from '#web/parts/lists/filters.ts'
import { ReasonField } from '../parts/ReasonDialog.tsx'
import { paths } from '../paths.ts'
import { useText } from './text.ts'
import css from './Accounts.module.css'

type Login = Output<typeof showAccount>['logins'][number]
type Of = { accountId: string; login: Login; onClose: () => void }
/** How long the clear number is shown. */
const SHOWN_MS = 60_000

/** The logins of the account. Numbers are masked; the clear one requires a reason and is hidden after a minute. */
export function Logins({ accountId, logins }: { accountId: string; logins: readonly Login[] }) {
  const t = useText()
  const [reveals, makes] = [useHolds('staff:account.reveal'), useHolds('staff:account.make')]
  const moves = useAsk(accountMoves, { accountId }, { quiet: true }).data
  const [open, setOpen] = useState<{ login: Login; what: 'reveal' | 'reset' }>()
  const [clear, setClear] = useState<{ loginId: string; mobile: string }>()
  useEffect(() => {
    if (!clear) return
    const timer = setTimeout(() => setClear(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [clear])
  const close = () => setOpen(undefined)
  return (
    <>
      <ul className={css.logins}>
        {logins.map((login) => {
          const { bound, approvalId } = moves?.logins.find(({ loginId }) => loginId === login.loginId) ?? {}
          return (
            <li key={login.loginId}>
              <span>
                <Tag tone={login.kind === 'PARENT' ? 'brand' : 'quiet'}>
                  {login.kind === 'PARENT' ? t('accounts.parent') : t('accounts.subs')}
                </Tag>
              </span>
              <span>{login.name}</span>
              {clear?.loginId === login.loginId ? (
                <Row as="span">
                  <strong>{clear.mobile}</strong>
                  <CopyButton text={clear.mobile} what={t('accounts.mobile')} />
                  <Muted>{t('accounts.revealed')}</Muted>
                </Row>
              ) : (
                <Row as="span">
                  {login.mobile}
                  {reveals && (
                    <Button
                      size="s"
                      look="quiet"
                      icon="eye"
                      guardMs={0}
                      aria-label={`${t('accounts.reveal')} ${login.name}`}
                      onClick={() => setOpen({ login, what: 'reveal' })}
                    >
                      {t('accounts.reveal')}
                    </Button>
                  )}
                </Row>
              )}
              {bound === 1 && approvalId && <Link to={paths.approval(approvalId)}>{t('moves.resetWaits')}</Link>}
              {bound === 1 && !approvalId && makes && (
                <Button size="s" look="quiet" guardMs={0} onClick={() => setOpen({ login, what: 'reset' })}>
                  {t('moves.reset')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {open?.what === 'reset' && <ResetDialog accountId={accountId} login={open.login} onClose={close} />}
      {open?.what === 'reveal' && (
        <RevealDialog
          accountId={accountId}
          login={open.login}
          onClose={close}
          onMobile={(mobile) => setClear({ loginId: open.login.loginId, mobile })}
        />
      )}
    </>
  )
}

function RevealDialog({ accountId, login, onClose, onMobile }: Of & { onMobile: (mobile: string) => void }) {
  const t = useText()
  const form = useForm(revealMobile, { initial: { accountId, loginId: login.loginId, reason: '' } })
  return (
    <FormDialog
      form={form}
      title={t('accounts.revealTitle')}
      submit={t('accounts.reveal')}
      refreshes={[accountLog]}
      onDone={({ mobile }) => onMobile(mobile)}
      onClose={onClose}
    >
      <p>
        {login.name} · {login.mobile}
      </p>
      <p>{t('accounts.revealText')}</p>
      <ReasonField form={form} autoFocus />
    </FormDialog>
  )
}

/** Requests the removal of a bound app from a second approver. */
function ResetDialog({ accountId, login, onClose }: Of) {
  const t = useText()
  const form = useForm(askAuthenticatorReset, {
    initial: { accountId, loginId: login.loginId, checkedBy: 'CALL_BACK', reason: '' },
  })
  return (
    <FormDialog
      form={form}
      title={t('moves.reset')}
      submit={t('moves.ask')}
      done={t('moves.asked')}
      refreshes={[accountMoves, listApprovals]}
      onClose={onClose}
    >
      <p>{t('moves.resetText')}</p>
      <SelectField form={form} name="checkedBy" label={t('moves.checkedBy')} options={optionsOf(idChecks)} required />
      <ReasonField form={form} autoFocus />
    </FormDialog>
  )
}
