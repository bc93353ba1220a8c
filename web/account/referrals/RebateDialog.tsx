import { Navigate, useLocation, useNavigate, useParams, Link } from 'react-router'
import {
  addPayoutCard,
  banks,
  listPayoutCards,
  payoutCode,
  type BankCode,
  listCommission,
  listWithdrawals,
  referralHome,
  toWallet,
  withdrawalTerms,
  toBankCard,
} from '#contract/referrals/referrals.ts'
import { show, parse } from '#contract/core/money.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { ask } from '#web/parts/client/client.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh, useAsk } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select, MoneyInput } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { langNow } from '#web/text.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { showTime } from '#web/parts/dates.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { PriceLines } from '#web/ui/PriceLines.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { paths } from '../paths.ts'
import { SmsCode } from '../identity/signIn/SmsCode.tsx'
import { useStepUp } from '../identity/StepUpField.tsx'
import { useText } from './text.ts'

const dialogs = {
  wallet: { title: 'referrals.toWallet', Form: ToWalletForm },
  bank: { title: 'referrals.toBank', Form: ToBankForm },
  card: { title: 'referrals.addCard', Form: AddCardForm },
} as const

/** The commission dialogs over the page. */
export default function RebateDialog() {
  const t = useText()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { what = '' } = useParams()
  if (!Object.hasOwn(dialogs, what)) return <Navigate to={paths.rebate} replace />
  const { title, Form } = dialogs[what as keyof typeof dialogs]
  const close = (tab?: string) => void navigate({ pathname: paths.rebate, search: tab ? `?tab=${tab}` : search })
  return (
    <Dialog title={t(title)} onClose={() => close()}>
      <Form onDone={close} />
    </Dialog>
  )
}

/** A bank card in the user's own name. */
function AddCardForm({ onDone }: { onDone: (tab?: string) => void }) {
  const t = useText()
  const form = useForm(addPayoutCard, { initial: { bankCode: 'ICBC', cardNo: '', holder: '', branch: '', code: '' } })
  const [no, holder, branch, code] = [
    form.field('cardNo'),
    form.field('holder'),
    form.field('branch'),
    form.field('code'),
  ]
  const stepUp = useStepUp('BANK_CARD')
  async function go() {
    const ticket = await stepUp.ticket()
    if (ticket === false || !(await form.submit(ticket ? { ticket } : {}))) return
    toast.ok(t('referrals.doneCard'))
    refresh(listPayoutCards)
    onDone('cards')
  }
  return (
    <CallForm form={form} submit={t('referrals.save')} onSubmit={() => void go()}>
      <Field label={t('referrals.bank')} required>
        {(wiring) => (
          <Select
            {...wiring}
            value={form.values.bankCode as BankCode}
            options={(Object.keys(banks) as BankCode[]).map((value) => ({ value, label: banks[value][langNow()] }))}
            onChange={(bankCode) => form.set({ bankCode })}
          />
        )}
      </Field>
      <Field label={t('referrals.cardNo')} problem={no.problem} required>
        {(wiring) => <Input {...wiring} {...no} inputMode="numeric" autoComplete="off" maxLength={23} />}
      </Field>
      <Field label={t('referrals.holder')} problem={holder.problem} hint={t('referrals.holderHint')} required>
        {(wiring) => <Input {...wiring} {...holder} autoComplete="name" maxLength={60} />}
      </Field>
      <Field label={t('referrals.branch')} problem={branch.problem}>
        {(wiring) => <Input {...wiring} {...branch} maxLength={80} />}
      </Field>
      <Field label={t('referrals.smsCode')} problem={code.problem} required>
        {(wiring) => (
          <SmsCode wiring={wiring} code={code} send={() => ask(payoutCode, { scene: 'ADD_CARD' }, { quiet: true })} />
        )}
      </Field>
      {stepUp.field}
    </CallForm>
  )
}

/** Moves commission to the wallet: immediately, free, and without a code, because it stays in the account. */
function ToWalletForm({ onDone }: { onDone: (tab?: string) => void }) {
  const t = useText()
  const may = useMay(toWallet)
  const { data: terms } = useAsk(withdrawalTerms, { target: 'WALLET' })
  const form = useForm(toWallet, { initial: { amount: '' }, money: ['amount'] })
  const amount = form.field('amount')
  async function go() {
    if (!(await form.submit())) return
    toast.ok(t('referrals.doneWallet'))
    refresh(referralHome, listCommission, listWithdrawals, withdrawalTerms)
    onDone('withdrawals')
  }
  return (
    <CallForm form={form} submit={t('referrals.confirmWallet')} submitOff={may.reason} onSubmit={() => void go()}>
      <Field
        label={t('referrals.amount')}
        problem={amount.problem}
        required
        hint={
          terms && t('referrals.left', { available: show(terms.available), min: show(terms.min), times: terms.dayLeft })
        }
        extra={
          terms && (
            <Button look="quiet" size="s" onClick={() => form.set({ amount: show(terms.max, 'USD', 'none') })}>
              {t('referrals.all')}
            </Button>
          )
        }
      >
        {(wiring) => <MoneyInput {...wiring} {...amount} />}
      </Field>
    </CallForm>
  )
}

/** Pays commission to a bank card, in yuan at the displayed rate, after a review. */
function ToBankForm({ onDone }: { onDone: (tab?: string) => void }) {
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
      form={form}
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
