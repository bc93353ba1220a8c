import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { PageFrame } from '../../parts/PageFrame.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { paths } from '../paths.ts'
import { UsdtForm } from './UsdtForm.tsx'
import { UsdtOrder } from './UsdtOrder.tsx'
import css from './Usdt.module.css'

/** USDT on TRC20: first the price, then the address. The order stands in the address bar, so a reload changes nothing. */
export default function UsdtPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const orderNo = search.get('order')
  return (
    <PageFrame>
      <Link className={css.back} to={paths.rechargeIndex}>
        <Icon name="left" size={15} />
        {t('funding.usdt.back')}
      </Link>
      {orderNo ? <UsdtOrder key={orderNo} orderNo={orderNo} /> : <UsdtForm amount={search.get('amount') ?? ''} />}
    </PageFrame>
  )
}
