import { useState } from 'react'
import { loadCard, priceLoad } from '#contract/cards/cards.ts'
import type { Output } from '#contract/core/call.ts'
import { parse, show } from '#contract/core/money.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Money } from '#web/ui/Money.tsx'
import { AmountField } from '../AmountField.tsx'
import { cardChanged, type ShownCard } from '../cardChanged.ts'
import { CouponField } from '../CouponField.tsx'
import { FromTo, Outcome } from '#web/parts/forms/Outcome.tsx'
import { ChargeLines } from '../ChargeLines.tsx'
import { useCharge, usePrice } from '#web/parts/forms/usePrice.ts'
import { LazyAsk } from '#web/account/subaccounts/asks/LazyAsk.tsx'
import { WhichCard } from './WhichCard.tsx'
import { useText } from '../text.ts'
import css from '../Actions.module.css'

const QUICK = [20_00, 50_00, 100_00, 200_00, 500_00]

/** Moves money from the wallet to the card; the price is confirmed before it is charged. */
export function LoadDialog({ card: { card }, onClose }: { card: ShownCard; onClose: () => void }) {
  const t = useText()
  const { cardId, limits } = card
  const form = useForm(loadCard, { initial: { cardId, amount: '', couponId: '' }, money: ['amount'] })
  const amount = parse(String(form.values.amount ?? ''))
  const left = Math.max(0, limits.maxBalance - card.balance)
  const problem =
    amount === undefined
      ? undefined
      : amount < limits.minLoad
        ? t('cards.amount.belowMin', { min: show(limits.minLoad) })
        : amount > limits.perLoadMax
          ? t('cards.amount.aboveMax', { max: show(limits.perLoadMax) })
          : amount > left
            ? t('cards.amount.aboveBalance', { max: show(limits.maxBalance), left: show(left) })
            : undefined
  const couponId = String(form.values.couponId ?? '')
  const priced = usePrice(
    priceLoad,
    amount && !problem ? { cardId, amount, ...(couponId && { couponId }) } : undefined,
    { paused: form.refused?.unknown },
  )
  const { charge, unsure, problem: submitError, off } = useCharge(form, priced)
  const [before] = useState(card.balance)
  const [done, setDone] = useState<Output<typeof loadCard>>()
  const { price } = priced

  async function submit() {
    if (problem) return
    const answer = await charge()
    if (!answer) return
    setDone(answer)
    cardChanged()
  }
  if (done) {
    return (
      <Dialog title={t('cards.load.title')} onClose={onClose}>
        <Outcome
          title={t('cards.load.done')}
          text={t('cards.load.doneText', { amount: show(done.amount) })}
          facts={[
            [t('cards.load.balance'), <FromTo from={show(before)} to={show(done.balance)} />],
            [t('cards.price.serviceFee'), <Money cents={done.serviceFee} />],
            [t('cards.load.paid'), <Money cents={done.total} strong />],
          ]}
          onClose={onClose}
        />
      </Dialog>
    )
  }
  return (
    <Dialog title={t('cards.load.title')} onClose={onClose}>
      <CallForm
        form={form}
        problem={submitError}
        submitOff={problem ?? off}
        onSubmit={() => void submit()}
        onCancel={onClose}
        submit={
          unsure
            ? t('cards.action.retry')
            : price
              ? t('cards.load.submit', { total: show(price.total) })
              : t('cards.action.load')
        }
        cure={<LazyAsk refused={form.refused ?? priced.refused} />}
        summary={<ChargeLines priced={priced} />}
      >
        <WhichCard card={card} />
        <fieldset disabled={unsure || form.loading} className={css.off}>
          <AmountField
            label={t('cards.amount.label')}
            {...form.field('amount')}
            problem={problem ?? priced.refused?.says ?? form.problemOf('amount')}
            hint={t('cards.amount.range', { min: show(limits.minLoad), max: show(limits.perLoadMax) })}
            quick={QUICK.filter((cents) => cents >= limits.minLoad && cents <= Math.min(left, limits.perLoadMax))}
            extra={[1_00, 2_00]}
            autoFocus
          />
          <CouponField
            scene="RECHARGE"
            segment={card.vid}
            amount={problem ? undefined : amount}
            value={couponId}
            onChange={(next) => form.set({ couponId: next })}
            problem={form.problemOf('couponId')}
          />
        </fieldset>
      </CallForm>
    </Dialog>
  )
}
