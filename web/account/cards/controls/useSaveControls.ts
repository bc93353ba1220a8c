import { useState } from 'react'
import { controlHistory, saveControls, showControls } from '#contract/controls/controls.ts'
import { cardLog } from '#contract/cards/cards.ts'
import type { Input, Output } from '#contract/core/call.ts'
import { ask } from '#web/parts/client/client.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { refresh, refreshed } from '#web/parts/client/queries.ts'
import type { Document } from './form/draft.ts'

export type Shown = Output<typeof showControls>
/** What has the controls. */
export type Held = Input<typeof showControls>

/** Saves the controls unless they have changed since they were shown: then it tells what changed, and saving again replaces that. */
export function useSaveControls({ scope, scopeId }: Held, shown: Shown) {
  const [base, setBase] = useState(shown)
  const [change, setChange] = useState<{ before: Shown; after: Shown }>()
  const [problem, setProblem] = useState<string>()
  const [loading, setLoading] = useState(false)

  async function save(controls: Document, note: string, until?: number): Promise<boolean> {
    setLoading(true)
    setProblem(undefined)
    try {
      const expectNo = base.controlNo ?? 0
      const input = {
        scope,
        scopeIds: scopeId === undefined ? undefined : [scopeId],
        controls,
        note: note.trim() || undefined,
        expectNo,
        until,
      }
      const [result] = (await ask(saveControls, input, { quiet: true })).results
      refresh(controlHistory, cardLog)
      // Whoever edits again at once begins with what was saved.
      await refreshed(showControls)
      if (result?.ok) return true
      setProblem(result?.msg)
      if (result?.refusal === 'conflict') {
        const after = await ask(showControls, { scope, scopeId }, { quiet: true })
        setChange({ before: base, after })
        setBase(after)
      }
    } catch (error) {
      const refused = asRefused(error)
      if (!refused) throw error
      setProblem(refused.says)
    } finally {
      setLoading(false)
    }
    return false
  }
  return { save, change, form: { loading, submitError: problem } }
}
