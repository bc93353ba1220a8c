import { useState } from 'react'
import { previewHtml } from '../../../contract/content.ts'
import { useCall } from '../../parts/queries.ts'
import { SafeHtml } from '../../parts/SafeHtml.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextArea } from '../../ui/Input.tsx'
import { useSay } from '../say.ts'

type Bound = { value: string; onChange: (value: string) => void; onBlur: () => void; problem: string | undefined }

/** HTML as it is written, and below it what people would see, from the server that will store it. */
export function HtmlField({ label, field: { problem, ...bound } }: { label: string; field: Bound }) {
  const { t } = useSay()
  const [shown, setShown] = useState<string>()
  const [dropped, setDropped] = useState<readonly string[]>([])
  const preview = useCall(previewHtml, {
    quiet: true,
    onDone: (answer) => {
      setShown(answer.html)
      setDropped(answer.dropped)
    },
  })
  return (
    <div>
      <Field label={label} hint={t('contentDesk.htmlHint')} problem={problem ?? preview.error?.fields.html} required>
        {(wiring) => <TextArea {...wiring} {...bound} rows={5} maxLength={20_000} spellCheck={false} />}
      </Field>
      <Button
        size="s"
        look="quiet"
        loading={preview.isPending}
        disabled={bound.value.trim() === ''}
        onClick={() => preview.mutate({ html: bound.value })}
        aria-label={`${t('contentDesk.preview')} ${label}`}
      >
        {t('contentDesk.preview')}
      </Button>
      {shown !== undefined && (
        <div style={{ padding: 12, border: '1px solid var(--line)', borderRadius: 'var(--radius)' }}>
          <SafeHtml html={shown} />
          {dropped.length > 0 && (
            <small style={{ color: 'var(--warn)' }}>{t('contentDesk.dropped', { what: dropped.join('、') })}</small>
          )}
        </div>
      )}
    </div>
  )
}
