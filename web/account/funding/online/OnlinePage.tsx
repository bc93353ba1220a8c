import { Link, useSearchParams } from 'react-router'
import { rails, rechargeStatus } from '#contract/funding/funding.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { IdentityNote } from '#web/account/identity/verification/IdentityNote.tsx'
import { paths } from '#web/account/paths.ts'
import { UsdtForm } from './UsdtForm.tsx'
import { UsdtOrder } from './UsdtOrder.tsx'
import { QrForm } from '../yuan/QrForm.tsx'
import { YuanOrder } from '../yuan/YuanOrder.tsx'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'
import css from '../Usdt.module.css'

const ways = ['ONLINE_WECHAT', 'ONLINE_ALIPAY', 'USDT_TRC20'] as const
type Way = (typeof ways)[number]

/** WeChat, Alipay or USDT: first the price, then the code or the address. The order is in the address bar, so a reload changes nothing. */
export default function OnlinePage() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const orderNo = search.get('order')
  const way = ways.find((one) => one === search.get('rail')) ?? 'USDT_TRC20'
  const amount = search.get('amount') ?? ''
  return (
    <PageFrame>
      <Link className={css.back} to={paths.rechargeIndex}>
        <Icon name="left" size={15} />
        {t('funding.usdt.back')}
      </Link>
      <IdentityNote />
      {orderNo ? (
        <Order key={orderNo} orderNo={orderNo} />
      ) : (
        <>
          <div className={css.ways}>
            <Segmented<Way>
              label={t('funding.railsTitle')}
              value={way}
              options={ways.map((value) => ({ value, label: rails[value][langNow()] }))}
              onChange={(rail) => setSearch({ rail }, { replace: true })}
            />
          </div>
          {way === 'USDT_TRC20' ? <UsdtForm amount={amount} /> : <QrForm key={way} rail={way} amount={amount} />}
        </>
      )}
    </PageFrame>
  )
}

/** The rail decides an order's page; until it is known, the USDT page shows that it is loading or that there is none. */
function Order({ orderNo }: { orderNo: string }) {
  const order = useAsk(rechargeStatus, { orderNo }, { quiet: true }).data
  return order && order.rail !== 'USDT_TRC20' ? <YuanOrder orderNo={orderNo} /> : <UsdtOrder orderNo={orderNo} />
}
