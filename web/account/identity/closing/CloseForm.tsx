import { useState } from 'react'
import { Link } from 'react-router'
import { closeAccount, closingCode, closingState, type ClosingBlocker } from '#contract/identity/closing.ts'
import type { Output } from '#contract/core/call.ts'
import { listPayoutCards } from '#contract/referrals/referrals.ts'
import { ask } from '#web/parts/client/client.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh, useAsk } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, TextArea, Select } from '#web/ui/forms/Input.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { loadUserInfo } from '#web/parts/client/whoAmI.ts'
import { useReachable } from '#web/account/useReachable.ts'
import { paths } from '#web/account/paths.ts'
import { showTime } from '#web/parts/dates.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { SmsCode } from '../signIn/SmsCode.tsx'
import { useStepUp } from '../StepUpField.tsx'
import { useText } from '../text.ts'
import css from '../Identity.module.css'

/** The page where each blocker is resolved, if there is one. */
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
    <CallForm form={form} submit={t('identity.closingGo')} onSubmit={() => void go()}>
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

/** What is waiting to be paid out, its due date, and what has been paid. */
function ClosingBegun({ caseId, payout }: { caseId: string; payout: Output<typeof closingState>['payout'] }) {
  const t = useText()
  const isSent = payout?.payouts.some(({ state }) => state === 'SENT')
  return (
    <>
      <Empty icon="check" title={t('identity.closingBegun')} text={t('identity.closingBegunText', { caseId })} />
      {payout && (
        <Facts
          facts={[
            [t('identity.closingWaiting'), <Money cents={payout.waiting} strong />],
            ...(payout.expectTime !== null
              ? ([
                  [
                    t('identity.closingExpect'),
                    t('identity.closingExpectText', {
                      time: showTime(payout.expectTime),
                      days: payout.expectDays,
                      count: payout.expectDays,
                    }),
                  ],
                ] as const)
              : isSent
                ? []
                : ([['', t('identity.closingNothing')]] as const)),
            ...payout.payouts.map(
              (one) =>
                [
                  `${one.stateText} ${showTime(one.time)}`,
                  <>
                    <Money cents={one.amount} />{' '}
                    {one.reference
                      ? t('identity.closingPaidTo', { payee: one.payee, reference: one.reference })
                      : one.payee}
                  </>,
                ] as const,
            ),
          ]}
        />
      )}
    </>
  )
}

/** The payout card for the balance; hidden if there is none. */
function PayoutCardField({
  field: { value, onChange, problem },
}: {
  field: { value: string; onChange: (value: string) => void; problem?: string | undefined }
}) {
  const t = useText()
  const { data: cards } = useAsk(listPayoutCards, {}, { quiet: true })
  if (!cards?.length) return null
  const options = [
    { value: '', label: t('identity.closingPayToSource') },
    ...cards.map(({ bankCardId, bankName, cardNo }) => ({ value: bankCardId, label: `${bankName} ${cardNo}` })),
  ]
  return (
    <Field label={t('identity.closingPayTo')} hint={t('identity.closingPayToHint')} problem={problem}>
      {(wiring) => <Select {...wiring} value={value} options={options} onChange={onChange} />}
    </Field>
  )
}
