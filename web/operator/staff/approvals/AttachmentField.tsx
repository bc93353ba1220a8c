import { useEffect, useRef, useState } from 'react'
import { uploadAttachment } from '#contract/staff/approvals.ts'
import { imageRule } from '#contract/core/images.ts'
import { ask } from '#web/parts/client/client.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { useText } from '../text.ts'
import css from '#web/operator/parts/Approvals.module.css'

const kinds = ['image/jpeg', 'image/png', 'image/gif', 'image/bmp']

/** The evidence for an approval, as a picture: chosen, dropped, or pasted from a screenshot. */
export function AttachmentField({
  label,
  problem,
  onFile,
}: {
  label: string
  problem: string | undefined
  onFile: (fileId: string) => void
}) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [look, setLook] = useState<{ src: string; name: string }>()
  useEffect(() => () => void (look && URL.revokeObjectURL(look.src)), [look])

  async function take(file: File | undefined) {
    if (!file) return
    setWrong(undefined)
    if (!kinds.includes(file.type)) return setWrong(t('approvals.attachment.kind'))
    if (file.size > imageRule.maxBytes) return setWrong(t('approvals.attachment.tooLarge'))
    setBusy(true)
    try {
      const { fileId, name } = await ask(uploadAttachment, { file }, { quiet: true })
      setLook({ src: URL.createObjectURL(file), name })
      onFile(fileId)
    } catch (error) {
      const refused = asRefused(error)
      setWrong(refused?.fields.file ?? refused?.says ?? t('approvals.attachment.kind'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Field label={label} hint={t('approvals.attachment.hint')} problem={wrong ?? problem} required>
      {(wiring) => (
        <div
          className={css.attach}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            void take(event.dataTransfer.files[0])
          }}
          onPaste={(event) => void take(event.clipboardData.files[0])}
        >
          {look && <img src={look.src} alt={look.name} />}
          <input
            {...wiring}
            ref={input}
            className="said"
            type="file"
            tabIndex={-1}
            accept={kinds.join(',')}
            onChange={(event) => {
              void take(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <Button icon="plus" loading={busy} guardMs={0} onClick={() => input.current?.click()}>
            {t(look ? 'approvals.attachment.other' : 'approvals.attachment.choose')}
          </Button>
          {look && <small>{look.name}</small>}
        </div>
      )}
    </Field>
  )
}
