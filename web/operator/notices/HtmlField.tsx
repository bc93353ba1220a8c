import { previewHtml } from '#contract/notices/content.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { SafeHtml } from '#web/parts/SafeHtml.tsx'
import { useSettled } from '#web/parts/client/useSettled.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { TextArea } from '#web/ui/forms/Input.tsx'
import { useText } from './text.ts'
import css from './Content.module.css'

type Bound = { value: string; onChange: (value: string) => void; onBlur: () => void; problem: string | undefined }

/** An HTML editor with a preview, from the server that will store it. */
export function HtmlField({ label, field: { problem, ...bound } }: { label: string; field: Bound }) {
  const t = useText()
  const html = useSettled(bound.value.trim(), 400)
  const preview = useAsk(previewHtml, { html }, { enabled: html !== '', quiet: true, keep: true })
  const seen = html === '' ? undefined : preview.data
  return (
    <div className={css.html}>
      <Field label={label} hint={t('notices.htmlHint')} problem={problem ?? preview.error?.fields.html} required>
        {(wiring) => <TextArea {...wiring} {...bound} rows={7} maxLength={20_000} spellCheck={false} />}
      </Field>
      <section className={css.seen} aria-label={`${t('notices.preview')} ${label}`}>
        <h3>{t('notices.preview')}</h3>
        {/* Malformed HTML has no preview: the last one stays, dimmed, until it is fixed. */}
        <div className={css.paper} data-old={preview.isError} tabIndex={0} role="group" aria-label={label}>
          {seen?.html ? <SafeHtml html={seen.html} /> : <p className={css.none}>{t('notices.previewNone')}</p>}
        </div>
        {seen && seen.dropped.length > 0 && (
          <p className={css.warn} role="status">
            {t('notices.dropped', { what: seen.dropped.join(', ') })}
          </p>
        )}
      </section>
    </div>
  )
}
