import { listViews, saveView, VIEWS_MAX, type ListName } from '#contract/views/views.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { useText } from './text.ts'

/** Few people save a view, so no list waits for its form. */
export default function SaveDialog({
  list,
  query,
  full,
  onClose,
}: {
  list: ListName
  query: string
  full: boolean
  onClose: () => void
}) {
  const t = useText()
  const form = useForm(saveView, { initial: { list, query, name: '' } })
  return (
    <FormDialog
      form={form}
      title={t('views.save')}
      submit={t('views.save')}
      submitOff={form.text('name').trim() ? undefined : t('views.saveAs')}
      problem={full && form.submitError ? t('views.full', { most: VIEWS_MAX }) : undefined}
      done={t('views.saved')}
      refreshes={[listViews]}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={t('views.saveAs')} hint={t('views.saveText')} autoFocus />
    </FormDialog>
  )
}
