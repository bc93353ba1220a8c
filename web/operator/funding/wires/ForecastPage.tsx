import { useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
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
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { showDate, showDay, showTime } from '#web/parts/dates.ts'
import { refresh, useAsk, useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { TextArea } from '#web/ui/forms/Input.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { Timeline } from '#web/ui/Timeline.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useHolds } from '#web/operator/desk.ts'
import { paths } from '#web/operator/paths.ts'
import { Picture } from '#web/parts/Picture.tsx'
import { useText } from '../text.ts'
import { statusTone } from './wireTones.ts'
import { FitTags } from './FitTags.tsx'
import css from './Wires.module.css'

/** One forecast on the desk: its details, its slips, possible payments, and the decision. */
export default function ForecastPage() {
  const t = useText()
  const { topupId = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const makes = useHolds('staff:money.make')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [look, setLook] = useState<string>()
  const query = useAsk(deskForecast, { topupId }, { quiet: true })
  const found = query.data
  const done = (words: string) => {
    toast.ok(words)
    setReason('')
    refresh(deskForecast, deskForecasts, bankLines, staffQueues)
  }
  const asked = { quiet: true, onDone: () => done(t('wires.asked')) }
  const take = useCall(takeForecast, { quiet: true, onDone: () => done(t('wires.done')) })
  const answer = useCall(answerForecast, { quiet: true, onDone: () => done(t('wires.done')) })
  const [match, recall] = [useCall(matchForecast, asked), useCall(recallForecast, asked)]
  const withReason = (act: () => void) => (reason.trim().length < 2 ? setProblem(t('wires.reasonNeeded')) : act())

  return (
    <Drawer
      title={found?.orderNo ?? t('wires.forecasts')}
      extra={found && <StatusTag tone={statusTone[found.status]} text={found.statusText} />}
      width={640}
      onClose={() => void navigate({ pathname: paths.forecasts, search })}
    >
      {!found ? (
        query.isError ? (
          <Empty icon="search" title={t('wires.missing')} text={query.error.says} />
        ) : (
          <SkeletonLines lines={8} />
        )
      ) : (
        <div className={css.detail}>
          <Money cents={found.creditAmount ?? found.amount} size="xl" />
          {found.reason && <p className={css.reason}>{found.reason}</p>}
          <Facts
            facts={[
              [t('wires.holder'), `${found.holder.userNo} ${found.holder.nickname}`],
              [t('wires.payer'), found.payerName],
              [t('wires.payerBank'), found.payerBank],
              [t('wires.account'), `···· ${found.payerAccountTail}`],
              [t('wires.transferTime'), showDay(found.transferTime)],
              [t('wires.remark'), found.remark || '–'],
            ]}
          />
          <section>
            <h3>{t('wires.slips')}</h3>
            <span className={css.buttons}>
              {found.voucher.map((fileId, at) => (
                <Button
                  key={fileId}
                  size="s"
                  icon="eye"
                  aria-expanded={look === fileId}
                  onClick={() => setLook(look === fileId ? undefined : fileId)}
                >
                  {t('wires.slip', { n: at + 1 })}
                </Button>
              ))}
            </span>
            {look && (
              <div className={css.look}>
                <SlipPicture key={look} topupId={topupId} fileId={look} n={found.voucher.indexOf(look) + 1} />
              </div>
            )}
          </section>
          <section>
            <h3>{t('wires.lines')}</h3>
            {found.lines.length === 0 ? (
              <p className={css.quiet}>{t('wires.noLines')}</p>
            ) : (
              <ul className={css.candidates}>
                {found.lines.map((line) => (
                  <li key={line.lineId} className={css.candidate}>
                    <div>
                      <strong>
                        <Money cents={line.amount} /> · {line.payer || '–'}
                      </strong>
                      <small>
                        {showDate(line.valueDate)} · {line.bankRef} · {line.details}
                      </small>
                      <FitTags facts={line.fit.facts} />
                    </div>
                    {makes && mayMove('match', found.status) && (
                      <Button
                        size="s"
                        look="primary"
                        loading={match.isPending}
                        onClick={() => match.mutate({ topupId, lineId: line.lineId, reason })}
                      >
                        {t('wires.match')}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </section>
          {makes && (
            <section>
              {(mayMove('answer', found.status) || mayMove('recall', found.status)) && (
                <Field label={t('wires.reason')} problem={problem} hint={t('wires.reasonNeeded')}>
                  {(wiring) => (
                    <TextArea
                      {...wiring}
                      rows={2}
                      maxLength={200}
                      value={reason}
                      onChange={(value) => {
                        setReason(value)
                        setProblem(undefined)
                      }}
                    />
                  )}
                </Field>
              )}
              <FormError text={take.error?.says ?? answer.error?.says ?? match.error?.says ?? recall.error?.says} />
              <span className={css.buttons}>
                {mayMove('take', found.status) && (
                  <Button look="primary" loading={take.isPending} onClick={() => take.mutate({ topupId })}>
                    {t('wires.take')}
                  </Button>
                )}
                {mayMove('answer', found.status) && (
                  <>
                    <Button onClick={() => withReason(() => answer.mutate({ topupId, take: 'NEED_INFO', reason }))}>
                      {t('wires.needInfo')}
                    </Button>
                    <Button
                      look="danger"
                      onClick={() => withReason(() => answer.mutate({ topupId, take: 'REJECT', reason }))}
                    >
                      {t('wires.reject')}
                    </Button>
                  </>
                )}
                {mayMove('recall', found.status) && (
                  <Button look="danger" onClick={() => withReason(() => recall.mutate({ topupId, reason }))}>
                    {t('wires.recall')}
                  </Button>
                )}
              </span>
            </section>
          )}
          <section>
            <h3>{t('wires.history')}</h3>
            <Timeline
              label={t('wires.history')}
              steps={found.history.map((step) => ({
                key: String(step.seq),
                state: 'done',
                title: step.statusText,
                text: step.reason,
                time: showTime(step.time),
              }))}
            />
          </section>
        </div>
      )}
    </Drawer>
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
