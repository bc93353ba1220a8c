import { Link, useSearchParams, useNavigate } from 'react-router'
import { useEffect, useState } from 'react'
import { downloadFileHere } from '#contract/funding/forecasts.ts'
import { bankLimits, askBankCode, rechargeInfo } from '#contract/funding/funding.ts'
import { passesLuhn } from '#contract/core/luhn.ts'
import { show } from '#contract/core/money.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { IdentityNote } from '#web/account/identity/verification/IdentityNote.tsx'
import { paths } from '#web/account/paths.ts'
import { useAsk, refresh, useCall } from '#web/parts/client/queries.ts'
import { usePicture } from '#web/parts/usePicture.ts'
import { Money } from '#web/ui/Money.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, MoneyInput } from '#web/ui/forms/Input.tsx'
import { useText } from '../text.ts'
import { HandOver } from '../HandOver.tsx'
import { keepOrder } from '../openOrders.ts'
import { YuanOrder } from './YuanOrder.tsx'
import { useYuanQuote } from './useYuanQuote.ts'
import { YuanPrice } from './YuanPrice.tsx'
import css from '../Usdt.module.css'

/** Payment by bank card through UnionPay: price and card, the bank's code, the result. */
export default function UnionPayPage() {
  const t = useText()
  const [search] = useSearchParams()
  const orderNo = search.get('order')
  return (
    <PageFrame>
      <Link className={css.back} to={paths.rechargeIndex}>
        <Icon name="left" size={15} />
        {t('funding.usdt.back')}
      </Link>
      <IdentityNote />
      {orderNo ? (
        <YuanOrder key={orderNo} orderNo={orderNo} />
      ) : (
        <div className={css.order}>
          <UnionPayForm amount={search.get('amount') ?? ''} />
          <BankLimits />
        </div>
      )}
    </PageFrame>
  )
}

/** Each bank's limits as figures, and as a picture if staff have uploaded one. */
function BankLimits() {
  const t = useText()
  const query = useAsk(bankLimits, {}, { quiet: true })
  if (query.isError) return null
  if (!query.data) return <Skeleton height={320} radius={12} />
  const { banks, fileId } = query.data
  return (
    <Panel title={t('funding.yuan.limits')}>
      <table className={css.limits}>
        <thead>
          <tr>
            <th scope="col">{t('funding.yuan.bank')}</th>
            <th scope="col">{t('funding.yuan.perPayment')}</th>
            <th scope="col">{t('funding.yuan.perDay')}</th>
          </tr>
        </thead>
        <tbody>
          {banks.map(({ code, name, perPayment, perDay }) => (
            <tr key={code}>
              <th scope="row">{name}</th>
              <td>
                <Money cents={perPayment} unit="CNY" />
              </td>
              <td>
                <Money cents={perDay} unit="CNY" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {fileId && <Picture key={fileId} fileId={fileId} />}
      <p className={css.quiet}>{t('funding.yuan.limitsHint')}</p>
    </Panel>
  )
}

/** If it cannot be loaded, the figures above say the same. */
function Picture({ fileId }: { fileId: string }) {
  const t = useText()
  const { src: url } = usePicture(downloadFileHere, { fileId, inline: '1' })
  return url ? <img className={css.limitImage} src={url} alt={t('funding.yuan.limits')} /> : null
}

const rail = 'UNIONPAY'
const empty = { bankCardNo: '', holderName: '', idNo: '', mobile: '' }
type Name = keyof typeof empty
/** Checks a field before the bank does. */
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

/** The amount and the card to pay with. The card's number is sent once and stored neither here nor on the server. */
function UnionPayForm({ amount }: { amount: string }) {
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
        form={{ loading: order.isPending, submitError: stale ? t('funding.usdt.requoted') : order.error?.says }}
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
