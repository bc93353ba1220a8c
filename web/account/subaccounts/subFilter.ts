import { subOptions } from '#contract/subaccounts/subaccounts.ts'
import type { Filter } from '#web/parts/lists/QueryList.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { useText } from './text.ts'

/** Filters by one sub-account, or all. */
export function useSubFilter(): Filter {
  const t = useText()
  const subs = useAsk(subOptions, {}, { quiet: true }).data
  return {
    kind: 'choice',
    name: 'subUid',
    label: t('subaccounts.one'),
    options: (subs ?? []).map(({ value, label }) => ({ value, label })),
  }
}
