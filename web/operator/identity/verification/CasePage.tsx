import { useState } from 'react'
import { Link, useParams, useNavigate } from 'react-router'
import type { Output, Checked } from '#contract/core/call.ts'
import { showCase, type revealCase, decideCase, listCases, takeCase } from '#contract/identity/desk/cases.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk, refresh, useCall } from '#web/parts/client/queries.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { paths } from '#web/operator/paths.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useText } from '../text.ts'
import { caseTone, countryName } from './caseTones.ts'
import { Papers } from './Papers.tsx'
import css from './Identity.module.css'

const LIVE_MS = 15_000

/** One case: its pictures beside the submitted data, and the decision. */
export default function CasePage() {
  const { orderNo = '' } = useParams()
  return <Case key={orderNo} orderNo={orderNo} />
}

function Case({ orderNo }: { orderNo: string }) {
  const t = useText()
  const may = useHolds('staff:identity.reveal')
  const query = useAsk(showCase, { orderNo }, { everyMs: LIVE_MS, quiet: true })
  const [clear, setClear] = useState<Output<typeof revealCase>>()
  const found = query.data
  const back = <Link to={paths.identity}>{t('verification.back')}</Link>
  if (query.isError && !found)
    return <Empty icon="search" title={t('verification.missing')} text={query.error.says} action={back} />
  if (!found) return <Skeleton height={420} radius={12} />
  const person = clear ?? found.person
  const { company } = found
  return (
    <PageFrame>
      <div className={css.head}>
        <h2>{found.nickname}</h2>
        <Link to={paths.account(found.accountId)} className={css.no}>
          {found.userNo}
        </Link>
        <Tag tone={found.type === 'BUSINESS' ? 'brand' : 'quiet'}>{found.typeText}</Tag>
        <StatusTag tone={caseTone[found.status]} text={found.statusText} />
        <span className={css.right}>{back}</span>
      </div>
      <div className={css.columns}>
        <Papers found={found} clear={clear} onClear={setClear} may={may} />
        <div className={css.side}>
          <Panel title={t('verification.person')}>
            <Facts
              facts={[
                [t('verification.name'), <span className={css.said}>{person.realName || '–'}</span>],
                [t('verification.idType'), found.idTypeText || '–'],
                [t('verification.idNo'), <span className={css.said}>{person.idNo || '–'}</span>],
                [t('verification.country'), countryName(found.country)],
                [t('verification.contact'), <span className={css.said}>{person.contact || '–'}</span>],
                [t('verification.sent'), showTime(found.sentTime)],
              ]}
            />
          </Panel>
          {company && (
            <Panel title={t('verification.company')}>
              <Facts
                facts={[
                  [t('verification.companyName'), company.name],
                  [t('verification.regNo'), company.regNo],
                  [t('verification.legal'), <span className={css.said}>{person.legalPerson || '–'}</span>],
                  [t('verification.address'), company.address],
                  ...(company.website ? [[t('verification.website'), company.website] as const] : []),
                ]}
              />
            </Panel>
          )}
          <Panel title={t('verification.decision')}>
            <CaseMoves found={found} />
          </Panel>
          {found.earlier.length > 0 && (
            <Panel title={t('verification.earlier')}>
              <Facts
                facts={found.earlier.map((one) => [
                  <Link to={paths.identityCase(one.orderNo)}>{showTime(one.time)}</Link>,
                  [one.statusText, one.reason].filter(Boolean).join(' · '),
                ])}
              />
            </Panel>
          )}
        </div>
      </div>
    </PageFrame>
  )
}

type Take = Checked<typeof decideCase>['take']

/** Assign, then approve, send back or reject; and continue with the next. */
function CaseMoves({ found }: { found: Output<typeof showCase> }) {
  const t = useText()
  const navigate = useNavigate()
  const makes = useHolds('staff:identity.make')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [sure, setSure] = useState(false)
  const { orderNo, status, approvalId, nextOrderNo } = found
  const done = (words: string) => {
    toast.ok(words)
    setSure(false)
    refresh(showCase, listCases, staffQueues)
  }
  const take = useCall(takeCase, { quiet: true, onDone: () => done(t('verification.taken')) })
  const decide = useCall(decideCase, {
    quiet: true,
    onDone: (answer) => done(t(answer.approvalId ? 'verification.asked' : 'verification.done')),
  })
  const say = (move: Take) => decide.mutate({ orderNo, take: move, reason: reason.trim() })
  const withReason = (act: () => void) => (reason.trim().length < 2 ? setProblem(t('verification.reasonHint')) : act())
  const open = status === 'PENDING' || status === 'REVIEWING'
  const error = <FormError text={take.error?.says ?? decide.error?.says} />
  const next = (
    <Button
      icon="right"
      guardMs={0}
      disabled={nextOrderNo ? undefined : t('verification.noNext')}
      onClick={() => nextOrderNo && void navigate(paths.identityCase(nextOrderNo))}
    >
      {t('verification.next')}
    </Button>
  )
  if (!open)
    return (
      <div className={css.moves}>
        {found.auditTime !== null && <p>{t('verification.ended', { time: showTime(found.auditTime) })}</p>}
        {found.reason && (
          <p className={css.reason}>
            <small>{t('verification.said')}</small>
            {found.reason}
          </p>
        )}
        <span className={css.buttons}>{next}</span>
      </div>
    )
  if (approvalId)
    return (
      <div className={css.moves}>
        <p>
          <Link to={paths.approval(approvalId)}>{t('verification.waiting')}</Link>
        </p>
        <span className={css.buttons}>{next}</span>
      </div>
    )
  if (!makes || !found.mine)
    return (
      <div className={css.moves} key="take">
        <p className={css.no}>
          {found.taker ? t('verification.takenBy', { name: found.taker }) : t('verification.takeText')}
        </p>
        {error}
        <span className={css.buttons}>
          {makes && (
            <Button look="primary" loading={take.isPending} onClick={() => take.mutate({ orderNo })}>
              {t(found.taker ? 'verification.takeOver' : 'verification.take')}
            </Button>
          )}
          {next}
        </span>
      </div>
    )
  return (
    // Its own key: a button in the place of `take` would treat the following click as a double-click.
    <div className={css.moves} key="decide">
      <Field label={t('verification.reason')} hint={t('verification.reasonHint')} problem={problem}>
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={3}
            maxLength={200}
            value={reason}
            onChange={(value) => {
              setReason(value)
              setProblem(undefined)
            }}
          />
        )}
      </Field>
      {error}
      <span className={css.buttons}>
        <Button look="primary" icon="check" loading={decide.isPending} onClick={() => say('PASS')}>
          {t(found.type === 'BUSINESS' ? 'verification.passSecond' : 'verification.pass')}
        </Button>
        <Button onClick={() => withReason(() => say('NEED_INFO'))}>{t('verification.needInfo')}</Button>
        <Button look="danger" guardMs={0} onClick={() => withReason(() => setSure(true))}>
          {t('verification.reject')}
        </Button>
        {next}
      </span>
      {sure && (
        <Dialog
          title={t('verification.rejectTitle')}
          onClose={() => setSure(false)}
          footer={
            <Button look="danger" loading={decide.isPending} onClick={() => say('REJECT')}>
              {t('verification.reject')}
            </Button>
          }
        >
          <p>{t('verification.rejectText')}</p>
          <p className={css.reason}>{reason}</p>
        </Dialog>
      )}
    </div>
  )
}
