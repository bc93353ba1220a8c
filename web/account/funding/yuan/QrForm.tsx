import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { createRecharge, rails, rechargeInfo } from '#contract/funding/funding.ts'
import { show } from '#contract/core/money.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh, useCall } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { MoneyInput } from '#web/ui/forms/Input.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { paths } from '#web/account/paths.ts'
import { HandOver } from '../HandOver.tsx'
import { keepOrder } from '../openOrders.ts'
import { useYuanQuote } from './useYuanQuote.ts'
import { YuanPrice } from './YuanPrice.tsx'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'
import css from '../Usdt.module.css'

/** Amount, cost, and what arrives; no order is created before the price has been seen. */
export function QrForm({ rail, amount }: { rail: 'ONLINE_WECHAT' | 'ONLINE_ALIPAY'; amount: string }) {
  const t = useText()
  const navigate = useNavigate()
  const may = useMay(createRecharge)
  const [typed, setTyped] = useState(amount)
  const [service, setService] = useState(false)
  const price = useYuanQuote(rail, typed)
  const { terms, quote, problem } = price
  const order = useCall(createRecharge, {
    quiet: true,
    refreshes: [rechargeInfo],
    onDone: ({ orderNo }) => {
      keepOrder(orderNo)
      void navigate(paths.rechargeOrder(orderNo), { replace: true })
    },
  })
  const stale = order.error?.refusal === 'quote_expired' || order.error?.refusal === 'quote_changed'
  useEffect(() => {
    if (stale) refresh(rechargeInfo)
  }, [stale])
  const name = rails[rail][langNow()]
  return (
    <div className={css.narrow}>
      <Panel title={t('funding.yuan.title', { rail: name })}>
        <CallForm
          form={{ loading: order.isPending, submitError: stale ? t('funding.usdt.requoted') : order.error?.says }}
          submit={t('funding.yuan.submit')}
          submitOff={may.reason ?? (quote ? undefined : (problem ?? t('funding.yuan.typeFirst')))}
          onSubmit={() => quote && order.mutate({ quoteId: quote.quoteId, rail })}
          summary={<YuanPrice price={price} />}
        >
          <Field
            label={t('funding.yuan.amount')}
            hint={terms && t('funding.yuan.min', { min: show(terms.minAmount, 'CNY') })}
            problem={problem}
            required
          >
            {(wiring) => (
              <MoneyInput {...wiring} unit="CNY" value={typed} onChange={setTyped} placeholder="500.00" autoFocus />
            )}
          </Field>
          {price.byService && (
            <Button icon="support" onClick={() => setService(true)}>
              {t('funding.handOver.open')}
            </Button>
          )}
        </CallForm>
        <p className={css.quiet}>{t('funding.yuan.submitHint')}</p>
      </Panel>
      {service && <HandOver rail={rail} amount={price.cents} unit="CNY" onClose={() => setService(false)} />}
    </div>
  )
}
