import { controlBounds } from '#contract/controls/documents.ts'
import { merchantGroups } from '#contract/trades/merchantKinds.ts'
import { countryName, countryOptions } from '#web/account/countries.ts'
import { Stack } from '#web/ui/layout.tsx'
import type { Counted } from './draft.ts'
import { kindName } from './lines.ts'
import { PickMany } from './PickMany.tsx'
import type { ProblemOf } from './useDraft.ts'
import { useBrands } from './useBrands.ts'
import { useText } from './text.ts'

/** Which purchases a limit counts: all, or those of some merchants. Open where something is chosen. */
export function CountedFields({
  counted,
  problemOf,
  onChange,
}: {
  counted: Counted
  problemOf: ProblemOf
  onChange: (counted: Partial<Counted>) => void
}) {
  const t = useText()
  const { brandIds, brandName } = useBrands()
  const pickers: Record<keyof Counted, { ids: readonly string[]; nameOf: (id: string) => string; max: number }> = {
    brandIds: { ids: brandIds, nameOf: brandName, max: controlBounds.brandIds },
    groups: { ids: Object.keys(merchantGroups), nameOf: kindName, max: Object.keys(merchantGroups).length },
    countries: { ids: countryOptions().map(({ value }) => value), nameOf: countryName, max: controlBounds.countries },
  }
  const names = Object.keys(pickers) as (keyof Counted)[]
  return (
    <details open={names.some((name) => counted[name].length > 0) || undefined}>
      <summary>{t('controls.form.onlySome')}</summary>
      <Stack>
        <p>{t('controls.form.onlySomeHint')}</p>
        {names.map((name) => (
          <PickMany
            key={name}
            what={t(`controls.counted.${name}`)}
            ids={pickers[name].ids}
            nameOf={pickers[name].nameOf}
            chosen={counted[name]}
            problem={problemOf(name, t('controls.wrong.many', { max: pickers[name].max }))}
            onChange={(chosen) => onChange({ [name]: chosen })}
          />
        ))}
      </Stack>
    </details>
  )
}
