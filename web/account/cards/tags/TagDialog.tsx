import { addTag, changeTag, tagColors, type TagColor } from '#contract/cards/tags.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { Swatches, TagChip } from '#web/ui/tags/TagChip.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { tagsChanged, type Tag } from './labels.ts'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Tags.module.css'

export const colorOptions = () =>
  (Object.keys(tagColors) as TagColor[]).map((value) => ({ value, label: tagColors[value][langNow()] }))

/** Creates a tag, or edits one's name and colour. */
export function TagDialog({ tag, onClose }: { tag?: Tag; onClose: () => void }) {
  const t = useText()
  const adding = useForm(addTag, { initial: { name: '', color: 'blue' } })
  const changing = useForm(changeTag, {
    initial: { tagId: tag?.tagId ?? '', name: tag?.name ?? '', color: tag?.color ?? 'blue' },
  })
  const form = tag ? changing : adding
  const name = form.field('name')
  const color = form.field('color')

  async function submit() {
    const answer = tag ? await changing.submit() : await adding.submit()
    if (!answer) return
    tagsChanged()
    toast.ok(t(tag ? 'tags.saved' : 'tags.made'))
    onClose()
  }
  return (
    <Dialog title={t(tag ? 'tags.edit' : 'tags.make')} onClose={onClose}>
      <CallForm
        loading={form.loading}
        submitError={form.submitError}
        onSubmit={() => void submit()}
        onCancel={onClose}
        submit={t('tags.save')}
      >
        <Field label={t('tags.name')} hint={t('tags.newHint')} problem={name.problem} required>
          {(wiring) => (
            <Input
              {...wiring}
              value={name.value}
              onChange={name.onChange}
              onBlur={name.onBlur}
              maxLength={16}
              autoComplete="off"
              data-autofocus
            />
          )}
        </Field>
        <div className={css.colors}>
          <Swatches
            label={t('tags.color')}
            value={color.value as TagColor}
            options={colorOptions()}
            onChange={color.onChange}
          />
          <TagChip name={name.value.trim() || t('tags.name')} hue={color.value} />
        </div>
      </CallForm>
    </Dialog>
  )
}
