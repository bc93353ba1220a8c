import { removeTags } from '#contract/cards/tags.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { TagChip } from '#web/ui/tags/TagChip.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { tagsChanged, type Tag } from './labels.ts'
import { useText } from './text.ts'

export function RemoveTagDialog({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const t = useText()
  const form = useForm(removeTags, { initial: { tagId: [tag.tagId] } })
  async function submit() {
    const answer = await form.submit()
    if (!answer) return
    tagsChanged()
    toast.ok(t('tags.removed', { count: answer.untagged }))
    onClose()
  }
  return (
    <Dialog title={t('tags.remove')} onClose={onClose}>
      <CallForm
        loading={form.loading}
        submitError={form.submitError ?? form.problemOf('tagId')}
        onSubmit={() => void submit()}
        onCancel={onClose}
        submit={t('tags.remove')}
      >
        <p>
          <TagChip name={tag.name} hue={tag.color} />
        </p>
        <p>{t('tags.removeText', { count: tag.cardCount })}</p>
      </CallForm>
    </Dialog>
  )
}
