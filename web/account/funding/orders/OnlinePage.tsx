import { useSearchParams } from 'react-router'
import { createRecharge, rails } from '#contract/funding/funding.ts'
import { optionsOf } from '#web/parts/lists/filters.ts'
import { BackLink } from '#web/parts/BackLink.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { IdentityNote } from '#web/account/identity/verification/IdentityNote.tsx'
import { paths } from '#web/account/paths.ts'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'
import { Order } from './Order.tsx'
import { NetworkWarning, PriceForm } from './PriceForm.tsx'
import css from '../Funding.module.css'

const ways = ['ONLINE_WECHAT', 'ONLINE_ALIPAY', 'USDT_TRC20'] as const
type Way = (typeof ways)[number]

/** WeChat, Alipay or USDT: first the price, then the code or the address. The order is in the address bar, so a reload changes nothing. */
export default function OnlinePage() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const orderNo = search.get('order')
  const way = ways.find((one) => one === search.get('rail')) ?? 'USDT_TRC20'
  return (
    <PageFrame>
      <BackLink to={paths.rechargeIndex}>{t('funding.usdt.back')}</BackLink>
      <IdentityNote />
      {orderNo ? (
        <Order key={orderNo} orderNo={orderNo} />
      ) : (
        <Stack gap={4} className={css.narrow}>
          <Segmented<Way>
            label={t('funding.railsTitle')}
            value={way}
            options={optionsOf(rails, ways)}
            onChange={(rail) => setSearch({ rail }, { replace: true })}
          />
          <OnlineForm key={way} rail={way} amount={search.get('amount') ?? ''} />
        </Stack>
      )}
    </PageFrame>
  )
}

function OnlineForm({ rail, amount }: { rail: Way; amount: string }) {
  const t = useText()
  const form = useForm(createRecharge, { initial: { rail }, later: ['quoteId'] })
  const usdt = rail === 'USDT_TRC20'
  const words = usdt ? 'funding.usdt' : 'funding.yuan'
  return (
    <>
      <PriceForm
        form={form}
        rail={rail}
        amount={amount}
        title={t(`${words}.title`, { rail: rails[rail][langNow()] })}
        submit={t(`${words}.submit`)}
        note={t(`${words}.submitHint`)}
      />
      {usdt && <NetworkWarning />}
    </>
  )
}
