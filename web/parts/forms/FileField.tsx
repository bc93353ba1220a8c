import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Call } from '#contract/core/call.ts'
import type { FileRule } from '#contract/core/files.ts'
import { imageKinds, imageRule, imageWords } from '#contract/core/images.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import type { FieldWiring } from '#web/ui/forms/Field.tsx'
import { langNow, useText } from '#web/text.ts'
import { asRefused } from '../client/refused.ts'
import { BoundField, type FieldProps } from './fields.tsx'
import type { Form } from './useForm.ts'
import css from './FileField.module.css'

/** What the server made of a file: its id, and the name to show. */
type Uploaded = { fileId: string; name?: string }

/** A file that is uploaded as soon as it is chosen, dropped or pasted; the form sends its id. By default a picture. */
export function FileField<C extends Call>({
  upload,
  onUpload,
  accepts = imageKinds,
  rule = imageRule,
  wrongKind = imageWords.kind[langNow()],
  shown,
  ...field
}: FieldProps<C> & {
  upload: (file: File) => Promise<Uploaded>
  /** Where the id is not a value of its own. */
  onUpload?: (fileId: string) => void
  accepts?: readonly string[]
  rule?: FileRule
  /** Said of a file of another kind, or of one that cannot be read. */
  wrongKind?: string
  /** In place of the preview: what there is so far. */
  shown?: ReactNode
}) {
  const { form, name, problem, ...label } = field
  const t = useText()
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [preview, setPreview] = useState<{ src: string | undefined; name: string }>()
  useEffect(() => () => void (preview?.src && URL.revokeObjectURL(preview.src)), [preview])

  async function take(file: File): Promise<void> {
    setWrong(undefined)
    if (!accepts.includes(file.type)) return setWrong(wrongKind)
    if (file.size > rule.maxBytes) return setWrong(rule.tooLarge?.[langNow()] ?? imageWords.tooLarge[langNow()])
    setBusy(true)
    try {
      const { fileId, name: named = file.name } = await upload(file)
      setPreview({ src: file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined, name: named })
      if (onUpload) onUpload(fileId)
      else form.set({ [name]: fileId } as Form<C>['values'])
    } catch (error) {
      const refused = asRefused(error)
      setWrong(refused?.fields.file ?? refused?.says ?? wrongKind)
    } finally {
      setBusy(false)
    }
  }
  return (
    <BoundField form={form} name={name} {...label} problem={wrong ?? problem}>
      {(wiring) => (
        <div
          className={css.drop}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            const file = event.dataTransfer.files[0]
            if (file) void take(file)
          }}
          onPaste={(event) => {
            const file = event.clipboardData.files[0]
            if (file) void take(file)
          }}
        >
          {shown ?? (preview?.src && <img src={preview.src} alt={preview.name} />)}
          <FileButton wiring={wiring} accepts={accepts} busy={busy} onFile={(file) => void take(file)}>
            {t(form.values[name] ? 'parts.file.other' : 'parts.file.choose')}
          </FileButton>
          {preview && <small>{preview.name}</small>}
        </div>
      )}
    </BoundField>
  )
}

/** A button that opens the system's choice of files. Its input is what a label names and a screen reader finds. */
export function FileButton({
  accepts,
  wiring,
  label,
  icon = 'plus',
  look,
  busy,
  onFile,
  children,
}: {
  accepts: readonly string[]
  wiring?: FieldWiring
  /** Without a field around it. */
  label?: string
  icon?: 'plus' | 'topup'
  look?: 'primary'
  busy: boolean
  onFile: (file: File) => void
  children: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        {...wiring}
        ref={input}
        className="said"
        type="file"
        tabIndex={-1}
        aria-label={label}
        accept={accepts.join(',')}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = '' // the same file can be chosen again
          if (file) onFile(file)
        }}
      />
      <Button
        icon={icon}
        {...(look && { look })}
        // The input cannot be reached by keyboard, so the button says what the file is for and what is wrong with it.
        {...(wiring && { 'aria-describedby': `${wiring.id}-label ${wiring['aria-describedby'] ?? ''}`.trim() })}
        loading={busy}
        guardMs={0}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
    </>
  )
}
