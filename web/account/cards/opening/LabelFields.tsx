import type { openCard } from '#contract/cards/cards.ts'
import type { Form } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Checkbox, Select } from '#web/ui/forms/Input.tsx'
import { TagChip } from '#web/ui/tags/TagChip.tsx'
import { useGroups, useTags } from '../tags/labels.ts'
import { useText } from '../text.ts'
import css from './Open.module.css'

/** The new card's group and tags. Hidden if there are none to choose from. */
export function LabelFields({ form }: { form: Form<typeof openCard> }) {
  const t = useText()
  const groups = useGroups().data?.data ?? []
  const tags = useTags().data?.data ?? []
  const gid = form.field('gid')
  const worn = (form.values.tags ?? []) as readonly string[]
  const wear = (tagId: string, on: boolean) =>
    form.set({ tags: on ? [...worn, tagId] : worn.filter((one) => one !== tagId) })
  return (
    <>
      {groups.length > 0 && (
        <Field label={t('cards.filter.group')} problem={gid.problem}>
          {(wiring) => (
            <Select
              {...wiring}
              value={gid.value}
              onChange={gid.onChange}
              placeholder={t('cards.label.ungrouped')}
              options={groups.map((group) => ({ value: group.gid, label: group.name }))}
            />
          )}
        </Field>
      )}
      {tags.length > 0 && (
        <fieldset className={css.tags}>
          <legend>{t('cards.filter.tag')}</legend>
          {tags.map(({ tagId, name, color }) => (
            <Checkbox key={tagId} checked={worn.includes(tagId)} onChange={(on) => wear(tagId, on)}>
              <TagChip name={name} hue={color} />
            </Checkbox>
          ))}
          {form.problemOf('tags') && <p role="alert">{form.problemOf('tags')}</p>}
        </fieldset>
      )}
    </>
  )
}
