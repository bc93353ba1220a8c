import { ToApproval } from '../parts/Case.tsx'
import { useText } from './text.ts'

/** What is waiting for a second approver, with a link. */
export function Waiting({ waiting }: { waiting: readonly { approvalId: string }[] }) {
  const t = useText()
  return waiting.map(({ approvalId }) => (
    <ToApproval key={approvalId} approvalId={approvalId}>
      {t('products.waiting')}
    </ToApproval>
  ))
}
