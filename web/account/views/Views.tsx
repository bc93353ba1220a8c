import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { listViews, removeView, VIEWS_MAX, type ListName } from '#contract/views/views.ts'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Row } from '#web/ui/layout.tsx'
import { withText } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Views.module.css'

const SaveDialog = lazy(withText(() => import('./SaveDialog.tsx')))

/** The current page number is not part of a view. */
const viewOf = (params: URLSearchParams): string => {
  const view = new URLSearchParams(params)
  view.delete('p')
  view.sort()
  return view.toString()
}

/** Saved views of a list: one click applies one, and the current filters can be saved. */
export function Views({ list }: { list: ListName }) {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const views = useAsk(listViews, { list }, { quiet: true }).data ?? []
  const remove = useCall(removeView, { refreshes: [listViews] })
  const [saving, setSaving] = useState(false)
  const now = viewOf(params)
  const current = views.find(({ query }) => viewOf(new URLSearchParams(query)) === now)
  if (views.length === 0 && now === '') return null
  return (
    <Row role="group" aria-label={t('views.title')}>
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
        <Suspense fallback={null}>
          <SaveDialog list={list} query={now} full={views.length >= VIEWS_MAX} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </Row>
  )
}
