import { useRef, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { controlHistory, saveControls, showControls } from '#contract/controls/controls.ts'
import type { Output } from '#contract/core/call.ts'
import { useCall } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { Outcome } from '#web/parts/forms/Outcome.tsx'
import { useListPath } from '#web/account/listPath.ts'
import { paths } from '#web/account/paths.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { useCardNavigation, type CameFrom, type Chosen } from '../cardNavigation.ts'
import { ControlFields } from './form/ControlFields.tsx'
import { NoteField } from './NoteField.tsx'
import { UntilField, useUntil } from './UntilField.tsx'
import { TryOn } from './TryOn.tsx'
import { useDraft } from './form/useDraft.ts'
import { useText } from './form/text.ts'

/** Sets the same controls on all selected cards; each card has its own result. */
export default function ControlManyPage() {
  const from = useLocation().state as CameFrom
  const here = useListPath()
  if (!from?.chosen?.length) return <Navigate to={here(paths.cardList)} replace />
  return <ControlMany cards={from.chosen} />
}

function ControlMany({ cards }: { cards: readonly Chosen[] }) {
  const t = useText()
  const { toList } = useCardNavigation()
  const may = useMay(saveControls)
  const place = useRef<HTMLDivElement>(null)
  const { fields, now, attempt } = useDraft({}, place)
  const [note, setNote] = useState('')
  const until = useUntil()
  const save = useCall(saveControls, { quiet: true, refreshes: [showControls, controlHistory] })

  const scopeIds = cards.map(({ cardId }) => cardId)

  function submit() {
    const controls = attempt()
    if (until.attempt() && controls)
      save.mutate({ scope: 'CARD', scopeIds, controls, note: note.trim() || undefined, until: until.time })
  }
  return (
    <Dialog title={t('controls.many.title', { count: cards.length })} width={640} onClose={toList}>
      {save.data ? (
        <Results cards={cards} results={save.data.results} onClose={toList} />
      ) : (
        <div ref={place}>
          <CallForm
            form={{ loading: save.isPending, submitError: save.error?.says }}
            submit={t('controls.form.submit')}
            submitOff={may.reason}
            onSubmit={submit}
            onCancel={toList}
          >
            <Note tone="warn">{t('controls.many.text')}</Note>
            <ControlFields {...fields} ofCards />
            <NoteField value={note} onChange={setNote} />
            <UntilField {...until.field} />
            <TryOn scopeIds={scopeIds} controls={now} attempt={attempt} />
          </CallForm>
        </div>
      )}
    </Dialog>
  )
}

function Results({
  cards,
  results,
  onClose,
}: {
  cards: readonly Chosen[]
  results: Output<typeof saveControls>['results']
  onClose: () => void
}) {
  const t = useText()
  const bad = results.filter(({ ok }) => !ok)
  const ok = results.length - bad.length
  const nameOf = (cardId: string) => cards.find((card) => card.cardId === cardId)?.lastFour ?? '····'
  return (
    <Outcome
      title={bad.length > 0 ? t('cards.batch.result', { ok, bad: bad.length }) : t('cards.batch.allGood', { ok })}
      tone={bad.length > 0 ? 'warn' : 'ok'}
      facts={bad.map(({ scopeId, msg }) => [`···· ${nameOf(scopeId)}`, msg] as const)}
      onClose={onClose}
    />
  )
}
