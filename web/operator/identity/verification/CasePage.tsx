import { useState } from 'react'
import { Link, useParams, useNavigate } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { showCase, type revealCase, decideCase, listCases, takeCase } from '#contract/identity/desk/cases.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk, refresh } from '#web/parts/client/queries.ts'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Facts, Muted, Row, Stack } from '#web/ui/layout.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { Quote, useMoves } from '#web/operator/parts/Case.tsx'
import { Answered } from '#web/parts/Answered.tsx'
import { PageHead } from '#web/operator/parts/PageHead.tsx'
import { paths } from '#web/operator/paths.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useText } from '../text.ts'
import { countryName, statusTag, typeTag } from './caseTags.tsx'
import { Cardholders } from './Cardholders.tsx'
import { Papers } from './Papers.tsx'
import css from './Identity.module.css'

const LIVE_MS = 15_000
type Case = Output<typeof showCase>

/** One case: its pictures beside the submitted data, and the decision. */
export default function CasePage() {
  const t = useText()
  const { orderNo = '' } = useParams()
  const query = useAsk(showCase, { orderNo }, { everyMs: LIVE_MS, quiet: true })
  const back = <Link to={paths.identity}>{t('verification.back')}</Link>
  return (
    <Answered query={query} missing={t('verification.missing')} action={back}>
      {(found) => (
        <PageFrame>
          <PageHead title={found.nickname} moves={back}>
            <Link to={paths.account(found.accountId)}>{found.userNo}</Link>
            {typeTag(found)}
            {statusTag(found)}
          </PageHead>
          <CaseBody key={orderNo} found={found} />
        </PageFrame>
      )}
    </Answered>
  )
}

function CaseBody({ found }: { found: Case }) {
  const t = useText()
  const may = useHolds('staff:identity.reveal')
  const [clear, setClear] = useState<Output<typeof revealCase>>()
  const person = clear ?? found.person
  const { company } = found
  return (
    <div className={css.columns}>
      <Papers found={found} clear={clear} onClear={setClear} may={may} />
      <Stack gap={4}>
        <Panel title={t('verification.person')}>
          <Facts
            facts={[
              [t('verification.name'), <strong>{person.realName || '–'}</strong>],
              [t('verification.idType'), found.idTypeText || '–'],
              [t('verification.idNo'), <strong>{person.idNo || '–'}</strong>],
              [t('verification.country'), countryName(found.country)],
              [t('verification.contact'), <strong>{person.contact || '–'}</strong>],
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
                [t('verification.legal'), <strong>{person.legalPerson || '–'}</strong>],
                [t('verification.address'), company.address],
                company.website && [t('verification.website'), company.website],
              ]}
            />
          </Panel>
        )}
        <Panel title={t('verification.decision')}>
          <CaseMoves found={found} />
        </Panel>
        {found.status === 'PASSED' && <Cardholders found={found} />}
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
      </Stack>
    </div>
  )
}

/** Assign, then approve, send back or reject; and continue with the next. */
function CaseMoves({ found }: { found: Case }) {
  const t = useText()
  const navigate = useNavigate()
  const makes = useHolds('staff:identity.make')
  const [reason, setReason] = useState('')
  const [lacks, setLacks] = useState(false)
  const [sure, setSure] = useState(false)
  const { by, problem } = useMoves()
  const { orderNo, status, approvalId, nextOrderNo } = found
  const done = (words: string) => {
    toast.ok(words)
    setSure(false)
    refresh(showCase, listCases, staffQueues)
  }
  const decide = (take: 'PASS' | 'NEED_INFO' | 'REJECT') =>
    by(decideCase, { orderNo, take, reason: reason.trim() }, (answer) =>
      done(t(answer.approvalId ? 'verification.asked' : 'verification.done')),
    )
  const short = reason.trim().length < 2
  const withReason = (act: () => void) => (short ? setLacks(true) : act())
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
  const open = status === 'PENDING' || status === 'REVIEWING'
  if (!open || approvalId)
    return (
      <Stack>
        {!open && found.auditTime !== null && <p>{t('verification.ended', { time: showTime(found.auditTime) })}</p>}
        {!open && found.reason && <Quote label={t('verification.said')}>{found.reason}</Quote>}
        {open && approvalId && <Link to={paths.approval(approvalId)}>{t('verification.waiting')}</Link>}
        <Row>{next}</Row>
      </Stack>
    )
  if (!makes || !found.mine)
    return (
      <Stack key="take">
        <Muted as="p">
          {found.taker ? t('verification.takenBy', { name: found.taker }) : t('verification.takeText')}
        </Muted>
        <FormError text={problem} />
        <Row>
          {makes && (
            <Button look="primary" {...by(takeCase, { orderNo }, () => done(t('verification.taken')))}>
              {t(found.taker ? 'verification.takeOver' : 'verification.take')}
            </Button>
          )}
          {next}
        </Row>
      </Stack>
    )
  return (
    // Its own key: a button in the place of `take` would treat the following click as a double-click.
    <Stack key="decide">
      <Field
        label={t('verification.reason')}
        hint={t('verification.reasonHint')}
        problem={lacks && short ? t('verification.reasonHint') : undefined}
      >
        {(wiring) => <TextArea {...wiring} rows={3} maxLength={200} value={reason} onChange={setReason} />}
      </Field>
      <FormError text={problem} />
      <Row>
        <Button look="primary" icon="check" {...decide('PASS')}>
          {t(found.type === 'BUSINESS' ? 'verification.passSecond' : 'verification.pass')}
        </Button>
        <Button onClick={() => withReason(decide('NEED_INFO').onClick)}>{t('verification.needInfo')}</Button>
        <Button look="danger" guardMs={0} onClick={() => withReason(() => setSure(true))}>
          {t('verification.reject')}
        </Button>
        {next}
      </Row>
      {sure && (
        <Dialog
          title={t('verification.rejectTitle')}
          onClose={() => setSure(false)}
          footer={
            <Button look="danger" {...decide('REJECT')}>
              {t('verification.reject')}
            </Button>
          }
        >
          <Stack>
            <p>{t('verification.rejectText')}</p>
            <Quote>{reason}</Quote>
            <FormError text={problem} />
          </Stack>
        </Dialog>
      )}
    </Stack>
  )
}
