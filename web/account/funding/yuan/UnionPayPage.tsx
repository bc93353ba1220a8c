import { Link, useSearchParams } from 'react-router'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { IdentityNote } from '#web/account/identity/verification/IdentityNote.tsx'
import { paths } from '#web/account/paths.ts'
import { BankLimits } from './BankLimits.tsx'
import { UnionPayForm } from './UnionPayForm.tsx'
import { YuanOrder } from './YuanOrder.tsx'
import { useText } from '../text.ts'
import css from '../Usdt.module.css'

/** A bank card through UnionPay: the price and the card, the bank's text, the result. */
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
