import { useState } from 'react'
import { checkRecharge, rechargeStatus, type RechargeShown } from '#contract/funding/funding.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh, useCall } from '#web/parts/client/queries.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/dialogs/Panel.tsx'
import { useText } from '../text.ts'
import css from '../Usdt.module.css'

/** The code that the bank texted; afterwards the bank is at work. */
export function BankCode({ order }: { order: RechargeShown }) {
  const t = useText()
  const [code, setCode] = useState('')
  const confirm = useCall(checkRecharge, { quiet: true, refreshes: [rechargeStatus] })
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
      <>
        {facts}
        <p className={css.quiet} role="status">
          {t('funding.yuan.bankAtWork')}
        </p>
      </>
    )
  }
  const wrong =
    confirm.error?.fields.smsCode ?? (confirm.error?.refusal.startsWith('code') ? confirm.error.says : undefined)
  return (
    <CallForm
      loading={confirm.isPending}
      submitError={wrong ? undefined : confirm.error?.says}
      submit={t('funding.yuan.confirm')}
      submitOff={/^\d{6}$/.test(code) ? undefined : t('funding.yuan.codeFirst')}
      onSubmit={() =>
        confirm.mutate({ orderNo: order.orderNo, smsCode: code }, { onError: () => refresh(rechargeStatus) })
      }
      summary={facts}
    >
      <Field
        label={t('funding.yuan.code')}
        hint={t('funding.yuan.codeHint', { left: order.codeTriesLeft ?? 0 })}
        problem={wrong}
        required
      >
        {(wiring) => (
          <Input
            {...wiring}
            value={code}
            onChange={(typed) => {
              setCode(typed.replaceAll(/\D/g, '').slice(0, 6))
              confirm.reset() // the refusal was of another code
            }}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
          />
        )}
      </Field>
    </CallForm>
  )
}
