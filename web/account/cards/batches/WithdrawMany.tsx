import { Fragment, useState } from 'react'
import { BATCH_CARDS } from '#contract/cards/batches.ts'
import { show } from '#contract/core/money.ts'
import { priceWithdrawals, withdrawFromCards } from '#contract/cards/withdrawing.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { Outcome } from '#web/parts/forms/Outcome.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { PriceLines } from '#web/ui/PriceLines.tsx'
import { AmountField } from '../AmountField.tsx'
import { cardChanged } from '../cardChanged.ts'
import { PickCards, type Picked } from './PickCards.tsx'
import { useText } from './text.ts'

/** Why a card gives nothing is said for so many of them. */
const NAMED = 20

/** Withdraws what is free on many cards, all of it or all but an amount: shown card by card before, and done in one step. */
export function WithdrawMany({ first, onClose }: { first: readonly Picked[]; onClose: () => void }) {
  const t = useText()
  const may = useMay(withdrawFromCards)
  const [cards, setCards] = useState<readonly Picked[]>(first)
  const [way, setWay] = useState<'all' | 'leave'>('all')
  const form = useForm(withdrawFromCards, {
    initial: { cardIds: first.map(({ cardId }) => cardId), leave: '' },
    money: ['leave'],
  })
  const cardIds = cards.map(({ cardId }) => cardId)
  const leave = way === 'all' ? 0 : form.cents('leave')
  const tooMany = cards.length > BATCH_CARDS ? t('batches.delete.most', { max: BATCH_CARDS }) : undefined
  const asks = cards.length > 0 && !tooMany && leave !== undefined
  const query = useAsk(
    priceWithdrawals,
    { cardIds, leave: leave ?? 0 },
    { quiet: true, enabled: asks, keep: true, everyMs: 5_000, live: ['cards', 'money'] },
  )
  const price = asks ? query.data : undefined
  const stale = query.isPlaceholderData
  const skipped = price?.lines.filter(({ ok }) => !ok) ?? []
  const off =
    may.reason ??
    tooMany ??
    (cards.length === 0
      ? t('batches.pick.none')
      : leave === undefined
        ? t('parts.price.needed')
        : !price || stale
          ? (query.error?.says ?? t('parts.price.coming'))
          : price.num === 0
            ? t('cards.whyNot.empty')
            : undefined)
  return (
    <FormDialog
      form={form}
      title={t('batches.withdraw.title')}
      width={600}
      send={() => form.submit({ cardIds, leave: leave ?? 0 })}
      onDone={cardChanged}
      onClose={onClose}
      submitOff={off}
      submit={
        price && !off
          ? t('batches.withdraw.submitFor', { total: show(price.amount), count: price.num })
          : t('batches.withdraw.submit')
      }
      problem={form.refused?.unknown ? t('parts.price.unsure') : form.submitError}
      summary={
        <PriceLines
          stale={stale}
          lines={[
            { label: t('cards.withdraw.cost'), cents: price?.amount ?? 0 },
            { label: t('cards.withdraw.fee'), cents: price?.fee ?? 0, minus: Boolean(price?.fee) },
          ]}
          total={{ label: t('cards.withdraw.receive'), cents: price?.receive ?? 0 }}
        />
      }
      outcome={(done) => (
        <Outcome
          title={t('cards.withdraw.done')}
          text={t('batches.withdraw.done', { total: show(done.receive), count: done.num })}
          tone={done.num < done.lines.length ? 'warn' : 'ok'}
          facts={done.lines.map(
            ({ lastFour, receive, ok, msg }) =>
              [`···· ${lastFour ?? '····'}`, ok ? <Money cents={receive} strong /> : msg] as const,
          )}
          onClose={onClose}
        />
      )}
    >
      <Stack as="fieldset" gap={4} disabled={form.loading}>
        <PickCards cards={cards} onChange={setCards} />
        <Segmented
          label={t('batches.withdraw.how')}
          value={way}
          options={[
            { value: 'all', label: t('batches.withdraw.all') },
            { value: 'leave', label: t('batches.withdraw.leave') },
          ]}
          onChange={setWay}
        />
        {way === 'leave' && <AmountField form={form} name="leave" label={t('batches.withdraw.leaveEach')} autoFocus />}
        {skipped.length > 0 && (
          <Note tone="warn">
            {t('batches.withdraw.skipped', { count: skipped.length })}
            {skipped.slice(0, NAMED).map(({ cardId, lastFour, msg }) => (
              <Fragment key={cardId}>
                <br />
                ···· {lastFour ?? '····'}: {msg}
              </Fragment>
            ))}
          </Note>
        )}
      </Stack>
    </FormDialog>
  )
}
