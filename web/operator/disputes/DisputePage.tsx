import { useState } from 'react'
import { useParams } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { deskDispute, deskDisputes, deskEvidence, rejectDispute } from '#contract/disputes/desk.ts'
import { mayMove } from '#contract/disputes/disputes.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { showTime } from '#web/parts/dates.ts'
import { Picture } from '#web/parts/Picture.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Facts, Muted, Row, Section } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Timeline } from '#web/ui/Timeline.tsx'
import { useHolds } from '../desk.ts'
import { CasePage, HolderLink, Quote, ToApproval } from '../parts/Case.tsx'
import { ReasonButton } from '../parts/ReasonDialog.tsx'
import { paths } from '../paths.ts'
import { DecideDialog, FileDialog } from './DisputeDialogs.tsx'
import { StateTag } from './DisputesPage.tsx'
import { useText } from './text.ts'

const LIVE_MS = 10_000
type Shown = Output<typeof deskDispute>

/** One dispute at the desk: the purchase, what its holder says and proves, and what we can do. */
export default function DisputePage() {
  const t = useText()
  const { disputeId = '' } = useParams()
  const query = useAsk(deskDispute, { disputeId }, { quiet: true, everyMs: LIVE_MS })
  const found = query.data
  return (
    <CasePage
      title={found?.merchantName ?? t('desk.disputes')}
      tag={found && <StateTag of={found} />}
      width={640}
      of={paths.disputes}
      query={query}
      missing={t('disputes.missing')}
    >
      {(dispute) => (
        <>
          <Money cents={dispute.amount} unit={dispute.unit} size="xl" />
          <Quote label={t('disputes.note')}>{dispute.note}</Quote>
          <DisputeFacts of={dispute} />
          <Evidence of={dispute} />
          <Section title={t('disputes.history')}>
            <Timeline
              label={t('disputes.history')}
              steps={dispute.steps.map((step, at) => ({
                key: String(at),
                state: step.state === 'LOST' ? ('bad' as const) : ('done' as const),
                title: step.stateText,
                text: step.text,
                time: `${showTime(step.time)} · ${t(`disputes.by.${step.by}`)}`,
              }))}
            />
          </Section>
          {dispute.approvalId && <ToApproval approvalId={dispute.approvalId}>{t('disputes.toApproval')}</ToApproval>}
          <Moves of={dispute} />
        </>
      )}
    </CasePage>
  )
}

/** A picture is shown on request: fetching it is logged, so it is not fetched earlier. */
function Evidence({ of: { disputeId, files } }: { of: Shown }) {
  const t = useText()
  const [open, setOpen] = useState<string>()
  const n = files.findIndex(({ fileId }) => fileId === open) + 1
  return (
    <Section title={t('disputes.evidence')}>
      {files.length === 0 && <Muted>{t('disputes.noEvidence')}</Muted>}
      <Row>
        {files.map(({ fileId }, at) => (
          <Button
            key={fileId}
            size="s"
            icon="eye"
            guardMs={0}
            aria-expanded={fileId === open}
            onClick={() => setOpen(fileId === open ? undefined : fileId)}
          >
            {t('disputes.picture', { n: at + 1 })}
          </Button>
        ))}
      </Row>
      {open !== undefined && n > 0 && (
        <Picture
          key={open}
          call={deskEvidence}
          input={{ disputeId, fileId: open }}
          name={t('disputes.picture', { n })}
          larger={t('disputes.pictureLarger', { n })}
          failed={t('disputes.pictureFailed')}
          height={320}
        />
      )}
    </Section>
  )
}

function DisputeFacts({ of: dispute }: { of: Shown }) {
  const t = useText()
  const money = (cents: number) => <Money cents={cents} unit={dispute.unit} />
  return (
    <Facts
      facts={[
        dispute.holder && [t('disputes.account'), <HolderLink {...dispute.holder} />],
        [t('disputes.record'), t('disputes.recordText', dispute.record)],
        [t('disputes.reason'), dispute.reasonText],
        [t('disputes.purchase'), money(dispute.purchaseAmount)],
        [t('disputes.posted'), showTime(dispute.postTime)],
        dispute.returned > 0 && [t('disputes.returned'), money(dispute.returned)],
        dispute.provisional > 0 && [t('disputes.provisional'), money(dispute.provisional)],
        dispute.won > 0 && [t('disputes.won'), money(dispute.won)],
        dispute.fee > 0 && [t('disputes.fee'), money(dispute.fee)],
        [t('disputes.card'), `${dispute.cardSeqNo} ···· ${dispute.lastFour}`],
        [
          t('disputes.issuer'),
          `${dispute.issuerId} · ${t(dispute.byApi === 1 ? 'disputes.byApi' : 'disputes.byHand')}`,
        ],
        dispute.issuerRef !== null && [t('disputes.reference'), <code>{dispute.issuerRef}</code>],
        dispute.deadline !== null && [t('disputes.deadline'), showTime(dispute.deadline)],
      ]}
    />
  )
}

function Moves({ of: dispute }: { of: Shown }) {
  const t = useText()
  const makes = useHolds('staff:dispute.make')
  const [asking, ask] = useState<'file' | 'decide'>()
  const { disputeId, state, filing, byApi, approvalId, merchantName } = dispute
  if (!makes) return null
  const close = () => ask(undefined)
  const files = mayMove('file', state) && filing === 0
  const decides = mayMove('decide', state) && byApi === 0 && approvalId === null
  return (
    <Row>
      {files && (
        <>
          <Button look="primary" guardMs={0} onClick={() => ask('file')}>
            {t(byApi === 1 ? 'disputes.file' : 'disputes.fileByHand')}
          </Button>
          <ReasonButton
            call={rejectDispute}
            input={{ disputeId }}
            about={merchantName}
            look="danger"
            label={t('disputes.reject')}
            text={t('disputes.rejectText')}
            done={t('disputes.rejected')}
            refreshes={[deskDispute, deskDisputes, staffQueues]}
          />
        </>
      )}
      {decides && (
        <Button look="primary" guardMs={0} onClick={() => ask('decide')}>
          {t('disputes.decide')}
        </Button>
      )}
      {asking === 'file' && <FileDialog dispute={dispute} onClose={close} />}
      {asking === 'decide' && <DecideDialog dispute={dispute} onClose={close} />}
    </Row>
  )
}
