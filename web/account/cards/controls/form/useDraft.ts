import { useState, type RefObject } from 'react'
import { checks, sayCheck } from '#contract/core/checks.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { langNow } from '#web/text.ts'
import { documentOf, draftOf, type Document } from './draft.ts'

export type ProblemOf = (path: string, otherwise: string) => string | undefined

/** A document in a form, and what is wrong with it, from the first attempt to save it on. */
export function useDraft(controls: Document, place: RefObject<HTMLElement | null>) {
  const [draft, setDraft] = useState(() => draftOf(controls, serverNow()))
  const [tried, setTried] = useState(false)
  const read = documentOf(draft)
  const problemOf: ProblemOf = (path, otherwise) => {
    const found = tried && read.problems.find((one) => one.path === path || one.path.startsWith(`${path}.`))
    if (!found) return undefined
    return found.message in checks ? sayCheck(found.message, langNow()) : otherwise
  }
  return {
    fields: { draft, problemOf, onChange: setDraft },
    /** The document as it is now, if nothing is wrong with it. */
    now: read.controls,
    /** The document; or nothing, and the first field with a problem has the focus. */
    attempt(): Document | undefined {
      setTried(true)
      if (!read.controls)
        setTimeout(() => place.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), 50)
      return read.controls
    },
  }
}
