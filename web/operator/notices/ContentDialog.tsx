import type { ReactNode } from 'react'
import type { Call, Output } from '#contract/core/call.ts'
import type { saveAgreement } from '#contract/notices/agreements.ts'
import type { saveNotice } from '#contract/notices/content.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import type { Form } from '#web/parts/forms/useForm.ts'
import { Grid } from '#web/ui/layout.tsx'
import { HtmlField } from './HtmlField.tsx'
import { useText } from './text.ts'

type Texts = { id: string; titleCn: string; titleEn: string; htmlCn: string; htmlEn: string }

export type Draft<Found> = { title: string; found: Found | undefined; copy: boolean; onClose: () => void }

/** What the form of a draft begins with; a copy has no id yet. */
export const textsOf = (found: Texts | undefined, copy: boolean) => ({
  ...(found && !copy && { id: found.id }),
  titleCn: found?.titleCn ?? '',
  titleEn: found?.titleEn ?? '',
  htmlCn: found?.htmlCn ?? '',
  htmlEn: found?.htmlEn ?? '',
})

/** A draft of a notice or an agreement: `first`, then titles and texts in both languages, then what else it has. */
export function ContentDialog<C extends typeof saveNotice | typeof saveAgreement>({
  form,
  first,
  children,
  ...dialog
}: {
  form: Form<C>
  title: string
  first: ReactNode
  done?: (answer: Output<C>) => string
  refreshes: readonly Call[]
  children: ReactNode
  onClose: () => void
}) {
  const t = useText()
  return (
    <FormDialog form={form} width={960} submit={t('notices.save')} done={() => t('notices.saved')} {...dialog}>
      <Grid min={300}>
        {first}
        <TextField form={form} name="titleCn" label={t('notices.titleCn')} />
        <TextField form={form} name="titleEn" label={t('notices.titleEn')} />
      </Grid>
      <HtmlField form={form} name="htmlCn" label={t('notices.htmlCn')} />
      <HtmlField form={form} name="htmlEn" label={t('notices.htmlEn')} />
      {children}
    </FormDialog>
  )
}
