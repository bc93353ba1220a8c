import { useEffect } from 'react'
import { checkRecharge, rechargeStatus, type RechargeShown } from '#contract/funding/funding.ts'
import { refresh } from '#web/parts/client/queries.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { TextField } from '#web/parts/forms/fields.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Facts, Muted, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { useText } from '../text.ts'

/** The code texted by the bank; afterwards the bank processes the payment. */
export function BankCode({ order }: { order: RechargeShown }) {
  const t = useText()
  const form = useForm(checkRecharge, { initial: { orderNo: order.orderNo, smsCode: '' } })
  const { refused } = form
  const wrongCode = refused?.refusal.startsWith('code') ? refused.says : undefined
  // Beside the field, until another code is typed.
  useEffect(() => {
    if (wrongCode) form.refuse('smsCode', wrongCode)
    // Only when a new answer came.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [refused])
  const facts = (
    <Facts
      facts={[
        [t('funding.yuan.card'), order.card?.mask ?? ''],
        [t('funding.yuan.toPay'), <Money cents={order.payAmount} unit="CNY" />],
        [t('funding.rail.fee'), <Money cents={order.fee} unit="CNY" />],
        [t('funding.usdt.arrives'), <Money cents={order.creditAmount} strong />],
      ]}
    />
  )
  if (order.status !== 'WAIT_CODE') {
    return (
      <Stack role="status">
        {facts}
        <Muted as="p">{t('funding.yuan.bankAtWork')}</Muted>
      </Stack>
    )
  }
  async function confirm() {
    await form.submit()
    refresh(rechargeStatus)
  }
  return (
    <CallForm
      form={{ loading: form.loading, submitError: wrongCode ? undefined : form.submitError }}
      submit={t('funding.yuan.confirm')}
      submitOff={/^\d{6}$/.test(form.text('smsCode')) ? undefined : t('funding.yuan.codeFirst')}
      onSubmit={() => void confirm()}
      summary={facts}
    >
      <TextField
        form={form}
        name="smsCode"
        label={t('funding.yuan.code')}
        hint={t('funding.yuan.codeHint', { left: order.codeTriesLeft ?? 0 })}
        tidy={(typed) => typed.replaceAll(/\D/g, '').slice(0, 6)}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        required
      />
    </CallForm>
  )
}
