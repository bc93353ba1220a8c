import { useState } from 'react'
import { Link } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import {
  listTreasuryMoves,
  treasuryMoves,
  treasuryPositions,
  type MoveRow,
  type Position,
  type TreasuryMove,
} from '#contract/funding/desk/treasury.ts'
import { showDate, showDay, showTime } from '#web/parts/dates.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { column, headColumn, textColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { Panel, Stats } from '#web/ui/dialogs/Panel.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Mono, Muted, Row, Stack, TwoLines } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Sheet } from '#web/operator/ledger/Sheet.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { age } from '#web/operator/parts/age.ts'
import { ToApproval } from '#web/operator/parts/Case.tsx'
import { QueuePage, useQueue } from '#web/operator/parts/QueuePage.tsx'
import { paths } from '#web/operator/paths.ts'
import { langNow } from '#web/text.ts'
import { title, useText } from '../text.ts'
import { amount } from './amount.ts'
import { SaleDialog, SettlementDialog, SweepDialog } from './RecordDialogs.tsx'

type Found = Output<typeof treasuryPositions>

const shortRef = (ref: string) => (ref.length > 24 ? `${ref.slice(0, 10)}…${ref.slice(-6)}` : ref)
const columns: readonly Column<MoveRow>[] = [
  headColumn('moveText', title('treasury.move'), { key: 'move' }),
  textColumn('source', title('treasury.source')),
  column('sent', title('treasury.sent'), ({ sent }) => sent, { align: 'right' }),
  column('got', title('treasury.arrived'), ({ got }) => <strong>{got}</strong>, { align: 'right' }),
  column('cost', title('treasury.cost'), ({ cost }) => cost, { align: 'right' }),
  column('reference', title('treasury.ref'), ({ reference }) => <Mono>{shortRef(reference)}</Mono>),
  column('valueDate', title('treasury.valueDate'), ({ valueDate }) => showDate(valueDate)),
  column('people', title('treasury.people'), ({ maker, checker }) => <TwoLines below={checker}>{maker}</TwoLines>),
  timeColumn('createTime', title('treasury.time'), { key: 'time' }),
]
const scopes = ['ALL', ...(Object.keys(treasuryMoves) as TreasuryMove[])] as const

/** Where the money of the rails is, and what two people record when it comes to our own hands. */
export default function TreasuryPage() {
  const t = useText()
  const query = useAsk(treasuryPositions, {}, { everyMs: 60_000 })
  const queue = useQueue(listTreasuryMoves, scopes, { name: 'move', input: (move) => (move === 'ALL' ? {} : { move }) })
  const reads = useHolds('staff:books.view')
  return (
    <PageFrame>
      <Panel title={t('treasury.positions')} extra={query.data && <Actions found={query.data} />}>
        <Answered query={query}>{(found) => <Positions found={found} />}</Answered>
      </Panel>
      {query.data?.waiting.map(({ approvalId, moveText, reference }) => (
        <ToApproval key={approvalId} approvalId={approvalId}>
          {t('treasury.waiting', { move: moveText, reference: shortRef(reference) })}
        </ToApproval>
      ))}
      <QueuePage
        label={t('treasury.moves')}
        scopeLabel={t('treasury.move')}
        of={queue}
        scopeText={(scope) => (scope === 'ALL' ? t('treasury.all') : treasuryMoves[scope][langNow()])}
        search={t('treasury.search')}
        columns={columns}
        rowKey={({ transferId }) => transferId}
        {...(reads && { path: paths.bookTransfer })}
        empty={{ icon: 'topup', title: t('treasury.empty'), text: t('treasury.emptyText') }}
      />
    </PageFrame>
  )
}

function Actions({ found }: { found: Found }) {
  const t = useText()
  const makes = useHolds('staff:treasury.make')
  const [open, setOpen] = useState<TreasuryMove>()
  const close = () => setOpen(undefined)
  if (!makes) return null
  return (
    <Row>
      <Button guardMs={0} onClick={() => setOpen('SETTLEMENT')}>
        {t('treasury.settle')}
      </Button>
      <Button guardMs={0} onClick={() => setOpen('SALE')}>
        {t('treasury.sell')}
      </Button>
      <Button guardMs={0} onClick={() => setOpen('SWEEP')}>
        {t('treasury.sweep')}
      </Button>
      {open === 'SETTLEMENT' && <SettlementDialog found={found} onClose={close} />}
      {open === 'SALE' && <SaleDialog found={found} onClose={close} />}
      {open === 'SWEEP' && <SweepDialog found={found} onClose={close} />}
    </Row>
  )
}

const groups = ['awaited', 'atHand', 'dollars', 'own'] as const

function Positions({ found }: { found: Found }) {
  const t = useText()
  const reads = useHolds('staff:books.view')
  const sum = (all: readonly Position[]) => all.reduce((cents, one) => cents + one.cents, 0)
  const about = ({ owner, oldestTime }: Position) =>
    oldestTime === null
      ? owner
      : t('treasury.oldest', { owner, age: age(serverNow() - oldestTime), day: showDay(oldestTime) })
  return (
    <Stack gap={5}>
      <Stats stats={groups.map((group) => [t(`treasury.${group}`), <Money cents={sum(found[group])} />] as const)} />
      <Sheet
        label={t('treasury.positions')}
        head={[t('treasury.where'), t('treasury.balance'), t('treasury.inDollars')]}
        wide={[2]}
        rows={groups.flatMap((group) => [
          { key: group, look: 'group' as const, cells: [t(`treasury.${group}`), '', ''] },
          ...(found[group].length === 0 ? [{ key: `${group} none`, cells: [t('treasury.none'), '', ''] }] : []),
          ...found[group].map((one) => ({
            key: `${one.code} ${one.owner} ${one.currency}`,
            cells: [
              <TwoLines below={group === 'awaited' ? about(one) : one.owner}>
                {reads ? <Link to={paths.bookChart(one.code)}>{one.name}</Link> : one.name}
              </TwoLines>,
              amount(one.balance, one),
              <Money cents={one.cents} />,
            ],
          })),
        ])}
      />
      <Stack gap={1}>
        <Muted as="p">
          {found.rate
            ? t('treasury.rate', { mid: found.rate.mid, time: showTime(found.rate.time) })
            : t('treasury.noRate')}
        </Muted>
        <Muted as="p">{t('treasury.rule')}</Muted>
      </Stack>
    </Stack>
  )
}
