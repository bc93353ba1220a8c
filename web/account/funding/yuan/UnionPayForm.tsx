import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { askBankCode, rechargeInfo } from '#contract/funding/funding.ts'
import { passesLuhn } from '#contract/core/luhn.ts'
import { show } from '#contract/core/money.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh, useCall } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, MoneyInput } from '#web/ui/forms/Input.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { paths } from '#web/account/paths.ts'
import { HandOver } from '../HandOver.tsx'
import { keepOrder } from '../openOrders.ts'
import { useYuanQuote } from './useYuanQuote.ts'
import { YuanPrice } from './YuanPrice.tsx'
import { useText } from '../text.ts'
import css from '../Usdt.module.css'

const rail = 'UNIONPAY'
const empty = { bankCardNo: '', holderName: '', idNo: '', mobile: '' }
type Name = keyof typeof empty
/** What may be said of a field before the bank sees it. */
const fits: Record<Name, (text: string) => boolean> = {
  bankCardNo: (text) => passesLuhn(text.replaceAll(' ', '')),
  holderName: (text) => text.trim().length >= 2,
  idNo: (text) => /^\d{17}[\dX]$/.test(text),
  mobile: (text) => /^1\d{10}$/.test(text),
}
const tidy: Record<Name, (text: string) => string> = {
  bankCardNo: (text) =>
    text
      .replaceAll(/\D/g, '')
      .slice(0, 19)
      .replaceAll(/(\d{4})(?=\d)/g, '$1 '),
  holderName: (text) => text,
  idNo: (text) =>
    text
      .toUpperCase()
      .replaceAll(/[^\dX]/g, '')
      .slice(0, 18),
  mobile: (text) => text.replaceAll(/\D/g, '').slice(0, 11),
}

/** How much, and the card that pays. The card's number is sent once and kept nowhere: not here, not on the server. */
export function UnionPayForm({ amount }: { amount: string }) {
  const t = useText()
  const navigate = useNavigate()
  const may = useMay(askBankCode)
  const [typed, setTyped] = useState(amount)
  const [card, setCard] = useState(empty)
  const [left, setLeft] = useState<Partial<Record<Name, true>>>({})
  const [service, setService] = useState(false)
  const price = useYuanQuote(rail, typed)
  const { terms, quote, problem } = price
  const order = useCall(askBankCode, {
    quiet: true,
    refreshes: [rechargeInfo],
    onDone: ({ orderNo }) => {
      keepOrder(orderNo)
      void navigate(`${paths.rechargeUnionPay}?order=${orderNo}`, { replace: true })
    },
  })
  const stale = order.error?.refusal === 'quote_expired' || order.error?.refusal === 'quote_changed'
  useEffect(() => {
    if (stale) refresh(rechargeInfo)
  }, [stale])
  const names = Object.keys(empty) as Name[]
  const missing = names.find((name) => !fits[name](card[name]))
  const field = (name: Name, more: { inputMode?: 'numeric' | 'tel'; autoComplete: string; placeholder?: string }) => (
    <Field
      key={name}
      label={t(`funding.yuan.field.${name}`)}
      problem={
        left[name] && card[name] && !fits[name](card[name])
          ? t(`funding.yuan.wrong.${name}`)
          : order.error?.fields[name]
      }
      required
    >
      {(wiring) => (
        <Input
          {...wiring}
          {...more}
          value={card[name]}
          onChange={(text) => setCard((before) => ({ ...before, [name]: tidy[name](text) }))}
          onBlur={() => setLeft((before) => ({ ...before, [name]: true }))}
          spellCheck={false}
        />
      )}
    </Field>
  )
  return (
    <Panel title={t('funding.yuan.byCard')}>
      <CallForm
        loading={order.isPending}
        submitError={stale ? t('funding.usdt.requoted') : order.error?.says}
        submit={t('funding.yuan.askCode')}
        submitOff={
          may.reason ??
          (quote ? undefined : (problem ?? t('funding.yuan.typeFirst'))) ??
          (missing && t(`funding.yuan.wrong.${missing}`))
        }
        onSubmit={() =>
          quote &&
          order.mutate({
            ...card,
            bankCardNo: card.bankCardNo.replaceAll(' ', ''),
            quoteId: quote.quoteId,
            amount: quote.payAmount,
          })
        }
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
        {field('bankCardNo', { inputMode: 'numeric', autoComplete: 'off', placeholder: '6222 0000 0000 0000' })}
        <div className={css.pair}>
          {field('holderName', { autoComplete: 'off' })}
          {field('mobile', { inputMode: 'tel', autoComplete: 'off' })}
        </div>
        {field('idNo', { autoComplete: 'off' })}
      </CallForm>
      <p className={css.quiet}>{t('funding.yuan.cardHint')}</p>
      {service && <HandOver rail={rail} amount={price.cents} unit="CNY" onClose={() => setService(false)} />}
    </Panel>
  )
}
