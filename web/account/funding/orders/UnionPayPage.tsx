import { useSearchParams } from 'react-router'
import { downloadFileHere } from '#contract/funding/forecasts.ts'
import { bankLimits, askBankCode } from '#contract/funding/funding.ts'
import { BackLink } from '#web/parts/BackLink.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { IdentityNote } from '#web/account/identity/verification/IdentityNote.tsx'
import { paths } from '#web/account/paths.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { usePicture } from '#web/parts/usePicture.ts'
import { Money } from '#web/ui/Money.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Grid, Muted, Stack } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useText } from '../text.ts'
import { Order } from './Order.tsx'
import { PriceForm } from './PriceForm.tsx'
import css from '../Funding.module.css'

/** Payment by bank card through UnionPay: price and card, the bank's code, the result. */
export default function UnionPayPage() {
  const t = useText()
  const [search] = useSearchParams()
  const orderNo = search.get('order')
  return (
    <PageFrame>
      <BackLink to={paths.rechargeIndex}>{t('funding.usdt.back')}</BackLink>
      <IdentityNote />
      {orderNo ? (
        <Order key={orderNo} orderNo={orderNo} />
      ) : (
        <div className={css.columns}>
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
      <Stack>
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
        <Muted as="p">{t('funding.yuan.limitsHint')}</Muted>
      </Stack>
    </Panel>
  )
}

/** If it cannot be loaded, the figures above say the same. */
function Picture({ fileId }: { fileId: string }) {
  const t = useText()
  const { src: url } = usePicture(downloadFileHere, { fileId, inline: '1' })
  return url ? <img className={css.limitImage} src={url} alt={t('funding.yuan.limits')} /> : null
}

const digits = (most: number) => (typed: string) => typed.replaceAll(/\D/g, '').slice(0, most)
/** How each field of the card is written while it is typed. */
const tidy = {
  bankCardNo: (typed: string) => digits(19)(typed).replaceAll(/(\d{4})(?=\d)/g, '$1 '),
  holderName: undefined,
  mobile: digits(11),
  idNo: (typed: string) =>
    typed
      .toUpperCase()
      .replaceAll(/[^\dX]/g, '')
      .slice(0, 18),
}

/** The amount and the card to pay with. The card's number is sent once and stored neither here nor on the server. */
function UnionPayForm({ amount }: { amount: string }) {
  const t = useText()
  const form = useForm(askBankCode, {
    initial: { bankCardNo: '', holderName: '', idNo: '', mobile: '' },
    later: ['quoteId', 'amount'],
  })
  const field = (name: keyof typeof tidy, more: { inputMode?: 'numeric' | 'tel'; placeholder?: string } = {}) => (
    <TextField
      form={form}
      name={name}
      label={t(`funding.yuan.field.${name}`)}
      problem={form.problemOf(name) && (form.refused?.fields[name] ?? t(`funding.yuan.wrong.${name}`))}
      tidy={tidy[name]}
      {...more}
    />
  )
  return (
    <PriceForm
      form={form}
      rail="UNIONPAY"
      amount={amount}
      title={t('funding.yuan.byCard')}
      submit={t('funding.yuan.askCode')}
      note={t('funding.yuan.cardHint')}
    >
      {field('bankCardNo', { inputMode: 'numeric', placeholder: '6222 0000 0000 0000' })}
      <Grid min={200}>
        {field('holderName')}
        {field('mobile', { inputMode: 'tel' })}
      </Grid>
      {field('idNo')}
    </PriceForm>
  )
}
