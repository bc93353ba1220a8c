import { useEffect, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Input } from '#contract/core/call.ts'
import { rechargeInfo, type askBankCode, type createRecharge, type Rail } from '#contract/funding/funding.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import type { Form } from '#web/parts/forms/useForm.ts'
import { refresh } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { MoneyInput } from '#web/ui/forms/Input.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Facts, Muted, Stack } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { openContact } from '#web/account/notices/contact/openContact.ts'
import { paths } from '#web/account/paths.ts'
import { HandOver } from '../HandOver.tsx'
import { keepOrder } from '../openOrders.ts'
import { percent } from '../RailTable.tsx'
import { useText } from '../text.ts'
import { useQuote, type Quote } from './useQuote.ts'

/** Amount, cost, and what arrives; no order is created before the price has been seen. */
export function PriceForm<C extends typeof createRecharge | typeof askBankCode>({
  form,
  rail,
  amount,
  title,
  submit,
  note,
  children,
}: {
  form: Form<C>
  rail: Rail
  amount: string
  title: string
  submit: string
  note: string
  /** What the call needs besides the amount. */
  children?: ReactNode
}) {
  const t = useText()
  const navigate = useNavigate()
  const may = useMay(form.call)
  const [typed, setTyped] = useState(amount)
  const [service, setService] = useState(false)
  const price = useQuote(rail, typed)
  const { quote, min, problem } = price
  const words = rail === 'USDT_TRC20' ? 'funding.usdt' : 'funding.yuan'
  const unit = rail === 'USDT_TRC20' ? 'USDT' : 'CNY'
  const stale = form.refused?.refusal === 'quote_expired' || form.refused?.refusal === 'quote_changed'
  useEffect(() => {
    if (stale) refresh(rechargeInfo)
  }, [stale])

  async function pay() {
    if (!quote) return
    const input = { quoteId: quote.quoteId, ...(rail === 'UNIONPAY' && { amount: quote.payAmount }) }
    const order = await form.submit(input as Partial<Input<C>>)
    if (!order) return
    refresh(rechargeInfo)
    keepOrder(order.orderNo)
    const to =
      rail === 'UNIONPAY' ? `${paths.rechargeUnionPay}?order=${order.orderNo}` : paths.rechargeOrder(order.orderNo)
    void navigate(to, { replace: true })
  }
  return (
    <Panel title={title}>
      <Stack>
        <CallForm
          form={form}
          problem={stale ? t('funding.usdt.requoted') : undefined}
          submit={submit}
          submitOff={may.reason ?? (quote ? undefined : (problem ?? t(`${words}.typeFirst`)))}
          onSubmit={() => void pay()}
          summary={<Price rail={rail} price={price} />}
        >
          <Field label={t(`${words}.amount`)} hint={min && t(`${words}.min`, { min })} problem={problem} required>
            {(wiring) => (
              <MoneyInput
                {...wiring}
                unit={unit}
                value={typed}
                onChange={setTyped}
                placeholder={unit === 'USDT' ? min : '500.00'}
                autoFocus
              />
            )}
          </Field>
          {price.byService && (
            <Button icon="support" onClick={() => setService(true)}>
              {t('funding.handOver.open')}
            </Button>
          )}
          {price.overLimit && (
            <div>
              <Button size="s" icon="help" guardMs={0} onClick={openContact}>
                {t('funding.contact')}
              </Button>
            </div>
          )}
          {children}
        </CallForm>
        <Muted as="p">{note}</Muted>
      </Stack>
      {service && <HandOver rail={rail} amount={price.cents} unit={unit} onClose={() => setService(false)} />}
    </Panel>
  )
}

/** The payment, its fee, the rate if yuan are paid, and what arrives. */
function Price({ rail, price: { quote, terms, waiting } }: { rail: Rail; price: Quote }) {
  const t = useText()
  const usdt = rail === 'USDT_TRC20'
  const dash = waiting ? <Skeleton width={96} height={16} /> : '–'
  // One USDT is one dollar, and its fee is shown in dollars.
  const unit = usdt ? 'USD' : 'CNY'
  const pay = usdt ? quote && `${quote.payAmountStr} USDT` : quote && <Money cents={quote.payAmount} unit={unit} />
  return (
    <Facts
      facts={[
        [t(usdt ? 'funding.usdt.pay' : 'funding.rail.pay'), pay ?? dash],
        [
          terms ? t('funding.usdt.fee', { rate: percent(terms.feeBps) }) : t('funding.rail.fee'),
          quote ? <Money cents={-quote.fee} unit={unit} sign="always" /> : dash,
        ],
        !usdt && [
          t('funding.yuan.rate'),
          quote ? t('funding.yuan.rateIs', { rate: quote.rate, mid: terms?.midRate ?? '' }) : dash,
        ],
        [<strong>{t('funding.usdt.arrives')}</strong>, quote ? <Money cents={quote.creditAmount} size="l" /> : dash],
      ]}
    />
  )
}

export function NetworkWarning() {
  const t = useText()
  return (
    <Note tone="warn">
      <strong>TRC20</strong> {t('funding.usdt.networkWarn')}
    </Note>
  )
}
