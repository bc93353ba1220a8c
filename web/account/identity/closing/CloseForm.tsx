import { useState } from 'react'
import { Link } from 'react-router'
import { closeAccount, closingCode, closingState, type ClosingBlocker } from '#contract/identity/closing.ts'
import type { Output } from '#contract/core/call.ts'
import { listPayoutCards } from '#contract/referrals/referrals.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { SelectField, TextAreaField, TextField } from '#web/parts/forms/fields.tsx'
import { refresh, useAsk } from '#web/parts/client/queries.ts'
import { useForm, type Form } from '#web/parts/forms/useForm.ts'
import { Note } from '#web/ui/Notes.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts, Row, Rows, Stack } from '#web/ui/layout.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { loadUserInfo } from '#web/parts/client/whoAmI.ts'
import { useReachable } from '#web/account/useReachable.ts'
import { paths } from '#web/account/paths.ts'
import { showTime } from '#web/parts/dates.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { SmsCodeField } from '../signIn/SmsCode.tsx'
import { useStepUp } from '../StepUpField.tsx'
import { useText } from '../text.ts'

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
  DISPUTES: paths.cardDisputes,
}

export function CloseForm() {
  const t = useText()
  const reachable = useReachable()
  const state = useAsk(closingState, {}, { quiet: true })
  const [caseId, setCaseId] = useState<string>()
  const form = useForm(closeAccount, { initial: { reason: '', confirmText: '', code: '' } })
  const stepUp = useStepUp('CLOSE')
  const begun = caseId ?? state.data?.caseId
  if (begun) return <ClosingBegun caseId={begun} payout={state.data?.payout ?? null} />
  if (!state.data) return <SkeletonLines lines={4} />
  const { blockers, amount, userNo } = state.data
  if (blockers.length > 0)
    return (
      <Stack gap={4}>
        <Note tone="warn">{t('identity.closingBlocked')}</Note>
        <Rows framed>
          {blockers.map(({ type, typeText, count }) => {
            const path = settledAt[type]
            return (
              <Row as="li" between key={type}>
                <span>
                  {typeText} · {count}
                </span>
                {path && reachable(path) && <Link to={path}>{t('identity.go')}</Link>}
              </Row>
            )
          })}
        </Rows>
      </Stack>
    )
  async function go() {
    const answer = await stepUp.submit(form)
    refresh(closingState)
    if (!answer) return
    setCaseId(answer.caseId)
    await loadUserInfo().catch(() => {})
  }
  return (
    <CallForm form={form} submit={t('identity.closingGo')} onSubmit={() => void go()}>
      <p>{t('identity.closingText')}</p>
      <Facts facts={[[t('identity.closingAmount'), <Money key="a" cents={amount} strong />]]} />
      <PayoutCardField form={form} />
      <TextAreaField form={form} name="reason" label={t('identity.closingReason')} required />
      <TextField form={form} name="confirmText" label={t('identity.closingConfirm', { userNo })} required />
      <SmsCodeField form={form} label={t('identity.smsCode')} send={closingCode} />
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
function PayoutCardField({ form }: { form: Form<typeof closeAccount> }) {
  const t = useText()
  const { data: cards } = useAsk(listPayoutCards, {}, { quiet: true })
  if (!cards?.length) return null
  const options = cards.map(({ bankCardId, bankName, cardNo }) => ({
    value: bankCardId,
    label: `${bankName} ${cardNo}`,
  }))
  return (
    <SelectField
      form={form}
      name="payoutBankCardId"
      label={t('identity.closingPayTo')}
      hint={t('identity.closingPayToHint')}
      placeholder={t('identity.closingPayToSource')}
      options={options}
    />
  )
}
