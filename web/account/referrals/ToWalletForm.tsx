import { show } from '#contract/core/money.ts'
import {
  listCommission,
  listWithdrawals,
  referralHome,
  toWallet,
  withdrawalTerms,
} from '#contract/referrals/referrals.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh, useAsk } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { MoneyInput } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useText } from './text.ts'

/** From commission to the wallet: at once, free, and without a code, because it stays in the account. */
export function ToWalletForm({ onDone }: { onDone: (tab?: string) => void }) {
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
    <CallForm
      loading={form.loading}
      submitError={form.submitError}
      submit={t('referrals.confirmWallet')}
      submitOff={may.reason}
      onSubmit={() => void go()}
    >
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
