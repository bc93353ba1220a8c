import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listTemplates, type CouponTemplate } from '#contract/coupons/desk.ts'
import { show } from '#contract/core/money.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { wholeList } from '#web/parts/lists/wholeList.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '../desk.ts'
import { paths } from '../paths.ts'
import { said } from '../products/figures.ts'
import { NewCoupon } from './NewCoupon.tsx'
import { say, useText } from './text.ts'
import css from '../products/Products.module.css'

export const worthOf = ({ type, value }: CouponTemplate): string =>
  ({
    OPEN_OFF: () => show(value),
    OPEN_FREE: () => say('coupons.wholeFee'),
    LOAD_OFF: () => said('rate', value),
    PLAN_OFF: () => show(value),
    PLAN_DAYS: () => say('desk.daysLong', { count: value }),
  })[type]()
export const onTag = ({ on }: CouponTemplate) => (
  <StatusTag tone={on ? 'ok' : 'quiet'} text={say(on ? 'coupons.giving' : 'coupons.stopped')} />
)

const columns: readonly Column<CouponTemplate>[] = [
  { key: 'name', title: () => say('coupons.coupon'), cell: (row) => <strong>{row.name}</strong>, phone: 'head' },
  { key: 'type', title: () => say('coupons.type'), cell: (row) => row.typeText },
  { key: 'worth', title: () => say('coupons.worth'), align: 'right', cell: worthOf },
  { key: 'on', title: () => say('products.status'), cell: onTag },
  { key: 'given', title: () => say('coupons.given'), align: 'right', cell: (row) => `${row.given} / ${row.budget}` },
  { key: 'used', title: () => say('coupons.used'), align: 'right', cell: (row) => row.used },
  { key: 'off', title: () => say('coupons.off'), align: 'right', cell: (row) => <Money cents={row.off} strong /> },
]
const names: string[] = []

/** The kinds of coupon there are, and what became of those that were given. */
export default function CouponsPage() {
  const t = useText()
  const navigate = useNavigate()
  const list = useListState(names)
  const [making, setMaking] = useState(false)
  const may = useHolds('staff:product.make')
  const query = useAsk(listTemplates, {}, { everyMs: 30_000 })
  const rows = query.data?.list
  const make = may && (
    <Button look="primary" icon="plus" guardMs={0} onClick={() => setMaking(true)}>
      {t('coupons.newCoupon')}
    </Button>
  )
  return (
    <PageFrame>
      {rows?.length ? <div className={css.moves}>{make}</div> : null}
      <QueryTable
        label={t('desk.coupons')}
        query={wholeList(query)}
        list={list}
        columns={columns}
        rowKey={({ templateId }) => templateId}
        onOpen={({ templateId }) => void navigate(paths.coupon(templateId))}
        empty={<Empty icon="gift" title={t('coupons.noCoupons')} text={t('coupons.noCouponsText')} action={make} />}
      />
      {making && <NewCoupon onClose={() => setMaking(false)} />}
    </PageFrame>
  )
}
