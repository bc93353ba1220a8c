import { useRef } from 'react'
import { Navigate, useLocation, useNavigate, useParams, Link } from 'react-router'
import {
  addPayoutCard,
  banks,
  listPayoutCards,
  payoutCode,
  listCommission,
  listWithdrawals,
  referralHome,
  toWallet,
  withdrawalTerms,
  toBankCard,
} from '#contract/referrals/referrals.ts'
import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import { optionsOf } from '#web/parts/lists/filters.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { ask } from '#web/parts/client/client.ts'
import { MoneyField, SelectField, TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { showTime } from '#web/parts/dates.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { PriceLines } from '#web/ui/PriceLines.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { paths } from '../paths.ts'
import { SmsCodeField } from '../identity/signIn/SmsCode.tsx'
import { useStepUp } from '../identity/StepUpField.tsx'
import { useText } from './text.ts'

type Props = {
  title: string
  onClose: () => void
  /** Which tab the page shows once the dialog is closed. */
  showTab: (tab: string) => void
}

const dialogs = {
  wallet: { title: 'referrals.toWallet', One: ToWallet },
  bank: { title: 'referrals.toBank', One: ToBank },
  card: { title: 'referrals.addCard', One: AddCard },
} as const

/** The commission dialogs over the page. */
export default function RebateDialog() {
  const t = useText()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { what = '' } = useParams()
  const tab = useRef<string>(undefined)
  if (!Object.hasOwn(dialogs, what)) return <Navigate to={paths.rebate} replace />
  const { title, One } = dialogs[what as keyof typeof dialogs]
  const close = () => void navigate({ pathname: paths.rebate, search: tab.current ? `?tab=${tab.current}` : search })
  return <One title={t(title)} onClose={close} showTab={(next) => void (tab.current = next)} />
}

const payoutShown = [referralHome, listCommission, listWithdrawals, withdrawalTerms]

/** A bank card in the user's own name. */
function AddCard({ title, onClose, showTab }: Props) {
  const t = useText()
  const form = useForm(addPayoutCard, { initial: { bankCode: 'ICBC', cardNo: '', holder: '', branch: '', code: '' } })
  const stepUp = useStepUp('BANK_CARD')
  return (
    <FormDialog
      form={form}
      title={title}
      submit={t('referrals.save')}
      send={() => stepUp.submit(form)}
      done={t('referrals.doneCard')}
      refreshes={[listPayoutCards]}
      onDone={() => showTab('cards')}
      onClose={onClose}
    >
      <SelectField form={form} name="bankCode" label={t('referrals.bank')} options={optionsOf(banks)} />
      <TextField form={form} name="cardNo" label={t('referrals.cardNo')} inputMode="numeric" maxLength={23} />
      <TextField
        form={form}
        name="holder"
        label={t('referrals.holder')}
        hint={t('referrals.holderHint')}
        autoComplete="name"
      />
      <TextField form={form} name="branch" label={t('referrals.branch')} />
      <SmsCodeField
        form={form}
        label={t('referrals.smsCode')}
        send={() => ask(payoutCode, { scene: 'ADD_CARD' }, { quiet: true })}
      />
      {stepUp.field}
    </FormDialog>
  )
}

/** Moves commission to the wallet: immediately, free, and without a code, because it stays in the account. */
function ToWallet({ title, onClose, showTab }: Props) {
  const t = useText()
  const may = useMay(toWallet)
  const { data: terms } = useAsk(withdrawalTerms, { target: 'WALLET' })
  const form = useForm(toWallet, { initial: { amount: '' }, money: ['amount'] })
  return (
    <FormDialog
      form={form}
      title={title}
      submit={t('referrals.confirmWallet')}
      submitOff={may.reason}
      done={t('referrals.doneWallet')}
      refreshes={payoutShown}
      onDone={() => showTab('withdrawals')}
      onClose={onClose}
    >
      <MoneyField
        form={form}
        name="amount"
        label={t('referrals.amount')}
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
      />
    </FormDialog>
  )
}

/** Pays commission to a bank card, in yuan at the displayed rate, after a review. */
function ToBank(props: Props) {
  const t = useText()
  const { data: home } = useAsk(referralHome, {})
  const { data: cards } = useAsk(listPayoutCards, {})
  if (home?.verified && cards?.length) return <Payout {...props} cards={cards} />
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      {!home || !cards ? (
        <SkeletonLines lines={5} />
      ) : home.verified ? (
        <Empty
          icon="cards"
          title={t('referrals.noCard')}
          text={t('referrals.noneCardsText')}
          action={<Link to={paths.rebateDialog('card')}>{t('referrals.addCard')}</Link>}
        />
      ) : (
        <Empty
          icon="shield"
          title={t('referrals.verifyFirst')}
          action={<Link to={paths.accountDialog('identity')}>{t('referrals.verify')}</Link>}
        />
      )}
    </Dialog>
  )
}

function Payout({ title, onClose, showTab, cards }: Props & { cards: Output<typeof listPayoutCards> }) {
  const t = useText()
  const may = useMay(toBankCard)
  const first = cards.find(({ status }) => status === 'READY')?.bankCardId ?? ''
  const form = useForm(toBankCard, { initial: { amount: '', bankCardId: first, code: '' }, money: ['amount'] })
  const cents = form.cents('amount')
  const terms = useAsk(
    withdrawalTerms,
    { target: 'BANK', ...(cents ? { amount: cents } : {}) },
    { quiet: true, keep: true },
  )
  const price = terms.data
  const stepUp = useStepUp('WITHDRAW')
  const asksGoogle = price?.needGoogle === 1
  const quote = price?.quoteId ? { quoteId: price.quoteId } : {}
  return (
    <FormDialog
      form={form}
      title={title}
      submit={t('referrals.confirmBank')}
      submitOff={may.reason ?? (price && price.rate === null ? t('referrals.noRate') : undefined)}
      send={() => (asksGoogle ? stepUp.submit(form, quote) : form.submit(quote))}
      done={t('referrals.doneBank')}
      refreshes={payoutShown}
      onDone={() => showTab('withdrawals')}
      onClose={onClose}
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
      <MoneyField
        form={form}
        name="amount"
        label={t('referrals.amount')}
        hint={
          price && t('referrals.left', { available: show(price.available), min: show(price.min), times: price.dayLeft })
        }
      />
      <SelectField
        form={form}
        name="bankCardId"
        label={t('referrals.card')}
        placeholder={t('referrals.card')}
        options={cards.map(({ bankCardId, bankName, cardNo, status, usableTime }) => ({
          value: bankCardId,
          label: `${bankName} ${cardNo}${status === 'READY' ? '' : ` · ${t('referrals.cooling', { time: showTime(usableTime) })}`}`,
          disabled: status !== 'READY',
        }))}
      />
      <SmsCodeField
        form={form}
        label={t('referrals.smsCode')}
        send={() => ask(payoutCode, { scene: 'WITHDRAW' }, { quiet: true })}
      />
      {asksGoogle && stepUp.field}
    </FormDialog>
  )
}
