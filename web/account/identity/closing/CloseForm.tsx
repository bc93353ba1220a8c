import { useState } from 'react'
import { Link } from 'react-router'
import { closeAccount, closingCode, closingState, type ClosingBlocker } from '#contract/identity/closing.ts'
import { ask } from '#web/parts/client/client.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh, useAsk } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, TextArea } from '#web/ui/forms/Input.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/dialogs/Panel.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { SmsCode } from '../signIn/SmsCode.tsx'
import { loadUserInfo } from '#web/parts/client/whoAmI.ts'
import { useReachable } from '#web/account/useReachable.ts'
import { paths } from '#web/account/paths.ts'
import { useStepUp } from '../StepUpField.tsx'
import { ClosingBegun } from './ClosingBegun.tsx'
import { PayoutCardField } from './PayoutCardField.tsx'
import { useText } from '../text.ts'
import css from '../Identity.module.css'

/** Where each is settled, as far as there is a page for it. */
const settledAt: Partial<Record<ClosingBlocker, string>> = {
  CARDS: paths.cardList,
  HOLDS: paths.financeRecord,
  TOPUPS: paths.rechargeIndex,
  FORECASTS: paths.financeAudit,
  SUBS: paths.subAccounts,
  REBATE: paths.rebate,
  DEBT: paths.rechargeIndex,
  PLAN: paths.shop,
}

export function CloseForm() {
  const t = useText()
  const reachable = useReachable()
  const state = useAsk(closingState, {}, { quiet: true })
  const [caseId, setCaseId] = useState<string>()
  const form = useForm(closeAccount, { initial: { reason: '', confirmText: '', code: '' } })
  const [reason, confirm, code] = [form.field('reason'), form.field('confirmText'), form.field('code')]
  const stepUp = useStepUp('CLOSE')
  const begun = caseId ?? state.data?.caseId
  if (begun) return <ClosingBegun caseId={begun} payout={state.data?.payout ?? null} />
  if (!state.data) return <SkeletonLines lines={4} />
  const { blockers, amount, userNo } = state.data
  if (blockers.length > 0)
    return (
      <div className={css.form}>
        <p className={css.text}>{t('identity.closingBlocked')}</p>
        <ul className={css.blockers}>
          {blockers.map(({ type, typeText, count }) => {
            const path = settledAt[type]
            return (
              <li key={type}>
                <span>
                  {typeText} · {count}
                </span>
                {path && reachable(path) && <Link to={path}>{t('identity.go')}</Link>}
              </li>
            )
          })}
        </ul>
      </div>
    )
  async function go() {
    const ticket = await stepUp.ticket()
    const answer = ticket === false ? undefined : await form.submit(ticket ? { ticket } : {})
    if (!answer) return refresh(closingState)
    setCaseId(answer.caseId)
    refresh(closingState)
    await loadUserInfo().catch(() => {})
  }
  return (
    <CallForm
      loading={form.loading}
      submitError={form.submitError}
      submit={t('identity.closingGo')}
      onSubmit={() => void go()}
    >
      <p className={css.text}>{t('identity.closingText')}</p>
      <Facts facts={[[t('identity.closingAmount'), <Money key="a" cents={amount} strong />]]} />
      <PayoutCardField field={form.field('payoutBankCardId')} />
      <Field label={t('identity.closingReason')} problem={reason.problem} required>
        {(wiring) => (
          <TextArea
            {...wiring}
            value={reason.value}
            onChange={reason.onChange}
            onBlur={reason.onBlur}
            maxLength={200}
          />
        )}
      </Field>
      <Field label={t('identity.closingConfirm', { userNo })} problem={confirm.problem} required>
        {(wiring) => <Input {...wiring} {...confirm} autoComplete="off" />}
      </Field>
      <Field label={t('identity.smsCode')} problem={code.problem} required>
        {(wiring) => <SmsCode wiring={wiring} code={code} send={() => ask(closingCode, {}, { quiet: true })} />}
      </Field>
      {stepUp.field}
    </CallForm>
  )
}
