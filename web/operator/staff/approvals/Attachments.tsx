import { showAttachment } from '#contract/staff/approvals.ts'
import { Picture } from '#web/parts/Picture.tsx'
import { useSay } from '#web/operator/say.ts'
import type { Approval } from './ApprovalDetail.tsx'
import css from '#web/operator/parts/Approvals.module.css'

/** The maker's attachments. */
export function Attachments({ approvalId, attachments }: Pick<Approval, 'approvalId' | 'attachments'>) {
  const { t } = useSay()
  return (
    <ul className={css.attachments}>
      {attachments.map(({ fileId, name }) => (
        <li key={fileId}>
          <Picture
            call={showAttachment}
            wish={{ approvalId, fileId }}
            name={name}
            larger={t('approvals.attachment.larger', { name })}
            failed={t('approvals.attachment.failed', { name })}
            height={110}
          />
        </li>
      ))}
    </ul>
  )
}
