import { useState } from 'react'
import { useParams } from 'react-router'
import type { Output, Wish } from '#contract/core/call.ts'
import {
  givenStates,
  listGiven,
  listTemplates,
  revokeCoupons,
  stopTemplate,
  type GivenState,
} from '#contract/coupons/desk.ts'
import { show } from '#contract/core/money.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import { FilterPanel, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { langNow } from '#web/text/i18n.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '../desk.ts'
import { ReasonDialog } from '../parts/ReasonDialog.tsx'
import { say, useSay } from '../say.ts'
import { onTag, worthOf } from './CouponsPage.tsx'
import { GiveDialog } from './GiveDialog.tsx'
import css from '../products/Products.module.css'

type Row = Output<typeof listGiven>['data'][number]
const tone = { UNUSED: 'info', LOCKED: 'warn', USED: 'ok', EXPIRED: 'quiet', REVOKED: 'bad' } as const satisfies Record<
  GivenState,
  Tone
>
const columns: readonly Column<Row>[] = [
  { key: 'userNo', title: () => say('products.userNo'), cell: (row) => <strong>{row.userNo}</strong>, phone: 'head' },
  {
    key: 'status',
    title: () => say('products.status'),
    cell: (row) => <StatusTag tone={tone[row.status]} text={row.statusText} />,
  },
  { key: 'from', title: () => say('products.givenAt'), cell: (row) => showTime(row.startTime) },
  { key: 'until', title: () => say('products.until'), cell: (row) => showDay(row.expireTime) },
  { key: 'off', title: () => say('products.off'), align: 'right', cell: (row) => <Money cents={row.off} /> },
  { key: 'biz', title: () => say('products.usedFor'), cell: (row) => row.bizNo ?? '–' },
  {
    key: 'by',
    title: () => say('products.by'),
    cell: (row) => [row.giver, row.why].filter(Boolean).join(' · ') || '–',
  },
]
const filters = (): Filter[] => [
  { kind: 'text', name: 'userNo', label: say('products.userNo') },
  {
    kind: 'choice',
    name: 'status',
    label: say('products.status'),
    options: Object.entries(givenStates).map(([value, words]) => ({ value, label: words[langNow()] })),
  },
]
const names = ['userNo', 'status']

/** One kind of coupon: what became of those given, who has them, and giving, revoking, stopping. */
export default function CouponPage() {
  const { t } = useSay()
  const { templateId = '' } = useParams()
  const list = useListState(names)
  const query = useAsk(listGiven, { ...list.asked, templateId } as Wish<typeof listGiven>, { quiet: true })
  const [move, setMove] = useState<'give' | 'revoke' | 'stop'>()
  const may = useHolds('staff:product.make')
  const close = () => setMove(undefined)
  const coupon = query.data?.summary
  const refreshes = [listGiven, listTemplates]
  if (!coupon)
    return query.isError ? (
      <Empty icon="search" title={t('products.noCoupon')} text={query.error.says} />
    ) : (
      <Skeleton height={220} radius={12} />
    )
  return (
    <PageFrame>
      <div className={css.head}>
        <h2>{coupon.name}</h2>
        {onTag(coupon)}
        {may && (
          <span className={css.moves}>
            <Button guardMs={0} onClick={() => setMove('stop')}>
              {t(coupon.on ? 'products.stop' : 'products.resume')}
            </Button>
            <Button
              look="danger"
              guardMs={0}
              disabled={coupon.unused ? undefined : t('products.nothingToRevoke')}
              onClick={() => setMove('revoke')}
            >
              {t('products.revoke')}
            </Button>
            <Button
              look="primary"
              guardMs={0}
              disabled={coupon.on ? undefined : t('products.stopped')}
              onClick={() => setMove('give')}
            >
              {t('products.give')}
            </Button>
          </span>
        )}
      </div>
      <Panel>
        <div className={css.stats}>
          <Stat label={coupon.typeText} value={worthOf(coupon)} />
          <Stat label={t('products.given')} value={coupon.given} note={`/ ${coupon.budget}`} />
          <Stat label={t('products.unused')} value={coupon.unused} />
          <Stat label={t('products.used')} value={coupon.used} />
          <Stat label={t('products.expired')} value={coupon.expired} />
          <Stat label={t('products.revoked')} value={coupon.revoked} />
          <Stat label={t('products.off')} value={<Money cents={coupon.off} />} />
        </div>
      </Panel>
      <p className={css.small}>
        {[
          t('products.goodFor', { days: coupon.validDays, count: coupon.validDays }),
          coupon.minAmount > 0 && `${t('products.minAmount')} ${show(coupon.minAmount)}`,
          coupon.vids.length > 0 && coupon.vids.join(', '),
          coupon.groupIds.length > 0 && coupon.groupIds.join(', '),
          coupon.maker && t('products.made', { maker: coupon.maker }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <FilterPanel filters={filters()} list={list} />
      <QueryTable
        label={t('products.givenList')}
        query={query}
        list={list}
        columns={columns}
        rowKey={({ couponId }) => couponId}
        empty={<Empty icon="gift" title={t('products.noneGiven')} text={t('products.noneGivenText')} />}
      />
      {move === 'give' && <GiveDialog template={coupon} onClose={close} />}
      {move === 'revoke' && (
        <ReasonDialog
          call={revokeCoupons}
          wish={{ templateId, ...(list.filters['userNo'] && { userNos: [list.filters['userNo']] }) } as never}
          title={t('products.revoke')}
          text={
            list.filters['userNo']
              ? t('products.revokeOneText', { userNo: String(list.filters['userNo']) })
              : t('products.revokeText', { count: coupon.unused })
          }
          submit={t('products.revoke')}
          done={t('products.revokedDone')}
          refreshes={refreshes}
          onClose={close}
        />
      )}
      {move === 'stop' && (
        <ReasonDialog
          call={stopTemplate}
          wish={{ templateId, on: !coupon.on }}
          title={t(coupon.on ? 'products.stop' : 'products.resume')}
          text={t(coupon.on ? 'products.stopText' : 'products.resumeText')}
          submit={t(coupon.on ? 'products.stop' : 'products.resume')}
          done={t('products.isDone')}
          refreshes={refreshes}
          onClose={close}
        />
      )}
    </PageFrame>
  )
}
