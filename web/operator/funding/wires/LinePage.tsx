import { Link, useParams } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { assignLine, bankLine, bankLines, returnLine } from '#contract/funding/desk/wires.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { holderName } from '#web/parts/lists/columns.tsx'
import { showDate } from '#web/parts/dates.ts'
import { refresh, useAsk } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useHolds } from '#web/operator/desk.ts'
import { CasePage, Decision, useMoves } from '#web/operator/parts/Case.tsx'
import { ReasonField } from '#web/operator/parts/ReasonDialog.tsx'
import { paths } from '#web/operator/paths.ts'
import { Candidates } from './Candidates.tsx'
import { useText } from '../text.ts'
import { lineTone } from './wireTones.ts'

/** An incoming payment: possible forecasts, its assignment, or its return to the sender. */
export default function LinePage() {
  const t = useText()
  const { lineId = '' } = useParams()
  const makes = useHolds('staff:money.make')
  const query = useAsk(bankLine, { lineId }, { quiet: true })
  const found = query.data
  return (
    <CasePage
      title={found?.bankRef ?? t('wires.statements')}
      tag={found && <StatusTag tone={lineTone[found.state]} text={found.stateText} />}
      of={paths.statements}
      query={query}
      missing={t('wires.missing')}
    >
      {(line) => (
        <>
          <Money cents={line.amount} size="xl" />
          <Facts
            facts={[
              [t('wires.payer'), line.payer || '–'],
              [t('wires.account'), line.payerAccount || '–'],
              [t('wires.date'), showDate(line.valueDate)],
              [t('wires.details'), line.details || '–'],
              [t('wires.holder'), holderName(line.holder)],
            ]}
          />
          {(line.state === 'OPEN' || line.state === 'SUSPENSE') && (
            <>
              <Candidates
                title={t('wires.candidates')}
                none={t('wires.noCandidates')}
                of={line.forecasts.map(({ topupId, orderNo, amount, payerName, holder, fit }) => ({
                  key: topupId,
                  name: (
                    <Link to={paths.forecast(topupId)}>
                      {orderNo} · <Money cents={amount} />
                    </Link>
                  ),
                  about: `${payerName} · ${holderName(holder)}`,
                  facts: fit.facts,
                }))}
              />
              {makes && <Assign key={lineId} line={line} />}
            </>
          )}
        </>
      )}
    </CasePage>
  )
}

function Assign({ line: { lineId } }: { line: Output<typeof bankLine> }) {
  const t = useText()
  const form = useForm(assignLine, { initial: { lineId, userNo: '', reason: '' } })
  const asked = () => {
    toast.ok(t('wires.asked'))
    refresh(bankLine, bankLines, staffQueues)
  }
  const moves = useMoves(asked)
  const reason = form.text('reason').trim()
  const off = reason.length < 2 ? t('wires.reason') : undefined
  return (
    <Decision
      problem={form.submitError ?? moves.problem}
      fields={
        <>
          <ReasonField form={form} />
          <TextField form={form} name="userNo" label={t('wires.userNo')} inputMode="numeric" required={false} />
        </>
      }
    >
      <Button
        look="primary"
        loading={form.loading}
        disabled={off ?? (form.input ? undefined : t('wires.userNo'))}
        onClick={() => void form.submit().then((done) => done && asked())}
      >
        {t('wires.assign')}
      </Button>
      <Button look="danger" disabled={off} {...moves.by(returnLine, { lineId, reason })}>
        {t('wires.back')}
      </Button>
    </Decision>
  )
}
