import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { Fragment, useState } from 'react'
import { BATCH_CARDS, deleteBatch, loadBatch, priceBatchLoad } from '#contract/cards/batches.ts'
import { add, show } from '#contract/core/money.ts'
import { useListPath } from '#web/account/listPath.ts'
import { paths } from '#web/account/paths.ts'
import { ask } from '#web/parts/client/client.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Stack } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { useCharge, usePrice } from '#web/parts/forms/usePrice.ts'
import { LazyAsk } from '#web/account/subaccounts/asks/LazyAsk.tsx'
import type { CameFrom } from '../cardNavigation.ts'
import { cardChanged } from '../cardChanged.ts'
import { Rehearsal } from '../actions/Rehearsal.tsx'
import { CouponField } from '../CouponField.tsx'
import { AmountField, QUICK } from '../AmountField.tsx'
import { ChargeLines } from '../ChargeLines.tsx'
import { PickCards, type Picked } from './PickCards.tsx'
import { ProofDialog } from './ProofDialog.tsx'
import { WithdrawMany } from './WithdrawMany.tsx'
import { useText } from './text.ts'

/** Loads, withdraws from or deletes many cards: selected in the list, pasted, or both. */
export default function ManyPage() {
  const { what } = useParams()
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const here = useListPath()
  if (what !== 'load' && what !== 'delete' && what !== 'withdraw') return <Navigate to={here(paths.cardList)} replace />
  const chosen = (state as CameFrom)?.chosen ?? []
  const first = chosen.map(({ cardId, lastFour, segment, available }) => ({
    cardId,
    lastFour,
    segment,
    balance: available,
  }))
  const Many = { load: LoadMany, delete: DeleteMany, withdraw: WithdrawMany }[what]
  return <Many first={first} onClose={() => void navigate({ pathname: here(paths.cardList), search })} />
}

/** Deletes many cards permanently: shows which they are and what is returned, and requires a code to the own phone. */
function DeleteMany({ first, onClose }: { first: readonly Picked[]; onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const may = useMay(deleteBatch)
  const [cards, setCards] = useState<readonly Picked[]>(first)
  const cardIds = cards.map(({ cardId }) => cardId)
  const off =
    may.reason ??
    (cards.length === 0
      ? t('batches.pick.none')
      : cards.length > BATCH_CARDS
        ? t('batches.delete.most', { max: BATCH_CARDS })
        : undefined)

  return (
    <ProofDialog
      title={t('batches.delete.title')}
      width={600}
      off={off}
      submit={t('batches.delete.submit', { count: cards.length })}
      work={async (ticket) => {
        const { batchNo } = await ask(deleteBatch, { cardIds, ticket }, { quiet: true })
        cardChanged()
        void navigate(paths.batch(batchNo))
      }}
      onClose={onClose}
    >
      <PickCards cards={cards} onChange={setCards} />
      <Note tone="bad">{t('batches.delete.text')}</Note>
      {cards.length === 1 && (
        <p>
          {t('batches.returned')} <b>{show(add(...cards.map(({ balance }) => Math.max(0, balance))))}</b>
        </p>
      )}
      {/* For several cards, it sums up what is returned automatically. */}
      {cards.length > 0 && cards.length <= BATCH_CARDS && <Rehearsal cardIds={cardIds} move="delete" />}
    </ProofDialog>
  )
}

/** Loads one amount onto many cards: priced card by card, held as a whole, and then followed row by row. */
function LoadMany({ first, onClose }: { first: readonly Picked[]; onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const may = useMay(loadBatch)
  const [cards, setCards] = useState<readonly Picked[]>(first)
  const form = useForm(loadBatch, {
    initial: { cardIds: first.map(({ cardId }) => cardId), amount: '', couponId: '' },
    money: ['amount'],
  })
  const amount = form.cents('amount')
  const cardIds = cards.map(({ cardId }) => cardId)
  const tooMany = cards.length > BATCH_CARDS ? t('batches.delete.most', { max: BATCH_CARDS }) : undefined
  const priced = usePrice(
    priceBatchLoad,
    amount && cards.length > 0 && !tooMany
      ? { cardIds, amount, couponId: form.text('couponId') || undefined }
      : undefined,
    { paused: form.refused?.unknown },
  )
  const { charge, unsure, problem, off } = useCharge(form, priced)
  const { price } = priced
  const refused = price?.lines.filter(({ ok }) => !ok) ?? []
  const noneAble = price && price.num === 0 ? t('batches.load.noneAble') : undefined

  function pick(next: Picked[]) {
    setCards(next)
    form.set({ cardIds: next.map(({ cardId }) => cardId) })
  }
  return (
    <FormDialog
      form={form}
      title={t('batches.load.title')}
      width={600}
      send={async () => {
        const answer = await charge()
        if (answer) {
          cardChanged()
          void navigate(paths.batch(answer.batchNo))
        }
        return undefined // the batch's own page follows
      }}
      onClose={onClose}
      problem={problem}
      submitOff={may.reason ?? tooMany ?? (cards.length === 0 ? t('batches.pick.none') : (noneAble ?? off))}
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
      <Stack as="fieldset" gap={4} disabled={unsure || form.loading}>
        <PickCards cards={cards} onChange={pick} />
        <AmountField
          form={form}
          name="amount"
          label={t('batches.load.each')}
          problem={form.problemOf('amount') ?? priced.refused?.says}
          quick={QUICK}
        />
        <CouponField {...form.field('couponId')} scene="RECHARGE" segment={cards[0]?.segment} amount={amount} />
        {refused.length > 0 && (
          <Note tone="warn">
            {t('batches.load.refused', { count: refused.length })}
            {refused.slice(0, 20).map(({ cardId, lastFour, cardSeqNo, msg }) => (
              <Fragment key={cardId}>
                <br />
                ···· {lastFour ?? cardSeqNo}：{msg}
              </Fragment>
            ))}
          </Note>
        )}
      </Stack>
    </FormDialog>
  )
}
