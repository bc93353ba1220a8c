import { useState } from 'react'
import { useLocation } from 'react-router'
import { priceWithdrawal, withdrawFromCard } from '#contract/cards/cards.ts'
import { show } from '#contract/core/money.ts'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { PriceLines } from '#web/ui/PriceLines.tsx'
import { AmountField } from '../AmountField.tsx'
import { cardChanged, type ShownCard } from '../cardChanged.ts'
import type { CameFrom } from '../cardNavigation.ts'
import { FromTo, Outcome } from '#web/parts/forms/Outcome.tsx'
import { usePrice } from '#web/parts/forms/usePrice.ts'
import { WhichCard } from '../WhichCard.tsx'
import { LazyAsk } from '#web/account/subaccounts/asks/LazyAsk.tsx'
import { useText } from '../text.ts'

/** Moves money from the card back to the wallet: the available balance, less a fee if there is one. */
export function WithdrawDialog({ card: { card }, onClose }: { card: ShownCard; onClose: () => void }) {
  const t = useText()
  const { cardId } = card
  const left = card.limits.withdrawalsLeftToday
  const form = useForm(withdrawFromCard, {
    initial: { cardId, amount: (useLocation().state as CameFrom)?.amount ?? '' },
    money: ['amount'],
  })
  const amount = form.cents('amount')
  const unsure = form.refused !== undefined && (form.refused.unknown || form.refused.refusal === 'in_progress')
  const { price, refused, stale } = usePrice(priceWithdrawal, amount ? { cardId, amount } : { cardId }, {
    paused: unsure,
  })
  const [before] = useState(card.balance)
  const range = price && { min: show(price.min), max: show(price.max) }
  const out = price && amount !== undefined && (amount < price.min || amount > price.max)
  const problem = out ? t('cards.withdraw.outside', range!) : undefined
  const unpriced = stale ? t('parts.price.coming') : amount ? undefined : t('parts.price.needed')
  const submit = amount && !out ? t('cards.withdraw.submit', { amount: show(amount) }) : t('cards.action.withdraw')
  const hint = [
    range && t('cards.withdraw.range', range),
    price && price.pending > 0 && t('cards.withdraw.held', { pending: show(price.pending) }),
  ]
  return (
    <FormDialog
      form={form}
      title={t('cards.withdraw.title')}
      send={async () => (out ? undefined : await form.submit())}
      onDone={cardChanged}
      onClose={onClose}
      problem={unsure ? t('parts.price.unsure') : (form.submitError ?? refused?.says)}
      submit={unsure ? t('cards.action.retry') : submit}
      submitOff={problem ?? (left === 0 ? t('cards.withdraw.noneLeft') : unpriced)}
      cure={<LazyAsk refused={form.refused ?? refused} />}
      summary={
        <PriceLines
          stale={stale}
          lines={[
            { label: t('cards.withdraw.cost'), cents: amount ?? 0 },
            { label: t('cards.withdraw.fee'), cents: price?.fee ?? 0, minus: Boolean(price?.fee) },
          ]}
          total={{ label: t('cards.withdraw.receive'), cents: amount && price && !out ? price.receive : 0 }}
          note={left === 0 ? t('cards.withdraw.noneLeft') : t('cards.withdraw.left', { count: left })}
        />
      }
      outcome={(done) => (
        <Outcome
          title={t('cards.withdraw.done')}
          text={t('cards.withdraw.doneText', { amount: show(done.amount - done.fee) })}
          facts={[
            [t('cards.withdraw.cardBalance'), <FromTo from={show(before)} to={show(done.balance)} />],
            [t('cards.withdraw.fee'), <Money cents={done.fee} />],
            [t('cards.withdraw.receive'), <Money cents={done.amount - done.fee} strong />],
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
          label={t('cards.withdraw.amount')}
          problem={problem}
          hint={hint.filter(Boolean).join(' · ')}
          all={price?.max}
          autoFocus
        />
      </Stack>
    </FormDialog>
  )
}
