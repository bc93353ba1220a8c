import { addTag, changeTag, tagColors, type TagColor } from '#contract/cards/tags.ts'
import { optionsOf } from '#web/parts/lists/filters.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Row } from '#web/ui/layout.tsx'
import { Swatches, TagChip } from '#web/ui/tags/TagChip.tsx'
import { tagsChanged, type Tag } from './labels.ts'
import { useText } from './text.ts'

export const colorOptions = () => optionsOf(tagColors)

/** Creates a tag, or edits one's name and colour. */
export function TagDialog({ tag, onClose }: { tag?: Tag; onClose: () => void }) {
  const t = useText()
  const form = useForm(tag ? changeTag : addTag, {
    initial: { ...(tag && { tagId: tag.tagId }), name: tag?.name ?? '', color: tag?.color ?? 'blue' },
  })
  return (
    <FormDialog
      form={form}
      title={t(tag ? 'tags.edit' : 'tags.make')}
      submit={t('tags.save')}
      done={t(tag ? 'tags.saved' : 'tags.made')}
      onDone={tagsChanged}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={t('tags.name')} hint={t('tags.newHint')} autoFocus required />
      <Row gap={3} between>
        <Swatches
          label={t('tags.color')}
          value={form.text('color') as TagColor}
          options={colorOptions()}
          onChange={(color) => form.set({ color })}
        />
        <TagChip name={form.text('name').trim() || t('tags.name')} hue={form.text('color')} />
      </Row>
    </FormDialog>
  )
}
