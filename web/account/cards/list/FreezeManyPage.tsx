import { useState } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { freezeCard } from '#contract/cards/cards.ts'
import type { Output } from '#contract/core/call.ts'
import { add, show } from '#contract/core/money.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { useListPath } from '#web/account/listPath.ts'
import { paths } from '#web/account/paths.ts'
import { cardChanged } from '../cardChanged.ts'
import { useCardNavigation, type CameFrom, type Chosen } from '../cardNavigation.ts'
import { Note } from '#web/ui/Notes.tsx'
import { Outcome } from '#web/parts/forms/Outcome.tsx'
import { Rehearsal } from '../actions/Rehearsal.tsx'
import { fits } from './SelectionBar.tsx'
import { useText } from '../text.ts'

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
  const remark = form.field('remark')
  const [results, setResults] = useState<Output<typeof freezeCard>['results']>()
  const held = cards.filter(({ pending }) => pending > 0)
  const title = t(freezing ? 'cards.batch.freezeTitle' : 'cards.batch.unfreezeTitle', { count: cards.length })

  if (results) {
    const bad = results.filter(({ ok }) => !ok)
    const nameOf = (cardId: string) => cards.find((card) => card.cardId === cardId)?.lastFour ?? '····'
    return (
      <Dialog title={title} onClose={toList}>
        <Outcome
          title={
            bad.length > 0
              ? t('cards.batch.result', { ok: results.length - bad.length, bad: bad.length })
              : t('cards.batch.allGood', { ok: results.length })
          }
          tone={bad.length > 0 ? 'warn' : 'ok'}
          facts={bad.map(({ cardId, msg }) => [`···· ${nameOf(cardId)}`, msg] as const)}
          onClose={toList}
        />
      </Dialog>
    )
  }
  return (
    <Dialog title={title} onClose={toList}>
      <CallForm
        form={form}
        submitOff={cards.length === 0 ? t('cards.batch.nothing') : undefined}
        onCancel={toList}
        submit={freezing ? t('cards.freeze.submit') : t('cards.freeze.unfreezeSubmit')}
        onSubmit={() =>
          void form.submit().then((answer) => {
            if (!answer) return
            setResults(answer.results)
            cardChanged()
          })
        }
        summary={
          freezing && held.length > 0 ? (
            <p>
              {t('cards.batch.holds', { count: held.length, total: show(add(...held.map(({ pending }) => pending))) })}
            </p>
          ) : undefined
        }
      >
        <p>{freezing ? t('cards.batch.freezeText') : t('cards.batch.unfreezeText')}</p>
        {freezing && cards.length > 0 && <Rehearsal cardIds={cards.map(({ cardId }) => cardId)} move="freeze" />}
        {skipped > 0 && <Note tone="warn">{t('cards.batch.skipped', { count: skipped })}</Note>}
        <Field label={t('cards.batch.remark')} problem={remark.problem}>
          {(wiring) => (
            <Input {...wiring} value={remark.value} onChange={remark.onChange} maxLength={50} data-autofocus />
          )}
        </Field>
      </CallForm>
    </Dialog>
  )
}
