import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import { showProgram, type Fund } from '#contract/programs/desk.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { showDate, showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { Panel, Stats } from '#web/ui/dialogs/Panel.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Mono, TwoLines } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '../desk.ts'
import { Sheet } from '../ledger/Sheet.tsx'
import { ToApproval } from '../parts/Case.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { paths } from '../paths.ts'
import { Invoices } from './Invoices.tsx'
import { FloorDialog, FundDialog } from './ProgramDialogs.tsx'
import { Cover } from './ProgramsPage.tsx'
import { SettlementDays } from './SettlementDays.tsx'
import { coverLevel, statementTones } from './statementTones.ts'
import { useText } from './text.ts'

type Found = Output<typeof showProgram>

/** One programme: its money on both sides, its settlement days and its prefunds. */
export default function ProgramPage() {
  const t = useText()
  const { issuerId = '' } = useParams()
  const query = useAsk(showProgram, { issuerId }, { everyMs: 60_000, quiet: true })
  return (
    <Answered query={query} missing={t('programs.missing')}>
      {(program) => (
        <PageFrame>
          <PageHead title={program.issuerId} moves={<Moves program={program} />}>
            <StatusTag tone={statementTones[program.statement]} text={program.statementText} />
            {program.openingPaused === 1 && <StatusTag tone="bad" text={t('programs.paused')} />}
          </PageHead>
          <Warnings program={program} />
          {program.waiting.map(({ approvalId, reference }) => (
            <ToApproval key={approvalId} approvalId={approvalId}>
              {t('programs.waiting', { reference })}
            </ToApproval>
          ))}
          <Panel label={t('programs.available')}>
            <Figures program={program} />
          </Panel>
          <Panel title={t('programs.settlement')}>
            <SettlementDays issuerId={program.issuerId} days={program.days} />
          </Panel>
          <Panel title={t('programs.funds')}>
            <Funds funds={program.funds} />
          </Panel>
          <Invoices issuerId={program.issuerId} />
        </PageFrame>
      )}
    </Answered>
  )
}

function Moves({ program }: { program: Found }) {
  const t = useText()
  const makes = useHolds('staff:treasury.make')
  const [open, setOpen] = useState<'fund' | 'floor'>()
  const close = () => setOpen(undefined)
  if (!makes) return null
  return (
    <>
      <Button guardMs={0} onClick={() => setOpen('floor')}>
        {t('programs.setFloor')}
      </Button>
      <Button look="primary" guardMs={0} onClick={() => setOpen('fund')}>
        {t('programs.fund')}
      </Button>
      {open === 'fund' && <FundDialog program={program} onClose={close} />}
      {open === 'floor' && <FloorDialog program={program} onClose={close} />}
    </>
  )
}

function Warnings({ program }: { program: Found }) {
  const t = useText()
  const level = coverLevel(program)
  return (
    <>
      {program.openingPaused === 1 && <Note tone="bad">{t('programs.pausedText')}</Note>}
      {level && <Note tone={level === 'low' ? 'warn' : 'bad'}>{t(`programs.${level}`)}</Note>}
      {program.statement === 'DIFFERS' && <Note tone="bad">{t('programs.differs')}</Note>}
    </>
  )
}

function Figures({ program }: { program: Found }) {
  const t = useText()
  const { difference, differsTime } = program
  return (
    <Stats
      stats={[
        [t('programs.available'), <Money cents={program.available} />, t('programs.availableNote')],
        [
          t('programs.theirs'),
          <Money cents={program.theirs} />,
          differsTime !== null && difference !== null
            ? t('programs.difference', { amount: show(difference, 'USD', 'always'), time: showTime(differsTime) })
            : program.readTime === null
              ? t('programs.neverRead')
              : t('programs.read', { time: showTime(program.readTime) }),
        ],
        [t('programs.prefund'), <Money cents={program.prefund} />],
        [t('programs.owed'), <Money cents={program.owed} />],
        [t('programs.feesOwed'), <Money cents={program.feesOwed} />],
        program.underWay !== 0 && [t('programs.underWay'), <Money cents={program.underWay} />],
        [t('programs.burn'), <Money cents={program.burn} />, t('programs.burnNote')],
        [t('programs.cover'), <Cover of={program} />],
        [t('programs.floor'), program.floor === null ? t('programs.noFloor') : <Money cents={program.floor} />],
      ]}
    />
  )
}

function Funds({ funds }: { funds: readonly Fund[] }) {
  const t = useText()
  const reads = useHolds('staff:books.view')
  if (funds.length === 0) return <Empty icon="topup" title={t('programs.noFunds')} text={t('programs.noFundsText')} />
  return (
    <Sheet
      label={t('programs.funds')}
      head={[
        t('programs.valueDate'),
        t('programs.amount'),
        t('programs.reference'),
        t('programs.people'),
        t('programs.arrived'),
      ]}
      wide={[3]}
      rows={funds.map((fund) => ({
        key: fund.fundNo,
        cells: [
          showDate(fund.valueDate),
          reads ? (
            <Link to={paths.bookTransfer(fund.transferId)}>
              <Money cents={fund.amount} />
            </Link>
          ) : (
            <Money cents={fund.amount} />
          ),
          <TwoLines below={fund.bankName}>
            <Mono>{fund.reference}</Mono>
          </TwoLines>,
          <TwoLines below={fund.checker}>{fund.maker}</TwoLines>,
          fund.arriveTime === null ? (
            <StatusTag tone="info" text={t('programs.notArrived')} />
          ) : (
            showTime(fund.arriveTime)
          ),
        ],
      }))}
    />
  )
}
