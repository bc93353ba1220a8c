import { useState } from 'react'
import { useNavigate } from 'react-router'
import { BATCH_CARDS, loadBatch, priceBatchLoad } from '#contract/cards/batches.ts'
import { parse, show } from '#contract/core/money.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { CouponField } from '../CouponField.tsx'
import { AmountField } from '../AmountField.tsx'
import { cardChanged } from '../cardChanged.ts'
import { ChargeLines } from '../ChargeLines.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { useCharge, usePrice } from '#web/parts/forms/usePrice.ts'
import { paths } from '#web/account/paths.ts'
import { PickCards, type Picked } from './PickCards.tsx'
import { LazyAsk } from '#web/account/subaccounts/asks/LazyAsk.tsx'
import { useText } from './text.ts'
import css from './Batches.module.css'

const QUICK = [10_00, 20_00, 50_00, 100_00, 200_00, 500_00]

/** One amount for many cards: priced card by card, held as a whole, and then followed row by row. */
export function LoadMany({ first, onClose }: { first: readonly Picked[]; onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const may = useMay(loadBatch)
  const [cards, setCards] = useState<readonly Picked[]>(first)
  const form = useForm(loadBatch, {
    initial: { cardIds: first.map(({ cardId }) => cardId), amount: '', couponId: '' },
    money: ['amount'],
  })
  const amount = parse(String(form.values.amount ?? ''))
  const cardIds = cards.map(({ cardId }) => cardId)
  const tooMany = cards.length > BATCH_CARDS ? t('batches.delete.most', { max: BATCH_CARDS }) : undefined
  const couponId = String(form.values.couponId ?? '')
  const priced = usePrice(
    priceBatchLoad,
    amount && cards.length > 0 && !tooMany ? { cardIds, amount, ...(couponId && { couponId }) } : undefined,
    {
      paused: form.refused?.unknown,
    },
  )
  const { charge, unsure, problem, off } = useCharge(form, priced)
  const { price } = priced
  const refused = price?.lines.filter(({ ok }) => !ok) ?? []
  const noneAble = price && price.num === 0 ? t('batches.load.noneAble') : undefined

  function pick(next: Picked[]) {
    setCards(next)
    form.set({ cardIds: next.map(({ cardId }) => cardId) })
  }
  async function submit() {
    const answer = await charge()
    if (!answer) return
    cardChanged()
    void navigate(paths.batch(answer.batchNo))
  }
  return (
    <Dialog title={t('batches.load.title')} onClose={onClose} width={600}>
      <CallForm
        loading={form.loading}
        submitError={problem}
        submitOff={may.reason ?? tooMany ?? (cards.length === 0 ? t('batches.pick.none') : (noneAble ?? off))}
        onSubmit={() => void submit()}
        onCancel={onClose}
        submit={
          unsure
            ? t('cards.action.retry')
            : price && price.num > 0 && !off
              ? t('batches.load.submitFor', { total: show(price.total), count: price.num })
              : t('batches.load.submit')
        }
        cure={<LazyAsk refused={form.refused ?? priced.refused} />}
        summary={<ChargeLines priced={priced} />}
      >
        <fieldset disabled={unsure || form.loading} className={css.bare}>
          <PickCards cards={cards} onChange={pick} />
          <AmountField
            label={t('batches.load.each')}
            {...form.field('amount')}
            problem={form.problemOf('amount') ?? priced.refused?.says}
            quick={QUICK}
            extra={[1_00, 2_00]}
          />
          <CouponField
            scene="RECHARGE"
            segment={cards[0]?.segment}
            amount={amount}
            value={couponId}
            onChange={(next) => form.set({ couponId: next })}
            problem={form.problemOf('couponId')}
          />
          {refused.length > 0 && (
            <Note tone="warn">
              {t('batches.load.refused', { count: refused.length })}
              {refused.slice(0, 20).map(({ cardId, lastFour, cardSeqNo, msg }) => (
                <span key={cardId} className={css.why}>
                  ···· {lastFour ?? cardSeqNo}：{msg}
                </span>
              ))}
            </Note>
          )}
        </fieldset>
      </CallForm>
    </Dialog>
  )
}
