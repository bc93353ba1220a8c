import { ComboboxField } from '#web/parts/forms/pickers.tsx'
import { ChoicesField } from '#web/parts/forms/fields.tsx'
import { TagChip } from '#web/ui/tags/TagChip.tsx'
import { useGroups, useTags } from '../tags/labels.ts'
import { useText } from '../text.ts'
import type { OpeningForm } from './useOpening.ts'
import css from './Open.module.css'

/** The new card's group and tags. Hidden if there are none to choose from. */
export function LabelFields({ form }: { form: OpeningForm }) {
  const t = useText()
  const groups = useGroups().data?.data ?? []
  const tags = useTags().data?.data ?? []
  return (
    <>
      {groups.length > 0 && (
        <ComboboxField
          form={form}
          name="gid"
          label={t('cards.filter.group')}
          placeholder={t('cards.label.ungrouped')}
          options={groups.map((group) => ({ value: group.gid, label: group.name }))}
        />
      )}
      {tags.length > 0 && (
        <div className={css.wide}>
          <ChoicesField
            form={form}
            name="tags"
            label={t('cards.filter.tag')}
            options={tags.map(({ tagId, name, color }) => ({
              value: tagId,
              label: <TagChip name={name} hue={color} />,
            }))}
          />
        </div>
      )}
    </>
  )
}
