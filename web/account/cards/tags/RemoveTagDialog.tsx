import { useTranslation } from 'react-i18next'
import { removeTags } from '#contract/cards/tags.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { TagChip } from '#web/ui/tags/TagChip.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { tagsChanged, type Tag } from './labels.ts'

export function RemoveTagDialog({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(removeTags, { initial: { tagId: [tag.tagId] } })
  async function submit() {
    const answer = await form.submit()
    if (!answer) return
    tagsChanged()
    toast.ok(t('groups.tag.removed', { count: answer.untagged }))
    onClose()
  }
  return (
    <Dialog title={t('groups.tag.remove')} onClose={onClose}>
      <CallForm
        loading={form.loading}
        submitError={form.submitError ?? form.problemOf('tagId')}
        onSubmit={() => void submit()}
        onCancel={onClose}
        submit={t('groups.tag.remove')}
      >
        <p>
          <TagChip name={tag.name} hue={tag.color} />
        </p>
        <p>{t('groups.tag.removeText', { count: tag.cardCount })}</p>
      </CallForm>
    </Dialog>
  )
}
