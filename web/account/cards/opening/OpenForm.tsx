import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import type { CouponScene } from '#contract/coupons/coupons.ts'
import type { Output } from '#contract/core/call.ts'
import { listTemplates } from '#contract/controls/templates.ts'
import { show } from '#contract/core/money.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { IdentityNote } from '#web/account/identity/verification/IdentityNote.tsx'
import { LazyAsk } from '#web/account/subaccounts/asks/LazyAsk.tsx'
import { Answered } from '#web/parts/Answered.tsx'
import { useMay } from '#web/parts/client/useMay.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { TextField } from '#web/parts/forms/fields.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Grid, Muted, Stack } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AmountField, QUICK } from '../AmountField.tsx'
import { cardChanged } from '../cardChanged.ts'
import { ChargeLines } from '../ChargeLines.tsx'
import { CouponField } from '../CouponField.tsx'
import { TemplateField } from '../templates/TemplateField.tsx'
import { useText } from '../text.ts'
import { LabelFields } from './LabelFields.tsx'
import { SubField } from './SubField.tsx'
import { OpenWays } from './OpenWays.tsx'
import { SegmentTiles } from './SegmentTiles.tsx'
import type { Opening, OpeningForm, Segment } from './useOpening.ts'
import { useTemplate } from './useTemplate.ts'
import css from './Open.module.css'

/** The page for opening cards: segment, holder, amount, labels, and the price of it all beside them. */
export function OpenForm({
  opening,
  scene,
  title,
  amountLabel,
  submit,
  submitPriced,
  problem: countProblem,
  onOpened,
  holder,
  count,
  modes,
  preview,
  note,
}: {
  opening: Opening
  scene: CouponScene
  /** Of the panel with the amount, and the label of the amount itself. */
  title: string
  amountLabel: string
  /** What the button says, without and with the price. */
  submit: string
  submitPriced: string
  /** Why the number of cards, or the holder, is refused. */
  problem?: string | undefined
  onOpened: (answer: Output<OpeningForm['call']>) => void
  /** Panels before and after the amount, a field above it; what stands above and below the price. */
  holder?: ReactNode
  count?: ReactNode
  modes?: ReactNode
  preview: ReactNode
  note?: ReactNode
}) {
  const t = useText()
  const {
    form,
    ranges,
    segment,
    choose,
    amount,
    amountProblem,
    priced,
    charge,
    unsure,
    problem,
    off: unpriced,
  } = opening
  const { emptied, ...template } = useTemplate(opening)
  const mayUse = useMay(listTemplates)
  const may = useMay(form.call)
  const off = may.reason ?? (segment ? (amountProblem ?? countProblem ?? unpriced) : t('cards.open.chooseFirst'))
  async function open() {
    if (amountProblem) return
    const answer = await charge(emptied())
    if (!answer) return
    cardChanged()
    priced.again() // that quote is consumed, and the wallet has less now
    onOpened(answer)
  }
  return (
    <>
      <OpenWays />
      <PageFrame>
        <IdentityNote />
        <form
          noValidate
          className={css.page}
          onSubmit={(event) => {
            event.preventDefault()
            if (!form.loading && !off) void open()
          }}
        >
          <Stack as="fieldset" gap={4} disabled={unsure || form.loading}>
            {mayUse.shown && <TemplateField {...template} />}
            <Panel title={t('cards.open.segments')} extra={<Muted>{t('cards.open.segmentsText')}</Muted>}>
              <Answered query={ranges} skeleton={<Skeleton height={360} radius={12} />}>
                {(segments) => <SegmentTiles segments={segments} value={segment?.vid ?? ''} onChange={choose} />}
              </Answered>
            </Panel>
            {holder}
            <Panel title={title}>
              <Grid min={240}>
                {count}
                <div className={css.wide}>
                  <AmountField
                    form={form}
                    name="rechargeAmount"
                    label={amountLabel}
                    problem={amountProblem ?? (countProblem ? undefined : priced.refused?.says)}
                    hint={
                      segment && t('cards.amount.range', { min: show(segment.minOpen), max: show(segment.maxOpen) })
                    }
                    quick={QUICK}
                  />
                </div>
                <CouponField
                  {...form.field('couponId')}
                  scene={scene}
                  segment={segment?.vid}
                  amount={amountProblem ? undefined : amount}
                />
                <LabelFields form={form} />
                <SubField form={form} />
                <div className={css.wide}>
                  <TextField
                    form={form}
                    name="remark"
                    label={t('cards.open.remark')}
                    hint={t('cards.open.remarkHint')}
                  />
                </div>
              </Grid>
            </Panel>
            {modes}
          </Stack>
          <aside className={css.price} aria-label={t('cards.open.priceTitle')}>
            {preview}
            <ChargeLines priced={priced} feeBps={segment?.loadFeeBps} />
            {segment && <LaterFees segment={segment} />}
            {priced.price?.suggest && <Note>{priced.price.suggest}</Note>}
            {note}
            <FormError text={problem} />
            <LazyAsk refused={form.refused ?? priced.refused} />
            <div className={css.pay}>
              <Button look="primary" size="l" wide type="submit" loading={form.loading} disabled={off}>
                {unsure ? t('cards.action.retry') : off ? submit : submitPriced}
              </Button>
            </div>
          </aside>
        </form>
      </PageFrame>
      <Outlet />
    </>
  )
}

/** What a card of the segment costs after its opening; nothing without such fees. */
function LaterFees({ segment: { monthFee, declineFee, freeDeclines } }: { segment: Segment }) {
  const t = useText()
  if (monthFee === 0 && declineFee === 0) return null
  return (
    <Stack gap={1}>
      <b>{t('cards.open.later')}</b>
      {monthFee > 0 && <Muted as="p">{t('cards.open.monthFeeText', { fee: show(monthFee) })}</Muted>}
      {declineFee > 0 && (
        <Muted as="p">{t('cards.open.declineFeeText', { fee: show(declineFee), free: freeDeclines })}</Muted>
      )}
    </Stack>
  )
}
