import { useRef } from 'react'
import { railPicture, uploadRailPicture } from '#contract/funding/desk/rails.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { useCall } from '#web/parts/client/queries.ts'
import { usePicture } from '#web/parts/usePicture.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useSay } from '#web/operator/say.ts'
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
  const { t } = useSay()
  const input = useRef<HTMLInputElement>(null)
  const upload = useCall(uploadRailPicture, {
    quiet: true,
    onDone: (answer) => {
      onChange(answer.fileId)
      toast.ok(t('moneyDesk.uploaded'))
    },
  })
  return (
    <div className={css.detail} role="group" aria-label={t('moneyDesk.picture')}>
      <span className={css.between}>
        <span className={css.row}>
          {t('moneyDesk.picture')}
          {fileId && fileId !== isUp && <Tag tone="info">{t('moneyDesk.notSaved')}</Tag>}
        </span>
        <input
          ref={input}
          className="said"
          type="file"
          accept="image/jpeg,image/png,image/gif,image/bmp"
          aria-label={t('moneyDesk.upload')}
          tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) upload.mutate({ file })
          }}
        />
        <Button size="s" icon="topup" guardMs={0} loading={upload.isPending} onClick={() => input.current?.click()}>
          {t('moneyDesk.upload')}
        </Button>
      </span>
      <small className={css.quiet}>{t('moneyDesk.pictureHint')}</small>
      <FormError text={upload.error?.fields.file ?? upload.error?.says} />
      {fileId ? <Shown key={fileId} fileId={fileId} /> : <p className={css.quiet}>{t('moneyDesk.noPicture')}</p>}
    </div>
  )
}

function Shown({ fileId }: { fileId: string }) {
  const { t } = useSay()
  const { src: url, failed } = usePicture(railPicture, { fileId })
  if (failed) return <p className={css.quiet}>{t('moneyDesk.missing')}</p>
  return url ? <img className={css.picture} src={url} alt={t('moneyDesk.picture')} /> : <Skeleton height={160} />
}
