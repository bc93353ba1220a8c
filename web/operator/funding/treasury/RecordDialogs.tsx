/** What has happened outside, as one person records it; it is booked when another agrees. */
import type { Call, Output } from '#contract/core/call.ts'
import { parse, share, show } from '#contract/core/money.ts'
import {
  acquirers,
  listTreasuryMoves,
  recordSale,
  recordSettlement,
  recordSweep,
  sellable,
  treasuryPositions,
  type Acquirer,
} from '#contract/funding/desk/treasury.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { MoneyField, SegmentedField, SelectField, TextField, type FieldProps } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { DayField } from '#web/parts/forms/pickers.tsx'
import { useForm, type Form } from '#web/parts/forms/useForm.ts'
import { dayText } from '#web/parts/lists/filterValues.ts'
import { optionsOf } from '#web/parts/lists/QueryList.tsx'
import { Grid } from '#web/ui/layout.tsx'
import { units } from '#web/operator/ledger/units.ts'
import { ReasonField } from '#web/operator/parts/ReasonDialog.tsx'
import { useText } from '../text.ts'
import { amount } from './amount.ts'

type Asked = { found: Output<typeof treasuryPositions>; onClose: () => void }

const shanghaiDay = (): string => dayText(String(serverNow()))
const refreshes = [treasuryPositions, listTreasuryMoves, staffQueues]
const WIDTH = 600

function ValueDate<C extends Call>({
  form,
  name,
  label,
}: Pick<FieldProps<C>, 'name'> & { form: Form<C>; label: string }) {
  return <DayField form={form} name={name} label={label} max={shanghaiDay()} required />
}

export function SettlementDialog({ found, onClose }: Asked) {
  const t = useText()
  const form = useForm(recordSettlement, {
    initial: { acquirer: 'WECHAT', gross: '', fee: '', net: '', reference: '', valueDate: shanghaiDay(), reason: '' },
    money: ['gross', 'fee', 'net'],
  })
  const name = acquirers[form.values.acquirer as Acquirer]
  const there = found.awaited.find(({ owner }) => owner === name.cn || owner === name.en)?.balance ?? 0
  const [gross, fee] = [form.cents('gross'), form.cents('fee')]
  return (
    <FormDialog
      form={form}
      title={t('treasury.settle')}
      width={WIDTH}
      submit={t('treasury.settle')}
      done={t('treasury.asked')}
      refreshes={refreshes}
      onClose={onClose}
    >
      <p>{t('treasury.settleText')}</p>
      <SelectField
        form={form}
        name="acquirer"
        label={t('treasury.provider')}
        required
        options={optionsOf(acquirers)}
        hint={t('treasury.atProvider', { amount: show(there, 'CNY') })}
      />
      <Grid min={160}>
        <MoneyField form={form} name="gross" label={t('treasury.gross')} unit="CNY" />
        <MoneyField form={form} name="fee" label={t('treasury.fee')} unit="CNY" />
        <MoneyField
          form={form}
          name="net"
          label={t('treasury.net')}
          unit="CNY"
          hint={gross !== undefined && fee !== undefined && t('treasury.netHint', { net: show(gross - fee, 'CNY') })}
        />
      </Grid>
      <Grid min={200}>
        <TextField form={form} name="reference" label={t('treasury.reference')} />
        <ValueDate form={form} name="valueDate" label={t('treasury.valueDate')} />
      </Grid>
      <ReasonField form={form} />
    </FormDialog>
  )
}

export function SaleDialog({ found, onClose }: Asked) {
  const t = useText()
  const form = useForm(recordSale, {
    initial: {
      ...{ currency: 'CNY', amountStr: '', got: '', bankId: found.banks[0]?.bankId ?? '', reference: '' },
      ...{ valueDate: shanghaiDay(), reason: '' },
    },
    money: ['got'],
  })
  const currency = form.text('currency')
  const there = (of: string) => {
    const one = found.sellable.find((each) => each.currency === of)
    return amount(one?.units ?? 0, { currency: of, scale: one?.scale ?? 2 })
  }
  const [sold, got] = [parse(form.text('amountStr'), 6), form.cents('got')]
  // Of the currency for one dollar.
  const rate = sold && got ? units(share(sold, 1, got, 'half-up'), 4) : undefined
  const mid = currency === 'USDT' ? '1' : found.rate?.mid
  return (
    <FormDialog
      form={form}
      title={t('treasury.sell')}
      width={WIDTH}
      submit={t('treasury.sell')}
      done={t('treasury.asked')}
      refreshes={refreshes}
      onClose={onClose}
    >
      <p>{t('treasury.sellText', { yuan: there('CNY'), usdt: there('USDT') })}</p>
      <SegmentedField
        form={form}
        name="currency"
        label={t('treasury.currency')}
        options={sellable.map((value) => ({ value, label: value }))}
      />
      <Grid min={200}>
        <MoneyField form={form} name="amountStr" label={t('treasury.amount')} unit={currency} />
        <MoneyField
          form={form}
          name="got"
          label={t('treasury.got')}
          hint={rate && mid && t('treasury.gotHint', { rate, mid })}
        />
        <SelectField
          form={form}
          name="bankId"
          label={t('treasury.bank')}
          required
          options={found.banks.map(({ bankId, bankName }) => ({ value: bankId, label: bankName }))}
        />
        <ValueDate form={form} name="valueDate" label={t('treasury.valueDate')} />
      </Grid>
      <TextField form={form} name="reference" label={t('treasury.reference')} />
      <ReasonField form={form} />
    </FormDialog>
  )
}

export function SweepDialog({ found, onClose }: Asked) {
  const t = useText()
  const form = useForm(recordSweep, {
    initial: { amountStr: '', networkFee: '', txHash: '', valueDate: shanghaiDay(), reason: '' },
    money: ['networkFee'],
  })
  const there = found.awaited.filter(({ currency }) => currency === 'USDT')
  return (
    <FormDialog
      form={form}
      title={t('treasury.sweep')}
      width={WIDTH}
      submit={t('treasury.sweep')}
      done={t('treasury.asked')}
      refreshes={refreshes}
      onClose={onClose}
    >
      <p>
        {t('treasury.sweepText', {
          units: amount(
            there.reduce((sum, { balance }) => sum + balance, 0),
            { currency: 'USDT', scale: 6 },
          ),
        })}
      </p>
      <Grid min={200}>
        <MoneyField form={form} name="amountStr" label={t('treasury.amount')} unit="USDT" />
        <MoneyField
          form={form}
          name="networkFee"
          label={t('treasury.networkFee')}
          hint={t('treasury.networkFeeHint')}
        />
      </Grid>
      <TextField form={form} name="txHash" label={t('treasury.txHash')} />
      <ValueDate form={form} name="valueDate" label={t('treasury.day')} />
      <ReasonField form={form} />
    </FormDialog>
  )
}
