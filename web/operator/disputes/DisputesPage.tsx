import { Outlet, useNavigate } from 'react-router'
import { deskDisputes, deskScopes, type DeskDispute } from '#contract/disputes/desk.ts'
import type { DisputeState } from '#contract/disputes/disputes.ts'
import { column, headColumn, moneyColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { HolderLink } from '../parts/Case.tsx'
import { QueuePage, useQueue } from '../parts/QueuePage.tsx'
import { paths } from '../paths.ts'
import { title, useText } from './text.ts'

export const stateTone = {
  DRAFT: 'quiet',
  SUBMITTED: 'warn',
  IN_PROGRESS: 'info',
  WON: 'ok',
  LOST: 'bad',
  EXPIRED: 'quiet',
  CANCELED: 'quiet',
} as const satisfies Record<DisputeState, Tone>

const columns: readonly Column<DeskDispute>[] = [
  headColumn('merchantName', title('disputes.merchant')),
  column('account', title('disputes.account'), ({ holder }) => holder && <HolderLink {...holder} />),
  moneyColumn('amount', title('disputes.amount'), { phone: 'head', strong: true }),
  column('reasonText', title('disputes.reason'), ({ reasonText }) => reasonText),
  column('state', title('disputes.state'), (row) => <StateTag of={row} />),
  timeColumn('deadline', title('disputes.deadline')),
  timeColumn('submitTime', title('disputes.submitted')),
]

export function StateTag({ of: { state, stateText, filing } }: { of: DeskDispute }) {
  const t = useText()
  return <StatusTag tone={stateTone[state]} text={filing === 1 ? t('disputes.filing') : stateText} />
}

/** Disputes that wait for us by their deadline, and those at issuers. */
export default function DisputesPage() {
  const t = useText()
  const navigate = useNavigate()
  const queue = useQueue(deskDisputes, deskScopes)
  return (
    <QueuePage
      label={t('desk.disputes')}
      of={queue}
      columns={columns}
      rowKey={({ disputeId }) => disputeId}
      path={paths.dispute}
      scopeText={(scope) => t(`disputes.scopes.${scope}`)}
      empty={{ icon: 'check', title: t('disputes.empty'), text: t('disputes.emptyText') }}
    >
      <div>
        <Button onClick={() => void navigate(paths.disputeTerms)}>{t('disputes.terms')}</Button>
      </div>
      <Outlet />
    </QueuePage>
  )
}
