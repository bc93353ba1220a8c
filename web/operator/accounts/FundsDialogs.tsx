/** Freezing, releasing and forfeiting the funds of an account, and writing off its debt: each is a request to other people. */
import { accountFunds, forfeitFunds, freezeFunds, releaseFunds, writeOffDebt } from '#contract/accounts/funds.ts'
import { showAccount } from '#contract/accounts/accounts.ts'
import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { CheckField, MoneyField, TextAreaField, TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Facts } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { ReasonField } from '../parts/ReasonDialog.tsx'
import { useText } from './text.ts'
import css from './Accounts.module.css'

type Funds = Output<typeof accountFunds>
type Parts = Funds['free']
export type Asking = { accountId: string; funds: Funds; onClose: () => void }
const refreshes = [accountFunds, showAccount, listApprovals, staffQueues]

/** Amounts by where they are, with a list of cards to open. */
export function PartsOf({ parts, held }: { parts: Parts; held?: number }) {
  const t = useText()
  const money = (cents: number) => <Money cents={cents} />
  return (
    <>
      <Facts
        facts={[
          [t('funds.wallet'), money(parts.wallet)],
          [t('funds.onCards'), money(parts.cards)],
          parts.payable > 0 && [t('funds.payable'), money(parts.payable)],
          [t('funds.total'), <strong>{money(parts.total)}</strong>],
          held !== undefined && held > 0 && [t('funds.held'), money(held)],
        ]}
      />
      {parts.cardCount > 0 && (
        <details>
          <summary className={css.summary}>{t('funds.byCard', { count: parts.cardCount })}</summary>
          <Facts facts={parts.byCard.map((card) => [`${card.cardSeqNo} ···· ${card.lastFour}`, money(card.amount)])} />
        </details>
      )}
    </>
  )
}

export function FreezeDialog({ accountId, funds, onClose }: Asking) {
  const t = useText()
  const form = useForm(freezeFunds, { initial: { accountId, legalRef: '', deactivate: false, reason: '' } })
  const dialog = { form, title: t('funds.freeze'), submit: t('funds.ask'), done: t('funds.asked'), refreshes, onClose }
  return (
    <FormDialog {...dialog} width={600}>
      <p>{t('funds.freezeText')}</p>
      <PartsOf parts={funds.free} held={funds.held} />
      <TextField form={form} name="legalRef" label={t('funds.legalRef')} hint={t('funds.legalRefHint')} autoFocus />
      <CheckField form={form} name="deactivate" label={t('funds.deactivate')} hint={t('funds.deactivateHint')} />
      <ReasonField form={form} />
    </FormDialog>
  )
}

export function ReleaseDialog({ accountId, funds, onClose }: Asking) {
  const t = useText()
  const form = useForm(releaseFunds, { initial: { accountId, reason: '' } })
  const dialog = { form, title: t('funds.release'), submit: t('funds.ask'), done: t('funds.asked'), refreshes, onClose }
  return (
    <FormDialog {...dialog} width={600}>
      <p>{t('funds.releaseText')}</p>
      <Frozen funds={funds} />
      <ReasonField form={form} autoFocus />
    </FormDialog>
  )
}

export function ForfeitDialog({ accountId, funds, onClose }: Asking) {
  const t = useText()
  const form = useForm(forfeitFunds, { initial: { accountId, legalNote: '', reason: '' } })
  const dialog = { form, title: t('funds.forfeit'), submit: t('funds.ask'), done: t('funds.asked'), refreshes, onClose }
  return (
    <FormDialog {...dialog} width={600}>
      <p>{t('funds.forfeitText')}</p>
      <Frozen funds={funds} />
      <TextAreaField
        form={form}
        name="legalNote"
        label={t('funds.legalNote')}
        hint={t('funds.legalNoteHint')}
        rows={3}
        required
        autoFocus
      />
      <ReasonField form={form} />
    </FormDialog>
  )
}

/** What is frozen, what the account owes, and where the money came from. */
function Frozen({ funds: { freeze, owed } }: { funds: Funds }) {
  const t = useText()
  if (!freeze) return null
  return (
    <>
      <Facts
        facts={[
          [t('funds.now'), <Money cents={freeze.amount} />],
          owed > 0 && [t('funds.owed'), <Money cents={owed} />],
        ]}
      />
      <PartsOf parts={freeze.parts} />
    </>
  )
}

export function WriteOffDialog({ accountId, funds: { mayWriteOff, owed }, onClose }: Asking) {
  const t = useText()
  const form = useForm(writeOffDebt, { initial: { accountId, amount: '', reason: '' }, money: ['amount'] })
  const dialog = {
    form,
    title: t('funds.writeOff'),
    submit: t('funds.ask'),
    done: t('funds.asked'),
    refreshes,
    onClose,
  }
  return (
    <FormDialog {...dialog}>
      <p>{t('funds.writeOffText')}</p>
      <Facts facts={[[t('funds.owed'), <Money cents={owed} />]]} />
      <MoneyField
        form={form}
        name="amount"
        label={t('funds.amount')}
        hint={t('funds.most', { amount: show(mayWriteOff) })}
      />
      <ReasonField form={form} />
    </FormDialog>
  )
}
