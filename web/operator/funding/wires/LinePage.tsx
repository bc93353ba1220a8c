import { useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { staffQueues } from '#contract/staff/staff.ts'
import { assignLine, bankLine, bankLines, returnLine } from '#contract/funding/desk/wires.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { showDate } from '#web/parts/dates.ts'
import { refresh, useAsk, useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, TextArea } from '#web/ui/forms/Input.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useHolds } from '#web/operator/desk.ts'
import { paths } from '#web/operator/paths.ts'
import { lineTone } from './wireTones.ts'
import { FitTags } from './FitTags.tsx'
import { useText } from '../text.ts'
import css from './Wires.module.css'

/** An incoming payment: possible forecasts, its assignment, or its return to the sender. */
export default function LinePage() {
  const t = useText()
  const { lineId = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const makes = useHolds('staff:money.make')
  const [userNo, setUserNo] = useState('')
  const [reason, setReason] = useState('')
  const query = useAsk(bankLine, { lineId }, { quiet: true })
  const line = query.data
  const asked = {
    quiet: true,
    onDone: () => {
      toast.ok(t('wires.asked'))
      refresh(bankLine, bankLines, staffQueues)
    },
  }
  const [assign, back] = [useCall(assignLine, asked), useCall(returnLine, asked)]
  const off = reason.trim().length < 2 ? t('wires.reason') : undefined
  return (
    <Drawer
      title={line?.bankRef ?? t('wires.statements')}
      extra={line && <StatusTag tone={lineTone[line.state]} text={line.stateText} />}
      width={600}
      onClose={() => void navigate({ pathname: paths.statements, search })}
    >
      {!line ? (
        query.isError ? (
          <Empty icon="search" title={t('wires.missing')} text={query.error.says} />
        ) : (
          <SkeletonLines lines={6} />
        )
      ) : (
        <div className={css.detail}>
          <Money cents={line.amount} size="xl" />
          <Facts
            facts={[
              [t('wires.payer'), line.payer || '–'],
              [t('wires.account'), line.payerAccount || '–'],
              [t('wires.date'), showDate(line.valueDate)],
              [t('wires.details'), line.details || '–'],
              [t('wires.holder'), line.holder ? `${line.holder.userNo} ${line.holder.nickname}` : '–'],
            ]}
          />
          {(line.state === 'OPEN' || line.state === 'SUSPENSE') && (
            <>
              <section>
                <h3>{t('wires.candidates')}</h3>
                {line.forecasts.length === 0 ? (
                  <p className={css.quiet}>{t('wires.noCandidates')}</p>
                ) : (
                  <ul className={css.candidates}>
                    {line.forecasts.map((forecast) => (
                      <li key={forecast.topupId} className={css.candidate}>
                        <div>
                          <Link to={paths.forecast(forecast.topupId)}>
                            {forecast.orderNo} · <Money cents={forecast.amount} />
                          </Link>
                          <small>
                            {forecast.payerName} · {forecast.holder.userNo} {forecast.holder.nickname}
                          </small>
                          <FitTags facts={forecast.fit.facts} />
                        </div>
                      </li>
                    ))}
                  </ul>
                )}
              </section>
              {makes && (
                <section className={css.detail}>
                  <Field label={t('wires.reason')} required>
                    {(wiring) => <TextArea {...wiring} rows={2} maxLength={200} value={reason} onChange={setReason} />}
                  </Field>
                  <Field label={t('wires.userNo')} problem={assign.error?.fields.userNo}>
                    {(wiring) => <Input {...wiring} inputMode="numeric" value={userNo} onChange={setUserNo} />}
                  </Field>
                  <FormError text={assign.error?.says ?? back.error?.says} />
                  <span className={css.buttons}>
                    <Button
                      look="primary"
                      loading={assign.isPending}
                      disabled={off ?? (/^\d{6,12}$/.test(userNo) ? undefined : t('wires.userNo'))}
                      onClick={() => assign.mutate({ lineId, userNo, reason })}
                    >
                      {t('wires.assign')}
                    </Button>
                    <Button
                      look="danger"
                      loading={back.isPending}
                      disabled={off}
                      onClick={() => back.mutate({ lineId, reason })}
                    >
                      {t('wires.back')}
                    </Button>
                  </span>
                </section>
              )}
            </>
          )}
        </div>
      )}
    </Drawer>
  )
}
