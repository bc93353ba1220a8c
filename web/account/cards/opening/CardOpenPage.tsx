import { useEffect, type ReactNode } from 'react'
import { Outlet, useNavigate, useSearchParams } from 'react-router'
import { cardRanges, openCard, priceOpening } from '#contract/cards/cards.ts'
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
import { paths } from '#web/account/paths.ts'
import { LazyAsk } from '#web/account/subaccounts/asks/LazyAsk.tsx'
import { useCharge, usePrice, type Priced } from '#web/parts/forms/usePrice.ts'
import { IdentityNote } from '#web/account/identity/verification/IdentityNote.tsx'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { CardFace } from '#web/ui/CardFace.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { CouponField } from '../CouponField.tsx'
import { AmountField } from '../AmountField.tsx'
import { cardChanged } from '../cardChanged.ts'
import { useText } from '../text.ts'
import { ChargeLines } from '../ChargeLines.tsx'
import { LabelFields } from './LabelFields.tsx'
import { OpenWays } from './OpenWays.tsx'
import { SegmentTiles, type Segment } from './SegmentTiles.tsx'
import { HolderInputs, useHolderFill } from './HolderInputs.tsx'
import css from './Open.module.css'

const QUICK = [10_00, 20_00, 50_00, 100_00, 200_00, 500_00]
const blank = { firstName: '', lastName: '', street: '', city: '', state: '', zipCode: '' }

/** Quick open: choose a segment, enter the holder, and see the price before it is charged. */
export default function CardOpenPage() {
  const t = useText()
  const navigate = useNavigate()
  const may = useMay(openCard)
  const [search, setSearch] = useSearchParams()
  const ranges = useAsk(cardRanges, {}, { quiet: true })
  const segments = ranges.data ?? []
  const form = useForm(openCard, {
    initial: {
      vid: search.get('vid') ?? '',
      rechargeAmount: '20',
      ...blank,
      remark: '',
      gid: '',
      tags: [],
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
  const amountProblem = segment && amount !== undefined ? outside(segment, amount) : undefined
  const couponId = String(form.values.couponId ?? '')
  const priced = usePrice(
    priceOpening,
    segment && amount && !amountProblem
      ? { vid: segment.vid, amount, payUnit: 'USD', ...(couponId && { couponId }) }
      : undefined,
    { paused: form.refused?.unknown },
  )
  const { charge, unsure, problem, off } = useCharge(form, priced)
  const remark = form.field('remark')

  function choose({ vid, billingCountry }: Segment) {
    // An address fits only its country.
    const moved = segment && segment.billingCountry !== billingCountry
    form.set({ vid, ...(moved && { street: '', city: '', state: '', zipCode: '' }) })
    const next = new URLSearchParams(search)
    next.set('vid', vid)
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  async function submit() {
    if (amountProblem) return
    const answer = await charge()
    if (!answer) return
    cardChanged()
    priced.again() // that quote is consumed, and the wallet has less now
    void navigate({ pathname: paths.cardOpened(answer.cardId), search: `?vid=${form.values.vid as string}` })
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
          <Panel
            title={t('cards.open.segments')}
            extra={<span className={css.aside}>{t('cards.open.segmentsText')}</span>}
          >
            {ranges.isPending ? (
              <Skeleton height={360} radius={12} />
            ) : (
              <SegmentTiles segments={segments} value={segment?.vid ?? ''} onChange={choose} />
            )}
          </Panel>
          <HolderFields form={form} segment={segment} />
          <Panel title={t('cards.open.money')}>
            <div className={css.fields}>
              <div className={css.wide}>
                <AmountField
                  label={t('cards.price.amount')}
                  {...form.field('rechargeAmount')}
                  problem={amountProblem ?? priced.refused?.says ?? form.problemOf('rechargeAmount')}
                  hint={segment && t('cards.amount.range', { min: show(segment.minOpen), max: show(segment.maxOpen) })}
                  quick={QUICK}
                  extra={[1_00, 2_00]}
                />
              </div>
              <CouponField
                scene="OPEN"
                segment={segment?.vid}
                amount={amountProblem ? undefined : amount}
                value={couponId}
                onChange={(next) => form.set({ couponId: next })}
                problem={form.problemOf('couponId')}
              />
              <LabelFields form={form} />
              <div className={css.wide}>
                <Field label={t('cards.open.remark')} hint={t('cards.open.remarkHint')} problem={remark.problem}>
                  {(wiring) => <Input {...wiring} value={remark.value} onChange={remark.onChange} maxLength={50} />}
                </Field>
              </div>
            </div>
          </Panel>
        </fieldset>
        <PricePanel
          segment={segment}
          holder={`${String(form.values.firstName)} ${String(form.values.lastName)}`.trim()}
          priced={priced}
          loading={form.loading}
          off={may.reason ?? (segment ? (amountProblem ?? off) : t('cards.open.chooseFirst'))}
          again={unsure}
          problem={problem}
          cure={<LazyAsk refused={form.refused ?? priced.refused} />}
        />
      </form>
      <Outlet />
    </>
  )

  function outside({ minOpen, maxOpen }: Segment, cents: number): string | undefined {
    if (cents < minOpen) return t('cards.amount.belowMin', { min: show(minOpen) })
    return cents > maxOpen ? t('cards.amount.aboveMax', { max: show(maxOpen) }) : undefined
  }
}

/** Holder and billing address: by the rules of the segment's country, or generated with one click. */
function HolderFields({ form, segment }: { form: Form<typeof openCard>; segment: Segment | undefined }) {
  const t = useText()
  const country = segment?.billingCountry ?? 'US'
  const { button, filled } = useHolderFill({ form, vid: segment?.vid, country })
  return (
    <Panel title={t('cards.open.holder')} extra={button}>
      <HolderInputs form={form} country={country} filled={filled} nameRule={segment?.nameRule} />
    </Panel>
  )
}

/** Always visible: a preview of the card, its price, and the button that charges exactly that. */
function PricePanel({
  segment,
  holder,
  priced,
  loading,
  off,
  again,
  problem,
  cure,
}: {
  segment: Segment | undefined
  holder: string
  priced: Priced<Output<typeof priceOpening>>
  loading: boolean
  off: string | undefined
  again: boolean
  problem: string | undefined
  cure: ReactNode
}) {
  const t = useText()
  const { price } = priced
  const button = again
    ? t('cards.action.retry')
    : price && !off
      ? t('cards.open.submitFor', { total: show(price.total) })
      : t('cards.open.submit')
  return (
    <aside className={css.price} aria-label={t('cards.open.priceTitle')}>
      <div className={css.preview} aria-label={t('cards.open.preview')} role="img">
        <CardFace
          network={segment?.network ?? 'VISA'}
          segment={segment?.name ?? '0000'}
          lastFour={null}
          holder={holder || t('cards.open.yourName')}
        />
      </div>
      <ChargeLines priced={priced} feeBps={segment?.loadFeeBps} />
      {price?.suggest && <Note>{price.suggest}</Note>}
      <FormError text={problem} />
      {cure}
      <div className={css.pay}>
        <Button look="primary" size="l" wide type="submit" loading={loading} disabled={off}>
          {button}
        </Button>
      </div>
    </aside>
  )
}
