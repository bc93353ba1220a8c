import type { saveAgreement } from '#contract/notices/agreements.ts'
import { previewHtml, type saveNotice } from '#contract/notices/content.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { TextAreaField } from '#web/parts/forms/fields.tsx'
import type { Form } from '#web/parts/forms/useForm.ts'
import { SafeHtml } from '#web/parts/SafeHtml.tsx'
import { useSettled } from '#web/parts/client/useSettled.ts'
import { Muted, Stack } from '#web/ui/layout.tsx'
import { useText } from './text.ts'
import css from './Content.module.css'

/** An HTML editor with a preview, from the server that will store it. */
export function HtmlField<C extends typeof saveNotice | typeof saveAgreement>({
  form,
  name,
  label,
}: {
  form: Form<C>
  name: 'htmlCn' | 'htmlEn'
  label: string
}) {
  const t = useText()
  const html = useSettled(form.text(name).trim(), 400)
  const preview = useAsk(previewHtml, { html }, { enabled: html !== '', quiet: true, keep: true })
  const seen = html === '' ? undefined : preview.data
  return (
    <div className={css.html}>
      <TextAreaField
        form={form}
        name={name}
        label={label}
        hint={t('notices.htmlHint')}
        problem={form.problemOf(name) ?? preview.error?.fields.html}
        rows={7}
      />
      <Stack as="section" gap={2} aria-label={`${t('notices.preview')} ${label}`}>
        <h3>{t('notices.preview')}</h3>
        {/* Malformed HTML has no preview: the last one stays, dimmed, until it is fixed. */}
        <div className={css.paper} data-old={preview.isError} tabIndex={0} role="group" aria-label={label}>
          {seen?.html ? <SafeHtml html={seen.html} /> : <Muted as="p">{t('notices.previewNone')}</Muted>}
        </div>
        {seen && seen.dropped.length > 0 && (
          <p className={css.warn} role="status">
            {t('notices.dropped', { what: seen.dropped.join(', ') })}
          </p>
        )}
      </Stack>
    </div>
  )
}
