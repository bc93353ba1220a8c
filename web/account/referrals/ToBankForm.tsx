import { Link } from 'react-router'
import { parse, show } from '#contract/core/money.ts'
import {
  listCommission,
  listPayoutCards,
  listWithdrawals,
  payoutCode,
  referralHome,
  toBankCard,
  withdrawalTerms,
} from '#contract/referrals/referrals.ts'
import { ask } from '#web/parts/client/client.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { showTime } from '#web/parts/dates.ts'
import { refresh, useAsk } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { MoneyInput, Select } from '#web/ui/forms/Input.tsx'
import { PriceLines } from '#web/ui/PriceLines.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { SmsCode } from '../identity/signIn/SmsCode.tsx'
import { useStepUp } from '../identity/StepUpField.tsx'
import { paths } from '../paths.ts'
import { useText } from './text.ts'

/** From commission to a bank card, in yuan at the rate that is shown, after a review. */
export function ToBankForm({ onDone }: { onDone: (tab?: string) => void }) {
  const t = useText()
  const { data: home } = useAsk(referralHome, {})
  const { data: cards } = useAsk(listPayoutCards, {})
  if (!home || !cards) return <SkeletonLines lines={5} />
  if (!home.verified)
    return (
      <Empty
        icon="shield"
        title={t('referrals.verifyFirst')}
        action={<Link to={paths.accountDialog('identity')}>{t('referrals.verify')}</Link>}
      />
    )
  if (!cards.length)
    return (
      <Empty
        icon="cards"
        title={t('referrals.noCard')}
        text={t('referrals.noneCardsText')}
        action={<Link to={paths.rebateDialog('card')}>{t('referrals.addCard')}</Link>}
      />
    )
  return <Payout onDone={onDone} cards={cards} />
}

function Payout({
  cards,
  onDone,
}: {
  cards: readonly { bankCardId: string; bankName: string; cardNo: string; status: string; usableTime: number }[]
  onDone: (tab?: string) => void
}) {
  const t = useText()
  const may = useMay(toBankCard)
  const first = cards.find(({ status }) => status === 'READY')?.bankCardId ?? ''
  const form = useForm(toBankCard, { initial: { amount: '', bankCardId: first, code: '' }, money: ['amount'] })
  const [amount, card, code] = [form.field('amount'), form.field('bankCardId'), form.field('code')]
  const cents = parse(amount.value)
  const terms = useAsk(
    withdrawalTerms,
    { target: 'BANK', ...(cents ? { amount: cents } : {}) },
    { quiet: true, keep: true },
  )
  const price = terms.data
  const stepUp = useStepUp('WITHDRAW')
  async function go() {
    const ticket = price?.needGoogle === 1 ? await stepUp.ticket() : undefined
    if (ticket === false) return
    const more = { ...(price?.quoteId ? { quoteId: price.quoteId } : {}), ...(ticket ? { ticket } : {}) }
    if (!(await form.submit(more))) return
    toast.ok(t('referrals.doneBank'))
    refresh(referralHome, listCommission, listWithdrawals, withdrawalTerms)
    onDone('withdrawals')
  }
  return (
    <CallForm
      loading={form.loading}
      submitError={form.submitError}
      submit={t('referrals.confirmBank')}
      submitOff={may.reason ?? (price && price.rate === null ? t('referrals.noRate') : undefined)}
      onSubmit={() => void go()}
      summary={
        price && cents && price.rate !== null ? (
          <PriceLines
            unit={price.receiveUnit}
            stale={terms.isFetching}
            lines={[]}
            total={{ label: t('referrals.receive'), cents: price.receive }}
            note={`${show(cents)} − ${t('referrals.fee')} ${show(price.fee)} · ${t('referrals.rate')} ${price.rate} · ${price.arrival}`}
          />
        ) : undefined
      }
    >
      <Field
        label={t('referrals.amount')}
        problem={amount.problem}
        required
        hint={
          price && t('referrals.left', { available: show(price.available), min: show(price.min), times: price.dayLeft })
        }
      >
        {(wiring) => <MoneyInput {...wiring} {...amount} />}
      </Field>
      <Field label={t('referrals.card')} problem={card.problem} required>
        {(wiring) => (
          <Select
            {...wiring}
            value={card.value}
            placeholder={t('referrals.card')}
            options={cards.map(({ bankCardId, bankName, cardNo, status, usableTime }) => ({
              value: bankCardId,
              label: `${bankName} ${cardNo}${status === 'READY' ? '' : ` · ${t('referrals.cooling', { time: showTime(usableTime) })}`}`,
              disabled: status !== 'READY',
            }))}
            onChange={(bankCardId) => form.set({ bankCardId })}
          />
        )}
      </Field>
      <Field label={t('referrals.smsCode')} problem={code.problem} required>
        {(wiring) => (
          <SmsCode wiring={wiring} code={code} send={() => ask(payoutCode, { scene: 'WITHDRAW' }, { quiet: true })} />
        )}
      </Field>
      {price?.needGoogle === 1 && stepUp.field}
    </CallForm>
  )
}
