import { useParams } from 'react-router'
import { useState } from 'react'
import { show } from '#contract/core/money.ts'
import {
  showPayout,
  approvePayout,
  confirmPayout,
  listPayouts,
  returnPayout,
  revealPayoutCard,
  sendPayout,
} from '#contract/referrals/desk.ts'
import type { Output } from '#contract/core/call.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk, refresh } from '#web/parts/client/queries.ts'
import { Money } from '#web/ui/Money.tsx'
import { Facts, Section } from '#web/ui/layout.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { Timeline } from '#web/ui/Timeline.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { CasePage, Decision, HolderLink, ToApproval, useMoves } from '../parts/Case.tsx'
import { paths } from '../paths.ts'
import { payoutTag, payoutTone } from './PayoutsPage.tsx'
import { useText } from './text.ts'

/** The second approver may decide while the page is open. */
const LIVE_MS = 10_000

/** One withdrawal beside the list: amount and payee, the source of the commission, and the next step. */
export default function PayoutPage() {
  const t = useText()
  const { withdrawalNo = '' } = useParams()
  const query = useAsk(showPayout, { withdrawalNo }, { quiet: true, everyMs: LIVE_MS })
  const { data } = query
  return (
    <CasePage
      title={withdrawalNo}
      tag={data && payoutTag(data)}
      of={paths.payouts}
      query={query}
      missing={t('referrals.missing')}
    >
      {(found) => (
        <>
          <Facts
            facts={[
              [t('referrals.account'), <HolderLink {...found} />],
              [t('referrals.amount'), <Money cents={found.amount} strong />],
              [t('referrals.receive'), <Money cents={found.receive} unit={found.receiveUnit} strong />],
              [t('referrals.rate', { mid: found.mid }), found.rate],
              [t('referrals.card'), `${found.bankName} ·· ${found.bankTail} ${found.holder} ${found.branch}`],
            ]}
          />
          <Section title={t('referrals.earned')}>
            {found.invited.length ? (
              <Facts
                facts={found.invited.map((one) => [
                  <HolderLink accountId={one.accountId} userNo={one.userNo} />,
                  <>
                    <Money cents={one.commission} /> {t('referrals.base', { base: show(one.base) })}{' '}
                    {one.ringText && <Tag tone="bad">{one.ringText}</Tag>}
                  </>,
                ])}
              />
            ) : (
              <p>{t('referrals.none')}</p>
            )}
          </Section>
          <Timeline
            label={t('referrals.steps')}
            steps={found.steps.map(({ status, statusText, time }) => ({
              key: status,
              state: payoutTone[status] === 'bad' ? 'bad' : 'done',
              title: statusText,
              time: showTime(time),
            }))}
          />
          <PayoutMoves key={found.status} payout={found} />
        </>
      )}
    </CasePage>
  )
}

/** The steps available in this status. Each needs its input: a reason, a bank, or the bank's reference. */
function PayoutMoves({ payout: { withdrawalNo, status, approvalId } }: { payout: Output<typeof showPayout> }) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [card, setCard] = useState<Output<typeof revealPayoutCard>>()
  const { by, problem } = useMoves(() => {
    toast.ok(t(status === 'REVIEWING' ? 'referrals.approved' : 'referrals.done'))
    refresh(listPayouts, showPayout)
  })
  if (status !== 'REVIEWING' && status !== 'APPROVED' && status !== 'PAYING') return null
  const label = { REVIEWING: t('desk.reason'), APPROVED: t('referrals.bank'), PAYING: t('referrals.ref') }[status]
  const disabled = typed.trim().length < (status === 'PAYING' ? 4 : 2) ? label : undefined
  const [next, move] = {
    REVIEWING: [t('referrals.approve'), by(approvePayout, { withdrawalNo, reason: typed })],
    APPROVED: [t('referrals.send'), by(sendPayout, { withdrawalNo, bank: typed })],
    PAYING: [t('referrals.confirm'), by(confirmPayout, { withdrawalNo, bankRef: typed })],
  }[status] as [string, ReturnType<typeof by>]
  return (
    <Decision
      fields={
        <>
          {approvalId && <ToApproval approvalId={approvalId}>{t('referrals.waiting')}</ToApproval>}
          <Field label={label} hint={t('desk.reasonHint')}>
            {(wiring) => <Input {...wiring} value={typed} maxLength={60} onChange={setTyped} />}
          </Field>
          {card && <code>{`${card.cardNo} ${card.holder}`}</code>}
        </>
      }
      problem={problem}
    >
      {(status !== 'REVIEWING' || !approvalId) && (
        <Button look="primary" disabled={disabled} {...move}>
          {next}
        </Button>
      )}
      <Button look="danger" disabled={disabled} {...by(returnPayout, { withdrawalNo, reason: typed })}>
        {t('referrals.giveBack')}
      </Button>
      {status !== 'REVIEWING' && (
        <Button look="quiet" {...by(revealPayoutCard, { withdrawalNo, reason: `${withdrawalNo} payment` }, setCard)}>
          {t('referrals.reveal')}
        </Button>
      )}
    </Decision>
  )
}
