import { showAttachment } from '#contract/staff/approvals.ts'
import { Picture } from '#web/parts/Picture.tsx'
import type { Approval } from './ApprovalDetail.tsx'
import { useText } from '../text.ts'
import css from '#web/operator/parts/Approvals.module.css'

/** The maker's attachments. */
export function Attachments({ approvalId, attachments }: Pick<Approval, 'approvalId' | 'attachments'>) {
  const t = useText()
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
