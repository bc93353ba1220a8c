import { useState } from 'react'
import { useParams } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { mayMove } from '#contract/funding/forecasts.ts'
import {
  answerForecast,
  bankLines,
  deskForecast,
  deskForecasts,
  matchForecast,
  recallForecast,
  takeForecast,
  deskSlip,
} from '#contract/funding/desk/wires.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { holderName } from '#web/parts/lists/columns.tsx'
import { showDate, showDay, showTime } from '#web/parts/dates.ts'
import { refresh, useAsk } from '#web/parts/client/queries.ts'
import { TextAreaField } from '#web/parts/forms/fields.tsx'
import { useForm, type Form } from '#web/parts/forms/useForm.ts'
import { Picture } from '#web/parts/Picture.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Facts, Row, Section } from '#web/ui/layout.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { Timeline } from '#web/ui/Timeline.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useHolds } from '#web/operator/desk.ts'
import { CasePage, Decision, useMoves } from '#web/operator/parts/Case.tsx'
import { paths } from '#web/operator/paths.ts'
import { say, useText } from '../text.ts'
import { Candidates } from './Candidates.tsx'
import { statusTone } from './wireTones.ts'

type Forecast = Output<typeof deskForecast>

/** One forecast on the desk: its details, its slips, possible payments, and the decision. */
export default function ForecastPage() {
  const t = useText()
  const { topupId = '' } = useParams()
  const query = useAsk(deskForecast, { topupId }, { quiet: true })
  const found = query.data
  return (
    <CasePage
      title={found?.orderNo ?? t('wires.forecasts')}
      tag={found && <StatusTag tone={statusTone[found.status]} text={found.statusText} />}
      width={640}
      of={paths.forecasts}
      query={query}
      missing={t('wires.missing')}
    >
      {(forecast) => (
        <>
          <Money cents={forecast.creditAmount ?? forecast.amount} size="xl" />
          {forecast.reason && <Note>{forecast.reason}</Note>}
          <Facts
            facts={[
              [t('wires.holder'), holderName(forecast.holder)],
              [t('wires.payer'), forecast.payerName],
              [t('wires.payerBank'), forecast.payerBank],
              [t('wires.account'), `···· ${forecast.payerAccountTail}`],
              [t('wires.transferTime'), showDay(forecast.transferTime)],
              [t('wires.remark'), forecast.remark || '–'],
            ]}
          />
          <Slips forecast={forecast} />
          <Handling key={topupId} forecast={forecast} />
        </>
      )}
    </CasePage>
  )
}

/** The payments that it may be, what has happened so far, and what can be done now. */
function Handling({ forecast: { topupId, status, lines, history } }: { forecast: Forecast }) {
  const t = useText()
  const makes = useHolds('staff:money.make')
  const form = useForm(answerForecast, { initial: { topupId, take: 'NEED_INFO', reason: '' } })
  const reason = form.text('reason')
  const done = (words: string) => {
    toast.ok(words)
    form.set({ reason: '' })
    refresh(deskForecast, deskForecasts, bankLines, staffQueues)
  }
  const asked = () => done(t('wires.asked'))
  const { by, problem } = useMoves(() => done(t('wires.done')))
  return (
    <>
      <Candidates
        title={t('wires.lines')}
        none={t('wires.noLines')}
        of={lines.map(({ lineId, amount, payer, valueDate, bankRef, details, fit }) => ({
          key: lineId,
          name: (
            <strong>
              <Money cents={amount} /> · {payer || '–'}
            </strong>
          ),
          about: `${showDate(valueDate)} · ${bankRef} · ${details}`,
          facts: fit.facts,
          action: makes && mayMove('match', status) && (
            <Button size="s" look="primary" {...by(matchForecast, { topupId, lineId, reason }, asked)}>
              {t('wires.match')}
            </Button>
          ),
        }))}
      />
      <Section title={t('wires.history')}>
        <Timeline
          label={t('wires.history')}
          steps={history.map((step) => ({
            key: String(step.seq),
            state: 'done',
            title: step.statusText,
            text: step.reason,
            time: showTime(step.time),
          }))}
        />
      </Section>
      {makes && (
        <Decision
          problem={problem}
          fields={(mayMove('answer', status) || mayMove('recall', status)) && <Reason form={form} />}
        >
          {mayMove('take', status) && (
            <Button look="primary" {...by(takeForecast, { topupId })}>
              {t('wires.take')}
            </Button>
          )}
          {mayMove('answer', status) && (
            <>
              <Button {...because(form, by(answerForecast, { topupId, take: 'NEED_INFO', reason }))}>
                {t('wires.needInfo')}
              </Button>
              <Button look="danger" {...because(form, by(answerForecast, { topupId, take: 'REJECT', reason }))}>
                {t('wires.reject')}
              </Button>
            </>
          )}
          {mayMove('recall', status) && (
            <Button look="danger" {...because(form, by(recallForecast, { topupId, reason }, asked))}>
              {t('wires.recall')}
            </Button>
          )}
        </Decision>
      )}
    </>
  )
}

type Answering = Form<typeof answerForecast>

/** An action that needs the reason first. */
const because = (form: Answering, { onClick, ...button }: { loading: boolean; onClick: () => void }) => ({
  ...button,
  onClick: () => (form.text('reason').trim().length < 2 ? form.refuse('reason', say('wires.reasonNeeded')) : onClick()),
})

function Reason({ form }: { form: Answering }) {
  const t = useText()
  const field = { label: t('wires.reason'), hint: t('wires.reasonNeeded'), required: false }
  return <TextAreaField form={form} name="reason" rows={2} {...field} />
}

/** The slips by number: each is fetched when it is opened. */
function Slips({ forecast: { topupId, voucher } }: { forecast: Forecast }) {
  const t = useText()
  const [open, setOpen] = useState<string>()
  return (
    <Section title={t('wires.slips')}>
      <Row>
        {voucher.map((fileId, at) => (
          <Button
            key={fileId}
            size="s"
            icon="eye"
            aria-expanded={open === fileId}
            onClick={() => setOpen(open === fileId ? undefined : fileId)}
          >
            {t('wires.slip', { n: at + 1 })}
          </Button>
        ))}
      </Row>
      {open && <SlipPicture key={open} topupId={topupId} fileId={open} n={voucher.indexOf(open) + 1} />}
    </Section>
  )
}

/** A slip shown on request: fetching it is logged, so it is not fetched earlier. Small print can be enlarged. */
function SlipPicture({ topupId, fileId, n }: { topupId: string; fileId: string; n: number }) {
  const t = useText()
  return (
    <Picture
      call={deskSlip}
      input={{ topupId, fileId }}
      name={t('wires.slipName', { n })}
      larger={t('wires.slipLarger', { n })}
      failed={t('wires.slipFailed')}
      height={320}
    />
  )
}
