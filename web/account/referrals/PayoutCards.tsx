import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { listPayoutCards, payoutCode, removePayoutCard } from '#contract/referrals/referrals.ts'
import { ask } from '#web/parts/client/client.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { showTime } from '#web/parts/dates.ts'
import { refresh, useAsk } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { SmsCode } from '../identity/signIn/SmsCode.tsx'
import { paths } from '../paths.ts'
import { useText } from './text.ts'
import css from './Rebate.module.css'

type Card = Output<typeof listPayoutCards>[number]

/** The bank cards that commission can be paid to. */
export function PayoutCards() {
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
    <div className={css.stack}>
      <div className={css.cards}>
        {cards.map((card) => (
          <article key={card.bankCardId} className={css.card} aria-label={`${card.bankName} ${card.cardNo}`}>
            <header>
              <strong>{card.bankName}</strong>
              {card.default === 1 && <Tag tone="brand">{t('referrals.default')}</Tag>}
            </header>
            <span className={css.no}>{card.cardNo}</span>
            <span className={css.small}>{[card.holder, card.branch].filter(Boolean).join(' · ')}</span>
            <footer>
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
            </footer>
          </article>
        ))}
      </div>
      <div>{add}</div>
      {removing && <RemoveCard card={removing} onClose={() => setRemoving(undefined)} />}
    </div>
  )
}

function RemoveCard({ card, onClose }: { card: Card; onClose: () => void }) {
  const t = useText()
  const form = useForm(removePayoutCard, { initial: { bankCardId: card.bankCardId, code: '' } })
  const code = form.field('code')
  async function go() {
    if (!(await form.submit())) return
    toast.ok(t('referrals.doneRemove'))
    refresh(listPayoutCards)
    onClose()
  }
  return (
    <Dialog title={t('referrals.removeTitle')} onClose={onClose}>
      <CallForm
        loading={form.loading}
        submitError={form.submitError}
        submit={t('referrals.remove')}
        onSubmit={() => void go()}
      >
        <p className={css.lead}>{t('referrals.removeText', { card: `${card.bankName} ${card.cardNo}` })}</p>
        <Field label={t('referrals.smsCode')} problem={code.problem} required>
          {(wiring) => (
            <SmsCode
              wiring={wiring}
              code={code}
              send={() => ask(payoutCode, { scene: 'REMOVE_CARD' }, { quiet: true })}
            />
          )}
        </Field>
      </CallForm>
    </Dialog>
  )
}
