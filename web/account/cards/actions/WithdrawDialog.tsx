import { useState } from 'react'
import { priceWithdrawal, withdrawFromCard } from '#contract/cards/cards.ts'
import type { Output } from '#contract/core/call.ts'
import { parse, show } from '#contract/core/money.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Money } from '#web/ui/Money.tsx'
import { PriceLines } from '#web/ui/PriceLines.tsx'
import { AmountField } from '../AmountField.tsx'
import { cardChanged, type ShownCard } from '../cardChanged.ts'
import { FromTo, Outcome } from '#web/parts/forms/Outcome.tsx'
import { usePrice } from '#web/parts/forms/usePrice.ts'
import { WhichCard } from './WhichCard.tsx'
import { LazyAsk } from '#web/account/subaccounts/asks/LazyAsk.tsx'
import { useText } from '../text.ts'
import css from '../Actions.module.css'

/** Moves money from the card back to the wallet: the available balance, less a fee if there is one. */
export function WithdrawDialog({ card: { card }, onClose }: { card: ShownCard; onClose: () => void }) {
  const t = useText()
  const { cardId } = card
  const left = card.limits.withdrawalsLeftToday
  const form = useForm(withdrawFromCard, { initial: { cardId, amount: '' }, money: ['amount'] })
  const amount = parse(String(form.values.amount ?? ''))
  const unsure = form.refused !== undefined && (form.refused.unknown || form.refused.refusal === 'in_progress')
  const { price, refused, stale } = usePrice(priceWithdrawal, amount ? { cardId, amount } : { cardId }, {
    paused: unsure,
  })
  const out = price !== undefined && amount !== undefined && (amount < price.min || amount > price.max)
  const range = price && t('cards.withdraw.range', { min: show(price.min), max: show(price.max) })
  const outside = out ? t('cards.withdraw.outside', { min: show(price.min), max: show(price.max) }) : undefined
  const off =
    left === 0
      ? t('cards.withdraw.noneLeft')
      : stale
        ? t('parts.price.coming')
        : amount
          ? undefined
          : t('parts.price.needed')
  const [before] = useState(card.balance)
  const [done, setDone] = useState<Output<typeof withdrawFromCard>>()

  async function submit() {
    if (out) return
    const answer = await form.submit()
    if (!answer) return
    setDone(answer)
    cardChanged()
  }
  if (done) {
    return (
      <Dialog title={t('cards.withdraw.title')} onClose={onClose}>
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
      </Dialog>
    )
  }
  return (
    <Dialog title={t('cards.withdraw.title')} onClose={onClose}>
      <CallForm
        form={form}
        problem={unsure ? t('parts.price.unsure') : (form.submitError ?? refused?.says)}
        submitOff={outside ?? off}
        cure={<LazyAsk refused={form.refused ?? refused} />}
        onSubmit={() => void submit()}
        onCancel={onClose}
        submit={
          unsure
            ? t('cards.action.retry')
            : amount && !out
              ? t('cards.withdraw.submit', { amount: show(amount) })
              : t('cards.action.withdraw')
        }
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
      >
        <WhichCard card={card} />
        <fieldset disabled={unsure || form.loading} className={css.off}>
          <AmountField
            label={t('cards.withdraw.amount')}
            {...form.field('amount')}
            problem={outside ?? form.problemOf('amount')}
            hint={
              <>
                {range}
                {price !== undefined &&
                  price.pending > 0 &&
                  ` · ${t('cards.withdraw.held', { pending: show(price.pending) })}`}
              </>
            }
            all={price?.max}
            autoFocus
          />
        </fieldset>
      </CallForm>
    </Dialog>
  )
}
