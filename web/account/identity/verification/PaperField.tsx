import { useEffect, useRef, useState } from 'react'
import { imageKinds, imageRule, imageWords } from '#contract/core/images.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { uploadImage } from '#web/parts/client/uploadImage.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'
import css from '../Identity.module.css'

const MOST_PIXELS = 8_000_000

/** A picture of a document: looked at here, made smaller, then uploaded. */
export function PaperField({
  label,
  fileId,
  onFile,
}: {
  label: string
  fileId: string | undefined
  onFile: (fileId: string) => void
}) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [look, setLook] = useState<string>()
  useEffect(() => () => void (look && URL.revokeObjectURL(look)), [look])

  async function take(file: File | undefined) {
    if (!file) return
    setProblem(undefined)
    if (!(imageKinds as readonly string[]).includes(file.type)) return setProblem(imageWords.kind[langNow()])
    if (file.size > imageRule.maxBytes) return setProblem(imageWords.tooLarge[langNow()])
    setBusy(true)
    try {
      const small = await smaller(file)
      const fileId = await uploadImage(small, 'IDENTITY')
      setLook(URL.createObjectURL(small))
      onFile(fileId)
      toast.ok(imageWords.done[langNow()])
    } catch (error) {
      const refused = asRefused(error)
      setProblem(refused?.fields.file ?? refused?.says ?? imageWords.kind[langNow()])
    } finally {
      setBusy(false)
    }
  }
  return (
    <Field label={label} hint={t('identity.paperHint')} problem={problem} required>
      {(wiring) => (
        <div className={css.paper}>
          {look && <img src={look} alt={label} />}
          <input
            {...wiring}
            ref={input}
            className="said"
            type="file"
            accept={imageKinds.join(',')}
            onChange={(event) => void take(event.target.files?.[0])}
          />
          <Button icon="topup" loading={busy} onClick={() => input.current?.click()}>
            {t(fileId ? 'identity.paperOther' : 'identity.paperChoose')}
          </Button>
        </div>
      )}
    </Field>
  )
}

/** At quality 0.5 and at most eight million pixels; a picture that the browser cannot draw is none. */
async function smaller(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (bitmap.width * bitmap.height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(bitmap.width * scale))
  canvas.height = Math.max(1, Math.floor(bitmap.height * scale))
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.5))
  return blob ? new File([blob], file.name, { type: 'image/jpeg' }) : file
}
