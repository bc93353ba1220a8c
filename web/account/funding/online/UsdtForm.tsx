import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { createRecharge, parseUsdt, rechargeInfo, USDT_DIGITS } from '#contract/funding/funding.ts'
import { plain } from '#contract/core/money.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh, useAsk, useCall } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { useSettled } from '#web/parts/client/useSettled.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { MoneyInput } from '#web/ui/forms/Input.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { openContact } from '#web/account/notices/contact/openContact.ts'
import { paths } from '#web/account/paths.ts'
import { keepOrder } from '../openOrders.ts'
import { percent } from '../RailCard.tsx'
import { useText } from '../text.ts'
import css from '../Usdt.module.css'

const rail = 'USDT_TRC20'
/** A price is requested when the typing pauses, and again before it expires (it is valid for 5 minutes). */
const PAUSE_MS = 350
const RENEW_MS = 4 * 60_000

/** Amount, cost, and what arrives; no order is created before the price has been seen. */
export function UsdtForm({ amount }: { amount: string }) {
  const t = useText()
  const navigate = useNavigate()
  const may = useMay(createRecharge)
  const [typed, setTyped] = useState(amount)
  const settled = useSettled(typed.trim(), PAUSE_MS)
  const terms = useAsk(rechargeInfo, { rail }, { quiet: true }).data
  const minUnits = (terms?.minAmount ?? 0) * 10 ** (USDT_DIGITS - 2)
  const units = parseUsdt(typed.trim())
  const enough = units !== undefined && units >= minUnits
  const ready = terms !== undefined && enough && settled === typed.trim()
  const priced = useAsk(
    rechargeInfo,
    { rail, ...(ready && { amountStr: settled }) },
    { quiet: true, enabled: ready, everyMs: RENEW_MS },
  )
  // A quote is valid for one order: while the next one loads, the last one is not used.
  const info = ready && !priced.isPlaceholderData && !priced.isFetching ? priced.data : undefined
  const order = useCall(createRecharge, {
    quiet: true,
    refreshes: [rechargeInfo],
    onDone: ({ orderNo }) => {
      keepOrder(orderNo)
      void navigate(paths.rechargeOrder(orderNo), { replace: true })
    },
  })
  const min = plain(terms?.minAmount ?? 0)
  const problem =
    typed === ''
      ? undefined
      : units === undefined
        ? t('funding.usdt.shape')
        : !enough && terms
          ? t('funding.usdt.belowMin', { min })
          : (info?.overLimit?.msg ?? priced.error?.fields.amountStr)
  const stale = order.error?.refusal === 'quote_expired' || order.error?.refusal === 'quote_changed'
  useEffect(() => {
    if (stale) refresh(rechargeInfo)
  }, [stale])

  const quote = info?.quote
  return (
    <div className={css.narrow}>
      <Panel title={t('funding.usdt.title')}>
        <CallForm
          form={{ loading: order.isPending, submitError: stale ? t('funding.usdt.requoted') : order.error?.says }}
          submit={t('funding.usdt.submit')}
          submitOff={may.reason ?? (quote ? undefined : (problem ?? t('funding.usdt.typeFirst')))}
          onSubmit={() => quote && order.mutate({ quoteId: quote.quoteId, rail })}
          summary={
            <Facts
              facts={[
                [t('funding.usdt.pay'), quote ? `${quote.payAmountStr} USDT` : waiting(ready)],
                [
                  terms ? t('funding.usdt.fee', { rate: percent(terms.feeBps) }) : t('funding.rail.fee'),
                  quote ? <Money cents={-quote.fee} sign="always" /> : waiting(ready),
                ],
                [
                  <strong>{t('funding.usdt.arrives')}</strong>,
                  quote ? <Money cents={quote.creditAmount} size="l" /> : waiting(ready),
                ],
              ]}
            />
          }
        >
          <Field
            label={t('funding.usdt.amount')}
            hint={terms && t('funding.usdt.min', { min })}
            problem={problem}
            required
          >
            {(wiring) => (
              <MoneyInput
                {...wiring}
                unit="USDT"
                value={typed}
                onChange={setTyped}
                placeholder={terms && min}
                autoFocus
              />
            )}
          </Field>
          {info?.overLimit && (
            <div>
              <Button size="s" icon="help" guardMs={0} onClick={openContact}>
                {t('funding.contact')}
              </Button>
            </div>
          )}
        </CallForm>
        <p className={css.quiet}>{t('funding.usdt.submitHint')}</p>
      </Panel>
      <NetworkWarning />
    </div>
  )
}

const waiting = (ready: boolean) => (ready ? <Skeleton width={96} height={16} /> : '–')

export function NetworkWarning() {
  const t = useText()
  return (
    <p className={css.warning}>
      <strong>TRC20</strong>
      {t('funding.usdt.networkWarn')}
    </p>
  )
}
