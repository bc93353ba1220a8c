import { useEffect, useState, type ReactNode } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { BATCH_MOST, openBatch, priceBatchOpening } from '#contract/cards/batches.ts'
import { cardRanges, type openCard } from '#contract/cards/cards.ts'
import { parse, show } from '#contract/core/money.ts'
import type { Output } from '#contract/core/call.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useForm, type Form } from '#web/parts/forms/useForm.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useCharge, usePrice, type Priced } from '#web/parts/forms/usePrice.ts'
import { IdentityNote } from '#web/account/identity/verification/IdentityNote.tsx'
import { paths } from '#web/account/paths.ts'
import { LazyAsk } from '#web/account/subaccounts/asks/LazyAsk.tsx'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { CouponField } from '../CouponField.tsx'
import { AmountField } from '../AmountField.tsx'
import { cardChanged } from '../cardChanged.ts'
import { LabelFields } from '../opening/LabelFields.tsx'
import { OpenWays } from '../opening/OpenWays.tsx'
import { SegmentTiles } from '../opening/SegmentTiles.tsx'
import { ChargeLines } from '../ChargeLines.tsx'
import { HolderModes } from './HolderModes.tsx'
import { useText } from './text.ts'
import css from '../opening/Open.module.css'

const QUICK = [10_00, 20_00, 50_00, 100_00, 200_00, 500_00]
const blank = {
  firstName: undefined,
  lastName: undefined,
  street: undefined,
  city: undefined,
  state: undefined,
  zipCode: undefined,
}

/** Opens several cards of one segment: how many, with how much, for whom; and their total price before it is held. */
export default function BatchOpenPage() {
  const t = useText()
  const navigate = useNavigate()
  const may = useMay(openBatch)
  const ranges = useAsk(cardRanges, {}, { quiet: true })
  const segments = ranges.data ?? []
  const form = useForm(openBatch, {
    initial: {
      vid: '',
      num: '5',
      rechargeAmount: '20',
      nameMode: 'AUTO',
      addressMode: 'AUTO',
      ...blank,
      remark: '',
      couponId: '',
    },
    money: ['rechargeAmount'],
  })
  const segment = segments.find(({ vid, available }) => vid === form.values.vid && available)
  const first = segments.find(({ available }) => available)
  useEffect(() => {
    if (!segment && first) form.set({ vid: first.vid })
    // oxlint-disable-next-line react/exhaustive-deps
  }, [segment, first])

  const amount = parse(String(form.values.rechargeAmount ?? ''))
  const num = /^\d{1,4}$/.test(String(form.values.num)) ? Number(form.values.num) : undefined
  const amountProblem =
    !segment || amount === undefined
      ? undefined
      : amount < segment.minOpen
        ? t('cards.amount.belowMin', { min: show(segment.minOpen) })
        : amount > segment.maxOpen
          ? t('cards.amount.aboveMax', { max: show(segment.maxOpen) })
          : undefined
  const couponId = String(form.values.couponId ?? '')
  const input =
    segment && amount && !amountProblem && num && num >= 2
      ? { vid: segment.vid, amount, num, ...(couponId && { couponId }) }
      : undefined
  const priced = usePrice(priceBatchOpening, input, { paused: form.refused?.unknown })
  const { charge, unsure, problem, off } = useCharge(form, priced)
  // An impossible number has no price: the plan's maximum is remembered from the last one.
  const [batchMax, setBatchMax] = useState(BATCH_MOST)
  const allowed = priced.price?.batchMax
  useEffect(() => {
    if (allowed) setBatchMax(allowed)
  }, [allowed])
  const numProblem =
    form.problemOf('num') ??
    priced.refused?.fields['num'] ??
    (num !== undefined && num < 2 ? t('batches.open.numProblem', { max: batchMax }) : undefined)
  const { problem: _, ...numWire } = form.field('num')
  const remark = form.field('remark')

  async function submit() {
    if (amountProblem) return
    const answer = await charge()
    if (!answer) return
    cardChanged()
    priced.again()
    void navigate(paths.batchOpened(answer.batchNo))
  }
  if (ranges.isError && segments.length === 0)
    return <Empty icon="warn" title={t('parts.loadFailed')} text={ranges.error.says} />
  return (
    <>
      <OpenWays />
      <IdentityNote />
      <form
        noValidate
        className={css.page}
        onSubmit={(event) => {
          event.preventDefault()
          if (!form.loading && !off && !may.reason) void submit()
        }}
      >
        <fieldset disabled={unsure || form.loading} className={css.column}>
          <Panel title={t('cards.open.segments')}>
            {ranges.isPending ? (
              <Skeleton height={360} radius={12} />
            ) : (
              <SegmentTiles
                segments={segments}
                value={segment?.vid ?? ''}
                onChange={({ vid, billingCountry }) =>
                  form.set({
                    vid,
                    ...(segment && segment.billingCountry !== billingCountry && { state: '', zipCode: '' }),
                  })
                }
              />
            )}
          </Panel>
          <Panel title={t('batches.open.count')}>
            <div className={css.fields}>
              <Field
                label={t('batches.open.num')}
                problem={numProblem}
                hint={
                  priced.price &&
                  t('batches.open.numHint', { max: priced.price.batchMax, left: priced.price.remainQuota })
                }
                required
              >
                {(wiring) => <Input {...wiring} {...numWire} inputMode="numeric" maxLength={4} />}
              </Field>
              <div className={css.wide}>
                <AmountField
                  label={t('batches.open.each')}
                  {...form.field('rechargeAmount')}
                  problem={
                    amountProblem ?? (numProblem ? undefined : priced.refused?.says) ?? form.problemOf('rechargeAmount')
                  }
                  hint={segment && t('cards.amount.range', { min: show(segment.minOpen), max: show(segment.maxOpen) })}
                  quick={QUICK}
                  extra={[1_00, 2_00]}
                />
              </div>
              <CouponField
                scene="BATCH_OPEN"
                segment={segment?.vid}
                amount={amountProblem ? undefined : amount}
                value={couponId}
                onChange={(next) => form.set({ couponId: next })}
                problem={form.problemOf('couponId')}
              />
              <div className={css.wide}>
                <Field label={t('cards.open.remark')} hint={t('cards.open.remarkHint')} problem={remark.problem}>
                  {(wiring) => <Input {...wiring} value={remark.value} onChange={remark.onChange} maxLength={50} />}
                </Field>
              </div>
              {/* Both forms use the same names for these two fields. */}
              <LabelFields form={form as unknown as Form<typeof openCard>} />
            </div>
          </Panel>
          <HolderModes form={form} country={segment?.billingCountry ?? 'US'} />
        </fieldset>
        <BatchPrice
          priced={priced}
          feeBps={segment?.loadFeeBps}
          loading={form.loading}
          off={may.reason ?? (segment ? (amountProblem ?? numProblem ?? off) : t('cards.open.chooseFirst'))}
          again={unsure}
          problem={problem}
          cure={<LazyAsk refused={form.refused ?? priced.refused} />}
        />
      </form>
      <Outlet />
    </>
  )
}

/** The total price of all cards, what happens to the money, and the button that holds exactly that amount. */
function BatchPrice({
  priced,
  feeBps,
  loading,
  off,
  again,
  problem,
  cure,
}: {
  priced: Priced<Output<typeof priceBatchOpening>>
  feeBps: number | undefined
  loading: boolean
  off: string | undefined
  again: boolean
  problem: string | undefined
  cure: ReactNode
}) {
  const t = useText()
  const { price } = priced
  return (
    <aside className={css.price} aria-label={t('cards.open.priceTitle')}>
      {price && (
        <p>
          <b>
            {price.num} × {t('batches.open.perCard', { total: show(price.perCard) })}
          </b>
        </p>
      )}
      <ChargeLines priced={priced} feeBps={feeBps} />
      <Note>{t('batches.open.held')}</Note>
      <FormError text={problem} />
      {cure}
      <div className={css.pay}>
        <Button look="primary" size="l" wide type="submit" loading={loading} disabled={off}>
          {again
            ? t('cards.action.retry')
            : price && !off
              ? t('batches.open.submitFor', { total: show(price.total), count: price.num })
              : t('batches.open.submit')}
        </Button>
      </div>
    </aside>
  )
}
