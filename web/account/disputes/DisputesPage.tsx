import { Outlet, useNavigate } from 'react-router'
import { disputeStates, pageDisputes, type Dispute } from '#contract/disputes/disputes.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { column, headColumn, moneyColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
import { optionsOf, QueryList, useList, type Filter } from '#web/parts/lists/QueryList.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { TwoLines } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { paths } from '../paths.ts'
import { useReachable } from '../useReachable.ts'
import { disputeTone } from './disputeTones.ts'
import { title, useText, type say } from './text.ts'

const LIVE_MS = 15_000

const filters = (t: typeof say): Filter[] => [
  { kind: 'choice', name: 'state', label: t('disputes.filter.state'), options: optionsOf(disputeStates) },
]

/** Disputes with their status, their deadline and the place of the money. */
export default function DisputesPage() {
  const t = useText()
  const navigate = useNavigate()
  const reachable = useReachable()
  const listed = useList(pageDisputes, { filters: filters(t), also: ['tradeId'], everyMs: LIVE_MS, live: ['trades'] })
  return (
    <PageFrame>
      <QueryList
        label={t('disputes.list')}
        of={listed}
        columns={columns}
        rowKey={({ disputeId }) => disputeId}
        path={paths.dispute}
        empty={{
          icon: 'shield',
          title: t('disputes.none'),
          text: t('disputes.noneText'),
          action: reachable(paths.cardRecord) && (
            <Button onClick={() => void navigate(`${paths.cardRecord}?tab=settled`)}>{t('disputes.toTrades')}</Button>
          ),
        }}
      />
      <Outlet />
    </PageFrame>
  )
}

const columns: readonly Column<Dispute>[] = [
  headColumn('merchantName', title('disputes.column.merchant')),
  column('card', title('disputes.column.card'), ({ cardSeqNo, lastFour }) => `${cardSeqNo} ···· ${lastFour}`, {
    width: 190,
  }),
  moneyColumn('amount', title('disputes.column.amount'), { phone: 'head', strong: true, width: 110 }),
  column('money', title('disputes.column.money'), (row) => <PlaceOfMoney of={row} />),
  column('state', title('disputes.column.state'), ({ state, stateText, closedText }) => (
    <TwoLines below={closedText}>
      <StatusTag tone={disputeTone[state]} text={stateText} />
    </TwoLines>
  )),
  timeColumn('deadline', title('disputes.column.deadline')),
  timeColumn('submitTime', title('disputes.column.submitTime')),
]

/** Where the disputed money is now. */
function PlaceOfMoney({ of: { won, provisional, returned, unit } }: { of: Dispute }) {
  const t = useText()
  const [cents, key] =
    won > 0
      ? [won, 'won' as const]
      : provisional > 0
        ? [provisional, 'provisional' as const]
        : [returned, 'returned' as const]
  if (cents === 0) return '–'
  return (
    <TwoLines below={t(`disputes.money.${key}`)}>
      <Money cents={cents} unit={unit} />
    </TwoLines>
  )
}
