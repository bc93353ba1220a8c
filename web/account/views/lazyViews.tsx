import { lazy, Suspense } from 'react'
import type { ListName } from '#contract/views/views.ts'
import { withText } from '#web/text.ts'

const Loaded = lazy(withText(() => import('./Views.tsx')))

/** A list does not wait for its views. */
export const Views = ({ list }: { list: ListName }) => (
  <Suspense fallback={null}>
    <Loaded list={list} />
  </Suspense>
)
