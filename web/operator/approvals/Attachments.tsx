import { useState } from 'react'
import { showAttachment } from '../../../contract/approvals.ts'
import { usePicture } from '../../parts/usePicture.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useSay } from '../say.ts'
import type { Approval } from './ApprovalDetail.tsx'
import css from './Approvals.module.css'

/** What the maker has put beside it; a click makes it large. */
export function Attachments({ approvalId, attachments }: Pick<Approval, 'approvalId' | 'attachments'>) {
  const [large, setLarge] = useState<{ src: string; name: string }>()
  return (
    <>
      <ul className={css.attachments}>
        {attachments.map(({ fileId, name }) => (
          <li key={fileId}>
            <One approvalId={approvalId} fileId={fileId} name={name} onLarge={(src) => setLarge({ src, name })} />
          </li>
        ))}
      </ul>
      {large && (
        <Dialog title={large.name} width={1080} onClose={() => setLarge(undefined)}>
          <img src={large.src} alt={large.name} className={css.large} />
        </Dialog>
      )}
    </>
  )
}

function One({
  approvalId,
  fileId,
  name,
  onLarge,
}: {
  approvalId: string
  fileId: string
  name: string
  onLarge: (src: string) => void
}) {
  const { t } = useSay()
  const { src, failed } = usePicture(showAttachment, { approvalId, fileId })
  if (failed) return <span>{t('approvals.attachment.failed', { name })}</span>
  if (!src) return <Skeleton height={96} radius={8} />
  return (
    <button
      type="button"
      className={css.picture}
      aria-label={t('approvals.attachment.larger', { name })}
      onClick={() => onLarge(src)}
    >
      <img src={src} alt="" />
    </button>
  )
}
