import { useState } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { freezeCard } from '#contract/cards/cards.ts'
import { add, show } from '#contract/core/money.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { useListPath } from '#web/account/listPath.ts'
import { paths } from '#web/account/paths.ts'
import { cardChanged } from '../cardChanged.ts'
import { useCardNavigation, type CameFrom, type Chosen } from '../cardNavigation.ts'
import { Note } from '#web/ui/Notes.tsx'
import { Outcome } from '#web/parts/forms/Outcome.tsx'
import { Rehearsal } from '../actions/Rehearsal.tsx'
import { fits } from '../cardActions.ts'
import { withText } from '#web/text.ts'
import { useText } from '../text.ts'

const loadFreezing = withText(() => import('../undoing/freezing.ts'))

/** Freezes or unfreezes all selected cards; each card has its own result. */
export default function FreezeManyPage() {
  const { move } = useParams()
  const from = useLocation().state as CameFrom
  const here = useListPath()
  if ((move !== 'freeze' && move !== 'unfreeze') || !from?.chosen?.length)
    return <Navigate to={here(paths.cardList)} replace />
  return <FreezeMany move={move} chosen={from.chosen} />
}

function FreezeMany({ move, chosen }: { move: 'freeze' | 'unfreeze'; chosen: Chosen[] }) {
  const t = useText()
  const { toList } = useCardNavigation()
  const [cards] = useState(() => chosen.filter((card) => fits(move, card)))
  const skipped = chosen.length - cards.length
  const freezing = move === 'freeze'
  const form = useForm(freezeCard, {
    initial: { cardIds: cards.map(({ cardId }) => cardId), frozen: freezing, remark: '' },
  })
  const held = cards.filter(({ pending }) => pending > 0)
  const nameOf = (cardId: string) => cards.find((card) => card.cardId === cardId)?.lastFour ?? '····'
  return (
    <FormDialog
      form={form}
      title={t(freezing ? 'cards.batch.freezeTitle' : 'cards.batch.unfreezeTitle', { count: cards.length })}
      submit={freezing ? t('cards.freeze.submit') : t('cards.freeze.unfreezeSubmit')}
      submitOff={cards.length === 0 ? t('cards.batch.nothing') : undefined}
      onDone={({ results }) => {
        cardChanged()
        const cardIds = results.flatMap(({ cardId, ok }) => (ok ? [cardId] : []))
        // With failures, the dialog stays and names them.
        if (cardIds.length === results.length)
          void loadFreezing().then(({ offerUndoMany }) => offerUndoMany(cardIds, move))
      }}
      onClose={toList}
      outcome={({ results }) => {
        const bad = results.filter(({ ok }) => !ok)
        const ok = results.length - bad.length
        return (
          <Outcome
            title={bad.length > 0 ? t('cards.batch.result', { ok, bad: bad.length }) : t('cards.batch.allGood', { ok })}
            tone={bad.length > 0 ? 'warn' : 'ok'}
            facts={bad.map(({ cardId, msg }) => [`···· ${nameOf(cardId)}`, msg] as const)}
            onClose={toList}
          />
        )
      }}
      summary={
        freezing &&
        held.length > 0 && (
          <p>
            {t('cards.batch.holds', { count: held.length, total: show(add(...held.map(({ pending }) => pending))) })}
          </p>
        )
      }
    >
      <p>{freezing ? t('cards.batch.freezeText') : t('cards.batch.unfreezeText')}</p>
      {freezing && cards.length > 0 && <Rehearsal cardIds={cards.map(({ cardId }) => cardId)} move="freeze" />}
      {skipped > 0 && <Note tone="warn">{t('cards.batch.skipped', { count: skipped })}</Note>}
      <TextField form={form} name="remark" label={t('cards.batch.remark')} autoFocus />
    </FormDialog>
  )
}
