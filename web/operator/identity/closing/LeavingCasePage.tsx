import { useState } from 'react'
import { Link, useParams } from 'react-router'
import {
  finishClosing,
  listLeaving,
  showLeaving,
  askClosingPayout,
  recordClosingPayout,
  returnClosingPayout,
  revealClosingPayee,
} from '#contract/identity/desk/closing.ts'
import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import type { ClosingPayoutState } from '#contract/identity/closing.ts'
import { showTime } from '#web/parts/dates.ts'
import { refresh, useAsk } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select } from '#web/ui/forms/Input.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts, Section } from '#web/ui/layout.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { CasePage, Decision, ToApproval, useMoves } from '#web/operator/parts/Case.tsx'
import { paths } from '#web/operator/paths.ts'
import { useText } from '../text.ts'
import { leavingTag } from './LeavingPage.tsx'

/** The second approver may decide while the page is open. */
const LIVE_MS = 10_000

/** One closing account beside the list: the amount owed, where it can be paid, and past payouts. */
export default function LeavingCasePage() {
  const t = useText()
  const { caseId = '' } = useParams()
  const query = useAsk(showLeaving, { caseId }, { quiet: true, everyMs: LIVE_MS })
  const { data } = query
  return (
    <CasePage
      title={data ? `${data.userNo} ${data.nickname}` : t('closing.list')}
      tag={data && leavingTag(data)}
      of={paths.leaving}
      query={query}
      missing={t('closing.missing')}
    >
      {(found) => (
        <>
          <Facts
            facts={[
              [t('closing.account'), <Link to={paths.account(found.accountId)}>{found.userNo}</Link>],
              [t('closing.waiting'), <Money cents={found.waiting} strong />],
              [t('closing.first'), <Money cents={found.firstAmount} />],
              found.owed > 0 && [t('closing.owed'), <Money cents={found.owed} />],
              [t('closing.closedAt'), showTime(found.createTime)],
              [t('closing.why'), found.reason || '–'],
            ]}
          />
          {found.approvalId ? (
            <ToApproval approvalId={found.approvalId}>{t('closing.waitsForApproval')}</ToApproval>
          ) : (
            found.waiting > 0 && <PayoutForm found={found} />
          )}
          {found.mayFinish === 1 && <Finish caseId={caseId} />}
          <PayoutSteps payouts={found.payouts} />
        </>
      )}
    </CasePage>
  )
}

/** The actions on a case, and one line of text that they need. */
function useCase(done: 'finished' | 'requested' | 'recorded') {
  const t = useText()
  const [text, setText] = useState('')
  const moves = useMoves(() => {
    toast.ok(t(`closing.${done}`))
    refresh(listLeaving, showLeaving)
  })
  const field = (label: string, hint: string, maxLength: number) => (
    <Field label={label} hint={hint}>
      {(wiring) => <Input {...wiring} value={text} maxLength={maxLength} onChange={setText} />}
    </Field>
  )
  return { ...moves, text, field }
}

function Finish({ caseId }: { caseId: string }) {
  const t = useText()
  const { by, problem, text, field } = useCase('finished')
  return (
    <Decision fields={field(t('desk.reason'), t('closing.finishHint'), 200)} problem={problem}>
      <Button
        look="primary"
        disabled={text.trim().length < 2 ? t('desk.reason') : undefined}
        {...by(finishClosing, { caseId, reason: text })}
      >
        {t('closing.finish')}
      </Button>
    </Decision>
  )
}

const OTHER = 'other'

/** Pays to the payout card that the holder chose, another of theirs, back to a top-up, or to a typed bank account. */
function PayoutForm({ found }: { found: Output<typeof showLeaving> }) {
  const t = useText()
  const { caseId, cards, sources } = found
  const options = [
    ...cards.map((card) => ({
      value: card.bankCardId,
      label: `${t(card.chosen ? 'closing.chosenCard' : 'closing.card')}: ${card.bankName} ${card.cardNo} ${card.holder}`,
    })),
    ...sources.map((source) => ({
      value: source.transferId,
      label: `${t('closing.source')}: ${source.typeText} ${source.bizNo} · ${show(source.left)}`,
    })),
    { value: OTHER, label: t('closing.otherBank') },
  ]
  const [payee, setPayee] = useState(options[0]!.value)
  const [bank, setBank] = useState({ bankName: '', accountNo: '', holder: '' })
  const { by, problem, text, field } = useCase('requested')
  const isCard = cards.some(({ bankCardId }) => bankCardId === payee)
  const to = payee === OTHER ? bank : isCard ? { bankCardId: payee } : { transferId: payee }
  const incomplete = payee === OTHER && Object.values(bank).some((one) => one.trim().length < 2)
  return (
    <Decision
      fields={
        <>
          <Field label={t('closing.payTo')} hint={t('closing.payToHint')}>
            {(wiring) => <Select {...wiring} value={payee} options={options} onChange={setPayee} />}
          </Field>
          {payee === OTHER &&
            (['bankName', 'accountNo', 'holder'] as const).map((name) => (
              <Field key={name} label={t(`closing.${name}`)}>
                {(wiring) => (
                  <Input
                    {...wiring}
                    value={bank[name]}
                    maxLength={name === 'accountNo' ? 40 : 60}
                    autoComplete="off"
                    onChange={(typed) => setBank({ ...bank, [name]: typed })}
                  />
                )}
              </Field>
            ))}
          {field(t('desk.reason'), t('desk.reasonHint'), 500)}
        </>
      }
      problem={problem}
    >
      <Button
        look="primary"
        disabled={incomplete ? t('closing.otherBank') : text.trim().length < 2 ? t('desk.reason') : undefined}
        {...by(askClosingPayout, { caseId, ...to, reason: text })}
      >
        {t('closing.request')}
      </Button>
    </Decision>
  )
}

type Payout = Output<typeof showLeaving>['payouts'][number]
const tones = { SENT: 'warn', PAID: 'ok', RETURNED: 'bad' } as const satisfies Record<ClosingPayoutState, Tone>

/** Completed payouts, and the bank's answer for one in progress. */
function PayoutSteps({ payouts }: { payouts: readonly Payout[] }) {
  const t = useText()
  if (!payouts.length) return null
  return (
    <Section title={t('closing.payouts')}>
      {payouts.map((payout) => (
        <div key={payout.payoutNo}>
          <Facts
            facts={[
              [
                <StatusTag tone={tones[payout.state]} text={payout.stateText} />,
                <>
                  <Money cents={payout.amount} strong /> {payout.pay}
                </>,
              ],
              [t('closing.payee'), payout.payee],
              [t('closing.people'), `${payout.maker} · ${payout.checker}`],
              [t('closing.reference'), payout.reference ?? '–'],
              [t('closing.time'), showTime(payout.settleTime ?? payout.createTime)],
            ]}
          />
          {payout.state === 'SENT' && <Settle payout={payout} />}
        </div>
      ))}
    </Section>
  )
}

function Settle({ payout: { payoutNo, target } }: { payout: Payout }) {
  const t = useText()
  const { by, problem, text, field } = useCase('recorded')
  const [payee, setPayee] = useState<Output<typeof revealClosingPayee>>()
  const disabled = text.trim().length < 4 ? t('closing.referenceOrReason') : undefined
  return (
    <Decision
      fields={
        <>
          {field(t('closing.referenceOrReason'), t('closing.referenceHint'), 80)}
          {payee && <code>{`${payee.accountNo} ${payee.holder}`}</code>}
        </>
      }
      problem={problem}
    >
      <Button look="primary" disabled={disabled} {...by(recordClosingPayout, { payoutNo, reference: text })}>
        {t('closing.record')}
      </Button>
      <Button look="danger" disabled={disabled} {...by(returnClosingPayout, { payoutNo, reason: text })}>
        {t('closing.return')}
      </Button>
      {target !== 'SOURCE' && (
        <Button look="quiet" {...by(revealClosingPayee, { payoutNo, reason: `${payoutNo} payment` }, setPayee)}>
          {t('closing.reveal')}
        </Button>
      )}
    </Decision>
  )
}
