/** Moving cards between groups and tagging them: available in the list, in a row, for a selection and on a card. */
import { groupCards } from '#contract/cards/groups.ts'
import { addTag } from '#contract/cards/tags.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { useCardNavigation, type Chosen } from './cardNavigation.ts'

export function useLabelActions() {
  const may = { group: useMay(groupCards), tags: useMay(addTag) }
  const { toLabels } = useCardNavigation()
  return (['group', 'tags'] as const)
    .filter((what) => may[what].shown)
    .map((what) => ({
      what,
      icon: what === 'group' ? ('folder' as const) : ('forecast' as const),
      /** `back`: the card it was opened from. */
      go: (chosen: Chosen[], back?: string) => toLabels(what, chosen, back),
    }))
}
