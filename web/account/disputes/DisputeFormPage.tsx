import { useLocation, useNavigate, useParams } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { plain, show } from '#contract/core/money.ts'
import {
  checkDispute,
  MOST_EVIDENCE,
  pageDisputes,
  saveDispute,
  showDispute,
  type Dispute,
} from '#contract/disputes/disputes.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import { MoneyField, SelectField, TextAreaField } from '#web/parts/forms/fields.tsx'
import { PageForm } from '#web/parts/forms/PageForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Detail } from '#web/parts/LoadFailed.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Facts, Muted, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { paths } from '../paths.ts'
import { EvidenceField } from './EvidenceField.tsx'
import { useText } from './text.ts'
import { useEvidence } from './useEvidence.ts'

/** The form of a new dispute, for the purchase in the address; with a dispute in it, that of its draft. */
export default function DisputeFormPage() {
  const t = useText()
  const { tradeId, disputeId } = useParams()
  const navigate = useNavigate()
  const { search } = useLocation()
  const draft = useAsk(showDispute, { disputeId: disputeId ?? '' }, { quiet: true, enabled: disputeId !== undefined })
  const of = tradeId ?? draft.data?.tradeId
  const check = useAsk(checkDispute, { tradeId: of ?? '' }, { quiet: true, enabled: of !== undefined })
  const before = draft.data?.canEdit ? draft.data : undefined
  const missing = disputeId !== undefined && draft.data && !before
  const close = () => void navigate({ pathname: disputeId ? paths.dispute(disputeId) : paths.cardDisputes, search })
  return (
    <Drawer title={t(disputeId ? 'disputes.form.edit' : 'disputes.form.title')} width={600} onClose={close}>
      <Detail
        pending={check.isPending && !check.error && !draft.error}
        missing={t('disputes.missing')}
        why={check.error?.says ?? draft.error?.says}
      >
        {check.data && !missing && (check.data.may || before) && (
          <DisputeForm
            key={before?.disputeId}
            about={check.data}
            tradeId={of!}
            {...(before && { before })}
            onDone={(id) => void navigate(paths.dispute(id))}
          />
        )}
        {check.data && !check.data.may && !before && <Impossible about={check.data} />}
      </Detail>
    </Drawer>
  )
}

type About = Output<typeof checkDispute>

/** Why this purchase cannot be disputed, and the way to the dispute that it has. */
function Impossible({ about: { obstacleText, disputeId } }: { about: About }) {
  const t = useText()
  const navigate = useNavigate()
  return (
    <Stack gap={3}>
      <h3>{t('disputes.form.impossible')}</h3>
      <Note tone="warn">{obstacleText}</Note>
      {disputeId !== null && (
        <Button onClick={() => void navigate(paths.dispute(disputeId))}>{t('disputes.form.open')}</Button>
      )}
    </Stack>
  )
}

function DisputeForm({
  about,
  tradeId,
  before,
  onDone,
}: {
  about: About
  tradeId: string
  before?: Dispute
  onDone: (disputeId: string) => void
}) {
  const t = useText()
  const may = useMay(saveDispute)
  const form = useForm(saveDispute, {
    initial: {
      tradeId,
      ...(before && { disputeId: before.disputeId }),
      reason: before?.reason ?? '',
      amount: plain(Math.min(before?.amount ?? about.maxAmount, about.maxAmount)),
      note: before?.note ?? '',
      files: before?.files.map(({ fileId }) => fileId) ?? [],
    },
    money: ['amount'],
  })
  const evidence = useEvidence(before?.files ?? [], (files) => form.set({ files }))
  const chosen = about.reasons.find(({ reason }) => reason === form.text('reason'))
  const cents = form.cents('amount')
  const range = { min: show(about.minAmount, about.unit), max: show(about.maxAmount, about.unit) }
  const wrongAmount =
    cents === undefined
      ? undefined
      : cents < about.minAmount
        ? t('disputes.form.belowMin', range)
        : cents > about.maxAmount
          ? t('disputes.form.aboveMax', range)
          : undefined
  const evidenceMissing = chosen?.evidence === 1 && evidence.pictures.length === 0
  return (
    <PageForm
      form={form}
      submit={t('disputes.form.save')}
      submitOff={may.reason ?? (evidence.busy ? t('disputes.form.uploading') : undefined)}
      send={async () => (wrongAmount || evidenceMissing ? undefined : await form.submit())}
      done={t('disputes.form.saved')}
      refreshes={[pageDisputes, showDispute, checkDispute]}
      onDone={({ disputeId }) => onDone(disputeId)}
      summary={
        <Facts
          facts={[
            [t('disputes.form.fee'), <Money cents={about.fee} unit={about.unit} />],
            [null, <small>{t('disputes.form.feeText')}</small>],
          ]}
        />
      }
    >
      <Facts
        facts={[
          [t('disputes.form.purchase'), `${about.merchantName} · ···· ${about.lastFour}`],
          [t('disputes.form.amount'), <Money cents={about.purchaseAmount} unit={about.unit} />],
          [t('disputes.form.posted'), showTime(about.postTime)],
        ]}
      />
      <Muted as="p">{t('disputes.form.until', { time: showDay(about.until) })}</Muted>
      <SelectField
        form={form}
        name="reason"
        label={t('disputes.form.reason')}
        placeholder={t('disputes.form.choose')}
        options={about.reasons.map(({ reason, reasonText, from }) => ({
          value: reason,
          label: from === null ? reasonText : t('disputes.form.tooEarly', { reason: reasonText, time: showDay(from) }),
          disabled: from !== null,
        }))}
      />
      <MoneyField
        form={form}
        name="amount"
        label={t('disputes.form.amount')}
        hint={t('disputes.form.amountHint', range)}
        problem={wrongAmount}
      />
      <TextAreaField
        form={form}
        name="note"
        label={t('disputes.form.note')}
        hint={chosen?.asks ?? t('disputes.form.noteHint')}
        rows={5}
      />
      <EvidenceField
        of={evidence}
        required={chosen?.evidence === 1}
        hint={t('disputes.form.evidenceHint', { most: MOST_EVIDENCE })}
        problem={form.problemOf('files') ?? (evidenceMissing ? t('disputes.form.evidenceNeeded') : undefined)}
      />
    </PageForm>
  )
}
