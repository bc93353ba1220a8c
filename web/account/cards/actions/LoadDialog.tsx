import { useState } from 'react'
import { useLocation } from 'react-router'
import { loadCard, priceLoad } from '#contract/cards/cards.ts'
import { show } from '#contract/core/money.ts'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { AmountField, outside, QUICK } from '../AmountField.tsx'
import { cardChanged, type ShownCard } from '../cardChanged.ts'
import type { CameFrom } from '../cardNavigation.ts'
import { CouponField } from '../CouponField.tsx'
import { FromTo, Outcome } from '#web/parts/forms/Outcome.tsx'
import { ChargeLines } from '../ChargeLines.tsx'
import { useCharge, usePrice } from '#web/parts/forms/usePrice.ts'
import { LazyAsk } from '#web/account/subaccounts/asks/LazyAsk.tsx'
import { WhichCard } from '../WhichCard.tsx'
import { useText } from '../text.ts'

/** Moves money from the wallet to the card; the price is confirmed before it is charged. */
export function LoadDialog({ card: { card }, onClose }: { card: ShownCard; onClose: () => void }) {
  const t = useText()
  const { cardId, limits } = card
  const { minLoad, perLoadMax, maxBalance } = limits
  const form = useForm(loadCard, {
    initial: { cardId, amount: (useLocation().state as CameFrom)?.amount ?? '', couponId: '' },
    money: ['amount'],
  })
  const amount = form.cents('amount')
  const left = Math.max(0, maxBalance - card.balance)
  const problem =
    outside(amount, minLoad, perLoadMax) ??
    (amount !== undefined && amount > left
      ? t('cards.amount.aboveBalance', { max: show(maxBalance), left: show(left) })
      : undefined)
  const priced = usePrice(
    priceLoad,
    amount && !problem ? { cardId, amount, couponId: form.text('couponId') || undefined } : undefined,
    { paused: form.refused?.unknown },
  )
  const { charge, unsure, problem: refused, off } = useCharge(form, priced)
  const [before] = useState(card.balance)
  const { price } = priced
  const submit = price ? t('cards.load.submit', { total: show(price.total) }) : t('cards.action.load')
  return (
    <FormDialog
      form={form}
      title={t('cards.load.title')}
      send={async () => (problem ? undefined : await charge())}
      onDone={cardChanged}
      onClose={onClose}
      problem={refused}
      submit={unsure ? t('cards.action.retry') : submit}
      submitOff={problem ?? off}
      cure={<LazyAsk refused={form.refused ?? priced.refused} />}
      summary={<ChargeLines priced={priced} />}
      outcome={(done) => (
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
      )}
    >
      <WhichCard card={card} />
      <Stack as="fieldset" gap={4} disabled={unsure || form.loading}>
        <AmountField
          form={form}
          name="amount"
          label={t('cards.amount.label')}
          problem={problem ?? priced.refused?.says}
          hint={t('cards.amount.range', { min: show(minLoad), max: show(perLoadMax) })}
          quick={QUICK.slice(1).filter((cents) => cents >= minLoad && cents <= Math.min(left, perLoadMax))}
          autoFocus
        />
        <CouponField
          {...form.field('couponId')}
          scene="RECHARGE"
          segment={card.vid}
          amount={problem ? undefined : amount}
        />
      </Stack>
    </FormDialog>
  )
}
