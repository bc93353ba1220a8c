import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { showPrice, showQuantity, showInvoice, type InvoiceLine } from '#contract/programs/invoices.ts'
import { showAttachment } from '#contract/staff/approvals.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { BackLink } from '#web/parts/BackLink.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { showDate, showMonth, showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { Picture } from '#web/parts/Picture.tsx'
import { Panel, Stats } from '#web/ui/dialogs/Panel.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Facts, Grid, Mono, TwoLines } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '../desk.ts'
import { Sheet } from '../ledger/Sheet.tsx'
import { ToApproval } from '../parts/Case.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { paths } from '../paths.ts'
import { EnterInvoiceDialog } from './EnterInvoiceDialog.tsx'
import { DifferingTag } from './Invoices.tsx'
import { invoiceTones } from './statementTones.ts'
import { useText } from './text.ts'

type Found = Output<typeof showInvoice>
type Booking = NonNullable<Found['booking']>

/** A month of an issuer: our counts by the price list, and the invoice beside them with its original. */
export default function InvoicePage() {
  const t = useText()
  const { issuerId = '', month = '' } = useParams()
  const query = useAsk(showInvoice, { issuerId, month }, { quiet: true })
  return (
    <Answered query={query} missing={t('invoices.missing')}>
      {(found) => (
        <PageFrame>
          <BackLink to={paths.program(issuerId)}>{t('invoices.back', { issuer: issuerId })}</BackLink>
          <PageHead title={showMonth(found.month)} moves={<Moves issuerId={issuerId} found={found} />}>
            <StatusTag tone={invoiceTones[found.state]} text={found.stateText} />
            {found.differing > 0 && <DifferingTag count={found.differing} />}
          </PageHead>
          {found.approvalId !== null && <ToApproval approvalId={found.approvalId}>{t('invoices.waiting')}</ToApproval>}
          {found.state === 'AWAITED' && found.complete === 0 && <Note>{t('invoices.enterSoon')}</Note>}
          <Panel label={t('invoices.title')}>
            <Figures found={found} />
          </Panel>
          <Panel title={t('invoices.lines')}>
            <Lines found={found} />
          </Panel>
          {found.booking && <Booked found={found} booking={found.booking} />}
        </PageFrame>
      )}
    </Answered>
  )
}

function Moves({ issuerId, found }: { issuerId: string; found: Found }) {
  const t = useText()
  const makes = useHolds('staff:treasury.make')
  const [open, setOpen] = useState(false)
  if (!makes || found.state !== 'AWAITED' || found.complete === 0) return null
  return (
    <>
      <Button look="primary" guardMs={0} onClick={() => setOpen(true)}>
        {t('invoices.enter')}
      </Button>
      {open && <EnterInvoiceDialog issuerId={issuerId} invoice={found} onClose={() => setOpen(false)} />}
    </>
  )
}

function Figures({ found: { invoiced, counted, countTime, difference, accrued, booking } }: { found: Found }) {
  const t = useText()
  const postedNote =
    booking &&
    (booking.posted === 0 ? t('invoices.nothingPosted') : t('invoices.postedNote', { day: showDate(booking.takenOn) }))
  return (
    <Stats
      stats={[
        [t('invoices.invoiced'), <Money cents={invoiced} />],
        [
          t('invoices.counted'),
          <Money cents={counted} />,
          countTime === null ? t('invoices.notCounted') : t('invoices.countedAt', { time: showTime(countTime) }),
        ],
        [t('invoices.difference'), <Money cents={difference} sign="always" />],
        [t('invoices.accrued'), <Money cents={accrued} />, t('invoices.accruedNote')],
        booking !== null && [t('invoices.posted'), <Money cents={booking.posted} sign="always" />, postedNote],
      ]}
    />
  )
}

function Lines({ found: { lines, invoiced, counted, difference } }: { found: Found }) {
  const t = useText()
  const quantity = (kind: InvoiceLine['kind'], of: number | null) => (of === null ? '–' : showQuantity(kind, of))
  return (
    <Sheet
      label={t('invoices.lines')}
      head={[
        t('invoices.kind'),
        t('invoices.countedQuantity'),
        t('invoices.price'),
        t('invoices.expected'),
        t('invoices.invoicedQuantity'),
        t('invoices.amount'),
        t('invoices.difference'),
      ]}
      wide={[1, 2, 4]}
      rows={[
        ...lines.map((line) => ({
          key: line.kind,
          cells: [
            line.kindText,
            quantity(line.kind, line.counted),
            line.price === null ? t('invoices.noPrice') : showPrice(line.kind, line.price),
            <Money cents={line.expected} />,
            quantity(line.kind, line.quantity),
            <Money cents={line.amount} />,
            <TwoLines below={line.differs === 1 && <StatusTag tone="bad" text={t('invoices.differs')} />}>
              <Money cents={line.difference} sign="always" />
            </TwoLines>,
          ],
        })),
        {
          key: 'total',
          look: 'sum' as const,
          cells: [
            t('invoices.total'),
            '',
            '',
            <Money cents={counted} />,
            '',
            <Money cents={invoiced} />,
            <Money cents={difference} sign="always" />,
          ],
        },
      ]}
    />
  )
}

function Booked({ found: { invoiceNo, stateText }, booking }: { found: Found; booking: Booking }) {
  const t = useText()
  const reads = useHolds('staff:books.view')
  const { approvalId, fileId, transferId } = booking
  return (
    <Grid gap={5} min={320}>
      <Panel title={stateText}>
        <Facts
          facts={[
            [t('invoices.number'), <Mono>{invoiceNo}</Mono>],
            [t('invoices.date'), showDate(booking.invoiceDate)],
            [t('invoices.people'), `${booking.maker}, ${booking.checker}`],
            [t('invoices.booked'), showTime(booking.bookTime)],
            [t('invoices.reason'), booking.reason],
            [t('invoices.approval'), <Link to={paths.approval(approvalId)}>{approvalId}</Link>],
            reads &&
              transferId !== null && [
                t('invoices.entries'),
                <Link to={paths.bookTransfer(transferId)}>{transferId}</Link>,
              ],
          ]}
        />
      </Panel>
      <Panel title={t('invoices.file')}>
        <Picture
          call={showAttachment}
          input={{ approvalId, fileId }}
          name={t('invoices.file')}
          larger={t('invoices.larger')}
          failed={t('invoices.fileFailed')}
          height={220}
        />
      </Panel>
    </Grid>
  )
}
