import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { listViews, removeView, saveView, VIEWS_MAX, type ListName } from '#contract/views/views.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useText } from './text.ts'
import css from './Views.module.css'

/** The current page number is not part of a view. */
const viewOf = (params: URLSearchParams): string => {
  const view = new URLSearchParams(params)
  view.delete('p')
  view.sort()
  return view.toString()
}

/** Saved views of a list: one click applies one, and the current filters can be saved. */
export default function Views({ list }: { list: ListName }) {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const views = useAsk(listViews, { list }, { quiet: true }).data ?? []
  const remove = useCall(removeView, { refreshes: [listViews] })
  const [saving, setSaving] = useState(false)
  const now = viewOf(params)
  const current = views.find(({ query }) => viewOf(new URLSearchParams(query)) === now)
  if (views.length === 0 && now === '') return null
  return (
    <div className={css.views} role="group" aria-label={t('views.title')}>
      {views.map((view) => (
        <span key={view.viewId} className={css.view} data-on={view === current}>
          <button type="button" aria-pressed={view === current} onClick={() => setParams(view.query)}>
            {view.name}
          </button>
          <button
            type="button"
            className={css.remove}
            aria-label={t('views.remove', { name: view.name })}
            onClick={() => remove.mutate({ viewId: view.viewId })}
          >
            ×
          </button>
        </span>
      ))}
      {now !== '' && !current && (
        <Button look="quiet" size="s" icon="plus" guardMs={0} onClick={() => setSaving(true)}>
          {t('views.save')}
        </Button>
      )}
      {saving && (
        <SaveDialog list={list} query={now} full={views.length >= VIEWS_MAX} onClose={() => setSaving(false)} />
      )}
    </div>
  )
}

function SaveDialog({
  list,
  query,
  full,
  onClose,
}: {
  list: ListName
  query: string
  full: boolean
  onClose: () => void
}) {
  const t = useText()
  const [name, setName] = useState('')
  const save = useCall(saveView, {
    quiet: true,
    refreshes: [listViews],
    onDone: () => {
      toast.ok(t('views.saved'))
      onClose()
    },
  })
  return (
    <Dialog title={t('views.save')} onClose={onClose}>
      <CallForm
        form={{
          loading: save.isPending,
          submitError: full && save.error ? t('views.full', { most: VIEWS_MAX }) : save.error?.says,
        }}
        submit={t('views.save')}
        submitOff={name.trim() ? undefined : t('views.saveAs')}
        onSubmit={() => save.mutate({ list, name: name.trim(), query })}
        onCancel={onClose}
      >
        <Field label={t('views.saveAs')} hint={t('views.saveText')} required>
          {(wiring) => <Input {...wiring} value={name} onChange={setName} maxLength={20} autoFocus />}
        </Field>
      </CallForm>
    </Dialog>
  )
}
