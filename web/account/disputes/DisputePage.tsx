import { useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import {
  cancelDispute,
  DISPUTE_FEE_CENTS,
  downloadEvidence,
  pageDisputes,
  showDispute,
  submitDispute,
} from '#contract/disputes/disputes.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { showTime } from '#web/parts/dates.ts'
import { ConfirmDialog } from '#web/parts/forms/FormDialog.tsx'
import { Detail } from '#web/parts/LoadFailed.tsx'
import { Picture } from '#web/parts/Picture.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Copied } from '#web/ui/forms/CopyButton.tsx'
import { Facts, Grid, Muted, Row, Section, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { Timeline, type TimelineStep } from '#web/ui/Timeline.tsx'
import { paths } from '../paths.ts'
import { disputeTone } from './disputeTones.ts'
import { useText } from './text.ts'

const LIVE_MS = 10_000
type Shown = Output<typeof showDispute>

/** One dispute beside the list, with its progress and what can be done about it now. */
export default function DisputePage() {
  const t = useText()
  const { disputeId = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const query = useAsk(showDispute, { disputeId }, { quiet: true, everyMs: LIVE_MS, live: ['trades'] })
  const dispute = query.data
  return (
    <Drawer
      title={dispute?.merchantName ?? t('disputes.list')}
      extra={dispute && <StatusTag tone={disputeTone[dispute.state]} text={dispute.stateText} />}
      width={560}
      footer={dispute && <Actions of={dispute} />}
      onClose={() => void navigate({ pathname: paths.cardDisputes, search })}
    >
      <Detail pending={query.isPending} missing={t('disputes.missing')} why={query.error?.says}>
        {dispute && <DisputeDetail of={dispute} />}
      </Detail>
    </Drawer>
  )
}

function Actions({ of: { disputeId, canEdit, canCancel, tradeId, cardAuthId } }: { of: Shown }) {
  const t = useText()
  const navigate = useNavigate()
  const may = useMay(submitDispute)
  const [asking, ask] = useState<'submit' | 'cancel'>()
  const refreshes = [showDispute, pageDisputes]
  const close = () => ask(undefined)
  return (
    <Row end>
      <Button onClick={() => void navigate(paths.trade(cardAuthId ?? tradeId))}>{t('disputes.one.trade')}</Button>
      {may.shown && canCancel && (
        <Button disabled={may.reason} onClick={() => ask('cancel')}>
          {t('disputes.one.cancel')}
        </Button>
      )}
      {may.shown && canEdit && (
        <>
          <Button disabled={may.reason} onClick={() => void navigate(paths.disputeEdit(disputeId))}>
            {t('disputes.one.edit')}
          </Button>
          <Button look="primary" disabled={may.reason} onClick={() => ask('submit')}>
            {t('disputes.one.submit')}
          </Button>
        </>
      )}
      {asking === 'submit' && (
        <ConfirmDialog
          call={submitDispute}
          input={{ disputeId, expectFee: DISPUTE_FEE_CENTS }}
          title={t('disputes.one.submit')}
          submit={t('disputes.one.submit')}
          done={t('disputes.one.submitted')}
          refreshes={refreshes}
          onClose={close}
        >
          <p>{t('disputes.one.submitText', { fee: show(DISPUTE_FEE_CENTS) })}</p>
        </ConfirmDialog>
      )}
      {asking === 'cancel' && (
        <ConfirmDialog
          call={cancelDispute}
          input={{ disputeId }}
          title={t('disputes.one.cancel')}
          submit={t('disputes.one.cancel')}
          danger
          done={t('disputes.one.canceled')}
          refreshes={refreshes}
          onClose={close}
        >
          <p>{t('disputes.one.cancelText')}</p>
        </ConfirmDialog>
      )}
    </Row>
  )
}

function DisputeDetail({ of: dispute }: { of: Shown }) {
  const t = useText()
  const money = (cents: number) => <Money cents={cents} unit={dispute.unit} />
  return (
    <>
      <Stack gap={2}>
        <Money cents={dispute.amount} unit={dispute.unit} size="xl" />
        <Muted as="p">{t('disputes.one.disputed')}</Muted>
        <Standing of={dispute} />
      </Stack>
      <Facts
        facts={[
          [t('disputes.one.purchase'), money(dispute.purchaseAmount)],
          dispute.returned > 0 && [t('disputes.one.returned'), money(dispute.returned)],
          dispute.provisional > 0 && [t('disputes.one.provisional'), money(dispute.provisional)],
          dispute.won > 0 && [t('disputes.one.won'), money(dispute.won)],
          dispute.fee > 0 && [t('disputes.one.fee'), money(dispute.fee)],
          [t('disputes.one.reason'), dispute.reasonText],
          [t('disputes.one.note'), dispute.note],
          [t('disputes.one.card'), `${dispute.cardSeqNo} ···· ${dispute.lastFour}`],
          [t('disputes.one.posted'), showTime(dispute.postTime)],
          dispute.deadline !== null && [t('disputes.one.deadline'), showTime(dispute.deadline)],
          [t('disputes.one.id'), <Copied text={dispute.disputeId} what={t('disputes.one.id')} />],
        ]}
      />
      {dispute.files.length > 0 && (
        <Section title={t('disputes.one.evidence')}>
          <Grid gap={2} min={112}>
            {dispute.files.map(({ fileId }, at) => (
              <Picture
                key={fileId}
                call={downloadEvidence}
                input={{ fileId }}
                name={t('disputes.one.picture', { n: at + 1 })}
                larger={t('disputes.one.pictureLarger', { n: at + 1 })}
                failed={t('disputes.one.pictureFailed')}
                height={88}
              />
            ))}
          </Grid>
        </Section>
      )}
      <Section title={t('disputes.one.history')}>
        <Timeline
          label={t('disputes.one.history')}
          steps={dispute.steps.map((step, at) => stepOf(dispute, step, at, t))}
        />
      </Section>
    </>
  )
}

/** What it means now. */
function Standing({ of: { state, deadline, provisional, closedText, unit } }: { of: Shown }) {
  const t = useText()
  if (state === 'DRAFT') return <Note>{t('disputes.one.draftNote', { time: showTime(deadline!) })}</Note>
  if (state === 'SUBMITTED') return <Note>{t('disputes.one.submittedNote')}</Note>
  if (state === 'IN_PROGRESS')
    return (
      <Note>
        {provisional > 0
          ? t('disputes.one.provisionalNote', { amount: show(provisional, unit) })
          : t('disputes.one.withIssuerNote')}
      </Note>
    )
  return closedText && <Note>{closedText}</Note>
}

const looks: Partial<Record<Shown['state'], TimelineStep['state']>> = { LOST: 'bad', EXPIRED: 'bad' }

function stepOf({ steps, closeTime }: Shown, step: Shown['steps'][number], at: number, t: ReturnType<typeof useText>) {
  const isNow = at === steps.length - 1 && closeTime === null
  return {
    key: String(at),
    state: looks[step.state] ?? (isNow ? ('now' as const) : ('done' as const)),
    title: step.stateText,
    text: step.text,
    time: `${showTime(step.time)} · ${t(`disputes.one.by.${step.by}`)}`,
  }
}
