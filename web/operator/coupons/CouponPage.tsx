import { useState } from 'react'
import { useParams } from 'react-router'
import type { Output, Input } from '#contract/core/call.ts'
import {
  givenStates,
  listGiven,
  listTemplates,
  revokeCoupons,
  stopTemplate,
  type GivenState,
  giveCoupon,
  rehearseGiving,
  type CouponTemplate,
} from '#contract/coupons/desk.ts'
import { show } from '#contract/core/money.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import { FilterPanel, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk, refresh, useCall } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { langNow } from '#web/text.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useHolds } from '../desk.ts'
import { ReasonDialog } from '../parts/ReasonDialog.tsx'
import { onTag, worthOf } from './CouponsPage.tsx'
import { say, useText } from './text.ts'
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
  { key: 'from', title: () => say('coupons.givenAt'), cell: (row) => showTime(row.startTime) },
  { key: 'until', title: () => say('products.until'), cell: (row) => showDay(row.expireTime) },
  { key: 'off', title: () => say('coupons.off'), align: 'right', cell: (row) => <Money cents={row.off} /> },
  { key: 'biz', title: () => say('coupons.usedFor'), cell: (row) => row.bizNo ?? '–' },
  { key: 'by', title: () => say('coupons.by'), cell: (row) => [row.giver, row.why].filter(Boolean).join(' · ') || '–' },
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

/** One kind of coupon: what became of those issued, their holders, and issuing, revoking, stopping. */
export default function CouponPage() {
  const t = useText()
  const { templateId = '' } = useParams()
  const list = useListState(names)
  const query = useAsk(listGiven, { ...list.asked, templateId } as Input<typeof listGiven>, { quiet: true })
  const [move, setMove] = useState<'give' | 'revoke' | 'stop'>()
  const may = useHolds('staff:product.make')
  const close = () => setMove(undefined)
  const coupon = query.data?.summary
  const refreshes = [listGiven, listTemplates]
  if (!coupon)
    return query.isError ? (
      <Empty icon="search" title={t('coupons.noCoupon')} text={query.error.says} />
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
              {t(coupon.on ? 'coupons.stop' : 'coupons.resume')}
            </Button>
            <Button
              look="danger"
              guardMs={0}
              disabled={coupon.unused ? undefined : t('coupons.nothingToRevoke')}
              onClick={() => setMove('revoke')}
            >
              {t('coupons.revoke')}
            </Button>
            <Button
              look="primary"
              guardMs={0}
              disabled={coupon.on ? undefined : t('coupons.stopped')}
              onClick={() => setMove('give')}
            >
              {t('coupons.give')}
            </Button>
          </span>
        )}
      </div>
      <Panel>
        <div className={css.stats}>
          <Stat label={coupon.typeText} value={worthOf(coupon)} />
          <Stat label={t('coupons.given')} value={coupon.given} note={`/ ${coupon.budget}`} />
          <Stat label={t('coupons.unused')} value={coupon.unused} />
          <Stat label={t('coupons.used')} value={coupon.used} />
          <Stat label={t('coupons.expired')} value={coupon.expired} />
          <Stat label={t('coupons.revoked')} value={coupon.revoked} />
          <Stat label={t('coupons.off')} value={<Money cents={coupon.off} />} />
        </div>
      </Panel>
      <p className={css.small}>
        {[
          t('coupons.goodFor', { days: coupon.validDays, count: coupon.validDays }),
          coupon.minAmount > 0 && `${t('coupons.minAmount')} ${show(coupon.minAmount)}`,
          coupon.vids.length > 0 && coupon.vids.join(', '),
          coupon.groupIds.length > 0 && coupon.groupIds.join(', '),
          coupon.maker && t('products.made', { maker: coupon.maker }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <FilterPanel filters={filters()} list={list} />
      <QueryTable
        label={t('coupons.givenList')}
        query={query}
        list={list}
        columns={columns}
        rowKey={({ couponId }) => couponId}
        empty={<Empty icon="gift" title={t('coupons.noneGiven')} text={t('coupons.noneGivenText')} />}
      />
      {move === 'give' && <GiveDialog template={coupon} onClose={close} />}
      {move === 'revoke' && (
        <ReasonDialog
          call={revokeCoupons}
          input={{ templateId, ...(list.filters['userNo'] && { userNos: [list.filters['userNo']] }) } as never}
          title={t('coupons.revoke')}
          text={
            list.filters['userNo']
              ? t('coupons.revokeOneText', { userNo: String(list.filters['userNo']) })
              : t('coupons.revokeText', { count: coupon.unused })
          }
          submit={t('coupons.revoke')}
          done={t('coupons.revokedDone')}
          refreshes={refreshes}
          onClose={close}
        />
      )}
      {move === 'stop' && (
        <ReasonDialog
          call={stopTemplate}
          input={{ templateId, on: !coupon.on }}
          title={t(coupon.on ? 'coupons.stop' : 'coupons.resume')}
          text={t(coupon.on ? 'coupons.stopText' : 'coupons.resumeText')}
          submit={t(coupon.on ? 'coupons.stop' : 'coupons.resume')}
          done={t('products.isDone')}
          refreshes={refreshes}
          onClose={close}
        />
      )}
    </PageFrame>
  )
}

const numbersIn = (text: string): string[] => [...new Set(text.split(/[\s,，、;；]+/).filter(Boolean))]

/** Checks a list of user numbers first: who would get one, which are unknown, what it may cost; then issues them. */
function GiveDialog({ template, onClose }: { template: CouponTemplate; onClose: () => void }) {
  const t = useText()
  const { templateId } = template
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState('')
  const numbers = numbersIn(text)
  const rehearse = useCall(rehearseGiving, { quiet: true, onDone: () => setTried(numbers.join()) })
  const give = useCall(giveCoupon, {
    quiet: true,
    onDone: ({ given, approvalId }) => {
      toast.ok(approvalId ? t('products.proposed') : t('coupons.gave', { count: given }))
      refresh(listGiven, listTemplates)
      onClose()
    },
  })
  const seen = tried === numbers.join() ? rehearse.data : undefined
  const off =
    (!seen && t('coupons.tryFirst')) ||
    (seen!.unknown.length > 0 && t('coupons.unknownFirst')) ||
    (seen!.found.length > seen!.left && t('coupons.tooMany', { left: seen!.left })) ||
    (reason.trim().length < 2 && t('products.needReason')) ||
    undefined
  return (
    <Dialog title={`${t('coupons.give')} · ${template.name}`} onClose={onClose} width={560}>
      <CallForm
        form={{ loading: give.isPending, submitError: give.error?.says ?? rehearse.error?.says }}
        onSubmit={() => give.mutate({ templateId, userNos: numbers, reason: reason.trim() })}
        onCancel={onClose}
        submit={t(seen?.twoPeople ? 'products.propose' : 'coupons.give')}
        submitOff={off}
      >
        <Field label={t('coupons.userNos')} hint={t('coupons.userNosHint')} required>
          {(wiring) => <TextArea {...wiring} value={text} onChange={setText} rows={5} data-autofocus />}
        </Field>
        <div>
          <Button
            loading={rehearse.isPending}
            guardMs={0}
            disabled={numbers.length ? undefined : t('coupons.userNosHint')}
            onClick={() => rehearse.mutate({ templateId, userNos: numbers })}
          >
            {t('coupons.try')}
          </Button>
        </div>
        {seen && (
          <div role="status" className={css.column}>
            <p className={css.notice}>
              {t('coupons.tried', { count: seen.found.length, most: show(seen.most), left: seen.left })}
              {seen.twoPeople ? ` ${t('coupons.takesTwo')}` : ''}
            </p>
            {seen.unknown.length > 0 && (
              <p className={css.warn}>{t('coupons.unknown', { numbers: seen.unknown.join(', ') })}</p>
            )}
            {seen.found.some(({ has }) => has > 0) && (
              <p className={css.warn}>
                {t('coupons.haveOne', {
                  numbers: seen.found
                    .filter(({ has }) => has > 0)
                    .map(({ userNo }) => userNo)
                    .join(', '),
                })}
              </p>
            )}
          </div>
        )}
        <Field label={t('desk.reason')} hint={t('desk.reasonHint')} required>
          {(wiring) => <TextArea {...wiring} value={reason} onChange={setReason} rows={2} maxLength={500} />}
        </Field>
      </CallForm>
    </Dialog>
  )
}
