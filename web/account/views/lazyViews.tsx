import { lazy, Suspense } from 'react'
import type { ListName } from '#contract/views/views.ts'
import { withLaterText } from '#web/text/i18n.ts'

const Loaded = lazy(withLaterText(() => import('./Views.tsx')))

/** A list is there before its views are. */
export const Views = ({ list }: { list: ListName }) => (
  <Suspense fallback={null}>
    <Loaded list={list} />
  </Suspense>
)
