import { Link } from 'react-router'
import { show } from '#contract/core/money.ts'
import { listPrograms, settleDay, showProgram, type Program, type SettlementDay } from '#contract/programs/desk.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { showDate, showTime } from '#web/parts/dates.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Muted, Stack, TwoLines } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '../desk.ts'
import { Sheet } from '../ledger/Sheet.tsx'
import { ReasonButton } from '../parts/ReasonDialog.tsx'
import { paths } from '../paths.ts'
import { dayTones } from './statementTones.ts'
import { useText } from './text.ts'

/** Each day of the issuer's settlement file beside our books. */
export function SettlementDays({ issuerId, days }: { issuerId: Program['issuerId']; days: readonly SettlementDay[] }) {
  const t = useText()
  const makes = useHolds('staff:treasury.make')
  const reads = useHolds('staff:books.view')
  if (days.length === 0) return <Empty icon="ledger" title={t('programs.noDays')} text={t('programs.noDaysText')} />
  const parts = ({ clearings, refunds }: SettlementDay['books']) =>
    refunds === 0 ? undefined : t('programs.parts', { clearings: show(clearings), refunds: show(refunds) })
  return (
    <Stack gap={3}>
      <Muted as="p">{t('programs.settlementText')}</Muted>
      <Sheet
        label={t('programs.settlement')}
        head={[
          t('programs.day'),
          t('programs.status'),
          t('programs.file'),
          t('programs.books'),
          t('programs.dayDifference'),
          t('programs.reversals'),
          t('programs.fees'),
          t('programs.settled'),
          t('programs.left'),
        ]}
        wide={[3, 5, 6, 7, 8]}
        rows={days.map((day) => ({
          key: day.day,
          cells: [
            showDate(day.day),
            <TwoLines
              below={
                day.bookedTime !== null
                  ? t('programs.bookedBy', { name: day.bookedBy!, time: showTime(day.bookedTime) })
                  : makes && <BookButton issuerId={issuerId} day={day} />
              }
            >
              <StatusTag tone={dayTones[day.state]} text={day.stateText} />
            </TwoLines>,
            day.file ? (
              <TwoLines below={parts(day.file)}>
                <Money cents={day.file.net} />
              </TwoLines>
            ) : (
              '–'
            ),
            <TwoLines below={parts(day.books)}>
              <Money cents={day.books.net} />
            </TwoLines>,
            day.state === 'OPEN' ? '–' : <Money cents={day.difference} sign="always" />,
            <Money cents={day.reversals} />,
            <Money cents={day.fees} />,
            reads && day.transferId !== null ? (
              <Link to={paths.bookTransfer(day.transferId)}>
                <Money cents={day.settled} />
              </Link>
            ) : (
              <Money cents={day.settled} />
            ),
            <Money cents={day.left} strong={day.state === 'BOOKED' && day.left !== 0} />,
          ],
        }))}
      />
    </Stack>
  )
}

function BookButton({ issuerId, day }: { issuerId: string; day: SettlementDay }) {
  const t = useText()
  if (day.approvalId !== null) return <Link to={paths.approval(day.approvalId)}>{t('programs.dayWaiting')}</Link>
  if (day.state !== 'AGREES' && day.state !== 'DIFFERS') return null
  const agrees = day.state === 'AGREES'
  const label = t(agrees ? 'programs.book' : 'programs.request')
  return (
    <ReasonButton
      call={settleDay}
      input={{ issuerId, day: day.day }}
      label={label}
      about={showDate(day.day)}
      aria-label={`${label} ${showDate(day.day)}`}
      size="s"
      text={agrees ? t('programs.bookText') : t('programs.requestText', { amount: show(day.difference ?? 0) })}
      done={({ state }) => t(state === 'BOOKED' ? 'programs.booked' : 'programs.asked')}
      refreshes={[showProgram, listPrograms, staffQueues]}
    />
  )
}
