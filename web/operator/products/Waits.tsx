import { ToApproval } from '../parts/Case.tsx'
import { useText } from './text.ts'

type Props = {
  waiting: readonly { approvalId: string; target: string }[]
  /** Names what changes, where several changes of one thing can wait. */
  nameOf?: (target: string) => string
}

/** What is waiting for a second approver, with a link. */
export function Waiting({ waiting, nameOf }: Props) {
  const t = useText()
  return waiting.map(({ approvalId, target }) => (
    <ToApproval key={approvalId} approvalId={approvalId}>
      {nameOf ? t('products.waitingFor', { what: nameOf(target) }) : t('products.waiting')}
    </ToApproval>
  ))
}
