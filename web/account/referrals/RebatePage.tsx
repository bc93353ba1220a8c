import { Outlet, useNavigate } from 'react-router'
import { useState } from 'react'
import { referralHome, toWallet, listPayoutCards, payoutCode, removePayoutCard } from '#contract/referrals/referrals.ts'
import { show } from '#contract/core/money.ts'
import type { Output } from '#contract/core/call.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { SafeHtml } from '#web/parts/SafeHtml.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { PageTabs } from '#web/parts/PageTabs.tsx'
import { showTime } from '#web/parts/dates.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Grid, Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { ask } from '#web/parts/client/client.ts'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { paths } from '../paths.ts'
import { SmsCodeField } from '../identity/signIn/SmsCode.tsx'
import { InvitePanel, type Home } from './InvitePanel.tsx'
import { FlowList, InvitedList, WithdrawalList } from './lists.tsx'
import { useText } from './text.ts'
import css from './Rebate.module.css'

/** Invited accounts, the commission they earned, and its payout. */
export default function RebatePage() {
  const t = useText()
  const { data: home } = useAsk(referralHome, {}, { everyMs: 30_000, live: ['money'] })
  return (
    <PageFrame>
      {home ? (
        <>
          <Grid min={360}>
            <InvitePanel home={home} />
            <CommissionFigures home={home} />
          </Grid>
          <PageTabs
            label={t('referrals.tabs')}
            tabs={{
              invited: t('referrals.tab.invited'),
              flow: t('referrals.tab.flow'),
              withdrawals: t('referrals.tab.withdrawals'),
              cards: t('referrals.tab.cards'),
            }}
          >
            {(tab) =>
              ({
                invited: <InvitedList link={home.inviteUrl} />,
                flow: <FlowList />,
                withdrawals: <WithdrawalList home={home} />,
                cards: (
                  <Panel>
                    <PayoutCards />
                  </Panel>
                ),
              })[tab]
            }
          </PageTabs>
          <Panel title={t('referrals.rules')}>
            <div className={css.rules}>
              <SafeHtml html={home.rulesHtml} />
            </div>
          </Panel>
        </>
      ) : (
        <Panel>
          <SkeletonLines lines={8} />
        </Panel>
      )}
      <Outlet />
    </PageFrame>
  )
}

/** Available, pending and paid commission, and the two payout methods. */
function CommissionFigures({ home }: { home: Home }) {
  const t = useText()
  const navigate = useNavigate()
  const may = useMay(toWallet)
  const below = (min: number) => (home.available < min ? t('referrals.whyNot', { min: show(min) }) : undefined)
  return (
    <Panel title={t('referrals.figures')}>
      <Stack gap={4}>
        <Grid className={css.figures}>
          <Stat label={t('referrals.available')} value={<Money cents={home.available} />} />
          <Stat
            label={t('referrals.pending')}
            value={<Money cents={home.pending} />}
            note={home.nextMatureTime !== null && t('referrals.pendingNote', { time: showTime(home.nextMatureTime) })}
          />
          <Stat
            label={t('referrals.withdrawn')}
            value={<Money cents={home.withdrawn} />}
            note={home.paying > 0 && t('referrals.paying', { amount: show(home.paying) })}
          />
          <Stat label={t('referrals.total')} value={<Money cents={home.totalRebate} />} />
        </Grid>
        <Muted as="p">{t('referrals.people', { invited: home.invited, active: home.active })}</Muted>
        {home.owed > 0 && <Note tone="warn">{t('referrals.owed', { amount: show(home.owed) })}</Note>}
        <Row>
          <Button
            look="primary"
            icon="wallet"
            disabled={may.reason ?? below(home.minWithdraw)}
            onClick={() => void navigate(paths.rebateDialog('wallet'))}
          >
            {t('referrals.toWallet')}
          </Button>
          <Button
            disabled={may.reason ?? below(home.minWithdrawBank)}
            onClick={() => void navigate(paths.rebateDialog('bank'))}
          >
            {t('referrals.toBank')}
          </Button>
        </Row>
      </Stack>
    </Panel>
  )
}

type Card = Output<typeof listPayoutCards>[number]

/** The bank cards for commission payouts. */
function PayoutCards() {
  const t = useText()
  const navigate = useNavigate()
  const { data: cards } = useAsk(listPayoutCards, {})
  const [removing, setRemoving] = useState<Card>()
  const add = (
    <Button icon="plus" onClick={() => void navigate(`${paths.rebateDialog('card')}?tab=cards`)}>
      {t('referrals.addCard')}
    </Button>
  )
  if (!cards) return <SkeletonLines lines={4} />
  if (!cards.length)
    return <Empty icon="cards" title={t('referrals.noneCards')} text={t('referrals.noneCardsText')} action={add} />
  return (
    <Stack gap={4}>
      <Grid gap={3} min={280} className={css.cards}>
        {cards.map((card) => (
          <article key={card.bankCardId} aria-label={`${card.bankName} ${card.cardNo}`}>
            <Row between>
              <strong>{card.bankName}</strong>
              {card.default === 1 && <Tag tone="brand">{t('referrals.default')}</Tag>}
            </Row>
            <span>{card.cardNo}</span>
            <Muted>{[card.holder, card.branch].filter(Boolean).join(' · ')}</Muted>
            <Row between>
              <StatusTag
                tone={card.status === 'READY' ? 'ok' : 'warn'}
                text={
                  card.status === 'READY'
                    ? t('referrals.ready')
                    : t('referrals.cooling', { time: showTime(card.usableTime) })
                }
              />
              <Button look="quiet" size="s" onClick={() => setRemoving(card)}>
                {t('referrals.remove')}
              </Button>
            </Row>
          </article>
        ))}
      </Grid>
      <div>{add}</div>
      {removing && <RemoveCard card={removing} onClose={() => setRemoving(undefined)} />}
    </Stack>
  )
}

function RemoveCard({ card, onClose }: { card: Card; onClose: () => void }) {
  const t = useText()
  const form = useForm(removePayoutCard, { initial: { bankCardId: card.bankCardId, code: '' } })
  return (
    <FormDialog
      form={form}
      title={t('referrals.removeTitle')}
      submit={t('referrals.remove')}
      done={t('referrals.doneRemove')}
      refreshes={[listPayoutCards]}
      onClose={onClose}
    >
      <p>{t('referrals.removeText', { card: `${card.bankName} ${card.cardNo}` })}</p>
      <SmsCodeField
        form={form}
        label={t('referrals.smsCode')}
        send={() => ask(payoutCode, { scene: 'REMOVE_CARD' }, { quiet: true })}
      />
    </FormDialog>
  )
}
