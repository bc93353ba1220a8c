import { listTemplates } from '#contract/controls/templates.ts'
import { refresh, useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import type { Output } from '#contract/core/call.ts'

export type Template = Output<typeof listTemplates>[number]

/** All templates: there are fifty at most. Requests nothing if the user may not see them. */
export function useTemplates() {
  const { shown } = useMay(listTemplates)
  return useAsk(listTemplates, {}, { quiet: true, enabled: shown, live: ['cards'] })
}

export const templatesChanged = (): void => refresh(listTemplates)
