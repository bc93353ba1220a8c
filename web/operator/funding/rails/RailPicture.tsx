import { useRef } from 'react'
import { railPicture, uploadRailPicture } from '#contract/funding/desk/rails.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { useCall } from '#web/parts/client/queries.ts'
import { usePicture } from '#web/parts/usePicture.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useText } from '../text.ts'
import css from '#web/operator/parts/Case.module.css'

/** The bank-limit picture: the one that is up, or the one that will be once the change is saved. */
export function RailPicture({
  fileId,
  isUp,
  onChange,
}: {
  fileId: string
  isUp: string | null
  onChange: (fileId: string) => void
}) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const upload = useCall(uploadRailPicture, {
    quiet: true,
    onDone: (answer) => {
      onChange(answer.fileId)
      toast.ok(t('funding.uploaded'))
    },
  })
  return (
    <div className={css.detail} role="group" aria-label={t('funding.picture')}>
      <span className={css.between}>
        <span className={css.row}>
          {t('funding.picture')}
          {fileId && fileId !== isUp && <Tag tone="info">{t('funding.notSaved')}</Tag>}
        </span>
        <input
          ref={input}
          className="said"
          type="file"
          accept="image/jpeg,image/png,image/gif,image/bmp"
          aria-label={t('funding.upload')}
          tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) upload.mutate({ file })
          }}
        />
        <Button size="s" icon="topup" guardMs={0} loading={upload.isPending} onClick={() => input.current?.click()}>
          {t('funding.upload')}
        </Button>
      </span>
      <small className={css.quiet}>{t('funding.pictureHint')}</small>
      <FormError text={upload.error?.fields.file ?? upload.error?.says} />
      {fileId ? <Shown key={fileId} fileId={fileId} /> : <p className={css.quiet}>{t('funding.noPicture')}</p>}
    </div>
  )
}

function Shown({ fileId }: { fileId: string }) {
  const t = useText()
  const { src: url, failed } = usePicture(railPicture, { fileId })
  if (failed) return <p className={css.quiet}>{t('funding.missing')}</p>
  return url ? <img className={css.picture} src={url} alt={t('funding.picture')} /> : <Skeleton height={160} />
}
